import { TownInput } from "~/features/places/components/town-input";
import { DEFAULT_RADIUS_KM, radiusChoices } from "~/features/places/proximity";
import type { FieldErrors } from "~/lib/errors";
import { formatCount, isolate } from "~/lib/text";
import { ActiveFilters } from "~/ui/filters/active-filters";
import { CollapsibleFilters } from "~/ui/filters/collapsible-filters";
import { SearchField, SearchForm, SearchSelect, SearchText } from "~/ui/filters/search-form";
import { Button } from "~/ui/forms/button";
import { DataList } from "~/ui/forms/field-parts";
import { DEFAULT_SORT, GARAGE_LIMITS, GARAGE_SORTS, type GarageSort } from "../limits";

const FIELDS = ["name", "make", "near", "radius", "sort"] as const;

export type GarageSearchValues = Record<(typeof FIELDS)[number], string>;

interface GarageSearchProps {
  searchInput: GarageSearchValues & { sort: GarageSort };
  /** Suggested. */
  makes: readonly string[];
  errors: FieldErrors;
}

const DEFAULTS: Partial<GarageSearchValues> = { sort: DEFAULT_SORT, radius: String(DEFAULT_RADIUS_KM) };

/** Without empty and default values. */
export function garagesUrl(values: Partial<GarageSearchValues>): string {
  const params = new URLSearchParams();
  for (const name of FIELDS) {
    const value = values[name]?.trim() ?? "";
    if (value !== "" && value !== DEFAULTS[name]) params.set(name, value);
  }
  return params.size > 0 ? `/garages?${params}` : "/garages";
}

const addressOf = (fields: FormData) =>
  garagesUrl(Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name) ?? "")])));

const IN_WORDS: Record<GarageSort, string> = {
  "-createdAt": "newest first",
  createdAt: "oldest first",
  "-vehicleCount": "most vehicles first",
};

export const isFiltered = ({ name, make, near }: GarageSearchValues) =>
  [name, make, near].some((text) => text.trim() !== "");

const nearText = ({ near, radius }: GarageSearchValues) =>
  near.trim() === "" ? "" : `${near.trim()}, ${radiusChoices(radius).selected || DEFAULT_RADIUS_KM} km`;

/** "“Ford”, newest first" */
function formatSearch(values: GarageSearchProps["searchInput"]): string {
  const [name, make] = [values.name.trim(), values.make.trim()];
  const place = values.near.trim() && `near ${isolate(nearText(values))}`;
  const filters = [name && `“${isolate(name)}”`, make && isolate(make), place].filter(Boolean);
  return [...(filters.length > 0 ? filters : ["all garages"]), IN_WORDS[values.sort]].join(", ");
}

export function GarageSearch({ searchInput, makes, errors }: GarageSearchProps) {
  const { radii, selected: radius } = radiusChoices(searchInput.radius);
  return (
    <CollapsibleFilters choiceText={formatSearch(searchInput)} open={Object.keys(errors).length > 0}>
      <SearchForm
        form="garage"
        label="Garages"
        initialValues={{ ...searchInput, radius }}
        errors={errors}
        toUrl={addressOf}
        className="mb-6 grid grid-cols-2 items-end gap-4 md:flex md:flex-wrap"
      >
        <SearchText
          name="name"
          label="Name"
          type="search"
          maxLength={GARAGE_LIMITS.search}
          isLive
          className="col-span-2 md:min-w-40 md:flex-1"
        />
        <SearchText
          name="make"
          label="Make"
          placeholder="Any"
          maxLength={GARAGE_LIMITS.make}
          list="garage-makes"
          className="col-span-2 md:min-w-32 md:flex-1"
        />
        {/* An error with several place names needs the full width. */}
        <SearchField name="near" label="Near" className={errors.near ? "col-span-2 w-full" : "md:min-w-40 md:flex-1"}>
          {(field) => <TownInput {...field} />}
        </SearchField>
        <SearchSelect
          name="radius"
          label="Within"
          options={radii.map((km) => [km === DEFAULT_RADIUS_KM ? "" : km, `${formatCount(km)} km`] as const)}
        />
        <SearchSelect name="sort" label="Sort by" options={GARAGE_SORTS} />
        <Button className="min-h-12">Search</Button>
        <DataList id="garage-makes" texts={makes} />
      </SearchForm>
    </CollapsibleFilters>
  );
}

export function GarageFilters({ values }: { values: GarageSearchValues }) {
  const without = (...names: (keyof GarageSearchValues)[]) =>
    garagesUrl({ ...values, ...Object.fromEntries(names.map((name) => [name, ""])) });
  const name = values.name.trim();
  return (
    <ActiveFilters
      filters={[
        { key: "name", text: name && `“${name}”`, to: without("name") },
        { key: "make", text: values.make.trim(), to: without("make") },
        { key: "near", text: nearText(values), to: without("near", "radius") },
      ]}
    />
  );
}
