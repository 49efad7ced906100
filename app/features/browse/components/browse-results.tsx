import { Link } from "@remix-run/react";
import { DEFAULT_VEHICLE_SORT, VEHICLE_SORTS, vehiclesUrl } from "~/features/makes/address";
import { isolate } from "~/lib/text";
import { ChevronDownIcon, XIcon } from "~/ui/icons";
import { Isolated } from "~/ui/linked-text";
import { PopupMenu } from "~/ui/popup-menu";
import type { BrowseFormValues } from "./browse-form";

/** Links to the same list in another order. */
export function SortMenu({ typed }: { typed: BrowseFormValues }) {
  const sort = VEHICLE_SORTS.some(([value]) => value === typed.sort) ? typed.sort : DEFAULT_VEHICLE_SORT;
  const label = VEHICLE_SORTS.find(([value]) => value === sort)?.[1];
  return (
    <div className="relative">
      <PopupMenu
        label={
          <>
            <span className="font-normal">Sort by: {label}</span>
            <ChevronDownIcon className="size-4" />
          </>
        }
        className="button button-small"
      >
        {VEHICLE_SORTS.map(([value, text]) => (
          <li key={value}>
            <Link
              to={vehiclesUrl({ ...typed, sort: value })}
              aria-current={value === sort ? "true" : undefined}
              preventScrollReset
            >
              {text}
            </Link>
          </li>
        ))}
      </PopupMenu>
    </div>
  );
}

/** Each a link to the list without it. */
export function ActiveFilters({ typed }: { typed: BrowseFormValues }) {
  const { make, model, from, to, condition, q } = typed;
  const years = from === to ? from : `${from || "…"}–${to || "…"}`;
  const filters: [key: string, text: string, without: Partial<BrowseFormValues>][] = [
    ["make", make, { make: "", model: "" }],
    ["model", model, { model: "" }],
    ["years", from || to ? years : "", { from: "", to: "" }],
    ["condition", condition, { condition: "" }],
    ["q", q && `“${q}”`, { q: "" }],
  ];
  const active = filters.filter(([, text]) => text !== "");
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters" className="mb-5 flex flex-wrap gap-2">
      {active.map(([key, text, without]) => (
        <li key={key} className="min-w-0">
          <Link
            to={vehiclesUrl({ ...typed, ...without })}
            preventScrollReset
            className="button button-small rounded-full! text-left"
          >
            <span className="sr-only">Remove filter: </span>
            <Isolated text={isolate(text)} />
            <XIcon className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
