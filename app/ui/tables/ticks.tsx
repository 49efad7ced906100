import { useLocation } from "@remix-run/react";
import { Isolated } from "../linked-text";
import type { Column } from "./table";

/** The id of the form below the table. */
export const TICKS_FORM = "ticked";

/** @param toValue undefined: no box */
export const tickColumn = <Row,>(
  toValue: (row: Row) => string | number | undefined,
  toName: (row: Row) => string,
): Column<Row> => ({
  label: "Select",
  hasActions: true,
  cell: (row) => {
    const value = toValue(row);
    return value === undefined ? null : <TickBox value={value} name={toName(row)} />;
  },
});

function TickBox({ value, name }: { value: string | number; name: string }) {
  const { areAll } = useSelection();
  const ticked = { key: String(areAll), defaultChecked: areAll };
  return (
    <label className="inline-flex size-11 items-center">
      <span className="sr-only">
        Select <Isolated text={name} />
      </span>
      <input {...ticked} type="checkbox" form={TICKS_FORM} name="id" value={value} className="size-6 accent-ink" />
    </label>
  );
}

/** By the address, so that it works without script. @returns addresses of the list, with nothing and all selected */
export function useSelection() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const areAll = params.get("select") === "all";
  params.delete("select");
  const list = params.size > 0 ? `${pathname}?${params}` : pathname;
  params.set("select", "all");
  return { areAll, list, all: `${pathname}?${params}` };
}
