import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { useFieldId, useFormState } from "~/ui/form";
import { PlusIcon } from "~/ui/icons";
import { ENTRY_LIMITS, MAX_PARTS } from "../limits";

const LIMITS = ENTRY_LIMITS.part;
/** Rows to fill where there are no parts yet. */
const ROWS = 3;

/** The highest number among fields of parts that hold something, and one. */
function rowsWithText(values: Record<string, unknown>): number {
  const numbers = Object.entries(values).map(([name, value]) => (value ? rowOf(name) + 1 : 0));
  return Math.max(0, ...numbers);
}

/** The row that a field stands in: 2 for "parts[2][url]"; -1 for others. */
const rowOf = (name: string) => Number(/^parts\[(\d{1,2})\]/.exec(name)?.[1] ?? -1);

/**
 * The parts that were used, a row of fields each. All rows are there; those that nobody needs yet are hidden, and show
 * themselves at a press of the button or when a draft fills them.
 * @param asked rows that were asked for by the button, without script
 */
export function PartRows({ asked = 0 }: { asked?: number }) {
  const { failure, initial } = useFormState();
  const fieldId = useFieldId();
  const [added, setAdded] = useState(0);
  const tooMany = failure?.errors.parts;
  const filled = Math.max(rowsWithText(initial), rowsWithText(failure?.values ?? {}));
  const shown = Math.min(MAX_PARTS, Math.max(ROWS, asked, filled + 1, added));
  const show = ({ target }: FormEvent) => {
    const row = target instanceof HTMLInputElement ? rowOf(target.name) : -1;
    if (row >= shown) setAdded(row + 1);
  };
  const addByScript = (event: { preventDefault(): void }) => {
    event.preventDefault();
    flushSync(() => setAdded(shown + 1));
    document.getElementById(fieldId(`parts[${shown}][name]`))?.focus();
  };
  return (
    <fieldset id="parts" onInput={show} className="mb-6 scroll-mt-24">
      <legend className="font-bold">
        Parts <span className="font-normal text-grey">(optional)</span>
      </legend>
      <p className="mb-3 text-sm text-grey">What was fitted, so that others find it too.</p>
      {tooMany ? (
        <p id={fieldId("parts")} tabIndex={-1} className="mb-3 font-semibold text-signal">
          {tooMany.join(" ")}
        </p>
      ) : null}
      <ol>
        {Array.from({ length: MAX_PARTS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <li key={row} hidden={row >= shown}>
            <PartRow row={row} />
          </li>
        ))}
      </ol>
      {shown < MAX_PARTS ? (
        <Button small name="rows" value={shown + 1} formAction="#parts" onClick={addByScript}>
          <PlusIcon className="size-4" /> Add another part
        </Button>
      ) : null}
    </fieldset>
  );
}

function PartRow({ row }: { row: number }) {
  const field = (name: string) => `parts[${row}][${name}]`;
  return (
    <fieldset className="part-row">
      <legend className="sr-only">Part {row + 1}</legend>
      <Field name={field("name")} label="Part" optional maxLength={LIMITS.name} autoComplete="off" />
      <Field name={field("maker")} label="Maker" optional maxLength={LIMITS.maker} autoComplete="off" />
      <Field name={field("number")} label="Part number" optional maxLength={LIMITS.number} autoComplete="off" />
      <Field name={field("url")} label="Link" optional inputMode="url" autoComplete="off" placeholder="https://" />
    </fieldset>
  );
}
