import type { Page } from "@playwright/test";
import { publishEvent } from "../../support/good-event";
import { jpegWithExif } from "../../support/images";
import { test as base, expect } from "../fixtures";

const test = base.extend<object, { pages: string[] }>({
  pages: [
    async ({ site }, use) => {
      const { browser } = await site.signUpWithGarage("Shay Share");
      const bytes = await jpegWithExif({ width: 900, height: 600 });
      const fields = { make: "Saab", model: "96 & co", year: 1968 };
      const { location } = await browser.submit("/vehicles/new", fields, { photos: [{ name: "1.jpg", bytes }] });
      const { json } = await browser.api("GET", location);
      const admin = await site.signUpAdmin();
      const event = await publishEvent(admin, admin, { title: "Two-Stroke Sunday" });
      const photo = `${location}/photos/${json.data.doc.photos[0]._id}`;
      await use([location, photo, `/events/${event}`]);
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

const opener = (page: Page) => page.getByText("Share", { exact: true });

test("the menu is above the sections at the foot of a phone", async ({ page, pages }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(pages[0]!);
  await opener(page).click();
  const bar = page.getByRole("navigation", { name: "Sections" });
  const link = page.getByRole("link", { name: "Reddit", exact: true });
  const top = (await bar.boundingBox())!.y;
  await link.evaluate(
    (link, top) => scrollBy({ top: link.getBoundingClientRect().top - top - 4, behavior: "instant" }),
    top,
  );
  expect((await link.boundingBox())!.y).toBeGreaterThan(top);
  const isPressed = () =>
    link.evaluate((link) => {
      const { x, y } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(x + 20, y + 20));
    });
  await expect.poll(isPressed).toBe(true);
});

test("the links are there once they are asked for, within a screen of 320 px, large enough for a finger", async ({
  page,
  pages,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of pages) {
    await page.goto(path);
    const email = page.getByRole("link", { name: "Email", exact: true });
    await expect(email).toBeHidden();
    await opener(page).click();
    const box = (await page.locator(".popup > ul").boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const name of ["Email", "WhatsApp", "Facebook", "X", "Reddit"]) {
      const link = page.getByRole("link", { name, exact: true });
      await expect(link).toBeVisible();
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await opener(page).click();
    await expect(email).toBeHidden();
  }
});

test("with script the address can be copied, and Escape closes the list", async ({ page, pages, site, context }) => {
  const path = pages[1]!;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${path}?ref=mail`);
  await opener(page).click();
  const copy = page.getByRole("button", { name: "Copy link" });

  await copy.click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + path);
  await page.keyboard.press("Escape");
  await expect(copy).toBeHidden();
  await expect(opener(page)).toBeFocused();
});
