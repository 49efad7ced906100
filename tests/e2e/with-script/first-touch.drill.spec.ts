import type { Browser, Page, Request } from "@playwright/test";
import { createRandom, type Random } from "~/seed/random";
import { cookieName } from "../../support/browser-like";
import { hydrate } from "../../support/hydrate";
import type { Member, Owner } from "../../support/members";
import type { TestSite } from "../../support/site";
import { expect, test } from "../fixtures";

/** `LOADS=2000` sets the number of loads. */
const LOADS = Number(process.env.LOADS ?? 60) / 2;

test.describe.configure({ mode: "parallel" });

for (const seed of [1, 2]) {
  test(`what is pressed while script comes acts once, and script is not lost by it: ${LOADS} loads, seed ${seed}`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(LOADS * 20_000);
    const { problems, early, met } = await pressWhileLoading(browser, site, LOADS, seed);
    console.log(`${early} of ${LOADS} presses came before script, ${met} of them to what they were meant for`);
    expect(problems).toEqual([]);
    // Else it proves nothing.
    expect(early).toBeGreaterThan(LOADS / 6);
  });
}

type Way = "click" | "tap" | "key";

interface Act {
  page: string;
  pressed: string;
  event: "click" | "input";
  ways: Way[];
  forMembers?: boolean;
  /** The action's requests, counted. */
  asks?: (request: Request) => boolean;
  /** After `times` actions. */
  done: (page: Page, times: number) => Promise<void>;
}

interface Load {
  act: Act;
  way: Way;
  /** From the first byte, 0, to usual hydration, 1. */
  moment: number;
  cached: boolean;
  asMember: boolean;
}

interface Outcome {
  early: boolean;
  met: boolean;
  /** Of the pressed page, ms. */
  hydratedAfter?: number;
  problem?: string;
}

/** Per document. */
interface Note {
  top: number;
  /** Before script, per touch and key. */
  early: boolean[];
  pressed: string[];
}

const NOTE = "noted-by-test";

/**
 * By key, tap or click, at a random moment between first byte and hydration.
 * @returns problems; presses before script; presses that hit a control
 */
export async function pressWhileLoading(browser: Browser, site: TestSite, loads: number, seed: number) {
  const random = createRandom(`${seed}`);
  const { actions, member } = await makeActs(site);
  const [visitor, loggedIn] = await Promise.all([undefined, member].map((user) => openWindow(browser, site, user)));
  const places = await findPlaces(loggedIn!.page, actions);
  for (const { page } of [visitor!, loggedIn!]) {
    await page.goto("/about-us");
    await page.addInitScript(notePresses, { name: NOTE, selectors: actions.map(({ pressed }) => pressed) });
  }
  const problems: string[] = [];
  let early = 0;
  let metCount = 0;
  let usual = 300;
  for (let index = 0; index < loads; index++) {
    if (index > 0 && index % 100 === 0) console.log(`${index} loads, ${problems.length} problems`);
    const load = choose(actions, random);
    const { page, devtools } = load.asMember ? loggedIn! : visitor!;
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: !load.cached });
    const outcome = await pressOnce(page, load, places.get(load.act)!, usual);
    if (outcome.early) early++;
    if (outcome.early && outcome.met) metCount++;
    usual += 0.1 * ((outcome.hydratedAfter ?? usual) - usual);
    if (!outcome.problem) continue;
    const { act, way, moment } = load;
    problems.push(`${way} on ${act.pressed} of ${act.page} after ${moment.toFixed(2)}: ${outcome.problem}`);
  }
  await Promise.all([visitor, loggedIn].map((window) => window!.page.context().close()));
  return { problems, early, met: metCount };
}

async function openWindow(browser: Browser, site: TestSite, user: Member | undefined) {
  const context = await browser.newContext({ baseURL: site.url, hasTouch: true });
  const name = cookieName(site.url, "session");
  const value = user?.browser.cookies.get(name);
  if (value) await context.addCookies([{ name, value, url: site.url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Like a phone's: else first byte and hydration are too close.
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { page, devtools };
}

function choose(actions: Act[], random: Random): Load {
  const act = random.pick(actions);
  return {
    act,
    way: random.pick(act.ways),
    moment: 1.1 * random.next(),
    cached: random.next() < 0.7,
    asMember: act.forMembers || random.next() < 0.5,
  };
}

async function makeActs(site: TestSite): Promise<{ actions: Act[]; member: Member }> {
  const owner: Owner = await site.signUpWithGarage("Olga Owner");
  const member = await site.signUp("Fred Fan");
  const response = await owner.browser.submit("/vehicles/new", { make: "Alpine", model: "A110", year: 1972 }, {});
  const vehicle = response.location;
  const toggle = (kind: "like" | "follow", page: string, selector: string, count: () => number): Act => {
    let was = count();
    return {
      page,
      pressed: selector,
      event: "click",
      ways: ["click", "tap", "key"],
      forMembers: true,
      asks: (request) => request.method() === "POST" && new URL(request.url()).pathname.endsWith(`/${kind}`),
      async done(_, times) {
        await expect.poll(count, { message: kind }).toBe((was + times) % 2);
        was = count();
      },
    };
  };
  // Earlier tests leave others.
  const countOf = (table: "likes" | "follows", column: "user_id" | "follower_id") => () =>
    site.value(`SELECT count(*) FROM ${table} WHERE ${column} = ?`, member.id) as number;
  const link = (page: string, to: string, selector = `footer a[href="${to}"]`): Act => ({
    page,
    pressed: selector,
    event: "click",
    ways: ["click", "tap", "key"],
    // Script's data request, or the browser's for the page.
    asks: (request) =>
      [to, `${to}.data`].includes(new URL(request.url()).pathname) && request.resourceType() !== "other",
    done: (target, times) => expect(target).toHaveURL(times > 0 ? to : page),
  });
  const actions: Act[] = [
    toggle("like", vehicle, 'form[action$="/like"] button', countOf("likes", "user_id")),
    toggle("follow", `/garages/${owner.garageId}`, 'form[action$="/follow"] button', countOf("follows", "follower_id")),
    link(vehicle, "/about-us"),
    link("/garages", `/garages/${owner.garageId}`, `main a[href="/garages/${owner.garageId}"]`),
    {
      page: vehicle,
      pressed: "main details.popup > summary",
      event: "click",
      ways: ["click", "tap", "key"],
      done: (page, times) => expect(page.locator("main details.popup").first()).toHaveJSProperty("open", times === 1),
    },
    {
      page: vehicle,
      pressed: 'main textarea[name="text"]',
      event: "input",
      ways: ["key"],
      forMembers: true,
      done: (page, times) => expect(page.locator('main textarea[name="text"]').first()).toHaveValue("x".repeat(times)),
    },
  ];
  return { actions, member };
}

interface Place {
  x: number;
  y: number;
  top: number;
}

/** Hydration does not move them. */
async function findPlaces(page: Page, actions: Act[]) {
  const places = new Map<Act, Place>();
  for (const act of actions) {
    await page.goto(act.page);
    await hydrate(page);
    const place = page.locator(act.pressed).first();
    await place.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await place.boundingBox())!;
    places.set(act, { x: x + width / 2, y: y + height / 2, top: await page.evaluate(() => scrollY) });
  }
  return places;
}

async function pressOnce(page: Page, { act, way, moment }: Load, place: Place, usual: number): Promise<Outcome> {
  const errors: string[] = [];
  const requests: string[] = [];
  const fail = (error: Error) => void errors.push(error.message);
  const count = (request: Request) => void (act.asks?.(request) && requests.push(request.url()));
  let early = false;
  let hasMet = false;
  let hydratedAfter: number | undefined;
  try {
    const begin: Note = { top: place.top, early: [], pressed: [] };
    await page.evaluate(([name, note]) => sessionStorage.setItem(name!, note!), [NOTE, JSON.stringify(begin)]);
    const started = performance.now();
    await page.goto(act.page, { waitUntil: "commit" });
    page.on("pageerror", fail);
    page.on("request", count);
    await new Promise((resolve) => setTimeout(resolve, moment * (usual - (performance.now() - started))));
    if (way === "click") await page.mouse.click(place.x, place.y);
    else if (way === "tap") await page.touchscreen.tap(place.x, place.y);
    else await pressKey(page, act);
    // Hydrated too, so that the notes are complete; it may redirect.
    let noted = begin;
    await expect(async () => {
      await hydrate(page, 5_000);
      noted = JSON.parse((await page.evaluate((name) => sessionStorage.getItem(name), NOTE)) ?? "");
      hydratedAfter = await page.evaluate(() => performance.getEntriesByName("hydrated")[0]?.startTime);
    }).toPass({ timeout: 30_000 });
    const times = noted.pressed.filter((selector) => selector === act.pressed).length;
    early = noted.early[0] === true;
    hasMet = times > 0;
    await act.done(page, times);
    // A new document waits for its own touch.
    await expect(() => hydrate(page, 5_000)).toPass({ timeout: 30_000 });
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    if (requests.length > times) errors.push(`${requests.length} requests of ${times} presses: ${requests.join()}`);
  } catch (error) {
    errors.push((error as Error).message.split("\n").slice(0, 3).join(" "));
  } finally {
    page.off("pageerror", fail);
    page.off("request", count);
  }
  return { early, met: hasMet, hydratedAfter, problem: errors.length > 0 ? errors.join("; ") : undefined };
}

async function pressKey(page: Page, { pressed, event }: Act): Promise<void> {
  await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.focus(), pressed);
  await page.keyboard.press(event === "input" ? "x" : "Enter");
}

/**
 * Scrolls to the control, notes touches and presses, in each document.
 * @param name storage key
 * @param selectors of possible controls
 */
function notePresses({ name, selectors }: { name: string; selectors: string[] }): void {
  const read = (): Note => JSON.parse(sessionStorage.getItem(name) ?? '{"early":[],"pressed":[],"top":0}');
  const write = (change: (note: Note) => void) => {
    const note = read();
    change(note);
    sessionStorage.setItem(name, JSON.stringify(note));
  };
  const on = (event: string, noted: (target: Element) => void) =>
    addEventListener(event, ({ isTrusted, target }) => isTrusted && noted(target as Element), { capture: true });
  for (const event of ["pointerdown", "keydown"]) {
    on(event, () => write(({ early }) => early.push(!document.documentElement.hasAttribute("data-hydrated"))));
  }
  for (const event of ["click", "input"]) {
    on(event, (target) => {
      const matches = selectors.filter((selector) => target.closest?.(selector));
      write(({ pressed }) => pressed.push(...matches));
    });
  }
  const { top } = read();
  const scroll = () => {
    scrollTo({ top, behavior: "instant" });
    if (document.readyState === "loading") requestAnimationFrame(scroll);
  };
  scroll();
}
