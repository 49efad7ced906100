import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchLayers } from "~/ui/history-entry";
import { keepTypedTexts } from "~/ui/hydration";
// Who has logged in without a new document can log out too.
import "~/ui/leave-nothing";
import { lostModule } from "~/ui/lost-module";
import { takePageState } from "~/ui/page-state";

window.__lostModule = lostModule;

takePageState();
keepTypedTexts();
watchLayers();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

try {
  // This build's script is in the browser's cache now: on the next page it need not wait for a fast line (load-later.ts).
  localStorage.setItem("script", import.meta.url);
} catch {
  // Storage may be forbidden.
}
