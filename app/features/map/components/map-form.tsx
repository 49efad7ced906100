import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { CATEGORY_OPTIONS } from "~/features/events/limits";
import { daysText } from "~/features/events/time/format";
import { PROXIMITY_LIMITS, radiusChoices } from "~/features/places/proximity";
import { CollapsibleFilters } from "~/ui/filters/collapsible-filters";
import { SearchForm, SearchSelect, SearchText } from "~/ui/filters/search-form";
import { Button } from "~/ui/forms/button";
import { ChevronDownIcon } from "~/ui/icons";
import { mapAddress, searchValues, type TypedMapSearch } from "../address";
import { lengthText, type Units } from "../format";

export type MapErrors = Record<string, string[]>;

interface MapFormProps {
  searchInput: TypedMapSearch;
  units: Units;
  errors: MapErrors;
  /** For a shared position or the own garage. */
  from: string | null;
  /** km. */
  defaultRadius: number;
  hasGarage: boolean;
}

/** Without `map` and `page`, so that the search starts on its own viewport. */
const addressOf = (fields: FormData) => mapAddress(searchValues(fields));

const KINDS = [
  ["", "Everything"],
  ["events", "Events"],
  ["garages", "Garages"],
] as const;

/** "near Reims, 50 km, events". */
function formatSearch({ searchInput, units, from, defaultRadius }: MapFormProps): string {
  const place = from ?? searchInput.place.trim();
  const radius = Number(radiusChoices(searchInput.radius, defaultRadius).selected || defaultRadius);
  const parts = [
    ...(place === "" ? [] : [`near ${place}`, lengthText(radius, units)]),
    searchInput.kind,
    searchInput.category,
    daysText(searchInput.from, searchInput.to),
  ];
  return parts.filter(Boolean).join(", ") || "everything, everywhere";
}

export function MapSearch(search: MapFormProps) {
  return (
    <CollapsibleFilters choiceText={formatSearch(search)} open={Object.keys(search.errors).length > 0}>
      <MapForm {...search} />
    </CollapsibleFilters>
  );
}

/**
 * A GET form; with script, selects and dates submit on change, the place on submit. "More filters" keeps the results
 * near the top on phones.
 */
function MapForm({ searchInput, units, errors, from, defaultRadius, hasGarage }: MapFormProps) {
  const { radii, selected: radius } = radiusChoices(searchInput.radius, defaultRadius);
  const hidden = (["near", "at"] as const).filter((name) => searchInput[name] !== "" && from !== null);
  return (
    <SearchForm
      form="field"
      action="/map-search"
      label="Map"
      initialValues={{ ...searchInput, radius, units }}
      errors={errors}
      toUrl={addressOf}
      className="map-form"
    >
      {hidden.map((name) => (
        <input key={name} type="hidden" name={name} value={searchInput[name]} />
      ))}
      <SearchText
        name="place"
        label="Place"
        type="search"
        maxLength={PROXIMITY_LIMITS.place}
        placeholder={from ?? "Town, region or country"}
        className="map-form-place"
        inputClass="input rounded-r-none border-r-0"
        wrap={(input) => (
          <span className="flex">
            {input}
            <Button className="rounded-l-none">Search</Button>
          </span>
        )}
      />
      <SearchSelect
        name="radius"
        label="Within"
        options={radii.map((km) => [km === defaultRadius ? "" : km, lengthText(km, units)] as const)}
      />
      <SearchSelect name="kind" label="Show" options={KINDS} />
      <OriginLinks searchInput={searchInput} from={from} hasGarage={hasGarage} />
      <MoreFilters searchInput={searchInput} errors={errors} />
    </SearchForm>
  );
}

function OriginLinks({ searchInput, from, hasGarage }: Pick<MapFormProps, "searchInput" | "from" | "hasGarage">) {
  return (
    <p className="map-form-ways">
      {from === null ? null : (
        <span>
          Around {from}.{" "}
          <Link to={mapAddress({ ...searchInput, near: "", at: "", map: "", page: "" })} className="link">
            Somewhere else
          </Link>
        </span>
      )}
      {hasGarage && searchInput.near === "" ? (
        <Link
          to={mapAddress({ ...searchInput, place: "", at: "", near: "garage", map: "", page: "" })}
          className="link"
        >
          Near my garage
        </Link>
      ) : null}
      <UsePosition searchInput={searchInput} />
    </p>
  );
}

const UNITS = [
  ["", "Kilometres"],
  ["mi", "Miles"],
] as const;

function MoreFilters({ searchInput, errors }: Pick<MapFormProps, "searchInput" | "errors">) {
  const open = (["category", "from", "to"] as const).some((name) => errors[name] || searchInput[name] !== "");
  return (
    <details open={open} className="map-form-more">
      <summary className="button">
        More filters <ChevronDownIcon className="size-4" />
      </summary>
      <div className="grid grid-cols-2 gap-4 pb-2 md:grid-cols-4">
        <SearchSelect name="category" label="Category" options={CATEGORY_OPTIONS} />
        <SearchText name="from" label="From" type="date" isLive />
        <SearchText name="to" label="To" type="date" isLive />
        <SearchSelect name="units" label="Units" options={UNITS} />
      </div>
    </details>
  );
}

const MESSAGES = {
  refused: "Your browser is not allowed to share your location. Type a town instead.",
  unknown: "Your browser could not find your location. Type a town instead.",
};

/** Two decimals, about a kilometre: rounded before it is sent (map README, Centre). */
const rounded = (degrees: number) => (Math.round(degrees * 100) / 100 + 0).toFixed(2);

/** Not rendered without script. */
function UsePosition({ searchInput }: { searchInput: TypedMapSearch }) {
  const navigate = useNavigate();
  const [possible, setPossible] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [message, setMessage] = useState("");
  useEffect(() => setPossible("geolocation" in navigator && window.isSecureContext), []);
  if (!possible) return null;

  const ask = () => {
    setIsAsking(true);
    setMessage("");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false);
        const at = `${rounded(coords.latitude)},${rounded(coords.longitude)}`;
        navigate(mapAddress({ ...searchInput, place: "", near: "", at, map: "", page: "" }), {
          preventScrollReset: true,
        });
      },
      (error) => {
        setIsAsking(false);
        setMessage(error.code === error.PERMISSION_DENIED ? MESSAGES.refused : MESSAGES.unknown);
      },
      // A kilometre is accurate enough, and faster.
      { enableHighAccuracy: false, timeout: 15_000, maximumAge: 600_000 },
    );
  };
  return (
    <>
      <button
        type="button"
        className="link cursor-pointer"
        aria-disabled={isAsking}
        onClick={isAsking ? undefined : ask}
      >
        {isAsking ? "Finding your location…" : "Use my location"}
      </button>
      <span role="alert" className="font-semibold text-danger empty:hidden">
        {message}
      </span>
    </>
  );
}
