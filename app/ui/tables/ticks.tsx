import { Form, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { withoutIsolates } from "~/lib/text";
import { Button } from "../forms/button";
import type { Column } from "./table";

const FORM = "ticked";
const BOX = "size-6 shrink-0 accent-ink";

/** @param toValue undefined: no box */
export const tickColumn = <Row,>(
  toValue: (row: Row) => string | number | undefined,
  toName: (row: Row) => string,
): Column<Row> => ({
  label: "Select",
  hasActions: true,
  cell: (row) => {
    const value = toValue(row);
    if (value === undefined) return null;
    return (
      <label className="inline-flex size-11 items-center">
        <span className="sr-only">Select {withoutIsolates(toName(row))}</span>
        <input type="checkbox" form={FORM} name="id" value={value} className={BOX} />
      </label>
    );
  },
});

interface TickedFormProps {
  action: string;
  acts: readonly (readonly [act: string, label: string])[];
}

/** For the rows of a table with `tickColumn`; leads to a confirmation. */
export function TickedForm({ action, acts }: TickedFormProps) {
  const { pathname, search } = useLocation();
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  return (
    <Form id={FORM} method="get" action={action} className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      {isScripted ? (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className={BOX}
            onChange={({ currentTarget: { form, checked } }) => {
              for (const box of form?.elements ?? [])
                if (box instanceof HTMLInputElement && box.name === "id") box.checked = checked;
            }}
          />
          Select all
        </label>
      ) : null}
      <span className="text-grey">Selected rows:</span>
      {acts.map(([act, label]) => (
        <Button key={act} small name="act" value={act}>
          {label}
        </Button>
      ))}
    </Form>
  );
}
