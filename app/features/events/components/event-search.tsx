import { Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { TownInput } from "~/features/places/components/town-input";
import { DEFAULT_RADIUS_KM, radiusChoices } from "~/features/places/proximity";
import { formatCount, isolate } from "~/lib/text";
import { CollapsibleFilters } from "~/ui/filters/collapsible-filters";
import { SearchField, SearchForm, SearchSelect, SearchText } from "~/ui/filters/search-form";
import { Button } from "~/ui/forms/button";
import { ChevronDownIcon, MapPinIcon } from "~/ui/icons";
import { CATEGORY_OPTIONS, EVENT_LIMITS } from "../limits";
import { type EventsView, eventsAddress, type TypedEventSearch } from "../search-address";
import { daysText } from "../time/format";

interface EventSearchProps {
  searchInput: TypedEventSearch;
  view: EventsView;
  /** `YYYY-MM`. */
  month: string;
  errors: Record<string, string[]>;
}

/** "Cars & Coffee, near Reims, 50 km"; "all events" without filters. */
function formatSearch(search: TypedEventSearch): string {
  const { title, category, near, radius, from, to } = search;
  const place = near.trim();
  const parts = [
    title.trim() === "" ? "" : `“${isolate(title.trim())}”`,
    category,
    ...(place === "" ? [] : [`near ${isolate(place)}`, `${radiusChoices(radius).selected || DEFAULT_RADIUS_KM} km`]),
    daysText(from, to),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "all events";
}

export function EventSearch(search: EventSearchProps) {
  return (
    <CollapsibleFilters choiceText={formatSearch(search.searchInput)} open={Object.keys(search.errors).length > 0}>
      <EventFilters {...search} />
    </CollapsibleFilters>
  );
}

/**
 * Selects and dates submit on change; the place needs a submit, because half a name is no place. The month view has no
 * dates.
 */
function EventFilters({ searchInput, view, month, errors }: EventSearchProps) {
  const addressOf = (fields: FormData) => {
    const text = (name: keyof TypedEventSearch) => String(fields.get(name) ?? "");
    const values = { title: text("title"), category: text("category"), near: text("near"), radius: text("radius") };
    return eventsAddress(view, { ...values, from: text("from"), to: text("to") }, month);
  };
  const { radii, selected: radius } = radiusChoices(searchInput.radius);
  const initialValues = { ...searchInput, radius };
  return (
    <SearchForm
      form="event"
      label="Events"
      initialValues={initialValues}
      errors={errors}
      toUrl={addressOf}
      className="mb-8"
    >
      {view === "past" ? <input type="hidden" name="past" value="1" /> : null}
      {view === "month" ? <input type="hidden" name="view" value="month" /> : null}
      {view === "month" ? <input type="hidden" name="month" value={month} /> : null}
      <div className="relative grid items-end gap-4 md:flex md:flex-wrap md:pr-50">
        <SearchText
          name="title"
          label="Title"
          type="search"
          maxLength={EVENT_LIMITS.search}
          isLive
          className="md:min-w-40 md:flex-1"
        />
        <SearchSelect name="category" label="Category" options={CATEGORY_OPTIONS} />
        <MoreFilters view={view} searchInput={searchInput} errors={errors}>
          {/* An error with several place names needs the full width. */}
          <SearchField name="near" label="Near" className={errors.near ? "col-span-full" : ""}>
            {(field) => <TownInput {...field} />}
          </SearchField>
          <SearchSelect
            name="radius"
            label="Within"
            options={radii.map((km) => [km === DEFAULT_RADIUS_KM ? "" : km, `${formatCount(km)} km`] as const)}
          />
          {view === "month" ? null : (
            <>
              <SearchText name="from" label="From" type="date" isLive />
              <SearchText name="to" label="To" type="date" isLive />
            </>
          )}
        </MoreFilters>
        <Button className="min-h-12">Search</Button>
      </div>
    </SearchForm>
  );
}

interface MoreFiltersProps extends Omit<EventSearchProps, "month"> {
  children: ReactNode;
}

/** Opens if one of them is set, and never closes by itself. */
function MoreFilters({ view, searchInput, errors, children }: MoreFiltersProps) {
  const hasValue = (["near", "radius", "from", "to"] as const).some(
    (name) => errors[name] || (name !== "radius" && searchInput[name] !== ""),
  );
  const [open, setOpen] = useState(hasValue);
  if (hasValue && !open) setOpen(true);
  return (
    <details open={open} className="md:order-last md:-mr-50 md:w-[calc(100%+12.5rem)] md:shrink-0 md:not-open:-mt-4">
      <summary className="inline-flex min-h-12 items-center gap-1 rounded-md border-[1.5px] border-line-strong px-3 md:absolute md:top-[1.85rem] md:right-0 md:w-46 md:justify-between">
        {view === "month" ? "Place" : "Place and dates"} <ChevronDownIcon className="size-4" />
      </summary>
      <div className="mt-3 grid grid-cols-2 gap-4 md:mt-0 md:grid-cols-4">{children}</div>
    </details>
  );
}

const VIEWS = [
  ["upcoming", "Upcoming"],
  ["past", "Past"],
  ["month", "Month"],
] as const;

/** They keep the filters except the dates. */
export function EventViews({ searchInput, view }: { searchInput: TypedEventSearch; view: EventsView }) {
  const search = { ...searchInput, from: "", to: "" };
  return (
    <nav aria-label="Views" className="mb-6 flex flex-wrap border-b border-line">
      {VIEWS.map(([name, label]) => (
        <Link
          key={name}
          to={eventsAddress(name, search)}
          aria-current={name === view ? "page" : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent px-2 font-semibold sm:px-4 hover:border-line-strong aria-[current]:border-ink"
        >
          {label}
        </Link>
      ))}
      <Link
        to="/map-search?kind=events"
        className="-mb-px ml-auto inline-flex min-h-11 items-center gap-1.5 px-2 hover:underline sm:px-4"
      >
        <MapPinIcon className="size-5" />
        Map
      </Link>
    </nav>
  );
}
