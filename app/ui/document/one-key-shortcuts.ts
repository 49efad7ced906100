const NAME = "one-key-shortcuts";

/** A switch in this browser: speech input may press single keys by mistake (WCAG 2.1.4). */
export function areOneKeyShortcutsOff(): boolean {
  try {
    return localStorage.getItem(NAME) === "off";
  } catch {
    return false;
  }
}

export function turnOneKeyShortcuts(state: "on" | "off"): void {
  try {
    if (state === "off") localStorage.setItem(NAME, state);
    else localStorage.removeItem(NAME);
  } catch {
    // Storage may be forbidden.
  }
}
