import { Link } from "@remix-run/react";
import { isolate } from "~/lib/text";
import { XIcon } from "../icons";
import { Isolated } from "../linked-text";

interface ActiveFilter {
  key: string;
  /** "" if the filter is not set. */
  text: string;
  /** The list without it. */
  to: string;
}

/** Each a link to the list without it. */
export function ActiveFilters({ filters }: { filters: readonly ActiveFilter[] }) {
  const active = filters.filter(({ text }) => text !== "");
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters" className="mb-5 flex flex-wrap gap-2">
      {active.map(({ key, text, to }) => (
        <li key={key} className="min-w-0">
          <Link to={to} preventScrollReset className="button button-small rounded-full! text-left">
            <span className="sr-only">Remove filter: </span>
            <Isolated text={isolate(text)} />
            <XIcon className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
