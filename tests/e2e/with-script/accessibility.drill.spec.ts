import { pagesOf, type ViewerKind } from "../../support/addresses";
import type { TestSite } from "../../support/site";
import { type Cast, fill, type WindowUser } from "../cast";
import { visitsTo } from "../every-page";
import { test as base, expect, expectAccessible } from "../fixtures";
import { sampleSite, sessionsOf } from "../sample-site";

const test = base.extend<object, { site: TestSite; cast: Cast }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { site, end } = await sampleSite();
      await use(site);
      await end();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  cast: [async ({ site }, use) => use(await fill(site)), { scope: "worker" }],
});

test.describe.configure({ mode: "parallel" });

const MORE: Record<ViewerKind, (cast: Cast) => string[]> = {
  visitor: () => [
    "/vehicles?model=Elan",
    "/map-search?place=Goodwood,+England&category=Auction",
    "/map-search?place=Nowhere+at+all",
    "/map-search?place=Springfield&units=mi&map=6/39.8/-89.6",
    ...["/events?past=1", "/events?title=zzz", "/events?from=x"],
  ],
  member: ({ queryValue, member }) => {
    const rejected = `/events/${queryValue("SELECT id FROM events WHERE status = 'rejected' AND user_id = ?", member)}`;
    const garage = queryValue("SELECT id FROM garages WHERE user_id = ?", member);
    return [rejected, `${rejected}/edit`, `${rejected}/place`, `/garages/${garage}/place?q=Birmingham`];
  },
  admin: () => [],
};

/** Not visited by earlier users. */
const pagesFor = (viewer: ViewerKind) =>
  pagesOf(viewer).filter((kind) => viewer !== "admin" || !pagesOf("member").includes(kind));

for (const viewer of ["visitor", "member", "admin"] as const) {
  test(`every page is accessible, as ${viewer}`, async ({ page, site, cast }) => {
    test.setTimeout(15 * 60_000);
    const becomeOne = sessionsOf(site, cast);
    const look = async (address: string, windowUser: WindowUser = viewer) => {
      await becomeOne(page, windowUser);
      await page.goto(address);
      await expectAccessible(page);
    };
    for (const kind of pagesFor(viewer)) {
      for (const address of visitsTo(kind, cast, viewer)) await look(address, kind.facts.as);
    }
    for (const address of MORE[viewer](cast)) await look(address);
  });
}

test("a form with errors in it, and the dialog of a second step, are accessible", async ({ page, site, cast }) => {
  await sessionsOf(site, cast)(page, "admin");
  await page.goto("/vehicles/new");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/events");
  await page
    .getByRole("link", { name: /^Reject / })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("lists on a phone, with the bar and the folded filters, are accessible", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/garages", "/vehicles", "/events?near=Reims", "/map-search?place=Reims"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
