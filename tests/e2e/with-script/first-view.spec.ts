import type { Page } from "@playwright/test";
import { hydrate } from "../../support/hydrate";
import { allowTrouble, become, expect, hold, test } from "./people";

test.use({ hydrated: false });

function watchAssets(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css)$/.test(pathname)) requests.push(pathname);
  });
  return requests;
}

const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-hydrated"));

const connect = (page: Page, line: Record<string, unknown>) =>
  page.addInitScript((connection) => Object.defineProperty(navigator, "connection", { value: connection }), line);

const FAST = { effectiveType: "4g", rtt: 50, downlink: 10 };

/** Cached script counts as fast, even on a busy machine. */
async function revisit(page: Page): Promise<void> {
  await connect(page, FAST);
  await page.goto("/about-us");
  await hydrate(page);
}

test("script comes when the page is loaded and idle, and takes the page over as it is", async ({ page, cast }) => {
  await revisit(page);
  const requests = watchAssets(page);
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => Object.assign(document.querySelector("main") ?? {}, { isFirst: true }));
  });
  for (const path of [
    "/",
    cast.vehicle,
    `/garages/${cast.owner.garageId}`,
    "/garages",
    "/events",
    "/login",
    "/signup",
  ]) {
    requests.length = 0;
    const picture = "**/favicon.svg";
    const letGo = await hold(page, picture);
    // A pending picture delays the load event.
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("</footer>", '<img alt="" src="/favicon.svg"/></footer>');
      await route.fulfill({ response, body });
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("main")).toBeVisible();
    expect(requests, path).toEqual([]);
    await page.unroute(`**${path}`);
    // Else hydration reports a difference from the server's HTML.
    await page.evaluate(() => document.querySelector("footer > img")?.remove());
    letGo();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await page.unroute(picture);
    expect(requests.some((address) => address.endsWith(".js"))).toBe(true);
    expect(await page.evaluate(() => "isFirst" in (document.querySelector("main") ?? {})), path).toBe(true);
  }
});

for (const { says, times, fast } of [
  // WebKit's first page of a visit: the request precedes the navigation.
  {
    says: "an answer of 50 ms is fast",
    times: { requestStart: -400, responseStart: -350, responseEnd: 30 },
    fast: true,
  },
  { says: "one of 500 ms is not", times: { requestStart: -400, responseStart: 100, responseEnd: 120 }, fast: false },
  { says: "an answer of 100 ms is fast", times: { requestStart: 5, responseStart: 60, responseEnd: 105 }, fast: true },
  { says: "one of 500 ms is not", times: { requestStart: 5, responseStart: 60, responseEnd: 505 }, fast: false },
]) {
  test(`where the request began at ${times.requestStart} ms, ${says}`, async ({ page }) => {
    // Browsers with this timing lack `navigator.connection`.
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { value: undefined });
      performance.getEntriesByType = (type) => (type === "navigation" ? [value as never] : []);
      localStorage.clear();
    }, times);
    await page.goto("/about-us");
    await page.waitForLoadState("load");
    if (fast) await expect.poll(() => isHydrated(page)).toBe(true);
    else {
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
      await page.waitForLoadState("networkidle");
      expect(await isHydrated(page)).toBe(false);
    }
  });
}

test("with Save-Data no script and no sheet is loaded, even when touched, and all works", async ({ page, cast }) => {
  await connect(page, { ...FAST, saveData: true });
  const requests = watchAssets(page);
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log in" }).click();
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(cast.fan.email);
  await main.getByLabel("Password", { exact: true }).fill("not the password");
  await main.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(main.getByLabel("Email")).toHaveValue(cast.fan.email);
  await page.goto("/garages");
  await page.waitForLoadState("networkidle");
  // Not cached: its style sheet is in the head.
  expect([requests.filter((address) => address.endsWith(".js")), await isHydrated(page)]).toEqual([[], false]);
});

test("on a slow line script waits for the first touch; what was typed and opened stays", async ({ page, cast }) => {
  const requests = watchAssets(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const slow = { offline: false, latency: 300, downloadThroughput: 100_000, uploadThroughput: 50_000 };
  await devtools.send("Network.emulateNetworkConditions", slow);
  await page.goto("/toolbox");
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  const text = page.locator("textarea").first();
  const letGo = await hold(page, "**/assets/*.js");
  await text.click();
  await page.keyboard.type("Typed before script came.");
  await page.evaluate(() => scrollTo(0, 120));
  const scrolled = await page.evaluate(() => scrollY);
  expect(await isHydrated(page)).toBe(false);
  letGo();
  await expect.poll(() => isHydrated(page), { timeout: 60_000 }).toBe(true);
  await expect(text).toHaveValue("Typed before script came.");
  await expect(text).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect(cast.vehicle).toBeTruthy();
});

test("what was typed into a refused form stays too, and so does the place of the cursor", async ({ page }) => {
  await connect(page, { ...FAST, effectiveType: "3g" });
  await page.goto("/toolbox");
  const letGo = await hold(page, "**/assets/*.js");
  const text = page.locator("textarea").first();
  await text.fill("A question.");
  // Before script loads: the browser submits it.
  await page.getByRole("main").locator("form").filter({ has: text }).getByRole("button").last().click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(text).toHaveValue("A question.");
  // Filling presses no key: focus counts as a touch once the page is loaded.
  await page.waitForLoadState();
  await text.fill("A better question.");
  letGo();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(text).toHaveValue("A better question.");
  await expect(text).toBeFocused();
});

test("a large form refused before script came is taken over with all that its fields hold", async ({ page, cast }) => {
  await become(page, cast.owner);
  await page.goto(`${cast.vehicle}/edit`);
  const story = `Found <in> a "barn" & kept.\n\n${"All of it came back. ".repeat(900)}`.trim();
  await page.getByLabel("Make").fill("M&M");
  await page.getByLabel("Story").fill(`${story}${"x".repeat(24_000 - story.length)}`);
  const loadEvent = page.waitForEvent("load");
  await page.locator("main form").evaluate((form: HTMLFormElement) => HTMLFormElement.prototype.submit.call(form));
  await loadEvent;
  await hydrate(page);
  await expect(page.getByRole("alert")).toContainText("Story must be at most 20,000 characters.");
  await expect(page.getByLabel("Make")).toHaveValue("M&M");
  await expect(page.getByLabel("Story")).toHaveValue(/came back/);
  await page.getByLabel("Model").fill("Bean");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Make")).toHaveValue("M&M");
  await expect(page.getByLabel("Story")).toHaveValue(/^Found <in> a "barn" & kept\.\n\nAll of it/);
});

test("a search typed before the script loads is sent afterwards", async ({ page }) => {
  await connect(page, { ...FAST, effectiveType: "3g" });
  await page.goto("/garages");
  const name = page.getByRole("main").getByLabel("Name");
  await name.fill("olga");
  await expect(page).toHaveURL("/garages?name=olga");
  await expect(name).toHaveValue("olga");
  await expect(name).toBeFocused();
});

test("a first touch does what it does, script or not", async ({ page, cast }) => {
  await connect(page, { ...FAST, effectiveType: "3g" });
  await page.route("**/assets/*.js", () => new Promise(() => {}));
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expect(page).toHaveURL("/garages");
  await page.goto(cast.vehicle);
  await page.locator("summary").first().click();
  await expect(page.locator("details").first()).toHaveAttribute("open", "");
  await page.getByRole("button", { name: "Like" }).click();
  await expect(page).toHaveURL(/\/login\?reason=like/);
  expect(await isHydrated(page)).toBe(false);
});

test("script comes by itself in a browser without idle callbacks", async ({ page }) => {
  await revisit(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  await page.goto("/garages");
  await expect.poll(() => isHydrated(page)).toBe(true);
});

for (const file of ["react", "layout", "entry.client"]) {
  test(`a page whose script file "${file}" fails works without script`, async ({ page, cast }) => {
    allowTrouble(/Failed to load resource: net::ERR_FAILED|Failed to fetch dynamically imported module/);
    await connect(page, FAST);
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
    await page.goto(cast.vehicle);
    const failure = page.waitForEvent("requestfailed", (request) => request.url().includes(`/${file}-`));
    await page.mouse.click(2, 2);
    await failure;
    await page.waitForLoadState("networkidle");
    expect(await isHydrated(page)).toBe(false);
    await page.locator("summary").first().click();
    await expect(page.locator("details").first()).toHaveAttribute("open", "");
    await page.getByRole("button", { name: "Like" }).click();
    await expect(page).toHaveURL(/\/login\?reason=like/);
  });
}

test("touches while script is on its way do what they do, and script comes once", async ({ page, cast }) => {
  await connect(page, { ...FAST, effectiveType: "3g" });
  const requests = watchAssets(page);
  const letGo = await hold(page, "**/assets/layout-*.js");
  await page.goto(cast.vehicle);
  await page.mouse.click(2, 2);
  await expect.poll(() => requests.some((path) => path.includes("/layout-"))).toBe(true);
  const share = page.locator("details.popup").first();
  await share.locator("summary").click();
  await expect(share).toHaveAttribute("open", "");
  await page.keyboard.press("Tab");
  expect(await isHydrated(page)).toBe(false);
  letGo();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(share).toHaveAttribute("open", "");
  expect(new Set(requests).size).toBe(requests.length);
});

test("on a slow line a member's page waits for a touch too, and for none once its script is in the cache", async ({
  page,
  cast,
}) => {
  await connect(page, { ...FAST, effectiveType: "3g" });
  await become(page, cast.fan);
  const requests = watchAssets(page);
  await page.goto("/garages");
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(requests.filter((path) => path.endsWith(".js"))).toEqual([]);
  await page.keyboard.press("Tab");
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.goto("/");
  await expect.poll(() => isHydrated(page)).toBe(true);
});
