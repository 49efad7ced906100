import { Link } from "@remix-run/react";
import { DEFAULT_VEHICLE_SORT, filterParams, VEHICLE_SORTS, vehiclesUrl } from "~/features/makes/address";
import { CONDITION_SUGGESTIONS, VEHICLE_LIMITS } from "~/features/vehicles/limits";
import type { FieldErrors } from "~/lib/errors";
import { SearchForm, SearchText } from "~/ui/filters/search-form";
import { Button } from "~/ui/forms/button";
import { DataList } from "~/ui/forms/field-parts";
import { BROWSE_TEXT_LIMIT } from "../limits";

const FIELDS = ["make", "model", "from", "to", "condition", "q", "sort"] as const;

export type BrowseFormValues = Record<(typeof FIELDS)[number], string>;

export const typedBrowse = (params: URLSearchParams) =>
  Object.fromEntries(FIELDS.map((name) => [name, params.get(name) ?? ""])) as BrowseFormValues;

interface BrowseFormProps {
  searchInput: BrowseFormValues;
  errors: FieldErrors;
  /** Makes, or models of the current make. */
  names: readonly string[];
  make: string | null;
}

function addressOf(fields: FormData): string {
  return vehiclesUrl(Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name) ?? "")])));
}

/**
 * With script, keywords submit on change; the other fields wait for the button, because half a make is no
 * make.
 */
export function BrowseForm({ searchInput, errors, names, make }: BrowseFormProps) {
  const sort = VEHICLE_SORTS.some(([value]) => value === searchInput.sort) ? searchInput.sort : DEFAULT_VEHICLE_SORT;
  const year = { inputMode: "numeric", maxLength: 4 } as const;
  const wide = "col-span-2 sm:max-lg:col-span-1";
  // An error at a year needs more than half the column.
  const row = errors.from || errors.to ? wide : "";
  const [ofMakes, ofModels] = make === null ? ["browse-names", undefined] : [undefined, "browse-names"];
  return (
    <SearchForm
      form="browse"
      label="Vehicles"
      initialValues={{ ...searchInput, sort }}
      errors={errors}
      toUrl={addressOf}
      className="mb-8 grid grid-cols-2 gap-4 sm:max-lg:grid-cols-4"
    >
      <SearchText
        name="make"
        label="Make"
        placeholder="Any"
        className={wide}
        maxLength={VEHICLE_LIMITS.make}
        list={ofMakes}
      />
      <SearchText
        name="model"
        label="Model"
        placeholder="Any"
        className={wide}
        maxLength={VEHICLE_LIMITS.model}
        list={ofModels}
      />
      <SearchText name="from" label="From year" className={row} {...year} />
      <SearchText name="to" label="To year" className={row} {...year} />
      <SearchText
        name="condition"
        label="Condition"
        placeholder="Any"
        className={wide}
        maxLength={VEHICLE_LIMITS.condition}
        list="browse-conditions"
      />
      <SearchText name="q" label="Keywords" className={wide} type="search" maxLength={BROWSE_TEXT_LIMIT} isLive />
      <input type="hidden" name="sort" defaultValue={sort} />
      <div className="col-span-2 flex flex-wrap items-end gap-3 sm:max-lg:col-span-1">
        <Button className="min-h-12">Search</Button>
        {filterParams({ ...searchInput, sort: undefined }).length > 0 ? (
          <Link to="/vehicles" className="link inline-flex min-h-12 items-center">
            Clear filters
          </Link>
        ) : null}
      </div>
      <DataList id="browse-names" texts={names} />
      <DataList id="browse-conditions" texts={CONDITION_SUGGESTIONS} />
    </SearchForm>
  );
}
