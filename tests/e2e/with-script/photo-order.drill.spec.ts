import type { Page } from "@playwright/test";
import { hydrate } from "../../support/hydrate";
import { addVehicle, become, expect, test } from "./people";

const rows = (page: Page) => page.locator("main ol > li");
const order = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.id.replace("photo-", "")));

async function drag(page: Page, from: number, to: number) {
  const grip = rows(page)
    .nth(from)
    .getByRole("button", { name: /^Drag photo/ });
  await grip.scrollIntoViewIfNeeded();
  const [start, end] = [await grip.boundingBox(), await rows(page).nth(to).boundingBox()];
  await page.mouse.move(start!.x + 20, start!.y + 20);
  await page.mouse.down();
  await page.mouse.move(end!.x + 40, end!.y + end!.height / 2, { steps: 4 });
  await expect(rows(page).nth(to)).toHaveAttribute("data-drop", /before|after/);
  await page.mouse.up();
}

test("photos are dragged, or sent by arrow keys and buttons, and what is typed stays; Save all saves it", async ({
  page,
  cast,
  site,
}) => {
  // Other tests add photos to the shared vehicle.
  const { vehicle } = await addVehicle(cast.owner);
  const storedOrder = () =>
    (
      site.rows("SELECT id FROM photos WHERE vehicle_id = ? ORDER BY position", vehicle.split("/").at(-1)) as {
        id: number;
      }[]
    ).map(({ id }) => String(id));
  const [a, b, c] = storedOrder() as [string, string, string];
  // All three rows in view.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await become(page, cast.owner);
  await page.goto(`${vehicle}/photos`);
  await hydrate(page);
  const caption = page.locator(`[name="caption-${b}"]`);
  await caption.fill("Typed, not saved");

  await drag(page, 2, 0);
  await expect.poll(() => order(page)).toEqual([c, a, b]);
  await expect.poll(storedOrder).toEqual([c, a, b]);
  await expect(page.getByText("Photo 3 is now number 1 of 3.")).toBeVisible();
  await expect(page.locator(`[name="place-${b}"]`)).toHaveValue("3");

  const grip = rows(page)
    .nth(0)
    .getByRole("button", { name: /^Drag photo/ });
  await grip.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(storedOrder).toEqual([a, c, b]);
  await expect(
    rows(page)
      .nth(1)
      .getByRole("button", { name: /^Drag photo/ }),
  ).toBeFocused();

  // At either end, the neighbour gets the disappearing button's focus.
  await page.getByRole("button", { name: "Move photo 2 later" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(storedOrder).toEqual([a, b, c]);
  await expect.poll(() => order(page)).toEqual([a, b, c]);
  await expect(page.getByRole("button", { name: "Move photo 3 earlier" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move photo 2 earlier" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(storedOrder).toEqual([c, a, b]);
  await expect(page.getByRole("button", { name: "Move photo 1 later" })).toBeFocused();
  for (const place of [2, 3]) {
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("button", { name: `Move photo ${place} ${place === 3 ? "earlier" : "later"}` }),
    ).toBeFocused();
  }
  await expect.poll(storedOrder).toEqual([a, b, c]);
  const before = await rows(page).nth(1).locator("img").getAttribute("src");
  await page.getByRole("button", { name: "Rotate photo 2 clockwise" }).click();
  await expect(rows(page).nth(1).locator("img")).not.toHaveAttribute("src", before ?? "");
  await expect(caption).toHaveValue("Typed, not saved");

  await caption.press("Enter");
  await expect(page.getByText("Photos saved.")).toBeVisible();
  const savedPhoto = site.row("SELECT caption FROM photos WHERE id = ?", b) as { caption: string };
  expect([savedPhoto.caption, storedOrder()]).toEqual(["Typed, not saved", [a, b, c]]);
});
