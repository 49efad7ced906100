import { type FormEvent, type InputHTMLAttributes, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pick } from "~/lib/rows";
import { Button } from "~/ui/forms/button";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { useFieldId, useFormState } from "~/ui/forms/form-state";
import { PlusIcon } from "~/ui/icons";
import { AREAS, COMMON_CURRENCIES, ENTRY_KINDS, ENTRY_LIMITS, MAX_PARTS, STATUSES, UNITS } from "../limits";
import type { EntryView } from "../queries.server";

const optionsOf = (choices: readonly string[]) => choices.map((choice) => [choice, choice] as const);

const UNIT_OPTIONS = UNITS.map((unit) => [unit, unit === "km" ? "Kilometres" : "Miles"] as const);

const COMMON = new Set(COMMON_CURRENCIES);

const currencyOptions = (all: readonly string[]) => [
  ["", "–"] as const,
  ...[...COMMON, ...all.filter((currency) => !COMMON.has(currency))].map((currency) => [currency] as const),
];

export type Values = Record<string, string | number | boolean | null | undefined>;

/**
 * @param today YYYY-MM-DD
 * @param last values used last for the vehicle
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

export function entryValues(entry: EntryView): Values {
  const { unit, status, area, cost, currency, costIsPublic, parts } = entry;
  return {
    ...pick(entry, "kind", "title", "text", "date", "mileage"),
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

/** Without script, the fields of modifications are always visible. */
export function EntryTextFields() {
  return (
    <>
      <div className="field-pair">
        <SelectField name="kind" label="Kind" options={optionsOf(ENTRY_KINDS)} />
        <Field name="date" label="Date" type="date" hint="The day it was done." />
      </div>
      <Field name="title" label="Title" maxLength={ENTRY_LIMITS.title} />
      <div className="of-modification field-pair">
        <SelectField name="area" label="Area" hint="For a modification." options={optionsOf(AREAS)} />
        <SelectField name="status" label="Status" hint="For a modification." options={optionsOf(STATUSES)} />
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
  currencies: readonly string[];
  rows?: number;
}

export function EntryNumberFields({ currencies, rows }: EntryNumbersProps) {
  return (
    <>
      <div className="field-pair">
        <Field name="mileage" label="Mileage" optional inputMode="decimal" maxLength={20} />
        <SelectField name="unit" label="Unit" options={UNIT_OPTIONS} />
      </div>
      <div className="field-pair">
        <Field name="cost" label="Cost" optional inputMode="decimal" maxLength={20} />
        <SelectField name="currency" label="Currency" options={currencyOptions(currencies)} />
      </div>
      <Checkbox name="costIsPublic" label="Show the cost publicly" hint="Otherwise only you can see it." />
      <PartRows minRows={rows} />
    </>
  );
}

const LIMITS = ENTRY_LIMITS.part;
const ROWS = 3;

function rowsWithText(values: Record<string, unknown>): number {
  const numbers = Object.entries(values).map(([name, value]) => (value ? rowOf(name) + 1 : 0));
  return Math.max(0, ...numbers);
}

/** 2 for "parts[2][url]"; -1 for other fields. */
const rowOf = (name: string) => Number(/^parts\[(\d{1,2})\]/.exec(name)?.[1] ?? -1);

/**
 * All rows are in the page; unused ones are hidden until the button is pressed or a draft fills them.
 * @param asked number of rows requested by the button, without script
 */
function PartRows({ minRows = 0 }: { minRows?: number }) {
  const { failure, initial } = useFormState();
  const fieldId = useFieldId();
  const list = useRef<HTMLOListElement>(null);
  const [addedCount, setAddedCount] = useState(0);
  const tooMany = failure?.errors.parts;
  const filledCount = Math.max(rowsWithText(initial), rowsWithText(failure?.values ?? {}));
  const rowCount = Math.min(MAX_PARTS, Math.max(ROWS, minRows, filledCount + 1, addedCount));
  const show = ({ target }: FormEvent) => {
    const row = target instanceof HTMLInputElement ? rowOf(target.name) : -1;
    if (row >= rowCount) setAddedCount(row + 1);
  };
  const addByScript = (event: { preventDefault(): void }) => {
    event.preventDefault();
    flushSync(() => setAddedCount(rowCount + 1));
    list.current?.children[rowCount]?.querySelector("input")?.focus();
  };
  return (
    <fieldset id="parts" onInput={show} className="mb-6 scroll-mt-24">
      <legend className="font-bold">
        Parts <span className="font-normal text-grey">(optional)</span>
      </legend>
      <p className="mb-3 text-sm text-grey">List the parts you fitted, so that others can find them.</p>
      {tooMany ? (
        <p id={fieldId("parts")} tabIndex={-1} className="mb-3 font-semibold text-danger">
          {tooMany.join(" ")}
        </p>
      ) : null}
      <ol ref={list}>
        {Array.from({ length: MAX_PARTS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <li key={row} hidden={row >= rowCount}>
            <PartRow row={row} />
          </li>
        ))}
      </ol>
      {rowCount < MAX_PARTS ? (
        <Button small name="rows" value={rowCount + 1} formAction="#parts" onClick={addByScript}>
          <PlusIcon className="size-4" /> Add another part
        </Button>
      ) : null}
    </fieldset>
  );
}

const FIELDS: [member: string, label: string, rest: InputHTMLAttributes<HTMLInputElement>][] = [
  ["name", "Part", { maxLength: LIMITS.name }],
  ["maker", "Maker", { maxLength: LIMITS.maker }],
  ["number", "Part number", { maxLength: LIMITS.number }],
  ["url", "Link", { inputMode: "url", placeholder: "https://" }],
];

/** A refused form returns twenty rows within 64 KB, so the markup is minimal; `.part-row` styles it. */
function PartRow({ row }: { row: number }) {
  const { failure, initial } = useFormState();
  const fieldId = useFieldId();
  const values: Record<string, unknown> = failure?.values ?? initial;
  return (
    <fieldset className="part-row">
      <legend>{`Part ${row + 1}`}</legend>
      {FIELDS.map(([member, label, rest]) => {
        const name = `parts[${row}][${member}]`;
        const messages = failure?.errors[name];
        const id = messages ? fieldId(name) : undefined;
        return (
          <div key={member}>
            <label htmlFor={id}>
              {label}
              <input
                {...rest}
                dir="auto"
                id={id}
                name={name}
                className="input"
                defaultValue={textOf(values[name])}
                aria-invalid={messages && true}
                aria-describedby={messages && `${id}-error`}
              />
            </label>
            {messages ? <p id={`${id}-error`}>{messages.join(" ")}</p> : null}
          </div>
        );
      })}
    </fieldset>
  );
}

const textOf = (value: unknown) => (value === undefined || value === null || value === "" ? undefined : String(value));
