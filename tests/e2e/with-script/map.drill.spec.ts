import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { publishEvent } from "../../support/good-event";
import { hydrate } from "../../support/hydrate";
import { launchServer } from "../../support/launch";
import { siteAt, type TestSite } from "../../support/site";
import { expect, expectAccessible, test } from "../fixtures";

const START = "/map-search?place=Wellington,+New+Zealand";
const EVENTS = [
  { title: "Cuba Street Meet", location: "Wellington, New Zealand" },
  { title: "Harbour Meet", location: "Wellington, New Zealand" },
  { title: "Hutt Track Day", location: "Lower Hutt, New Zealand" },
  { title: "Sheep Hill Climb", location: "Masterton, New Zealand" },
];

async function liveMap(page: Page) {
  const map = page.locator("svg.map[tabindex]");
  await expect(map).toBeVisible();
  const box = await map.boundingBox();
  if (!box) throw new Error("the map has no place on the page");
  return { map, box, at: (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const };
}

const viewportOf = (page: Page) => new URL(page.url()).searchParams.get("map");

async function publishAll(site: TestSite): Promise<void> {
  const admin = await site.signUpAdmin();
  for (const event of EVENTS) await publishEvent(admin, admin, event);
}

test.beforeEach(async ({ site }) => {
  const existingCount = site.value("SELECT count(*) FROM events WHERE title = ?", EVENTS[0]!.title);
  if (existingCount === 0) await publishAll(site);
});

test("a drag moves the map, and the address follows in place of the one before", async ({ page }) => {
  await page.goto("/about-us");
  await page.goto(START);
  const { at } = await liveMap(page);
  await page.mouse.move(...at(0.7, 0.6));
  await page.mouse.down();
  await page.mouse.move(...at(0.4, 0.5), { steps: 6 });
  await expect(page.locator(".map-moving")).toHaveAttribute("style", /translate\(-\d/);
  await page.mouse.up();
  await expect(page).toHaveURL(/map=8\//);
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("on this map");
  await expect(page.locator(".map-moving")).not.toHaveAttribute("style", /translate/);
  await expect(page.locator("#map")).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL("/about-us");
});

test("a drag that begins on a mark is no press on it", async ({ page }) => {
  await page.goto(START);
  const { at } = await liveMap(page);
  const mark = await page.locator("a.map-mark .map-shape").first().boundingBox();
  await page.mouse.move(mark!.x + mark!.width / 2, mark!.y + mark!.height / 2);
  await page.mouse.down();
  await page.mouse.move(...at(0.2, 0.3), { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/map=8\//);
});

test("the wheel zooms with Ctrl or with the focus on the map, else it scrolls the page", async ({ page }) => {
  await page.goto(START);
  const { map, at } = await liveMap(page);
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.wheel(0, 120);
  await expect(page.locator(".map-hint")).toContainText("Hold Ctrl");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(viewportOf(page)).toBeNull();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect(page).toHaveURL(/map=9\//);
  await map.focus();
  await page.mouse.wheel(0, 100);
  await expect(page).toHaveURL(/map=8\//);
});

test("keys and a double click move the map too", async ({ page }) => {
  await page.goto(START);
  const { map, at } = await liveMap(page);
  await map.focus();
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/map=9\//);
  const before = viewportOf(page);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => viewportOf(page)).not.toBe(before);
  await page.mouse.dblclick(...at(0.1, 0.9));
  await expect(page).toHaveURL(/map=10\//);
});

test("two fingers move and zoom the map, one scrolls the page", async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(START);
  await hydrate(page);
  const { box, map } = await liveMap(page);
  await map.scrollIntoViewIfNeeded();
  const { y: top } = (await map.boundingBox()) ?? box;
  const devtools = await context.newCDPSession(page);
  const touch = (type: string, ...spots: [number, number][]) =>
    devtools.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: spots.map(([x, y], id) => ({ x, y: top + y, id })),
    });
  await touch("touchStart", [150, 100], [240, 100]);
  await touch("touchMove", [120, 100], [270, 100]);
  await touch("touchMove", [100, 100], [290, 100]);
  await touch("touchEnd");
  await expect(page).toHaveURL(/map=9\//);
  await context.close();
});

test("a position is rounded before it is sent", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: -41.2864591, longitude: 174.7762173 });
  const requests: string[] = [];
  page.on("request", (request) =>
    requests.push(`${request.url()} ${request.postData() ?? ""} ${JSON.stringify(request.headers())}`),
  );
  await page.goto("/map-search?units=mi");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(page).toHaveURL("/map-search?at=-41.29,174.78&units=mi");
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("4 events and garages within 62 mi of");
  await expect(page.getByRole("search", { name: "Map" })).toContainText("Around your location near");
  expect(requests.filter((request) => /41\.28|174\.77/.test(request))).toEqual([]);
  expect(requests.some((request) => request.includes("-41.29"))).toBe(true);
});

test("a denied position shows a message, and a town works instead", async ({ page, context }) => {
  await context.clearPermissions();
  await page.goto("/map-search");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(page.getByRole("alert")).toContainText("Type a town instead.");
});

test("rows and marks of a town light up together", async ({ page }) => {
  await page.goto(START);
  const { map } = await liveMap(page);
  const row = page.locator(".map-rows li", { hasText: "Sheep Hill Climb" });
  const mark = map.getByRole("link", { name: "1 event in Masterton, New Zealand" });
  await row.hover();
  await expect(mark).toHaveAttribute("data-lit", "");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(mark).not.toHaveAttribute("data-lit");
  await mark.focus();
  await expect(row).toHaveAttribute("data-lit", "");
});

test("selects search at once, the place when it is sent", async ({ page }) => {
  await page.goto(START);
  await liveMap(page);
  await page.getByLabel("Within", { exact: true }).selectOption("25");
  await expect(page).toHaveURL(`${START}&radius=25`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "3 events and garages within 25 km of Wellington, New Zealand",
  );
  await page.getByLabel("Place").fill("Masterton, NZ");
  await page.getByLabel("Place").press("Enter");
  await expect(page).toHaveURL("/map-search?place=Masterton,+NZ&radius=25");
  await page.getByLabel("Place").fill("Xyzzyqq");
  await page.getByLabel("Place").press("Enter");
  await expect(page.getByRole("alert")).toContainText("We do not know that place.");
  await expect(page.getByLabel("Place")).toHaveValue("Xyzzyqq");
  await page.goto(START);
  await page.getByRole("link", { name: "Distances in mi" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "4 events and garages within 62 mi of Wellington, New Zealand",
  );
});

test("a tile server's map replaces the drawn one, without other requests", async ({ page }) => {
  const requests: string[] = [];
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#cfd8c8" } })
    .png()
    .toBuffer();
  const tiles = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.setHeader("Content-Type", "image/png").end(picture);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => tiles.once("listening", resolve));
  const host = `http://localhost:${(tiles.address() as AddressInfo).port}`;
  const site = siteAt(
    await launchServer({
      MAP_TILE_URL: `${host}/{z}/{x}/{y}.png`,
      MAP_ATTRIBUTION: "© Tile makers=https://tiles.example/",
    }),
  );
  try {
    await publishAll(site);
    const foreignRequests: string[] = [];
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== site.url && origin !== host && !request.url().startsWith("data:"))
        foreignRequests.push(request.url());
    });
    await page.goto(site.url + START);
    const { map, at } = await liveMap(page);
    await expect(map.locator(`image[href^="${host}/"]`).first()).toBeVisible();
    expect(requests[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
    await expect(page.getByRole("link", { name: "© Tile makers" })).toHaveAttribute("href", "https://tiles.example/");
    await expect(map.getByRole("link", { name: "1 event in Masterton, New Zealand" })).toBeVisible();

    await expectAccessible(page);

    await page.mouse.move(...at(0.7, 0.6));
    await page.mouse.down();
    await page.mouse.move(...at(0.4, 0.5), { steps: 6 });
    await page.mouse.up();
    await expect(page).toHaveURL(/map=8\//);
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("on this map");
    await page.getByRole("link", { name: "Back to 100 km around Wellington, New Zealand" }).click();
    await expect(page).toHaveURL(site.url + START);
    await map.getByRole("link", { name: "1 event in Masterton, New Zealand" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sheep Hill Climb");
    expect(foreignRequests).toEqual([]);
  } finally {
    await page.goto("about:blank");
    await site.stop();
    tiles.close();
  }
});
