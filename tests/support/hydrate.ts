import type { Page } from "@playwright/test";

/**
 * Starts the script that a page leaves for later (`app/ui/document/load-deferred.ts`), as a first touch does, and waits until it has
 * taken the page over. A page without script is left alone.
 * @param timeout how long, ms
 * @throws where the page was drawn anew, because the server had drawn another one
 */
export async function hydrate(page: Page, timeout?: number): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("pointerdown")));
  await page.waitForFunction(
    () =>
      document.documentElement.hasAttribute("data-hydrated") ||
      !document.querySelector("script[type='text/later'], script[type=module]"),
    undefined,
    { timeout },
  );
  if (await page.evaluate(() => document.documentElement.hasAttribute("data-redrawn")))
    throw new Error(`${page.url()} was drawn anew: server and browser draw it differently`);
}

/** From here on the page's `goto` and `reload` wait until script has taken the page over. */
export function hydrateAlways(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...options) => {
    const response = await goto.apply(page, options);
    await hydrate(page);
    return response;
  };
  page.reload = async (...options) => {
    const response = await reload.apply(page, options);
    await hydrate(page);
    return response;
  };
}
