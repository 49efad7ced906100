import { Form, Link } from "@remix-run/react";
import type { ChangeEventHandler } from "react";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { daysText } from "~/features/events/time/format";
import { PROXIMITY_LIMITS, radiusChoices } from "~/features/places/proximity";
import { Button } from "~/ui/button";
import { FoldedFilters } from "~/ui/filters/folded-filters";
import { SearchField, searchFieldProps } from "~/ui/filters/search-field";
import { ChevronDownIcon } from "~/ui/icons";
import { useSearchForm } from "~/ui/use-search-form";
import { MAP_FIELDS, mapAddress, type TypedMapSearch } from "../address";
import { lengthText, type Units } from "../format";
import { UsePosition } from "./use-position";

export type MapErrors = Record<string, string[]>;

interface MapFormProps {
  typed: TypedMapSearch;
  units: Units;
  errors: MapErrors;
  /** The name of the centre where it is not the typed place: a shared position or the own garage. */
  from: string | null;
  /** The radius without a choice, km. */
  defaultRadius: number;
  hasGarage: boolean;
}

/** The address of the form's search; without `map` and `page`, so that it starts on its own viewport. */
function addressOf(fields: FormData): string {
  const text = (name: string) => String(fields.get(name) ?? "");
  const search = Object.fromEntries(MAP_FIELDS.map((name) => [name, text(name)])) as TypedMapSearch;
  return mapAddress(search.place.trim() === "" ? search : { ...search, near: "", at: "" });
}

const KINDS = [
  ["", "Everything"],
  ["events", "Events"],
  ["garages", "Garages"],
] as const;

/** What is chosen: "near Reims, 50 km, events". */
function inWords({ typed, units, from, defaultRadius }: MapFormProps): string {
  const place = from ?? typed.place.trim();
  const radius = Number(radiusChoices(typed.radius, defaultRadius).chosen || defaultRadius);
  const parts = [
    ...(place === "" ? [] : [`near ${place}`, lengthText(radius, units)]),
    typed.kind,
    typed.category,
    daysText(typed.from, typed.to),
  ];
  return parts.filter(Boolean).join(", ") || "everything, everywhere";
}

/** The map's search. On a phone it is folded like the filters of the lists, so that the map is in view. */
export function MapSearch(search: MapFormProps) {
  return (
    <FoldedFilters chosen={inWords(search)} open={Object.keys(search.errors).length > 0}>
      <MapForm {...search} />
    </FoldedFilters>
  );
}

/**
 * The search as a plain GET form; with script, selects and dates submit on change, the place on submit. The less common
 * filters are collapsed under "More filters", so that the results are near the top of a phone's screen.
 */
function MapForm({ typed, units, errors, from, defaultRadius, hasGarage }: MapFormProps) {
  const { radii, chosen: radius } = radiusChoices(typed.radius, defaultRadius);
  const { form, ask, askLater, onSubmit } = useSearchForm(addressOf, { ...typed, radius });
  const hidden = (["near", "at"] as const).filter((name) => typed[name] !== "" && from !== null);
  return (
    <Form
      ref={form}
      action="/map-search"
      method="get"
      role="search"
      aria-label="Map"
      onSubmit={onSubmit}
      className="map-form"
    >
      {hidden.map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name]} />
      ))}
      <SearchField form="field" name="place" label="Place" errors={errors} className="map-form-place">
        <span className="flex">
          <input
            {...searchFieldProps("field", "place", errors)}
            type="search"
            defaultValue={typed.place}
            maxLength={PROXIMITY_LIMITS.place}
            autoComplete="off"
            placeholder={from ?? "Town, region or country"}
            className="input rounded-r-none border-r-0"
          />
          <Button kind="primary" className="rounded-l-none">
            Search
          </Button>
        </span>
      </SearchField>
      <SearchField form="field" name="radius" label="Within" errors={errors}>
        <select {...searchFieldProps("field", "radius", errors)} defaultValue={radius} onChange={ask}>
          {radii.map((km) => (
            <option key={km} value={km === defaultRadius ? "" : km}>
              {lengthText(km, units)}
            </option>
          ))}
        </select>
      </SearchField>
      <SearchField form="field" name="kind" label="Show" errors={errors}>
        <select {...searchFieldProps("field", "kind", errors)} defaultValue={typed.kind} onChange={ask}>
          {KINDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </SearchField>
      <OriginLinks typed={typed} from={from} hasGarage={hasGarage} />
      <MoreFilters typed={typed} units={units} errors={errors} onSelect={ask} onDate={askLater} />
    </Form>
  );
}

/** Where distances are measured from, and the links that change it. */
function OriginLinks({ typed, from, hasGarage }: Pick<MapFormProps, "typed" | "from" | "hasGarage">) {
  return (
    <p className="map-form-ways">
      {from === null ? null : (
        <span>
          Around {from}.{" "}
          <Link to={mapAddress({ ...typed, near: "", at: "", map: "", page: "" })} className="link">
            Somewhere else
          </Link>
        </span>
      )}
      {hasGarage && typed.near === "" ? (
        <Link to={mapAddress({ ...typed, place: "", at: "", near: "garage", map: "", page: "" })} className="link">
          Near my garage
        </Link>
      ) : null}
      <UsePosition typed={typed} />
    </p>
  );
}

interface MoreFiltersProps extends Pick<MapFormProps, "typed" | "units" | "errors"> {
  onSelect: ChangeEventHandler;
  onDate: ChangeEventHandler;
}

/** The less common filters: collapsed unless one of them is used or wrong. */
function MoreFilters({ typed, units, errors, onSelect, onDate }: MoreFiltersProps) {
  const open = (["category", "from", "to"] as const).some((name) => errors[name] || typed[name] !== "");
  return (
    <details open={open} className="map-form-more">
      <summary className="inline-flex min-h-11 items-center gap-1 font-semibold">
        More filters <ChevronDownIcon className="size-4" />
      </summary>
      <div className="grid grid-cols-2 gap-4 pb-2 md:grid-cols-4">
        <SearchField form="field" name="category" label="Category" errors={errors}>
          <select {...searchFieldProps("field", "category", errors)} defaultValue={typed.category} onChange={onSelect}>
            <option value="">All categories</option>
            {EVENT_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </SearchField>
        <SearchField form="field" name="from" label="From" errors={errors}>
          <input
            {...searchFieldProps("field", "from", errors)}
            type="date"
            defaultValue={typed.from}
            onChange={onDate}
          />
        </SearchField>
        <SearchField form="field" name="to" label="To" errors={errors}>
          <input {...searchFieldProps("field", "to", errors)} type="date" defaultValue={typed.to} onChange={onDate} />
        </SearchField>
        <SearchField form="field" name="units" label="Units" errors={errors}>
          <select {...searchFieldProps("field", "units", errors)} defaultValue={units} onChange={onSelect}>
            <option value="">Kilometres</option>
            <option value="mi">Miles</option>
          </select>
        </SearchField>
      </div>
    </details>
  );
}
