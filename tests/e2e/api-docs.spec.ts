import { expect, test } from "./fixtures";

/** Without script axe does not come to an end on a page of this length. What it looks at is the same there, and at any width. */
test("the API's description is accessible and fits a phone", async ({ page, scripted, expectAccessible }) => {
  test.setTimeout(120_000);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/api/docs");
    if (scripted && width === 390) await expectAccessible(page);
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    // Links that stand in a sentence are as high as its lines.
    const low = await page
      .locator("main a:not(.prose a)")
      .evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().height < 24).length);
    expect(low).toBe(0);
  }
  await page.getByRole("link", { name: "POST /vehicles", exact: true }).click();
  await expect(page).toHaveURL(/#post-vehicles$/);
  await expect(page.getByRole("heading", { name: "POST /api/v1/vehicles", exact: true })).toBeInViewport();
});
