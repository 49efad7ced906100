import type { Page } from "@playwright/test";
import { jpegWithExif } from "../support/images";
import { expect, expectFits, test } from "./fixtures";

const PASSWORD = "a long road home";
const SHOTS = ["front", "side", "rear", "engine", "seats"];

/** One of them is rotated. */
const fiveJpegs = async () =>
  Promise.all(
    SHOTS.map(async (name, index) => ({
      name: `${name}.jpg`,
      mimeType: "image/jpeg",
      buffer: await jpegWithExif({ width: 900, height: 600, orientation: index === 1 ? 6 : 1 }),
    })),
  );

async function expectPictures(page: Page, atLeast: number): Promise<void> {
  const pictures = page.locator("main img");
  // The heading arrives before the rest.
  await expect(pictures.nth(atLeast - 1)).toBeAttached();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true);
  }
}

test("sign up, verify, open a garage, show a vehicle with five photos, be found by a visitor", async ({
  page,
  visitor,
  site,
  scripted,
}, { workerIndex }) => {
  const email = `nina.${workerIndex}.${Date.now()}@example.com`;
  const garage = `Nina's Barn ${workerIndex}`;

  await test.step("sign up: a mistake keeps what was typed", async () => {
    await page.goto("/signup");
    await page.getByLabel("Name").fill("Nina Rally");
    await page.getByLabel("Email").fill(email);
    await page.locator("[name=password]").fill(PASSWORD);
    await page.locator("[name=passwordConfirm]").fill(`${PASSWORD}!`);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("alert")).toContainText("Passwords do not match!");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Nina Rally");
    await expectFits(page);
    await page.locator("[name=password]").fill(PASSWORD);
    await page.locator("[name=passwordConfirm]").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  });

  await test.step("the link in the mail opens the account; a person without script presses the button", async () => {
    const link = (await site.readMail(email)).links.find((address) => address.includes("/verify-email/")) ?? "";
    await page.goto(link);
    if (!scripted) await page.getByRole("button", { name: "Verify my address" }).click();
    await expect(page).toHaveURL("/onboarding");
    await expect(page.getByText("Account verified successfully! Welcome!")).toBeVisible();
  });

  await test.step("open a garage", async () => {
    await page.getByLabel("Name of your garage").fill(garage);
    await page.locator("main [name=location]").fill("Turin, Italy");
    await page.locator("main [name=about]").fill("Rally cars.\n\nAnd one tractor.");
    await page.locator("main [type=submit]").click();
    await expect(page).toHaveURL(/\/garages\/\d+$/);
    await expect(page.getByText("Your garage has been created!")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(garage);
    await expectFits(page);
  });

  await test.step("add a vehicle with five photos; missing fields are reported", async () => {
    await page.getByRole("link", { name: "Add Vehicle" }).first().click();
    await expect(page).toHaveURL("/vehicles/new");
    await page.locator("main [name=model]").fill("Stratos");
    if (!scripted) await page.locator("main input[type=file]").setInputFiles(await fiveJpegs());
    await page.getByRole("button", { name: "Add vehicle" }).click();
    await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
    await expect(page.locator("main [name=model]")).toHaveValue("Stratos");
    await expect(page.locator("#field-make-error")).toBeVisible();
    await page.locator("main [name=make]").fill("Lancia");
    // An error goes when its field is filled; without script with the next page.
    await expect(page.locator("#field-make-error")).toHaveCount(scripted ? 0 : 1);
    await expect(page.locator("#field-year-error")).toBeVisible();
    await page.locator("main [name=year]").fill("1974");
    await page.locator("main [name=description]").fill("Alitalia livery, Ferrari engine.");
    if (scripted) {
      await page.locator("main input[type=file]").setInputFiles(await fiveJpegs());
    } else {
      await expect(page.getByText("5 photos kept")).toBeVisible();
      await expect(page.getByRole("checkbox", { name: "front.jpg" })).toBeChecked();
      await expectFits(page);
    }
    await page.getByRole("button", { name: "Add vehicle" }).click();
    await expect(page).toHaveURL(/\/vehicles\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Lancia Stratos");
    await expectPictures(page, 6);
    await expectFits(page);
  });

  const vehiclePath = new URL(page.url()).pathname;

  await test.step("a visitor finds it at home, among the garages and in the garage", async () => {
    await visitor.goto("/");
    await expect(visitor.locator(`main a[href="${vehiclePath}"]`).first()).toBeVisible();
    await expect(visitor.getByRole("link", { name: garage }).first()).toBeVisible();
    await expectPictures(visitor, 2);
    await expectFits(visitor);
    await visitor.goto("/garages");
    await visitor.getByRole("link", { name: garage }).first().click();
    await expect(visitor.getByRole("heading", { level: 1 })).toContainText(garage);
    await expect(visitor.getByText("And one tractor.")).toBeVisible();
    await visitor.locator(`main a[href="${vehiclePath}"]`).first().click();
    await expect(visitor.getByText("Alitalia livery, Ferrari engine.")).toBeVisible();
    await expectPictures(visitor, 5);
    await expect(visitor.getByRole("link", { name: "Edit Details" })).toHaveCount(0);
  });

  await test.step("and walks through the photos, each on a page of its own", async () => {
    await visitor.goto(vehiclePath);
    const photo = await visitor.locator(`main a[href^="${vehiclePath}/photos/"]`).first().getAttribute("href");
    await visitor.goto(photo ?? "");
    const addresses = new Set([visitor.url()]);
    for (let index = 1; index < SHOTS.length; index += 1) {
      const before = visitor.url();
      await visitor.getByRole("link", { name: /next/i }).first().click();
      await expect(visitor).not.toHaveURL(before);
      await expectPictures(visitor, 1);
      addresses.add(visitor.url());
    }
    expect(addresses.size).toBe(SHOTS.length);
    await expectFits(visitor);
  });

  await test.step("log out, and log in again back to the same page", async () => {
    await page.goto(vehiclePath);
    await page.getByRole("banner").locator("summary").click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await page.goto(`${vehiclePath}/edit`);
    await expect(page).toHaveURL(/^[^?]*\/(\?.*)?$/);
    await page.goto(`/login?returnTo=${encodeURIComponent(`${vehiclePath}/edit`)}`);
    await page.locator("main [name=email]").fill(email);
    await page.locator("main [name=password]").fill("not the password");
    await page.locator("main [type=submit]").click();
    await expect(page.getByRole("alert")).toContainText("Login failed. Check your credentials.");
    await page.locator("main [name=password]").fill(PASSWORD);
    await page.locator("main [type=submit]").click();
    await expect(page).toHaveURL(`${vehiclePath}/edit`);
    await expect(page.getByText("Login successful!")).toBeVisible();
  });

  await test.step("the vehicle is deleted in two steps", async () => {
    await page.goto(vehiclePath);
    await page.getByRole("navigation", { name: "Your vehicle" }).locator("summary").click();
    await page.getByRole("link", { name: "Delete Vehicle" }).click();
    if (scripted) await expect(page).toHaveURL(vehiclePath);
    else await expect(page).toHaveURL(`${vehiclePath}/delete`);
    await page.getByRole("button", { name: "Delete Vehicle" }).click();
    await expect(page).toHaveURL(/\/garages\/\d+$/);
    await expect(page.getByText("Vehicle deleted successfully.")).toBeVisible();
    expect((await visitor.goto(vehiclePath))?.status()).toBe(404);
    await expect(visitor.getByText("Could not load vehicle details.").first()).toBeVisible();
  });
});
