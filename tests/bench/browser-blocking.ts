import type { Browser } from "@playwright/test";
import { blockingTime, type TraceEvent } from "./blocking-time";
import { PHONE } from "./browser-view";

/** Resolves a second after hydration, at an idle main thread. A page with deferred script gets a touch after 1 s. */
const HYDRATED_AND_IDLE = `new Promise((resolve) => {
  const look = () => {
    if (!document.documentElement.hasAttribute("data-hydrated")) setTimeout(look, 50);
    else setTimeout(() => requestIdleCallback(resolve), 1000);
  };
  look();
  setTimeout(() => dispatchEvent(new Event("pointerdown")), 1000);
})`;

/** Blocking time of a first visit on a phone until hydration, ms. */
export async function measureBlocking(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await browser.startTracing(page, { categories: ["loading", "disabled-by-default-devtools.timeline"] });
    await page.goto(url);
    // Not `waitForFunction`, whose own script would block the page.
    await session.send("Runtime.evaluate", { expression: HYDRATED_AND_IDLE, awaitPromise: true });
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    return blockingTime(trace.traceEvents);
  } finally {
    await context.close();
  }
}
