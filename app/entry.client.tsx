import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveFields } from "~/ui/document/hydration";
import { listenForBack } from "~/ui/document/overlay-history";
// For a logout after a login without a new document.
import "~/ui/document/clear-on-logout";
import { failedChunk } from "~/ui/document/failed-chunk";

window.__lostModule = failedChunk;

preserveFields();
listenForBack();
void dataIsDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
      { onRecoverableError: import.meta.env.DEV ? console.error : noteRedrawn },
    );
  }),
);

/**
 * Something, such as a browser extension, changed the page before hydration. Fields keep their values. The mark fails
 * tests.
 */
function noteRedrawn(): void {
  document.documentElement.dataset.redrawn = "";
}

/**
 * React must not suspend during hydration: a key or tap then forces it to continue, and it gives up if it cannot. Remix
 * decodes the data in its first render and throws the promise.
 */
async function dataIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

try {
  // This build's script is in the browser's cache: the next page can load it at once (load-deferred.ts).
  localStorage.setItem("script", import.meta.url);
} catch {
  // Storage may be forbidden.
}
