import type { Page } from "@playwright/test";
import { hydrate } from "../../support/hydrate";
import { expectAccessible, expectFits } from "../fixtures";
import { allowTrouble, become, expect, test } from "./people";
import { jpeg, jpegs, watch } from "./tray";

const field = (page: Page) => page.locator("main input[type=file]");

test("a missing photo is reported at the field, and nothing is sent", async ({ page, cast }) => {
  await become(page, cast.owner);
  await page.goto(`${cast.vehicle}/photos`);
  const requests = watch(page, "POST");
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemPlease select at least one photo to upload.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page)).toHaveAccessibleDescription(/Please select at least one photo to upload\./);

  expect(requests).toEqual([]);
  await field(page).setInputFiles(await jpegs("photo"));
  await expect(field(page)).not.toHaveAttribute("aria-invalid", "true");
});

test("a failing upload shows its cause and keeps the form", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource/);
  await become(page, cast.owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Year").fill("1965");
  const files = await jpegs("photo");
  await field(page).setInputFiles(files);
  const add = page.getByRole("button", { name: "Add vehicle" });
  await add.click();
  await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Model")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Model").fill("R8");

  await page.route("**/vehicles/new.data*", (route) => route.abort());
  await add.click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemFailed to add vehicle. Please try again.");
  await page.unroute("**/vehicles/new.data*");
  // Only the server detects the damage.
  const broken = jpeg("broken.jpg", Buffer.from("\xff\xd8\xff no photo", "latin1"));
  await field(page).setInputFiles([broken]);
  await expect(field(page)).toHaveAccessibleDescription(
    /“broken\.jpg” is damaged and cannot be read\. Please choose another file\./,
  );
  await expect(page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByLabel("Make")).toHaveValue("Renault");
  await expect(page.getByLabel("Model")).toHaveValue("R8");
  await expect(page.getByLabel("Year")).toHaveValue("1965");

  await page.goto(`${cast.vehicle}/photos`);
  await field(page).setInputFiles(files);
  await page.route("**/photos.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemUpload failed. Please try again.");
});

test.describe("a form sent before the script has loaded", () => {
  test.use({ hydrated: false, viewport: { width: 320, height: 700 } });

  test("keeps its photos, and stays without a tray until it is accepted", async ({ page, cast }) => {
    allowTrouble(/Failed to load resource/);
    await become(page, cast.owner);
    const scripts = /\.js(\?|$)/;
    await page.route(scripts, (route) => route.abort());
    await page.goto("/vehicles/new");
    await page.getByLabel("Model").fill("R8");
    await field(page).setInputFiles(await jpegs("one", "two", "three"));
    await page.unroute(scripts);
    await page.getByRole("button", { name: "Add vehicle" }).click();
    await expect(page.getByText("3 photos kept")).toBeVisible();
    await hydrate(page);
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "two.jpg" }).uncheck();
    await page.getByLabel("Make").fill("Renault");
    const add = page.getByRole("button", { name: "Add vehicle" });
    const [answer] = await Promise.all([page.waitForResponse(/\/vehicles\/new\.data/), add.click()]);
    expect(answer.status()).toBe(400);
    await expect(page.getByLabel("Year")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("3 photos kept")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "two.jpg" })).not.toBeChecked();
    await page.getByLabel("Year").fill("1965");
    await field(page).setInputFiles(await jpegs("four"));
    await add.click();
    await expect(page).toHaveURL(/\/vehicles\/\d+$/);
    const { json } = await cast.owner.browser.api("GET", new URL(page.url()).pathname);
    expect(json.data.doc.photos).toHaveLength(3);
  });
});
