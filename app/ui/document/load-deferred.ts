/**
 * Inline script, imported as text, so it imports nothing. Loads the inert style sheets of
 * `server/cache/critical-css.ts` and the inert script of `DeferredScript`: on a fast connection after the page is
 * loaded and idle, otherwise at the first touch, key or focus, and never with data saving on. Fast: the browser reports
 * so and the page came quickly, or this build's script is cached (`entry.client.tsx` sets the mark).
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
const files = inert?.dataset.files?.split(" ") ?? [];
let hasBegun = false;

function startLoading(): void {
  if (hasBegun) return;
  hasBegun = true;
  for (const file of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  const sheets: Promise<unknown>[] = [];
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later-stylesheet]")) {
    link.rel = "stylesheet";
    // If a sheet fails, script still starts.
    sheets.push(new Promise((resolve) => ["load", "error"].map((end) => link.addEventListener(end, resolve))));
  }
  // Script may render elements without styles here, so it waits.
  Promise.all(sheets).then(() => {
    if (!inert) return;
    const script = document.createElement("script");
    script.type = "module";
    script.setAttribute("nonce", inert.nonce ?? "");
    script.text = inert.text;
    inert.replaceWith(script);
  });
}

/** Paints the press before script starts: on a slow phone the start takes about 100 ms. */
function beginAfterPaint(): void {
  if (!hasBegun) requestAnimationFrame(() => setTimeout(startLoading));
}

function isFast(): boolean {
  try {
    if (files[0] && localStorage.getItem("script") === new URL(files[0], location.href).href) return true;
  } catch {
    // Storage may be forbidden.
  }
  // Browsers' default estimates (Chromium: 100 ms, 1.6 Mbit/s) count as fast.
  const { effectiveType = "4g", rtt = 0, downlink = 10 } = line;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return effectiveType === "4g" && rtt < 150 && downlink > 1.5 && (page ? tookOf(page) : 0) < 200;
}

/** ms */
function tookOf({ requestStart, responseStart, responseEnd }: PerformanceNavigationTiming): number {
  // On a visit's first page, WebKit's `requestStart` is before the visit, so negative.
  return (requestStart < 0 ? responseStart : responseEnd) - requestStart;
}

function beginIdle(): void {
  if (document.visibilityState === "hidden") addEventListener("visibilitychange", beginIdle, { once: true });
  else if ("requestIdleCallback" in window) requestIdleCallback(startLoading);
  else setTimeout(startLoading, 200);
}

if (!line.saveData && !matchMedia("(prefers-reduced-data: reduce)").matches) {
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, beginAfterPaint, { passive: true });
  addEventListener("load", () => {
    // Before `load`, a focus is the page's own `autofocus`.
    addEventListener("focusin", beginAfterPaint);
    if (isFast()) beginIdle();
  });
}

export {};
