import type { Page } from "@playwright/test";

/**
 * Starts the deferred script (`app/ui/document/load-deferred.ts`) by a first touch; does nothing without script.
 * @param timeout ms
 * @throws if server and client rendered differently
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

/** After `goto` and `reload`, from now on. */
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
