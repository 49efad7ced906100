import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveFields } from "~/ui/document/hydration";
import { listenForBack } from "~/ui/document/overlay-history";
// Also allows logging out after a login without a new document.
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
 * Another program, such as a browser extension, changed the page before hydration, so React rendered it again. This is
 * no fault of the site, and fields keep their values. The mark fails tests: there it is our own mistake.
 */
function noteRedrawn(): void {
  document.documentElement.dataset.redrawn = "";
}

/**
 * React must not suspend during hydration: a key, tap or click then forces it to continue, and it gives up for good if
 * it cannot. The page's modules are already loaded; Remix decodes the data in its first render and throws the promise.
 */
async function dataIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

try {
  // The browser's cache contains this build's script: the next page can load it at once (load-deferred.ts).
  localStorage.setItem("script", import.meta.url);
} catch {
  // Storage may be forbidden.
}
