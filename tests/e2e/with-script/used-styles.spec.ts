import type { APIResponse, Page } from "@playwright/test";
import { expect, test } from "./people";

// What is looked at is the page before any script.
test.use({ javaScriptEnabled: false });

const SIZES = [
  { width: 390, height: 1800 },
  { width: 1280, height: 1400 },
];
const COLOURS = ["light", "dark"] as const;

/** Shows one and the same answer: as it came, or with its sheets in front of it and without the rules inside. */
async function show(page: Page, address: string, answer: APIResponse, html: string): Promise<void> {
  await page.route(`**${address}`, (route) => route.fulfill({ response: answer, body: html }));
  await page.goto(address);
  await page.unroute(`**${address}`);
}

/** Each look at the page that is shown: colours, and on paper. */
async function looks(page: Page): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  const settings = { animations: "disabled" } as const;
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce", media: "screen" });
    pictures.push(await page.screenshot(settings));
  }
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  pictures.push(await page.screenshot(settings));
  await page.emulateMedia({ media: "screen" });
  // What opens without script.
  for (const summary of await page.locator("main details > summary").all()) await summary.click();
  pictures.push(await page.screenshot(settings));
  return pictures;
}

test("a page looks the same with the styles inside it as with the whole sheets", async ({ page, cast, request }) => {
  test.setTimeout(240_000);
  const garage = `/garages/${cast.owner.garageId}`;
  const pages = ["/", garage, cast.vehicle, "/garages", "/events", "/map-search", "/login", "/signup", "/toolbox"];
  for (const address of pages) {
    const answer = await request.get(address);
    const html = await answer.text();
    expect(html).toContain('rel="later-stylesheet"');
    const whole = html.replace(/<style>[^<]*<\/style>/, "").replaceAll("later-stylesheet", "stylesheet");
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await show(page, address, answer, whole);
      const expected = await looks(page);
      await show(page, address, answer, html);
      expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
      const seen = await looks(page);
      seen.forEach((picture, at) => {
        expect(picture.equals(expected[at] ?? Buffer.of()), `${address} at ${size.width}, look ${at}`).toBe(true);
      });
    }
  }
});
