import { Isolated } from "../linked-text";
import type { Column } from "./table";

/** The id of the form below the table. */
export const TICKS_FORM = "ticked";
export const TICK_BOX = "size-6 shrink-0 accent-ink";

/** @param toValue undefined: no box */
export const tickColumn = <Row,>(
  toValue: (row: Row) => string | number | undefined,
  toName: (row: Row) => string,
): Column<Row> => ({
  label: "Select",
  hasActions: true,
  cell: (row) =>
    toValue(row) === undefined ? null : (
      <label className="inline-flex size-11 items-center">
        <span className="sr-only">
          Select <Isolated text={toName(row)} />
        </span>
        <input type="checkbox" form={TICKS_FORM} name="id" value={toValue(row)} className={TICK_BOX} />
      </label>
    ),
});
