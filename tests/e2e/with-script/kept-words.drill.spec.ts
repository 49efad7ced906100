import { png } from "../../support/images";
import { become, expect, logInAgain, test } from "../fixtures";

test("after a logout in another tab a form says so, and leads back to the text that script stores", async ({
  page,
  site,
}) => {
  const owner = await site.signUpWithGarage("Toni Tabs");
  await become(page, owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Saab");
  await page.getByLabel("Description").fill("Two strokes are enough.");
  const tab = await page.context().newPage();
  await tab.goto("/about-us");
  await tab.locator("header summary").click();
  await tab.getByRole("button", { name: "Logout" }).click();
  await expect(tab).toHaveURL("/");
  await tab.close();
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page).toHaveURL(/\/\?returnTo=/);
  await logInAgain(page, owner);
  await expect(page).toHaveURL("/vehicles/new");
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Two strokes are enough.");
});

test("captions of a gallery wait in the draft, and a photo that is moved then has its new place", async ({
  page,
  site,
}) => {
  const owner = await site.signUpWithGarage("Gail Gallery");
  const photos = [await png(), await png({ width: 80 })].map((bytes, index) => ({ name: `${index}.png`, bytes }));
  const fields = { make: "Fiat", model: "500", year: 1965 };
  const gallery = `${(await owner.browser.submit("/vehicles/new", fields, { photos })).location}/photos`;
  await become(page, owner);
  await page.goto(gallery);
  await page.getByLabel("Caption of photo 1").fill("In the rain");
  site.run("UPDATE sessions SET expires_at = 1 WHERE user_id = ?", Number(owner.id));
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page).toHaveURL(/\/\?returnTo=/);
  await logInAgain(page, owner);
  await expect(page).toHaveURL(gallery);
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(page.getByLabel("Caption of photo 1")).toHaveValue("In the rain");

  await page.getByRole("button", { name: "Drag photo 1" }).press("ArrowDown");
  await expect(page.getByLabel("Caption of photo 2")).toHaveValue("In the rain");
  await expect(page.getByLabel("Place of photo 2")).toHaveValue("2");
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page.getByText("Photos saved.")).toBeVisible();
  await expect(page.getByLabel("Caption of photo 2")).toHaveValue("In the rain");
});
