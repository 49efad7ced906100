import { hydrate } from "../../support/hydrate";
import { expect, lightbox, picture, test } from "./people";

test("a photo opens large, with caption and count; keys go on; Escape closes and gives focus back", async ({
  page,
  cast,
}) => {
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

test("the picture that the page begins with opens large too", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  const cover = page.getByRole("main").getByRole("link", { name: "At the lake" }).first();
  await cover.click();
  await expect(lightbox(page)).toContainText("1 / 3");
  await expect(lightbox(page).getByRole("img", { name: "At the lake" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lightbox(page)).toHaveCount(0);
  await expect(cover).toBeFocused();
});

test("Back closes it, once, however many photos were seen; closing it takes the entry away; Forward does no harm", async ({
  page,
  cast,
}) => {
  await page.goto("/garages");
  await page.goto(cast.vehicle);
  await hydrate(page);
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes(".data") && sent.push(request.url()));
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
  expect(sent).toEqual([]);
  // Forward comes to the entry of the closed one, and from there back to the page: one Back leaves it.
  await page.goForward();
  await expect.poll(() => page.evaluate(() => "layer" in window.history.state)).toBe(false);
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(cast.vehicle);
  await page.goBack();
  await expect(page).toHaveURL("/garages");
});
