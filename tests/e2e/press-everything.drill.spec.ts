import { expect, type Page, test } from "@playwright/test";
import { pagesOf, type ViewerKind } from "../support/addresses";
import { fill, type WindowUser } from "./cast";
import { visitsTo } from "./every-page";
import { newWalk, pressAll } from "./press-all";
import { sampleSite, sessionsOf } from "./sample-site";

// Presses every control of every kind of page once, per user, on phone and desktop.

test.describe.configure({ mode: "parallel" });

// Half of the time, and tested elsewhere: pictures, animations.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), "--blink-settings=imagesEnabled=false", "--disable-gpu"];
    await use({ ...launchOptions, args });
  },
});

const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1280, height: 900 } },
};

/** Slightly below the real numbers: a shorter walk fails. */
const PRESSED: Record<ViewerKind, number> = { visitor: 290, member: 540, admin: 520 };

/** May disappear before their turn, and why. */
const LOST: readonly (readonly [control: RegExp, why: string])[] = [
  [
    /^\/vehicles\/:vehicleId \(2\): a .* -> \/(vehicles\/#\/edit|events\/#)\?/,
    "the vehicle was deleted in its dialog, and the next one has other links",
  ],
  [/^\/events\/:eventId: button "I’m going".* > a "/, "no longer in the list of those who are going"],
  [/^\/notifications: a .* -> \/notifications\/#\?$/, "looks otherwise once it has been read"],
  [/^\/settings: .* > button "Keep my" -> \/settings\/delete-garage\?$/, "the garage was deleted in the same dialog"],
];

// Most pages first, so that processors finish together.
for (const viewer of ["member", "admin", "visitor"] as const) {
  for (const [screen, options] of Object.entries(SCREENS)) {
    test(`every control does what it does, as ${viewer}, on a ${screen}`, async ({ browser }) => {
      test.setTimeout(20 * 60_000);
      const { site, end } = await sampleSite();
      try {
        const cast = await fill(site);
        const problems: string[] = [];
        const report = (problem: string) => {
          console.log(`${viewer}, ${screen}: ${problem}`);
          problems.push(problem);
        };
        const becomeOne = sessionsOf(site, cast);
        let windowUser: WindowUser = viewer;
        const comeBack = (page: Page) => becomeOne(page, windowUser);
        const walk = await newWalk(
          browser,
          { ...options, baseURL: site.url, reducedMotion: "reduce" },
          comeBack,
          report,
        );
        for (const kind of pagesOf(viewer)) {
          windowUser = kind.facts.as ?? viewer;
          for (const place of kind.urls.keys()) {
            const name = `/${kind.route}${place > 0 ? ` (${place + 1})` : ""}`;
            await pressAll(walk, name, () => visitsTo(kind, cast, viewer)[place]!, kind.facts);
          }
        }
        console.log(
          `${viewer}, ${screen}: ${pagesOf(viewer).length} kinds of pages, ${walk.pressed.size} controls, ${walk.lost.length} not there again: ${walk.lost.join("; ")}`,
        );
        await walk.page.context().close();
        expect(problems).toEqual([]);
        expect(walk.lost.filter((name) => LOST.every(([control]) => !control.test(name)))).toEqual([]);
        expect(walk.pressed.size).toBeGreaterThan(PRESSED[viewer]);
        expect(site.faults()).toEqual([]);
      } finally {
        await end();
      }
    });
  }
}
