import { Link } from "@remix-run/react";
import { DEFAULT_VEHICLE_SORT, VEHICLE_SORTS, vehiclesUrl } from "~/features/makes/address";
import { ActiveFilters } from "~/ui/filters/active-filters";
import { ChevronDownIcon } from "~/ui/icons";
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

export function BrowseFilters({ typed }: { typed: BrowseFormValues }) {
  const { make, model, from, to, condition, q } = typed;
  const years = from === to ? from : `${from || "…"}–${to || "…"}`;
  const without = (fields: Partial<BrowseFormValues>) => vehiclesUrl({ ...typed, ...fields });
  return (
    <ActiveFilters
      filters={[
        { key: "make", text: make, to: without({ make: "", model: "" }) },
        { key: "model", text: model, to: without({ model: "" }) },
        { key: "years", text: from || to ? years : "", to: without({ from: "", to: "" }) },
        { key: "condition", text: condition, to: without({ condition: "" }) },
        { key: "q", text: q && `“${q}”`, to: without({ q: "" }) },
      ]}
    />
  );
}
