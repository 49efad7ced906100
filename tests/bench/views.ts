import path from "node:path";
import { firstView, startBrowser, startOpenBrowser, type View } from "./browser-view";
import { judge } from "./judge";
import { CATEGORIES, type Judged } from "./judged";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { slowBrowser, slowView } from "./shared-views";
import { folder, readSite, richVehicle, type Site } from "./site";
import { type Line, SLOW_3G, SLOW_4G } from "./slow-lines";

const RUNS = 3;

/** P15 to P17: what a visitor on a phone and a slow line sees, and when. */
export async function measureViews(report: Report, { quick }: Options): Promise<void> {
  const site = await readSite();
  const runs = quick ? 1 : RUNS;
  const { home, vehicle, ...others } = pagesOf(site);
  const pages = { home, vehicle, ...(quick ? {} : others) };
  await timeViews(report, site, pages, runs, quick);
  await judgePages(report, site, pages, runs);
}

function pagesOf(site: Site) {
  const { id, garage } = richVehicle(site);
  return {
    home: "/",
    garage: `/garages/${garage}`,
    vehicle: `/vehicles/${id}`,
    events: "/events",
    map: "/map-search",
  };
}

type Pages = Record<string, string>;

async function timeViews(report: Report, site: Site, pages: Pages, runs: number, quick: boolean): Promise<void> {
  const largest: Record<string, number> = {};
  const readable: Record<string, number> = {};
  const browser = await (quick ? slowBrowser() : startBrowser());
  try {
    for (const [name, address] of Object.entries(pages)) {
      note(`P15 and P17 ${address}`);
      const look = async (line: Line) => {
        const views: View[] = [];
        const url = `${site.url}${address}`;
        for (let run = 0; run < runs; run++) {
          views.push(await (quick && line === SLOW_4G ? slowView(url) : firstView(browser, url, line)));
        }
        return views;
      };
      largest[name] = median((await look(SLOW_4G)).map((view) => view.largest));
      readable[name] = median((await look(SLOW_3G)).map((view) => view.readable));
    }
  } finally {
    if (!quick) await browser.close();
  }
  const told = (values: Record<string, number>) =>
    Object.entries(values).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)} s`);
  const worst = (values: Record<string, number>) => round(Math.max(...Object.values(values)) / 1000);
  const how = `Chromium, 360 px wide, two device pixels a CSS pixel, empty cache, slowed down by the developer tools, the median of ${runs}`;
  report.add({
    id: "P15",
    what: "largest contentful paint on slow 4G",
    comparedWith: `${how}: ${SLOW_4G.name}`,
    figure: told(largest).join(", "),
    worst: worst(largest),
    details: largest,
  });
  report.add({
    id: "P17",
    what: "main heading and the text beside it painted",
    comparedWith: `${how}: ${SLOW_3G.name}`,
    figure: told(readable).join(", "),
    worst: worst(readable),
    details: readable,
  });
}

async function judgePages(report: Report, site: Site, pages: Pages, runs: number): Promise<void> {
  const judged: Record<string, Judged> = {};
  const peer = await judge();
  const { port, stop } = await startOpenBrowser(path.join(folder, "browser"));
  try {
    for (const [name, address] of Object.entries(pages)) {
      note(`P16 ${address}`);
      const all: Judged[] = [];
      for (let run = 0; run < runs; run++) all.push(await peer.ask<Judged>("judge", `${site.url}${address}`, port));
      judged[name] = middleOf(all);
      note(`  ${JSON.stringify(judged[name])}`);
    }
  } finally {
    await stop();
  }
  const how = `Lighthouse 12, mobile (simulated: 1.6 Mbit/s, 150 ms, processor × 4), ${Object.values(pages).join(", ")}, the median of ${runs}`;
  const values = (key: "shift" | "blocking") => Object.values(judged).map((page) => page[key]);
  const told = (tell: (page: Judged) => string | number) =>
    Object.entries(judged)
      .map(([name, page]) => `${name} ${tell(page)}`)
      .join(", ");
  report.add({
    id: "P16 shift",
    what: "cumulative layout shift",
    comparedWith: how,
    figure: told(({ shift }) => round(shift, 3)),
    worst: round(Math.max(...values("shift")), 3),
    details: judged,
  });
  report.add({
    id: "P16 blocking",
    what: "total blocking time",
    comparedWith: how,
    figure: told(({ blocking }) => `${Math.round(blocking)} ms`),
    worst: Math.round(Math.max(...values("blocking"))),
  });
  const failed = Object.entries(judged).flatMap(([name, page]) => page.failed.map((title) => `${name}: ${title}`));
  report.add({
    id: "P16 scores",
    what: "performance / accessibility / best practices / SEO; largest and first contentful paint as Lighthouse simulates them",
    comparedWith: `${how}${failed.length > 0 ? `; not passed: ${failed.join(", ")}` : ""}`,
    figure: told(
      ({ scores, largest, first }) =>
        `${CATEGORIES.map((name) => scores[name]).join(" / ")} (${(largest / 1000).toFixed(2)} s, ${(first / 1000).toFixed(2)} s)`,
    ),
    worst: Math.min(...Object.values(judged).flatMap(({ scores }) => Object.values(scores))),
  });
}

/** Each value's own median; audits that failed in any run. */
function middleOf(all: readonly Judged[]): Judged {
  const of = (value: (page: Judged) => number) => median(all.map(value));
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, of(({ scores }) => scores[name])])) as Judged["scores"],
    shift: of(({ shift }) => shift),
    blocking: of(({ blocking }) => blocking),
    largest: of(({ largest }) => largest),
    first: of(({ first }) => first),
    failed: [...new Set(all.flatMap(({ failed }) => failed))],
  };
}
