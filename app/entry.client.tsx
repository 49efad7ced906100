import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { preserveFields } from "~/ui/document/hydration";
import { listenForBack } from "~/ui/document/overlay-history";
// Who has logged in without a new document can log out too.
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
 * Something has changed the page before React took it over, so React has drawn it anew: no fault of the site's, and fields
 * keep their texts. Marked for tests, which change nothing: there it is our own mistake.
 */
function noteRedrawn(): void {
  document.documentElement.dataset.redrawn = "";
}

/**
 * React may wait for nothing once it hydrates: a key, tap or click makes it go on at once, and where it cannot it gives up
 * for good. The page's modules are there before this one; its data Remix decodes when it is first drawn, and throws the
 * promise of it.
 */
async function dataIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

try {
  // This build's script is in the browser's cache now: on the next page it need not wait for a fast line (load-deferred.ts).
  localStorage.setItem("script", import.meta.url);
} catch {
  // Storage may be forbidden.
}
