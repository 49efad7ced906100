import { allowTrouble, become, expect, expectAccessible, photoOptions, test } from "./people";

test("what script lays over a page is accessible", async ({ page, cast, site }) => {
  allowTrouble(/Failed to load resource|Failed to fetch/);
  site.allowFault(/fault in a browser/);
  await page.goto(cast.vehicle);

  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("nobody@example.com");
  await dialog.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.locator("section:has(> div > #gallery) li a").first().click();
  await expect(dialog).toContainText("1 / 3");
  await dialog.getByTitle("Share").click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  await page.getByRole("banner").locator("summary").click();
  await page.route("**/set-cover", (route) => route.abort());
  await expectAccessible(page);
  await photoOptions(page, 2);
  await page.getByRole("button", { name: "Make Cover: photo 2" }).click();
  await expect(page.getByText("Failed to update cover photo.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);

  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expectAccessible(page);
});
