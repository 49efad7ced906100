import { hydrate } from "../../support/hydrate";
import { jpegWithExif } from "../../support/images";
import { addVehicle, become, expect, lightbox, picture, test } from "./people";

test("a photo opens large with caption and count; keys go on; Escape closes, focus is back", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  await picture(page, 0).focus();
  await page.keyboard.press("Enter");
  await expect(lightbox(page)).toBeVisible();
  await expect(page).toHaveURL(cast.vehicle);
  await expect(lightbox(page)).toContainText("1 / 3");
  await expect(lightbox(page)).toContainText("At the lake");
  await expect(lightbox(page).getByRole("img", { name: "At the lake" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(lightbox(page)).toContainText("2 / 3");
  await page.keyboard.press("ArrowRight");
  await expect(lightbox(page)).toContainText("3 / 3");
  await page.keyboard.press("ArrowLeft");
  await expect(lightbox(page)).toContainText("2 / 3");
  await page.keyboard.press("Escape");
  await expect(lightbox(page)).toHaveCount(0);
  await expect(picture(page, 0)).toBeFocused();
});

for (const [screen, viewport] of [
  ["desk", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test(`every picture of a vehicle's page leads to where it should, on a ${screen}`, async ({ page, cast }) => {
    const { vehicle } = await addVehicle(cast.owner);
    const entry = { kind: "Note", date: "2024-03-14", title: "Found in a barn", text: "Under straw." };
    const bytes = await jpegWithExif({ width: 900, height: 600 });
    await cast.owner.browser.submit(`${vehicle}/build/new`, entry, { photos: [{ name: "barn.jpg", bytes }] });
    await page.setViewportSize(viewport);
    await page.goto(vehicle);
    const pictures = page.getByRole("main").locator("a:has(img)");
    const addresses = await pictures.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(addresses.filter((to) => to.includes("/photos/"))).toHaveLength(3);
    for (const [index] of addresses.entries()) {
      await pictures.nth(index).click();
      await expect(lightbox(page).getByRole("img").first()).toHaveJSProperty("complete", true);
      await page.keyboard.press("Escape");
      await expect(lightbox(page)).toHaveCount(0);
      await expect(pictures.nth(index)).toBeFocused();
      await expect(page.locator("[data-error-screen]")).toHaveCount(0);
    }
    // Six photos: on a desk five are seen, on a phone all in the row.
    const photos = ["d.jpg", "e.jpg", "f.jpg"].map((name) => ({ name, bytes }));
    await cast.owner.browser.submit(vehicle, { intent: "upload" }, { photos });
    await page.goto(vehicle);
    const all = page.getByRole("link", { name: "All 6 photos" });
    if (screen === "phone") await expect(all).toBeHidden();
    else {
      expect((await all.boundingBox())!.height).toBeLessThan(60);
      await all.click();
      await expect(page).toHaveURL(`${vehicle}/photos/all`);
      await page.goto(vehicle);
    }
    // The entry's link covers its picture.
    await page.getByRole("listitem").filter({ hasText: "Found in a barn" }).click();
    await expect(page).toHaveURL(/\/build\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Found in a barn");
  });
}

test("Back closes it, once, however many photos were seen; closing it takes the entry away; Forward does no harm", async ({
  page,
  cast,
}) => {
  await page.goto("/garages");
  await page.goto(cast.vehicle);
  await hydrate(page);
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes(".data") && requests.push(request.url()));
  await picture(page, 1).click();
  await expect(lightbox(page)).toContainText("2 / 3");
  await page.keyboard.press("ArrowRight");
  await expect(lightbox(page)).toContainText("3 / 3");
  await page.goBack();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(cast.vehicle);
  await expect(picture(page, 1)).toBeFocused();

  await picture(page, 0).click();
  await expect(lightbox(page)).toContainText("1 / 3");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(picture(page, 0)).toBeFocused();
  expect(requests).toEqual([]);
  // Forward reopens the closed entry, then returns: one Back leaves it.
  await page.goForward();
  await expect.poll(() => page.evaluate(() => "layer" in window.history.state)).toBe(false);
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(cast.vehicle);
  await page.goBack();
  await expect(page).toHaveURL("/garages");
});

test("another user's photo can be reported there; one's own cannot", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  await picture(page, 1).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await lightbox(page).getByTitle("More").click();
  await lightbox(page).getByRole("link", { name: "Report this photo" }).click();
  const query = new URLSearchParams({ about: `${cast.vehicle}/photos/${cast.photos[1]}` });
  await expect(page).toHaveURL(`/report?${query}`);
  await expect(page.getByRole("region", { name: "You are reporting" })).toContainText("Photo of 1972 Alpine A110");
  await page.goBack();
  await expect(page).toHaveURL(cast.vehicle);
  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  await page.locator(".mosaic a:has(img)").nth(1).click();
  await expect(lightbox(page)).toContainText("2 / 3");
  await expect(lightbox(page).getByRole("link", { name: /Report/ })).toHaveCount(0);
});
