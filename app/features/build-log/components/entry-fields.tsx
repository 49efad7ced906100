import { Checkbox, Field, SelectField, TextArea } from "~/ui/field";
import { AREAS, ENTRY_LIMITS, KINDS, STATUSES, UNITS, USUAL_CURRENCIES } from "../limits";
import type { EntryView } from "../queries.server";
import { PartRows } from "./part-rows";

const optionsOf = (choices: readonly string[]) => choices.map((choice) => [choice, choice] as const);

const UNIT_OPTIONS = UNITS.map((unit) => [unit, unit === "km" ? "Kilometres" : "Miles"] as const);

const USUAL = new Set<string>(USUAL_CURRENCIES);

/** Those that most people look for come first. */
const currencyOptions = (all: readonly string[]) => [
  ["", "–"] as const,
  ...[...USUAL, ...all.filter((currency) => !USUAL.has(currency))].map((currency) => [currency] as const),
];

export type Values = Record<string, string | number | boolean | null | undefined>;

/**
 * What the form of a new entry starts with.
 * @param today YYYY-MM-DD
 * @param last what the vehicle's entries were given last
 */
export function newEntryValues(today: string, last: { unit?: string | null; currency?: string | null }): Values {
  return {
    kind: "Note",
    date: today,
    status: "Done",
    area: "Other",
    unit: last.unit ?? "km",
    currency: last.currency ?? "",
  };
}

/** What the form starts with where an entry is edited. */
export function entryValues(entry: EntryView): Values {
  const { kind, title, text, date, mileage, unit, status, area, cost, currency, costIsPublic, parts } = entry;
  return {
    kind,
    title,
    text,
    date,
    mileage,
    unit: unit ?? "km",
    status: status ?? "Done",
    area: area ?? "Other",
    cost: typeof cost === "number" ? cost / 100 : null,
    currency,
    costIsPublic,
    ...partValues(parts),
  };
}

function partValues(parts: EntryView["parts"]): Values {
  const fields = parts.map(({ name, maker, number, url }, row) =>
    Object.entries({ name, maker, number, url }).map(([field, value]) => [`parts[${row}][${field}]`, value] as const),
  );
  return Object.fromEntries(fields.flat());
}

/** What an entry is about. What only modifications have is there without script too. */
export function EntryWords() {
  return (
    <>
      <div className="field-pair">
        <SelectField name="kind" label="Kind" options={optionsOf(KINDS)} />
        <Field name="date" label="Date" type="date" hint="The day it was done." />
      </div>
      <Field name="title" label="Title" maxLength={ENTRY_LIMITS.title} />
      <div className="of-modification field-pair">
        <SelectField name="area" label="Area" hint="Of a modification." options={optionsOf(AREAS)} />
        <SelectField name="status" label="Status" hint="Of a modification." options={optionsOf(STATUSES)} />
      </div>
      <TextArea
        name="text"
        label="What was done"
        optional
        rows={8}
        hint="An empty line starts a new paragraph. Up to 20,000 characters."
      />
    </>
  );
}

interface EntryNumbersProps {
  /** All that there are, by their codes. */
  currencies: readonly string[];
  /** Rows of parts that were asked for without script. */
  rows?: number;
}

/** Mileage, cost and parts. */
export function EntryNumbers({ currencies, rows }: EntryNumbersProps) {
  return (
    <>
      <div className="field-pair">
        <Field name="mileage" label="Mileage" optional inputMode="numeric" maxLength={9} />
        <SelectField name="unit" label="Unit" options={UNIT_OPTIONS} />
      </div>
      <div className="field-pair">
        <Field name="cost" label="Cost" optional inputMode="decimal" maxLength={14} />
        <SelectField name="currency" label="Currency" options={currencyOptions(currencies)} />
      </div>
      <Checkbox name="costIsPublic" label="Show the cost to everybody" hint="Otherwise only you see it." />
      <PartRows asked={rows} />
    </>
  );
}
