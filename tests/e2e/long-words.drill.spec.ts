import { reflectedLooks, storedLooks } from "../hostile/script-looks";
import { fillWithScript } from "../hostile/script-world";
import { insertInto } from "../permissions/insert";
import { cookieOf, SECRET } from "../permissions/send";
import { World } from "../permissions/world";
import { pagesOf, VIEWER_KINDS } from "../support/addresses";
import { launchServer } from "../support/launch";
import { fill } from "./cast";
import { visitsTo } from "./every-page";
import { expect, test } from "./fixtures";
import { fillWithLong, LONG, NARROW, tooWide } from "./narrow";
import { sampleSite, sessionsOf } from "./sample-site";

test.describe.configure({ mode: "parallel" });

for (const viewer of VIEWER_KINDS) {
  test(`words of 35 letters make no kind of page wider than 320 pixels, as ${viewer}`, async ({ page }) => {
    test.setTimeout(15 * 60_000);
    const { site, end } = await sampleSite();
    const cast = await fill(site);
    // Some are found by their remaining texts.
    const looks = pagesOf(viewer).flatMap((kind) =>
      visitsTo(kind, cast, viewer).map((address) => ({ address, who: kind.facts.as ?? viewer })),
    );
    fillWithLong(site.database);
    const becomeOne = sessionsOf(site, cast);
    // On a slow network "a moment ago" is outdated at hydration.
    await page.clock.setFixedTime(Date.now() + 3_700_000);
    await page.setViewportSize(NARROW);
    const wide: string[] = [];
    for (const { address, who } of looks) {
      await becomeOne(page, who);
      await page.goto(site.url + address);
      wide.push(...(await tooWide(page)));
    }
    await end();
    expect(wide).toEqual([]);
  });
}

test("such a word in every text that can be stored makes no page wider", async ({ page }) => {
  test.setTimeout(15 * 60_000);
  const server = await launchServer({ SESSION_SECRET: SECRET });
  const { database, url } = server;
  // Each has the other's texts.
  const scribes = fillWithScript(database, [LONG, `${LONG}x`]);
  // Selected, never typed.
  database.exec("UPDATE build_entries SET unit = 'km', status = 'Planned', area = 'Engine'");
  // Two years and months.
  database.exec("UPDATE events SET start_date = '2031-12-30T10:00', end_date = '2032-11-28T18:00' WHERE id % 2 = 0");
  const admin = new World({ insert: insertInto(database), passwordHash: "none", switchOff: () => 0 }, "admin");
  const looks = [
    ...storedLooks(scribes, admin.sessionToken ?? "", 1),
    ...reflectedLooks([LONG], admin.sessionToken ?? ""),
  ];
  await page.setViewportSize(NARROW);
  const wide: string[] = [];
  for (const { address, token } of looks.filter(({ address }) => !address.endsWith("feed.xml"))) {
    await page.context().clearCookies();
    if (token !== undefined) {
      const [name = "", value = ""] = (await cookieOf(token, url)).split("=");
      await page.context().addCookies([{ name, value, url }]);
    }
    await page.goto(url + address);
    wide.push(...(await tooWide(page)));
  }
  await server.stop();
  expect(wide).toEqual([]);
});
