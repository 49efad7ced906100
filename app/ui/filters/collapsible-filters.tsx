import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChevronDownIcon, FilterIcon } from "../icons";
import { Isolated } from "../linked-text";

interface CollapsibleFiltersProps {
  /** What is chosen, in a few words: "newest first". It gets a capital here. */
  chosen: string;
  /** Whether the filters come unfolded: something in them is wrong. */
  open: boolean;
  /** The form. */
  children: ReactNode;
}

/**
 * A list's filters, on a phone folded into one line that says what is chosen; on wider screens as they are. The form
 * stands beside the `details`, whose state decides whether it shows on a phone, so that no script is needed for either.
 * Searching folds them, so that the answer is in view; while something is wrong they stay.
 */
export function CollapsibleFilters({ chosen, open, children }: CollapsibleFiltersProps) {
  const [unfolded, setUnfolded] = useState(open);
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const searched = useRef(false);
  const fold = () => {
    setUnfolded(false);
    // The button that was pressed goes out of sight; on a wide screen it stays, and this line is not there.
    summary.current?.focus();
  };
  // Opens by itself where it has to, and is never closed under somebody's hands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something is wrong, and when it is right again
  useEffect(() => {
    if (open) setUnfolded(true);
    else if (searched.current) fold();
    searched.current = false;
  }, [open]);
  // Opened before script was there.
  useEffect(() => setUnfolded(details.current?.open ?? false), []);
  const onSubmit = () => {
    if (open) searched.current = true;
    else fold();
  };
  return (
    <>
      <details
        ref={details}
        open={unfolded}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        className="filter-line"
      >
        <summary ref={summary}>
          <FilterIcon />
          <span className="filter-chosen">
            <b>Filter:</b> <Isolated text={chosen.charAt(0).toUpperCase() + chosen.slice(1)} />
          </span>
          <ChevronDownIcon className="filter-fold size-4" />
        </summary>
      </details>
      <div className="filter-form" onSubmit={onSubmit}>
        {children}
      </div>
    </>
  );
}
