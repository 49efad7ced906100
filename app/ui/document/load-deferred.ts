/**
 * A script that stands inside the page and runs before any script file (imported as text, so it imports nothing).
 * It fetches the style sheets and the script that the server (`server/cache/critical-css.ts`) and `DeferredScript` have left inert: on
 * a fast line when the page is loaded and idle, on any other at the first touch, key or focus; never where the browser is
 * to save data. The page is complete without them.
 *
 * A line is fast where the browser says so and the page itself came quickly. A browser that has run this very build's
 * script has it in its cache (`entry.client.tsx` leaves the mark).
 */

interface Line {
  saveData?: boolean;
  effectiveType?: string;
  /** Round trip, ms. */
  rtt?: number;
  /** Mbit/s. */
  downlink?: number;
}

const { connection: line = {} } = navigator as Navigator & { connection?: Line };
let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  const sheets: Promise<unknown>[] = [];
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel^=later-]")) {
    link.rel = link.rel.slice(6);
    if (link.rel !== "stylesheet") continue;
    // Without a sheet that did not come the script is still better than none.
    sheets.push(new Promise((resolve) => ["load", "error"].map((end) => link.addEventListener(end, resolve))));
  }
  // Script may draw what this page has no styles for, so it waits for the sheets.
  Promise.all(sheets).then(() => {
    const inert = document.querySelector<HTMLScriptElement>("script[type=later]");
    if (!inert) return;
    const script = document.createElement("script");
    script.type = "module";
    script.setAttribute("nonce", inert.nonce ?? "");
    script.text = inert.text;
    inert.replaceWith(script);
  });
}

function isFast(): boolean {
  try {
    const entry = document.querySelector<HTMLLinkElement>("link[rel=later-modulepreload]");
    if (localStorage.getItem("script") === entry?.href) return true;
  } catch {
    // Storage may be forbidden.
  }
  // What browsers guess until they know better (Chromium: 100 ms, 1.6 Mbit/s) counts as fast.
  const { effectiveType = "4g", rtt = 0, downlink = 10 } = line;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const took = page ? page.responseEnd - page.requestStart : 0;
  return effectiveType === "4g" && rtt < 150 && downlink > 1.5 && took < 200;
}

function beginIdle(): void {
  if (document.visibilityState === "hidden") addEventListener("visibilitychange", beginIdle, { once: true });
  else if ("requestIdleCallback" in window) requestIdleCallback(begin);
  else setTimeout(begin, 200);
}

if (!line.saveData && !matchMedia("(prefers-reduced-data: reduce)").matches) {
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, begin, { passive: true });
  addEventListener("load", () => {
    // Only now: before, it is the page's own `autofocus`.
    addEventListener("focusin", begin);
    if (isFast()) beginIdle();
  });
}

export {};
