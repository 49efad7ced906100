import { type Control, type Press, pressOnce } from "./browser-press";
import { PHONE, startBrowser } from "./browser-view";
import type { Options } from "./options";
import { median, note, type Report } from "./report";
import { logIn, richVehicle, type Site, withSite } from "./site";

const RUNS = 9;
/** After the load event, ms. */
const DELAYS = [0, 500, 1_000, 5_000];

const isOpen = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.open`;
const isFocused = (selector: string) => `document.activeElement?.matches(${JSON.stringify(selector)})`;

function listControls(vehicle: string): Control[] {
  const [share, comment] = ["main details.popup", "textarea[name=text]"];
  return [
    {
      name: "like",
      page: vehicle,
      control: "form[action$='/like'] button",
      effect: "location.pathname === '/login' && document.querySelector('[type=password]')",
    },
    {
      name: "lightbox",
      page: vehicle,
      control: "main a[href*='/photos/']",
      effect: "document.querySelector(location.pathname.includes('/photos/') ? 'main img' : '[role=dialog]')",
    },
    { name: "share", page: vehicle, control: `${share} > summary`, effect: isOpen(share) },
    { name: "search", page: "/", control: "#site-search", effect: isFocused("#site-search") },
    {
      name: "menu",
      page: "/",
      forMembers: true,
      control: "header details > summary",
      effect: isOpen("header details"),
    },
    { name: "comment", page: vehicle, forMembers: true, control: comment, effect: isFocused(comment) },
    { name: "filter", page: "/vehicles", control: ".filter-line > summary", effect: isOpen(".filter-line") },
    {
      name: "map",
      page: "/map-search",
      control: "[aria-label='Zoom in']",
      effect: "location.search.includes('map=')",
    },
  ];
}

/** P23, on a slow phone. */
export async function measurePresses(report: Report, { quick }: Options): Promise<void> {
  await withSite((site) => pressAll(report, site, quick ? 1 : RUNS));
}

async function pressAll(report: Report, site: Site, runs: number): Promise<void> {
  const controls = listControls(`/vehicles/${richVehicle(site).id}`);
  const cookies = (await logIn(site, 1)).cookie.split("; ").map((pair) => {
    const index = pair.indexOf("=");
    return { name: pair.slice(0, index), value: pair.slice(index + 1), url: site.url };
  });
  const browser = await startBrowser();
  const all: Record<string, (Press | undefined)[][]> = {};
  for (let run = 1; run <= runs; run++) {
    note(`P23 run ${run} of ${runs}`);
    for (const control of controls) {
      const presses = (all[control.name] ??= DELAYS.map(() => []));
      for (const [index, delay] of DELAYS.entries()) {
        const context = await browser.newContext(PHONE);
        if (control.forMembers) await context.addCookies(cookies);
        presses[index]!.push(await pressOnce(context, site.url, control, delay));
        await context.close();
      }
    }
  }
  await browser.close();

  const withEffect = (presses: (Press | undefined)[]) => presses.filter((press) => press !== undefined);
  const conditions = `Chromium, 360 px wide, processor × 4, fast line, empty cache, a visitor (menu and comment: a member), the median of ${runs}`;
  const add = (id: string, label: string, key: "paint" | "effect") => {
    const medians = Object.entries(all).map(
      ([control, of]) =>
        [control, of.map((presses) => Math.round(median(withEffect(presses).map((press) => press[key]))))] as const,
    );
    report.add({
      id,
      what: `first press on a control at load / 0.5 s / 1 s / 5 s after it: ${label}, ms`,
      comparedWith: conditions,
      figure: medians.map(([control, values]) => `${control} ${values.join(" / ")}`).join(", "),
      worst: Math.max(...medians.flatMap(([, values]) => values)),
      details: all,
    });
  };
  add("P23 paint", "until the next paint", "paint");
  add("P23 effect", "until its effect is drawn", "effect");
  const lostPresses = Object.entries(all).map(
    ([control, of]) => [control, of.flat().filter((press) => press === undefined).length] as const,
  );
  const sum = lostPresses.reduce((total, [, count]) => total + count, 0);
  const where = lostPresses.filter(([, count]) => count > 0).map(([control, count]) => `${control} ${count}`);
  report.add({
    id: "P23 lost",
    what: "first presses without effect within 5 s",
    comparedWith: conditions,
    figure: [`${sum} of ${runs * controls.length * DELAYS.length}`, ...where].join(", "),
    worst: sum,
  });
}
