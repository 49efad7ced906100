import { hydrate } from "../../support/hydrate";
import { allowTrouble, expect, lightbox, picture, test } from "./people";

test("zoom and full screen, by button", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  await picture(page, 1).click();
  const image = lightbox(page).getByRole("img", { name: "1972 Alpine A110, photo 2" });
  await expect(image).toBeVisible();
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(width).toBeLessThan(before * 1.1);
  await page.getByRole("button", { name: "Enter Fullscreen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.getByRole("button", { name: "Exit Fullscreen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(picture(page, 1)).toBeFocused();
});

test("sharing offers the photo's own page; Escape closes the menu first", async ({ page, cast, site }) => {
  await page.goto(cast.vehicle);
  await picture(page, 1).click();
  await expect(lightbox(page)).toContainText("2 / 3");
  await page.keyboard.press("ArrowRight");
  await expect(lightbox(page)).toContainText("3 / 3");
  await lightbox(page).locator("summary", { hasText: "Share" }).focus();
  await page.keyboard.press("Enter");
  const address = `${site.url}${cast.vehicle}/photos/${cast.photos[2]}`;
  const email = lightbox(page).getByRole("link", { name: "Email" });
  await expect(email).toHaveAttribute(
    "href",
    `mailto:?subject=1972%20Alpine%20A110%2C%20photo%203&body=${encodeURIComponent(address)}`,
  );
  for (const name of ["WhatsApp", "Facebook", "X", "Reddit"]) {
    const link = lightbox(page).getByRole("link", { name, exact: true });
    expect(await link.getAttribute("href")).toContain(encodeURIComponent(address));
    await expect(link).toHaveAttribute("rel", /noopener/);
  }
  await page.keyboard.press("Escape");
  await expect(email).toBeHidden();
  await expect(lightbox(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lightbox(page)).toHaveCount(0);
  expect((await page.goto(address))?.status()).toBe(200);
});

test("a swipe continues, without motion if reduced motion is set", async ({ browser, baseURL, cast }) => {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(cast.vehicle);
  await hydrate(page);
  await picture(page, 0).tap();
  await expect(lightbox(page)).toContainText("1 / 3");
  const motion = await lightbox(page)
    .locator(".yarl__container")
    .evaluate((element) => getComputedStyle(element).getPropertyValue("--yarl__fade_animation_duration"));
  expect(Number.parseFloat(motion || "0")).toBe(0);
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
  await touch("touchStart", 340);
  for (let x = 300; x >= 40; x -= 40) await touch("touchMove", x);
  await touch("touchEnd");
  await expect(lightbox(page)).toContainText("2 / 3");
  await context.close();
});

test("opening in a new tab leads to the photo's page", async ({ page, cast, context }) => {
  await page.goto(cast.vehicle);
  const newPage = context.waitForEvent("page");
  await picture(page, 1).click({ modifiers: ["ControlOrMeta"] });
  await expect(await newPage).toHaveURL(`${cast.vehicle}/photos/${cast.photos[1]}`);
  await expect(lightbox(page)).toHaveCount(0);
});

test.describe("a page whose script does not load", () => {
  test.use({ hydrated: false });

  test("before script, and without the lightbox's script, the photo's page opens", async ({ page, cast }) => {
    // Without script the browser's own fade is interrupted, which Chromium reports as ours.
    allowTrouble(/Failed to load resource|ViewTransition opt-in disabled/);
    await page.route("**/assets/lightbox-*", (route) => route.abort());
    await page.goto(cast.vehicle);
    await hydrate(page);
    await picture(page, 1).click();
    await expect(page).toHaveURL(`${cast.vehicle}/photos/${cast.photos[1]}`);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(cast.vehicle);
    await picture(page, 2).click();
    await expect(page).toHaveURL(`${cast.vehicle}/photos/${cast.photos[2]}`);
    await page.getByRole("link", { name: /previous/i }).click();
    await expect(page).toHaveURL(`${cast.vehicle}/photos/${cast.photos[1]}`);
  });
});
