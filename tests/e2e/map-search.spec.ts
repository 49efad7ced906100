import type { Page } from "@playwright/test";
import { signUpAdmin } from "../support/admins";
import { publishEvents } from "../support/map-events";
import { unfoldFilters } from "./filters";
import { expect, test } from "./fixtures";

/** Nothing sticks out to the right. */
async function expectFits(page: Page): Promise<void> {
  const [content, screen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as [number, number]);
  expect(content, page.url()).toBeLessThanOrEqual(screen);
}

/** Where a picture of the map lies: drawn, not only asked for. */
async function expectDrawn(page: Page): Promise<void> {
  const picture = page.locator("svg.map image").first();
  const { href, width } = await picture.evaluate((image: SVGImageElement) => ({
    href: image.href.baseVal,
    width: image.getBoundingClientRect().width,
  }));
  expect(width).toBeGreaterThan(100);
  const answer = await page.request.get(href);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
}

test("look for a place, go nearer, move on, come back", async ({ page, site }) => {
  const admin = await signUpAdmin(site);
  await publishEvents(admin, [
    { title: "Geysir Meet", location: "Reykjavík, Iceland" },
    { title: "Harbour Meet", location: "Reykjavík, Iceland" },
    { title: "Lava Track Day", location: "Keflavík, Iceland" },
    { title: "Horse Power Show", location: "Selfoss, Iceland" },
    { title: "Whale Watch Rally", location: "Akureyri, Iceland" },
  ]);
  const heading = page.getByRole("heading", { level: 2 }).first();

  await test.step("the list, nearest first, and the map beside it", async () => {
    await page.goto("/map-search");
    await unfoldFilters(page);
    await page.getByLabel("Place").fill("Reykjavik");
    await page.getByRole("search", { name: "Map" }).getByRole("button", { name: "Search" }).click();
    await expect(heading).toHaveText("4 events and garages within 100 km of Reykjavík, Iceland");
    const rows = page.getByRole("main").getByRole("article");
    await expect(rows.first()).toContainText("Meet");
    await expect(rows.first()).toContainText("in Reykjavík");
    await expect(rows.nth(2)).toContainText("Lava Track Day");
    await expect(rows.nth(2)).toContainText(/3\d km/);
    await expectFits(page);
    await expectDrawn(page);
  });

  await test.step("a mark of several leads nearer, one of one to the event", async () => {
    const map = page.getByRole("group", { name: /^Map, / });
    await map.getByRole("link", { name: "1 event in Selfoss, Iceland" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Horse Power Show");
    await page.goBack();
    await expect(heading).toContainText("Reykjavík");
    await map.getByRole("link", { name: /2 events/ }).click();
    await expect(page).toHaveURL(/radius=10|map=/);
    await expect(page.getByRole("main")).toContainText("Geysir Meet");
  });

  await test.step("the keys move and zoom, and one link leads back", async () => {
    await page.goto("/map-search?place=Reykjavik");
    await page.getByRole("link", { name: "Zoom in" }).click();
    await expect(heading).toContainText("on this map");
    await expect(page).toHaveURL(/map=8\//);
    await page.getByRole("link", { name: "Move east" }).click();
    await expect(page).not.toHaveURL(/-21\.9/);
    await expect(page.locator("#map")).toBeInViewport();
    await page.getByRole("link", { name: "Back to 100 km around Reykjavík, Iceland" }).click();
    await expect(heading).toHaveText("4 events and garages within 100 km of Reykjavík, Iceland");
    await page.getByRole("link", { name: "Distances in mi" }).click();
    await expect(heading).toHaveText("4 events and garages within 62 mi of Reykjavík, Iceland");
  });

  await test.step("a place that is not known is told at the field", async () => {
    await unfoldFilters(page);
    await page.getByLabel("Place").fill("Xyzzyqq");
    await page.getByRole("search", { name: "Map" }).getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("alert")).toContainText("We do not know that place.");
    await expect(page.getByLabel("Place")).toHaveValue("Xyzzyqq");
    await expectFits(page);
  });
});
