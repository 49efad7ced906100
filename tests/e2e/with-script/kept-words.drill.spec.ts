import type { Page } from "@playwright/test";
import { png } from "../../support/images";
import { PASSWORD } from "../../support/members";
import type { TestSite } from "../../support/site";
import { become, expect, test } from "../fixtures";

/** An owner with an unsent form for a new vehicle. */
async function writeVehicle(page: Page, site: TestSite, name: string) {
  const { browser, email, id } = await site.signUpWithGarage(name);
  await become(page, { browser });
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Saab");
  await page.getByLabel("Description").fill("Two strokes are enough.");
  return { email, id };
}

/** Sends the form after the session has ended, logs in and returns. */
async function sendAndLogIn(page: Page, email: string, act = "Add vehicle") {
  await page.getByRole("button", { name: act }).click();
  await expect(page).toHaveURL(/\/\?returnTo=/);
  const main = page.getByRole("main");
  await expect(
    main.getByText("Your session has ended. Log in, then use Back to return to what you typed."),
  ).toBeVisible();
  await main.getByRole("status").getByRole("link", { name: "Log in" }).click();
  await main.getByLabel("Email").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main.getByRole("button", { name: "Log in" }).click();
}

test("after a logout in another tab a form says so, and leads back to what was written, which script keeps", async ({
  page,
  site,
}) => {
  const { email } = await writeVehicle(page, site, "Toni Tabs");
  const tab = await page.context().newPage();
  await tab.goto("/about-us");
  await tab.locator("header summary").click();
  await tab.getByRole("button", { name: "Logout" }).click();
  await expect(tab).toHaveURL("/");
  await tab.close();
  await sendAndLogIn(page, email);
  await expect(page).toHaveURL("/vehicles/new");
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Two strokes are enough.");
});

test("captions of a gallery wait in the draft, and a photo that is moved then has its new place", async ({
  page,
  site,
}) => {
  const { browser, email, id } = await site.signUpWithGarage("Gail Gallery");
  const photos = [await png(), await png({ width: 80 })].map((bytes, at) => ({ name: `${at}.png`, bytes }));
  const fields = { make: "Fiat", model: "500", year: 1965 };
  const gallery = `${(await browser.submit("/vehicles/new", fields, { photos })).location}/photos`;
  await become(page, { browser });
  await page.goto(gallery);
  await page.getByLabel("Caption of photo 1").fill("In the rain");
  site.run("UPDATE sessions SET expires_at = 1 WHERE user_id = ?", Number(id));
  await sendAndLogIn(page, email, "Save all");
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
