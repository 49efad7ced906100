import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import axeCore from "axe-core";
import { cookieName } from "../support/browser-like";
import { hydrateAlways } from "../support/hydrate";
import { launchServer } from "../support/launch";
import type { Member } from "../support/members";
import { siteAt, type TestSite } from "../support/site";

interface Fixtures {
  scripted: boolean;
  /** `goto` waits for hydration, with script; default true. */
  hydrated: boolean;
  visitor: Page;
}

interface WorkerFixtures {
  site: TestSite;
}

const allowed: RegExp[] = [];
/** Caused by this test. */
export const allowTrouble = (pattern: RegExp): void => void allowed.push(pattern);

/** Console errors, uncaught errors, server faults, failed requests. */
function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // A refused form is valid; failed requests follow below.
    if (message.type() !== "error" || /Failed to load resource.*status of 4\d\d/.test(message.text())) return;
    // Remix logs a read that the next press aborts.
    if (/^AbortError: signal is aborted/.test(message.text())) return;
    troubles.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    const request = response.request();
    const kind = request.resourceType();
    const isFile = ["image", "script", "stylesheet", "font"].includes(kind);
    // A script's. The router's reads are pages, and may be missing.
    const isLook = ["fetch", "xhr"].includes(kind) && ["GET", "HEAD"].includes(request.method());
    const isInVain =
      response.status() >= 400 && (isFile || (isLook && !/\.data$/.test(new URL(response.url()).pathname)));
    if (isInVain || response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
  });
  return troubles;
}

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const AXE_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * All rules in light colours, colour rules in dark ones.
 * @param scripted without script axe's timers never run, so it uses a separate tab, at twice the time
 */
async function axe(page: Page, colorScheme: "light" | "dark", scripted: boolean) {
  // A colour in transition is neither value.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [still];
  });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {}),
  );
  // Once per document: the builder injects it twice per run, and parsing takes longer than the run.
  if (scripted && !(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  const { violations } = await new AxeBuilder({ page, axeSource: scripted ? "0" : undefined })
    .options({
      runOnly: colorScheme === "dark" ? { type: "rule", values: AXE_COLOURS } : { type: "tag", values: AXE_TAGS },
      resultTypes: ["violations"],
      // No rule reads style sheets, which axe would parse per page.
      preload: { assets: ["media"] },
    })
    // The separate tab is for frames of other sites.
    .setLegacyMode(scripted)
    .analyze();
  return violations;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = siteAt(await launchServer());
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  scripted: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  hydrated: [true, { option: true }],
  page: async ({ page, scripted, hydrated }, use) => {
    if (scripted && hydrated) hydrateAlways(page);
    const troubles = watch(page);
    await use(page);
    const expected = allowed.splice(0);
    expect(troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))).toEqual([]);
  },
  visitor: async ({ browser, baseURL, javaScriptEnabled, viewport, scripted, hydrated }, use) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport });
    const page = await context.newPage();
    if (scripted && hydrated) hydrateAlways(page);
    const troubles = watch(page);
    await use(page);
    expect(troubles).toEqual([]);
    await context.close();
  },
});

export { expect };

/** WCAG 2.2 AA, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const scripted = test.info().project.use.javaScriptEnabled !== false;
  const light = await axe(page, "light", scripted);
  const dark = await axe(page, "dark", scripted);
  const violations = [...light, ...dark].map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" | ")}`,
  );
  expect(violations, new URL(page.url()).pathname).toEqual([]);
}

/** Without the member's pending message. */
export async function become(page: Page, { browser }: Pick<Member, "browser">): Promise<void> {
  const name = cookieName(browser.url, "session");
  await page.context().addCookies([{ name, value: browser.cookies.get(name) ?? "", url: browser.url }]);
}

export async function expectFits(page: Page): Promise<void> {
  const [content, screen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as [number, number]);
  expect(content, page.url()).toBeLessThanOrEqual(screen);
}

export async function print(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener("beforeprint", () => Object.assign(document.documentElement.dataset, { printed: "" }));
  });
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
}

/** On the page after a form with an ended session. */
export async function logInAgain(page: Page, { email, password }: Pick<Member, "email" | "password">): Promise<void> {
  const main = page.getByRole("main");
  const notice = "Your session has ended. Log in, then use Back to return to what you typed.";
  await expect(main.getByText(notice)).toBeVisible();
  await main.getByRole("status").getByRole("link", { name: "Log in" }).click();
  await main.getByLabel("Email").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Log in" }).click();
}
