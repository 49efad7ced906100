import type { Locator, Page } from "@playwright/test";
import { insertInto } from "../../permissions/insert";
import { GOOD_EVENT } from "../../support/good-event";
import type { Member } from "../../support/members";
import { become, expect, test } from "../fixtures";
import { LONG, NARROW, tooWide } from "../narrow";

const SCREEN = { width: 390, height: 844 };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const bar = (page: Page) => page.getByRole("navigation", { name: "Sections" });

async function addVehicle({ browser }: Member): Promise<string> {
  const car = { make: "Mercedes-Benz", model: "230.6 Sedan Lang Sonderausführung", year: 1975, description: "Long." };
  return (await browser.submit("/vehicles/new", car)).location;
}

test("the bar leads through the site, and marks the current page", async ({ page, site }) => {
  await page.setViewportSize(SCREEN);
  await page.goto("/");
  const links = bar(page).getByRole("link");
  await expect(links).toHaveText(["Home", "Garages", "Vehicles", "Events", "Log in"]);
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  for (const name of ["Garages", "Vehicles", "Events", "Home", "Log in"]) {
    await page.goto((await bar(page).getByRole("link", { name }).getAttribute("href")) ?? "");
    await expect(bar(page).locator("[aria-current]")).toHaveText([name]);
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign up" })).toBeVisible();
  }
  const owner = await site.signUpWithGarage("Bar Walker");
  const vehicle = await addVehicle(owner);
  await become(page, owner);
  await page.goto(vehicle);
  await expect(bar(page).locator("[aria-current=true]")).toHaveText(["Vehicles"]);
  await bar(page).getByRole("link", { name: "You" }).click();
  await expect(page).toHaveURL(new RegExp(`/garages/${owner.garageId}$`));
  await expect(bar(page).locator("[aria-current]")).toHaveText(["You"]);
});

test("the row of a side menu has the current item in sight", async ({ page, site }) => {
  await page.setViewportSize(SCREEN);
  await become(page, await site.signUpAdmin("Amy Admin"));
  for (const [menu, path] of [
    ["Settings", "/settings"],
    ["Settings", "/settings/data"],
    ["Settings", "/settings/delete-account"],
    ["Staff", "/admin/log"],
  ] as const) {
    await page.goto(path);
    const row = page.getByRole("navigation", { name: menu });
    await expect(row.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
    expect(await widthOf(page), path).toBe(SCREEN.width);
  }
});

test("the bar covers neither the focus nor the end of a page", async ({ page }) => {
  await page.setViewportSize(SCREEN);
  await page.goto("/");
  const top = (await bar(page).boundingBox())!.y;
  const bottomOf = async (link: Locator) => {
    const { y, height } = (await link.boundingBox())!;
    return y + height;
  };
  const covered = page.getByRole("link", { name: "See all garages" });
  await covered.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4));
  await expect.poll(() => bottomOf(covered)).toBeGreaterThan(top);
  await covered.focus();
  await expect.poll(() => bottomOf(covered)).toBeLessThanOrEqual(top);
  const last = page.getByRole("contentinfo").getByRole("link").last();
  await last.focus();
  await expect.poll(() => bottomOf(last)).toBeLessThanOrEqual(top);
  // On a low screen it is at the page's end.
  await page.setViewportSize({ width: 640, height: 320 });
  await last.focus();
  await expect(bar(page)).not.toBeInViewport();
});

test("from the width at which the header has room for the links, there is no bar", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/");
  await expect(bar(page)).toHaveCount(0);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(["Garages", "Vehicles", "Events", "Map", "Log in", "Sign up"]);
  await expect.poll(() => widthOf(page)).toBe(768);
});

test("lists fit small screens: two cards a row, one only where large text leaves no room", async ({ page, site }) => {
  const owner = await site.signUpWithGarage("Wilhelmina Featherstonehaugh-Cholmondeley");
  const vehicle = await addVehicle(owner);
  await addVehicle(owner);
  const garage = `/garages/${owner.garageId}`;
  for (const path of ["/", "/garages", "/vehicles", "/events", "/map-search", "/search?q=Mercedes", garage, vehicle]) {
    await page.goto(path);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => widthOf(page), `${path}, ${width} px`).toBe(width);
    }
  }
  const cards = page.locator(".card-grid > li");
  await page.goto("/vehicles");
  for (const [width, perRow] of [
    [390, 2],
    [320, 2],
    [300, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const [first, second] = [(await cards.nth(0).boundingBox())!, (await cards.nth(1).boundingBox())!];
    expect(first.y === second.y, `${width} px`).toBe(perRow === 2);
    if (width === 390) expect(first.width).toBeGreaterThanOrEqual(150);
    const name = cards.nth(0).getByRole("heading");
    const [title, word] = [(await name.boundingBox())!, (await name.locator(".unbroken").boundingBox())!];
    // "Mercedes-Benz" stays whole; the rest takes at most three lines.
    expect(word.height, `${width} px`).toBeLessThan(26);
    expect(title.height, `${width} px`).toBeLessThan(width < 352 ? 84 : 66);
  }
});

const LARGE = ["html { font-size: 150% !important }", "html { font-size: 200% !important }"];
/** WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

test("text twice as large, and spaced, fits on 390 pixels", async ({ page, site }) => {
  const admin = await site.signUpAdmin("Amelia Featherstonehaugh");
  const owner = await site.signUpWithGarage("Wilhelmina Featherstonehaugh");
  const vehicle = await addVehicle(owner);
  const work = { title: "Gearbox overhauled", kind: "Modification", cost: "10550", currency: "CZK", mileage: "123456" };
  await owner.browser.submit(`${vehicle}/log/new`, work);
  await owner.browser.submit("/toolbox", { category: "Bug Report", subject: "Upside down", description: "Photos." });
  await become(page, admin);
  await page.setViewportSize(SCREEN);
  const lists = [
    "/",
    "/events",
    "/map-search",
    "/rules",
    "/settings/notifications",
    "/settings/security",
    "/admin",
    "/admin/tickets",
    "/moderation",
  ];
  for (const path of [...lists, vehicle, `${vehicle}/log`]) {
    await page.goto(path);
    for (const content of [...LARGE, SPACED]) {
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
      }, content);
      expect(await widthOf(page), `${path} with ${content}`).toBe(SCREEN.width);
    }
  }
});

test("forced colours mark what is current, chosen and pressed", async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const member = await site.signUp("Fay Forced");
  const vehicle = await addVehicle(await site.signUpWithGarage("Otto Other"));
  await member.browser.submit(`${vehicle}/like`, { liked: "true", returnTo: vehicle });
  await become(page, member);
  const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const [path, current, otherLink] of [
    ["/events", 'nav[aria-label="Views"] [aria-current]', 'nav[aria-label="Views"] a:not([aria-current])'],
    ["/map-search?place=Reims", ".map-way[aria-current]", "a.map-way:not([aria-current])"],
    [vehicle, 'button[aria-pressed="true"]', 'button[aria-pressed="false"]'],
  ] as const) {
    await page.goto(path);
    expect(await colour(page.locator(current).first()), path).not.toBe(await colour(page.locator(otherLink).first()));
  }
});

test("words of 35 letters and dates in two years fit on 320 pixels", async ({ page, site }) => {
  const owner = await site.signUpWithGarage(LONG);
  const vehicle = await addVehicle(owner);
  const { database } = site;
  database.prepare("UPDATE garages SET name = ?, location = ? WHERE id = ?").run(LONG, LONG, owner.garageId);
  database.prepare("UPDATE vehicles SET make = ?, model = ? WHERE '/vehicles/' || id = ?").run(LONG, LONG, vehicle);
  const { startDate: _, endDate: __, shortDescription, fullDescription: ___, ...event } = GOOD_EVENT;
  const words = { title: LONG, title_folded: LONG.toLowerCase(), location: LONG, short_description: shortDescription };
  const timestamps = { created_at: 1, updated_at: 1 };
  const add = (from: string, to: string, more = {}) =>
    insertInto(database)("events", {
      ...{ ...event, ...words, ...timestamps, ...more, status: "approved", start_date: from, end_date: to },
    });
  const long = add("2041-11-28T10:00", "2042-12-28T18:00");
  add("2041-11-29T10:00", "2041-11-29T18:00", { cancelled_at: 1 });
  await become(page, owner);
  await page.setViewportSize(NARROW);
  const month = "/events?view=month&month=2041-11";
  const garage = `/garages/${owner.garageId}`;
  for (const path of [garage, `${garage}/edit`, vehicle, `${vehicle}/edit`, "/events", `/events/${long}`, month]) {
    await page.goto(path);
    expect(await tooWide(page)).toEqual([]);
  }
  // One box, in one line with the title.
  const word = page.locator(".month-slot strong");
  expect(await word.evaluate((strong) => strong.getClientRects().length)).toBe(1);
  expect(await word.evaluate((strong) => getComputedStyle(strong.parentElement!).display)).not.toContain("flex");
});

test("filters are one line with the current choice, and open at a touch or with errors", async ({ page }) => {
  await page.setViewportSize(SCREEN);
  await page.goto("/garages?sort=-vehicleCount");
  const line = page.getByRole("main").locator("summary").filter({ hasText: "Filter:" });
  const form = page.getByRole("search", { name: "Garages" });
  await expect(line).toHaveText("Filter: All garages, most vehicles first");
  await expect(form).toBeHidden();
  await line.click();
  await form.getByLabel("Name").fill("Nothing is called so");
  await form.getByRole("button", { name: "Search" }).click();
  await expect(line).toHaveText("Filter: “Nothing is called so”, most vehicles first");
  await expect(form).toBeHidden();

  await page.goto("/events?category=Auction&near=Reims&radius=50&from=2031-05-01");
  await expect(line).toHaveText("Filter: Auction, near Reims, 50 km, from 1 May 2031");
  // Search closes the filters, unless a field is invalid.
  const events = page.getByRole("search", { name: "Events" });
  for (let time = 0; time < 2; time += 1) {
    await line.click();
    await events.getByLabel("Title").fill(`Nothing ${time}`);
    await events.getByRole("button", { name: "Search" }).click();
    await expect(line).toContainText(`“Nothing ${time}”`);
    await expect(events).toBeHidden();
    await expect(page.getByText("0 upcoming events")).toBeInViewport();
  }
  await page.goto("/events?near=Xyzzyqq");
  const near = page.getByLabel("Near");
  await expect(near).toBeVisible();
  await near.fill("Xyzzyqqq");
  await events.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/Xyzzyqqq/);
  await expect(near).toBeVisible();
  await near.fill("Reims");
  await events.getByRole("button", { name: "Search" }).click();
  await expect(line).toHaveText("Filter: Near Reims, 100 km");
  await expect(events).toBeHidden();
  await page.goto("/map-search");
  await expect(line).toHaveText("Filter: Everything, everywhere");
  await expect(page.getByLabel("Place")).toBeHidden();
  await page.goto("/map-search?place=Xyzzyqq");
  await expect(page.getByLabel("Place")).toBeVisible();
  await page.goto("/map-search?place=Reims&kind=events");
  await expect(line).toHaveText("Filter: Near Reims, 100 km, events");
  await expect(page.getByLabel("Place")).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByLabel("Place")).toBeVisible();
  await expect(line).toBeHidden();
});
