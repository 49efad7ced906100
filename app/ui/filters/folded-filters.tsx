import { type ReactNode, useState } from "react";
import { ChevronDownIcon, FilterIcon } from "../icons";

interface FoldedFiltersProps {
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
 */
export function FoldedFilters({ chosen, open, children }: FoldedFiltersProps) {
  // Opens by itself where it has to, and is never closed under somebody's hands.
  const [unfolded, setUnfolded] = useState(open);
  if (open && !unfolded) setUnfolded(true);
  return (
    <>
      <details open={unfolded} className="filter-line">
        <summary>
          <FilterIcon />
          <span className="filter-chosen">
            <b>Filter:</b> {chosen.charAt(0).toUpperCase() + chosen.slice(1)}
          </span>
          <ChevronDownIcon className="filter-fold size-4" />
        </summary>
      </details>
      <div className="filter-form">{children}</div>
    </>
  );
}
