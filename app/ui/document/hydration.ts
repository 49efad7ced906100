import { useEffect, useLayoutEffect } from "react";
import { keepFields } from "./restored-fields";

let over = false;
let restoreFields = () => {};

/** Meanwhile effects must not undo the user's actions: script loads late, and the user may be typing. */
export const isHydrating = () => !over;

/**
 * Until hydration ends; call it before. React resets a text area whose value equals its default, and redraws all fields
 * if something has changed the page (`keepFields`).
 */
export function preserveFields(): void {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "defaultValue")!;
  const areas = new Set<Partial<HTMLTextAreaElement>>();
  const keep = (area: unknown) => {
    if (over || !(area instanceof HTMLTextAreaElement) || area.value === get!.call(area)) return;
    set!.call(area, area.value);
    // React 19 sets the default first and reads it as the text area's value, so the set must have no effect.
    Object.defineProperty(area, "defaultValue", { configurable: true, get: () => get!.call(area), set() {} });
    areas.add(area);
  };
  for (const area of document.querySelectorAll("textarea")) keep(area);
  document.addEventListener("input", ({ target }) => keep(target), { capture: true });
  const putBack = keepFields();
  restoreFields = () => {
    for (const area of areas) delete area.defaultValue;
    putBack();
  };
}

/** Also marks the time for tests and measurements. Called in the layout, whose effects run after all effects inside. */
export function useHydrationEnd(): void {
  // Before painting, so that no field appears empty.
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
