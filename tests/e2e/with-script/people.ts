import type { Page } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import { type Member, type Owner, signUp, signUpWithGarage } from "../../support/members";
import { test as base } from "../fixtures";

/** An owner with one photographed vehicle, and somebody who likes to look at it. */
interface Cast {
  owner: Owner;
  fan: Member;
  /** `/vehicles/ID` */
  vehicle: string;
  /** Ids of its three photos, in order; the first has the caption "At the lake". */
  photos: string[];
}

interface Fixtures {
  /** Logs somebody in to the page's browser. */
  logIn(page: Page, member: Member): Promise<void>;
}

export const test = base.extend<Fixtures, { cast: Cast }>({
  cast: [
    async ({ site }, use) => {
      const owner = await signUpWithGarage(site, "Olga Owner");
      const fan = await signUp(site, "Fred Fan");
      const bytes = await jpegWithExif({ width: 900, height: 600 });
      const added = await owner.browser.submit(
        "/vehicles/new",
        { make: "Alpine", model: "A110", year: 1972, description: "Blue." },
        { photos: [1, 2, 3].map((at) => ({ name: `${at}.jpg`, bytes })) },
      );
      const { json } = await owner.browser.api("GET", added.location);
      const photos = json.data.doc.photos.map((photo: { _id: string }) => photo._id);
      await owner.browser.api("PATCH", `/photos/${photos[0]}`, { caption: "At the lake" });
      await use({ owner, fan, vehicle: added.location, photos });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  logIn: async ({}, use) =>
    use(async (page, { browser }) => {
      // Only that: a message that waits for them in another cookie is none of this page's.
      const value = browser.cookies.get("paddock_session") ?? "";
      await page.context().addCookies([{ name: "paddock_session", value, url: browser.url }]);
    }),
});

/** Unfolds what the owner can do with a photo of the gallery. @param at from 1 */
export async function photoOptions(page: Page, at: number): Promise<void> {
  await page.getByText(`Photo options: photo ${at}`, { exact: true }).click();
}

/** An answer that is held back until the test lets it go. */
export function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

export { expect } from "../fixtures";
