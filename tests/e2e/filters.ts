import type { Page } from "@playwright/test";

/** Opens a list's filters where they are folded, as on a phone. */
export async function unfoldFilters(page: Page): Promise<void> {
  const line = page.locator("details.filter-line:not([open]) > summary");
  if (await line.isVisible()) await line.click();
}
