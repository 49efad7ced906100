import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FILL_EVENT } from "~/ui/drafts/fields";
import { formValues } from "~/ui/forms/form-values";
import { useRowDrag } from "~/ui/forms/use-row-drag";
import { SPEC_LIMITS } from "../limits";
import { FULL_SHEET, rowMoved, rowRemoved, rowsSuggested } from "../spec-order";
import { moveRow, removeRow, rowsOfForm, type SpecKind, typedRows, withSuggestions } from "../specs";

const rowAt = (at: number) => `li:nth-child(${at + 1})`;
const [UP, DOWN] = ["[value$=up]", "[value$=down]"];

/**
 * The order changes in the browser; typed values move along with their fields.
 * @param start the initial rows; their keys count from 0
 */
export function useSpecRows(
  list: RefObject<HTMLOListElement | null>,
  start: () => { name: unknown; value: unknown }[],
) {
  // By row key; none for a new row.
  const [first, setFirst] = useState(start);
  const [keys, setKeys] = useState(() => first.map((_, index) => index));
  const [announcement, setAnnouncement] = useState("");
  const [isScripted, setIsScripted] = useState(false);
  const next = useRef(first.length);
  /** Selectors; the first enabled one gets focus after a change. */
  const focus = useRef<string[]>([]);
  useEffect(() => setIsScripted(true), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    if (focus.current.length === 0) return;
    const element = focus.current
      .map((selector) => list.current?.querySelector<HTMLElement>(selector))
      .find((field) => field?.matches(":enabled"));
    focus.current = [];
    element?.focus();
    // Drafts include the order of the rows.
    list.current?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [keys]);

  useEffect(() => {
    const form = list.current?.closest("form");
    const makeRoom = (event: Event) => {
      const rowCount = Math.min(SPEC_LIMITS.rows, rowsOfForm((event as CustomEvent).detail).length);
      flushSync(() =>
        setKeys((currentKeys) => [
          ...currentKeys,
          ...Array.from({ length: rowCount - currentKeys.length }, () => next.current++),
        ]),
      );
    };
    form?.addEventListener(FILL_EVENT, makeRoom);
    return () => form?.removeEventListener(FILL_EVENT, makeRoom);
  }, [list]);

  const change = (value: number[], words: string, ...focusOn: string[]) => {
    focus.current = focusOn;
    setAnnouncement(words);
    setKeys(value);
  };
  const move = (from: number, to: number, ...focusOn: string[]) => {
    const key = keys[from];
    if (key === undefined || from === to || keys[to] === undefined) return;
    const selectors = [...focusOn, ".spec-grip"].map((selector) => `${rowAt(to)} ${selector}`);
    change(moveRow(keys, from, to), rowMoved(from, to), ...selectors);
  };
  const drag = useRowDrag(list, move);
  return {
    keys,
    first,
    said: announcement,
    scripted: isScripted,
    drag,
    up: (at: number) => move(at, at - 1, UP, DOWN),
    down: (at: number) => move(at, at + 1, DOWN, UP),
    remove: (at: number) => {
      const rest = removeRow(keys, at, next.current++);
      change(rest, rowRemoved(at), `${rowAt(at)} [name=remove]`);
    },
    suggest: (kind: SpecKind) => {
      const form = list.current?.closest("form");
      if (!form) return;
      const rows = withSuggestions(typedRows(formValues(new FormData(form))), kind);
      const firstKey = next.current;
      next.current += rows.length;
      setFirst((before) =>
        Object.assign([...before], Object.fromEntries(rows.map((row, index) => [firstKey + index, row]))),
      );
      change(
        rows.map((_, index) => firstKey + index),
        rowsSuggested(kind),
      );
    },
    add: () => {
      if (keys.length >= SPEC_LIMITS.rows) setAnnouncement(FULL_SHEET);
      else change([...keys, next.current++], "", `${rowAt(keys.length)} input`);
    },
  };
}
