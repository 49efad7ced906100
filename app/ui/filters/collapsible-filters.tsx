import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChevronDownIcon, FilterIcon } from "../icons";
import { Isolated } from "../linked-text";

interface CollapsibleFiltersProps {
  choiceText: string;
  /** True if a filter is invalid. */
  open: boolean;
  children: ReactNode;
}

/**
 * On a phone one line with the current choice, else the form. The `details` shows its sibling, the form, without
 * script. A search closes the filters; with an error they stay open.
 */
export function CollapsibleFilters({ choiceText, open, children }: CollapsibleFiltersProps) {
  const [unfolded, setUnfolded] = useState(open);
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const searched = useRef(false);
  const fold = () => {
    setUnfolded(false);
    // The pressed button disappears on a phone.
    summary.current?.focus();
  };
  // Opens on an error, and closes only after a search, never while the user is editing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something is wrong, and when it is right again
  useEffect(() => {
    if (open) setUnfolded(true);
    else if (searched.current) fold();
    searched.current = false;
  }, [open]);
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
            <b>Filter:</b> <Isolated text={choiceText.charAt(0).toUpperCase() + choiceText.slice(1)} />
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
