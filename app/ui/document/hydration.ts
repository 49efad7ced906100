import { useEffect, useLayoutEffect } from "react";
import { keepFields } from "./kept-fields";

let over = false;
let restoreFields = () => {};

/**
 * Whether the page that is on the screen came from the server and script is only now taking it over. Effects must not
 * undo then what the person has done meanwhile: script comes late, and they may be typing already.
 */
export const isHydrating = () => !over;

/**
 * Keeps what is typed until hydration ends: React sets a text area back to its first text where it still has it as its
 * default, and draws all fields anew where something has changed the page (`keepFields`). Call it before hydration.
 */
export function preserveFields(): void {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "defaultValue")!;
  const kept = new Set<Partial<HTMLTextAreaElement>>();
  const keep = (area: unknown) => {
    if (over || !(area instanceof HTMLTextAreaElement) || area.value === get!.call(area)) return;
    set!.call(area, area.value);
    // React 19 sets the default first and takes it for what the text area holds: it must not get that far.
    Object.defineProperty(area, "defaultValue", { configurable: true, get: () => get!.call(area), set() {} });
    kept.add(area);
  };
  for (const area of document.querySelectorAll("textarea")) keep(area);
  document.addEventListener("input", ({ target }) => keep(target), { capture: true });
  const putBack = keepFields();
  restoreFields = () => {
    for (const area of kept) delete area.defaultValue;
    putBack();
  };
}

/**
 * Ends hydration: in the layout, whose effects run after those of all that it holds. Marks the moment, for
 * whoever measures or waits.
 */
export function useHydrationEnd(): void {
  // Before the page is painted, so that no field is seen empty.
  useLayoutEffect(() => {
    if (over) return;
    restoreFields();
  }, []);
  useEffect(() => {
    if (over) return;
    over = true;
    document.documentElement.dataset.hydrated = "";
    performance.mark("hydrated");
  }, []);
}
