import type { Page } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import type { Member, Owner } from "../../support/members";
import { test as base } from "../fixtures";

interface Cast {
  owner: Owner;
  fan: Member;
  vehicle: string;
  /** In order; the first has the caption "At the lake". */
  photos: string[];
}

let vehicleCount = 0;

/** Each another one: the same form within a minute would add no second one. */
export async function addVehicle({ browser }: Owner): Promise<Pick<Cast, "vehicle" | "photos">> {
  const bytes = await jpegWithExif({ width: 900, height: 600 });
  const { location } = await browser.submit(
    "/vehicles/new",
    { make: "Alpine", model: "A110", year: 1972, description: `Blue, number ${(vehicleCount += 1)}.` },
    { photos: [1, 2, 3].map((at) => ({ name: `${at}.jpg`, bytes })) },
  );
  const { json } = await browser.api("GET", location);
  return { vehicle: location, photos: json.data.doc.photos.map((photo: { _id: string }) => photo._id) };
}

export const test = base.extend<object, { cast: Cast }>({
  cast: [
    async ({ site }, use) => {
      const owner = await site.signUpWithGarage("Olga Owner");
      const fan = await site.signUp("Fred Fan");
      const { vehicle, photos } = await addVehicle(owner);
      await owner.browser.api("PATCH", `/photos/${photos[0]}`, { caption: "At the lake" });
      await use({ owner, fan, vehicle, photos });
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

/** @param at from 1 */
export async function photoOptions(page: Page, at: number): Promise<void> {
  await page.getByText(`Photo options: photo ${at}`, { exact: true }).click();
}

/**
 * @param nextStep afterwards; by default they continue
 * @returns lets them go
 */
export async function hold(
  page: Page,
  addresses: Parameters<Page["route"]>[0],
  nextStep: "continue" | "abort" = "continue",
) {
  let letGo = () => {};
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await over;
    await route[nextStep]().catch(() => undefined);
  });
  return letGo;
}

/** @param at from 0 */
export const lightbox = (page: Page) => page.getByRole("dialog", { name: "Photos" });
export const picture = (page: Page, at: number) => page.locator(".lead-photos li a").nth(at);

export { allowTrouble, become, expect, expectAccessible } from "../fixtures";
