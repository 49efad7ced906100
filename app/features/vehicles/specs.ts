import type { SpecRow } from "~/db/schema/vehicles";
import { SPEC_LIMITS } from "./limits";

export type { SpecRow };

/** Added at once. */
export const EMPTY_ROWS = 3;

export const SPEC_KINDS = ["car", "motorcycle", "truck", "tractor", "boat", "other"] as const;

export type SpecKind = (typeof SPEC_KINDS)[number];

const START = ["Engine", "Displacement", "Power", "Torque"];
const END = ["Colour", "Mileage", "Owned since", "Country of origin"];

const MIDDLE: Record<SpecKind, string[]> = {
  car: ["Gearbox", "Driven wheels", "Fuel", "Body", "Weight", "Interior", "Wheels", "Tyres", "Chassis number"],
  motorcycle: ["Gearbox", "Final drive", "Frame", "Fork", "Brakes", "Weight", "Seat height", "Tyres", "Frame number"],
  truck: ["Gearbox", "Driven wheels", "Fuel", "Cab", "Wheelbase", "Payload", "Gross weight", "Chassis number"],
  tractor: ["Gearbox", "Driven wheels", "Fuel", "Power take-off", "Hydraulics", "Weight", "Tyres", "Working hours"],
  boat: ["Hull", "Length", "Beam", "Draught", "Drive", "Fuel", "Weight", "Berths", "Engine hours", "Hull number"],
  other: ["Gearbox", "Drive", "Fuel", "Weight", "Length", "Serial number"],
};

const HEADLINE = ["engine", "power", "mileage", "owned since"];

/** Four rows for the top of the page: the usual ones, in their order, then the first of the others. */
export function headlineSpecs(specs: readonly SpecRow[]): SpecRow[] {
  const usual = HEADLINE.flatMap((name) => specs.find((row) => row.name.trim().toLowerCase() === name) ?? []);
  return [...usual, ...specs.filter((row) => !usual.includes(row))].slice(0, HEADLINE.length);
}

export const suggestedSpecs = (kind: SpecKind): string[] => [...START, ...MIDDLE[kind], ...END];

export function specKind(param: string | null): SpecKind {
  return SPEC_KINDS.find((kind) => kind === param) ?? "car";
}

type Values = Record<string, unknown>;

const asText = (value: unknown) => (typeof value === "string" ? value : "");

export const typedRows = (values: Values): SpecRow[] =>
  rowsOfForm(values).map(({ name, value }) => ({ name: asText(name), value: asText(value) }));

const text = (value: unknown) => (value === undefined || value === null ? "" : value);

export const filledRows = (rows: readonly SpecRow[]) => rows.filter(({ name, value }) => name !== "" || value !== "");

/** Repeated `name` and `value` fields. */
export const isFormOfRows = (values: Values) =>
  ["name", "value", "name-1", "value-1"].some((field) => values[field] !== undefined);

/** Includes blank ones, by place. */
export function rowsOfForm(values: Values): { name: unknown; value: unknown }[] {
  const hasPlace = (at: number) => [`name-${at}`, `value-${at}`].some((field) => values[field] !== undefined);
  let count = 0;
  while (hasPlace(count + 1)) count++;
  const places = Array.from({ length: count }, (_, index) => ({
    name: text(values[`name-${index + 1}`]),
    value: text(values[`value-${index + 1}`]),
  }));
  // A single name or value belongs to the first row.
  const [first = { name: "", value: "" }, ...others] = places;
  const row = { name: values["name-1"] ?? text(values.name), value: values["value-1"] ?? text(values.value) };
  return [{ ...first, ...row }, ...others];
}

export function formOfRows(rows: readonly SpecRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ name, value }, index): [string, string][] => [
      [`name-${index + 1}`, name],
      [`value-${index + 1}`, value],
    ]),
  );
}

const blank = (): SpecRow => ({ name: "", value: "" });

const SUGGESTED = new Set(SPEC_KINDS.flatMap(suggestedSpecs));

/** A row with a suggested name and no value counts as blank. */
export const unlessSuggested = (row: SpecRow): SpecRow =>
  row.value.trim() === "" && SUGGESTED.has(row.name) ? blank() : row;

export function withSuggestions(rows: readonly SpecRow[], kind: SpecKind): SpecRow[] {
  const ownRows = filledRows(rows.map(unlessSuggested));
  const presentNames = new Set(ownRows.map(({ name }) => name.trim().toLowerCase()));
  const missing = suggestedSpecs(kind).filter((name) => !presentNames.has(name.toLowerCase()));
  return [
    ...ownRows,
    ...missing.map((name) => ({ name, value: "" })).slice(0, Math.max(0, SPEC_LIMITS.rows - ownRows.length)),
  ];
}

export function withEmptyRows(rows: readonly SpecRow[], count = EMPTY_ROWS): SpecRow[] {
  const room = Math.max(0, Math.min(count, SPEC_LIMITS.rows - rows.length));
  return [...rows, ...Array.from({ length: room }, blank)];
}

export function moveRow<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

/** Appends `filler`, keeping the length. */
export function removeRow<T>(list: readonly T[], at: number, filler: T): T[] {
  return [...list.filter((_, index) => index !== at), filler];
}
