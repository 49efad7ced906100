/**
 * A script that stands inside members' pages, behind `load-deferred.ts`: whoever logs out leaves no draft
 * (`drafts/store.ts`) and no chosen photo (`uploads/tray/pending-photos.ts`) behind in this browser, whether or not the page's
 * script is there yet.
 */
addEventListener(
  "submit",
  ({ target }) => {
    // Not its `action`, which may be a field of that name.
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
