import type { APIResponse, Page } from "@playwright/test";
import { expect, test } from "./people";

// Before any script.
test.use({ javaScriptEnabled: false });

const NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

const LOOKS = [
  { width: 390, colorScheme: "dark", media: "screen" },
  { width: 1280, colorScheme: "light", media: "screen" },
  { width: 1280, colorScheme: "light", media: "print" },
] as const;

/** The same response with this HTML; opens everything possible without script. */
async function show(page: Page, address: string, answer: APIResponse, html: string): Promise<void> {
  await page.route(`**${address}`, (route) => route.fulfill({ response: answer, body: html }));
  await page.goto(address);
  await page.unroute(`**${address}`);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}

async function look(page: Page, { width, ...media }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ ...media, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(async () => {
    // A late picture takes its own proportions.
    for (const image of document.images) image.loading = "eager";
    const come = async (image: HTMLImageElement) => {
      while (!image.complete) {
        await new Promise((done) => {
          for (const end of ["load", "error"]) image.addEventListener(end, done, { once: true });
        });
      }
      await image.decode().catch(() => {});
    };
    await Promise.all([...document.images].map(come));
    // Late styles start transitions.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    // In Chromium a closed <details> may keep outdated styles until it is rendered again.
    const root = document.documentElement;
    root.hidden = true;
    root.getBoundingClientRect();
    root.hidden = false;
  });
}

/** Boxes and checksums of computed styles, without unused custom properties. */
function readStyles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Equal for every element; custom properties would double the number.
    const properties = [...getComputedStyle(document.body)].filter((property) => !property.startsWith("--"));
    return [...document.querySelectorAll("body, body *:not(script, link)")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      let sum = 0;
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        // Not rendered without content; reading hundreds of properties would take most of the time.
        if (part !== null && ["none", "normal"].includes(style.content)) continue;
        for (const property of properties) {
          const value = style.getPropertyValue(property);
          for (let index = 0; index < value.length; index++) sum = (Math.imul(sum, 31) + value.charCodeAt(index)) | 0;
        }
      }
      return [element.outerHTML.slice(0, 120), x, y, width, height, sum].join(" ");
    });
  });
}

// Not screenshots: the rasteriser sometimes rounds edges differently.
test("a page is drawn alike by the styles inside it and by the whole sheets", async ({ page, cast, request }) => {
  test.setTimeout(240_000);
  await page.route("**/img/**", (route) => route.fulfill({ contentType: "image/svg+xml", body: NOTHING }));
  const garage = `/garages/${cast.owner.garageId}`;
  const pages = ["/", garage, cast.vehicle, "/garages", "/events", "/map-search", "/login", "/signup", "/toolbox"];
  for (const address of pages) {
    const answer = await request.get(address);
    const html = await answer.text();
    expect(html).toContain('rel="later-stylesheet"');
    const whole = html.replace(/<style>[^<]*<\/style>/, "").replaceAll("later-stylesheet", "stylesheet");
    await show(page, address, answer, whole);
    const expected: string[][] = [];
    for (const settings of LOOKS) {
      await look(page, settings);
      expected.push(await readStyles(page));
    }
    await show(page, address, answer, html);
    for (const [index, settings] of LOOKS.entries()) {
      await look(page, settings);
      expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
      const elements = await readStyles(page);
      expect(elements.length).toBeGreaterThan(30);
      const differentIndex = elements.findIndex((element, place) => element !== expected[index]![place]);
      expect(elements[differentIndex], `${address} at ${Object.values(settings).join(", ")}`).toBe(
        expected[index]![differentIndex],
      );
    }
  }
});
