/**
 * Inline script in members' pages: logout removes all drafts (`drafts/store.ts`) and pending photos
 * (`uploads/tray/pending-photos.ts`), even before the page's script has loaded.
 */
addEventListener(
  "submit",
  ({ target }) => {
    // Not `action`, which may be a field of this name.
    if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== "/logout") return;
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith("draft:")) localStorage.removeItem(key);
      indexedDB.deleteDatabase("paddock-photos");
    } catch {
      // Storage may be forbidden.
    }
  },
  { capture: true },
);

export {};
