import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PROXIMITY_LIMITS, radiusChoices } from "~/features/places/proximity";
import { Button } from "~/ui/button";
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
  /** What is measured from, where it is no place that was typed. */
  from: string | null;
  /** How far is searched where nobody says, km. */
  defaultRadius: number;
  /** Whether the viewer has a garage to start from. */
  hasGarage: boolean;
  categories: readonly string[];
}

/** The address that the form asks for: a new search begins on a map of its own. */
function addressOf(fields: FormData): string {
  const text = (name: string) => String(fields.get(name) ?? "");
  const asked = Object.fromEntries(MAP_FIELDS.map((name) => [name, text(name)])) as TypedMapSearch;
  return mapAddress(asked.place.trim() === "" ? asked : { ...asked, near: "", at: "" });
}

const KINDS = [
  ["", "Everything"],
  ["events", "Events"],
  ["garages", "Garages"],
] as const;

/**
 * The search as a plain GET form; with script its lists and days ask by themselves, the place when it is sent. What is
 * less often asked for waits behind "More filters", so that the answer is near the top of a phone's screen.
 */
export function MapForm({ typed, units, errors, from, defaultRadius, hasGarage, categories }: MapFormProps) {
  const { radii, chosen: radius } = radiusChoices(typed.radius, defaultRadius);
  const { form, ask, askLater, onSubmit } = useSearchForm(addressOf, { ...typed, radius });
  const hidden = (["near", "at"] as const).filter((name) => typed[name] !== "" && from !== null);
  const more = ["category", "from", "to"].some((name) => errors[name] || typed[name as keyof TypedMapSearch] !== "");
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
      <Labelled name="place" label="Place" errors={errors} className="map-form-place">
        <span className="flex">
          <input
            {...fieldProps("place", errors)}
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
      </Labelled>
      <Labelled name="radius" label="Within" errors={errors}>
        <select {...fieldProps("radius", errors)} defaultValue={radius} onChange={ask}>
          {radii.map((km) => (
            <option key={km} value={km === defaultRadius ? "" : km}>
              {lengthText(km, units)}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled name="kind" label="Show" errors={errors}>
        <select {...fieldProps("kind", errors)} defaultValue={typed.kind} onChange={ask}>
          {KINDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Labelled>
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
      <details open={more} className="map-form-more">
        <summary className="inline-flex min-h-11 items-center gap-1 font-semibold">
          More filters <ChevronDownIcon className="size-4" />
        </summary>
        <div className="grid grid-cols-2 gap-4 pb-2 md:grid-cols-4">
          <Labelled name="category" label="Category" errors={errors}>
            <select {...fieldProps("category", errors)} defaultValue={typed.category} onChange={ask}>
              <option value="">All categories</option>
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </select>
          </Labelled>
          <Labelled name="from" label="From" errors={errors}>
            <input {...fieldProps("from", errors)} type="date" defaultValue={typed.from} onChange={askLater} />
          </Labelled>
          <Labelled name="to" label="To" errors={errors}>
            <input {...fieldProps("to", errors)} type="date" defaultValue={typed.to} onChange={askLater} />
          </Labelled>
          <Labelled name="units" label="Units" errors={errors}>
            <select {...fieldProps("units", errors)} defaultValue={units} onChange={ask}>
              <option value="">Kilometres</option>
              <option value="mi">Miles</option>
            </select>
          </Labelled>
        </div>
      </details>
    </Form>
  );
}

const idOf = (name: string) => `field-${name}`;

function fieldProps(name: string, errors: MapErrors) {
  const wrong = errors[name] !== undefined;
  return {
    id: idOf(name),
    name,
    className: "input",
    "aria-invalid": wrong ? (true as const) : undefined,
    "aria-describedby": wrong ? `${idOf(name)}-error` : undefined,
  };
}

interface LabelledProps {
  name: string;
  label: string;
  errors: MapErrors;
  className?: string;
  children: ReactNode;
}

function Labelled({ name, label, errors, className = "", children }: LabelledProps) {
  const messages = errors[name];
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={idOf(name)} className="mb-1 block font-bold">
        {label}
      </label>
      {children}
      {messages ? (
        <p id={`${idOf(name)}-error`} role="alert" className="mt-1 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
