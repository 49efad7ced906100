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
const inert = document.querySelector<HTMLScriptElement>("script[type='text/later']");
/** The files of the script, that of this build first. */
const files = inert?.dataset.files?.split(" ") ?? [];
let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  // Behind all that React expects in the head.
  for (const file of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  const sheets: Promise<unknown>[] = [];
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later-stylesheet]")) {
    link.rel = "stylesheet";
    // Without a sheet that did not come the script is still better than none.
    sheets.push(new Promise((resolve) => ["load", "error"].map((end) => link.addEventListener(end, resolve))));
  }
  // Script may draw what this page has no styles for, so it waits for the sheets.
  Promise.all(sheets).then(() => {
    if (!inert) return;
    const script = document.createElement("script");
    script.type = "module";
    script.setAttribute("nonce", inert.nonce ?? "");
    script.text = inert.text;
    inert.replaceWith(script);
  });
}

/** The press is painted before script begins: on a slow phone beginning takes some 100 ms. */
function beginAfterPaint(): void {
  if (!begun) requestAnimationFrame(() => setTimeout(begin));
}

function isFast(): boolean {
  try {
    if (files[0] && localStorage.getItem("script") === new URL(files[0], location.href).href) return true;
  } catch {
    // Storage may be forbidden.
  }
  // What browsers guess until they know better (Chromium: 100 ms, 1.6 Mbit/s) counts as fast.
  const { effectiveType = "4g", rtt = 0, downlink = 10 } = line;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return effectiveType === "4g" && rtt < 150 && downlink > 1.5 && (page ? tookOf(page) : 0) < 200;
}

/** How long the page itself took, ms. */
function tookOf({ requestStart, responseStart, responseEnd }: PerformanceNavigationTiming): number {
  // On the first page of a visit WebKit has the request, and what lay before it, begin before the visit.
  return (requestStart < 0 ? responseStart : responseEnd) - requestStart;
}

function beginIdle(): void {
  if (document.visibilityState === "hidden") addEventListener("visibilitychange", beginIdle, { once: true });
  else if ("requestIdleCallback" in window) requestIdleCallback(begin);
  else setTimeout(begin, 200);
}

if (!line.saveData && !matchMedia("(prefers-reduced-data: reduce)").matches) {
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, beginAfterPaint, { passive: true });
  addEventListener("load", () => {
    // Only now: before, it is the page's own `autofocus`.
    addEventListener("focusin", beginAfterPaint);
    if (isFast()) beginIdle();
  });
}

export {};
