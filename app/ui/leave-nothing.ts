/**
 * A script that stands inside members' pages, behind `load-later.ts`: whoever logs out leaves no draft
 * (`drafts/store.ts`) and no chosen photo (`uploads/tray/shelf.ts`) behind in this browser, whether or not the page's
 * script is there yet.
 */
addEventListener(
  "submit",
  ({ target }) => {
    if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== "/logout") return;
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
