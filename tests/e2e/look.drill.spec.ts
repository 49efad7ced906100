import { become, expect, expectAccessible, expectFits, test } from "./fixtures";

test("the site's look is saved with its other parts, with script and without", async ({ page, site, scripted }) => {
  await become(page, await site.signUpAdmin());
  await page.goto("/admin/site");
  await expect(page.getByRole("navigation", { name: "On this page" }).getByRole("link")).toHaveText([
    ...["Look", "Contact", "Announcement", "Texts"],
  ]);
  const save = page.getByRole("button", { name: "Save", exact: true });
  const contrast = page.locator("figcaption").first();
  await page.locator("[name=line]").fill("Typed line");
  await page.locator("[name=accent]").fill("#ffd400");
  await page.locator("[name=terms]").fill("Typed terms");
  await save.click();
  await expect(page.locator("#field-accent-error")).toHaveText(/Please choose a darker one/);
  await expect(contrast).toHaveText("Light mode. Contrast 1.3 : 1. At least 4.5 : 1 is needed.");
  await expect(page.locator("[name=line]")).toHaveValue("Typed line");
  await expect(page.locator("[name=terms]")).toHaveValue("Typed terms");
  if (scripted) await expectAccessible(page);
  await page.locator("[name=accent]").fill("#0b2a66");
  await save.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(contrast).toHaveText("Light mode. Contrast 12.4 : 1, enough");
  await expect(page.locator("[name=terms]")).toHaveValue("Typed terms");
  if (scripted) await expectAccessible(page);
  await expectFits(page);
});
