import lighthouse from "lighthouse";
import { freePort } from "../support/smtp";
import { measureBlocking } from "./browser-blocking";
import { type Line, type Script, SLOW_3G, SLOW_4G, startBrowser, type View, viewPage } from "./browser-view";
import { BROWSER, sendExpecting } from "./load";
import type { Options } from "./options";
import { inKilobytes, median, note, type Report, round } from "./report";
import { richVehicle, type Site, withSite } from "./site";
import { TARGETS } from "./targets";

const RUNS = 3;
const BLOCKING_RUNS = 9;
type Pages = Record<string, string>;

/** P11 to P13 and P15 to P17, on a phone. */
export async function measureViews(report: Report, { quick }: Options): Promise<void> {
  await withSite(async (site) => {
    const { id, garage } = richVehicle(site);
    const quickPages = { home: "/", vehicle: `/vehicles/${id}` };
    const pages = quick
      ? quickPages
      : { ...quickPages, garage: `/garages/${garage}`, events: "/events", map: "/map-search" };
    await view(report, site, pages, quick ? 1 : RUNS);
    await block(report, site, pages, quick ? 1 : BLOCKING_RUNS);
    await judge(report, site, pages, quick ? 1 : RUNS);
  });
}

const weigh = (scripts: readonly Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const total = ({ bytes }: View) => Object.values(bytes).reduce((sum, of) => sum + of, 0);

function inWords(view: View): string {
  const parts = Object.entries(view.bytes).map(([kind, bytes]) => `${kind} ${inKilobytes(bytes)}`);
  if (view.scripts.length === 0) parts.push("no script");
  return `${inKilobytes(total(view))} (${parts.join(", ")})`;
}

async function view(report: Report, site: Site, pages: Pages, runs: number): Promise<void> {
  // A browser would apply its estimate of the slow network to the fast one.
  const [browser, fast] = [await startBrowser(), await startBrowser()];
  const viewsByPage: Record<string, { slow: View[]; slower: View[]; fast: View & { touched: Script[] } }> = {};
  for (const [name, address] of Object.entries(pages)) {
    note(`P11 to P17 ${address}`);
    const url = site.url + address;
    const look = async (line: Line) => {
      const views: View[] = [];
      for (let run = 0; run < runs; run++) views.push(await viewPage(browser, url, { line }));
      return views;
    };
    const [slow, slower] = [await look(SLOW_4G), await look(SLOW_3G)];
    // Script loads by itself only on a fast, so cached, page.
    await sendExpecting(site.url, { path: address, headers: BROWSER });
    viewsByPage[name] = { slow, slower, fast: await viewPage(fast, url, { touch: true }) };
  }
  await Promise.all([browser.close(), fast.close()]);

  type Seen = (typeof viewsByPage)[string];
  const conditions = "Chromium, 360 px wide, two device pixels a CSS pixel, empty cache";
  const add = (
    id: string,
    label: string,
    where: string,
    value: (of: Seen) => number,
    words: (of: Seen) => string,
    digits = 1,
  ) =>
    report.add({
      id,
      what: label,
      comparedWith: `${conditions}, ${where}`,
      figure: Object.entries(viewsByPage)
        .map(([name, of]) => `${name} ${words(of)}`)
        .join("; "),
      worst: round(Math.max(...Object.values(viewsByPage).map(value)), digits),
      details: viewsByPage,
    });
  const early = ({ slow: [first] }: Seen) => weigh(first!.scripts.filter(({ at }) => at < first!.readable));
  const largest = ({ slow }: Seen) => median(slow.map((of) => of.largest)) / 1000;
  const readable = ({ slower }: Seen) => median(slower.map((of) => of.readable)) / 1000;
  const inSeconds = (value: (of: Seen) => number) => (of: Seen) => `${value(of).toFixed(2)} s`;
  const touched = (of: Seen) => weigh(of.fast.touched);
  const median3 = `the median of ${runs}`;
  add(
    "P11",
    "first view in all, nothing touched, until the network is quiet, with headers",
    SLOW_4G.name,
    ({ slow }) => total(slow[0]!) / 1000,
    ({ slow }) => inWords(slow[0]!),
  );
  add(
    "P12",
    "script asked for before the page is readable, by brotli; inline script is part of the HTML",
    SLOW_4G.name,
    (of) => early(of) / 1000,
    (of) => inKilobytes(early(of)),
  );
  add(
    "P13",
    "script in all, by brotli, once the page has been touched and the network is quiet, without headers",
    "the machine's own line",
    (of) => touched(of) / 1000,
    (of) => inKilobytes(touched(of)),
  );
  add("P15", "largest contentful paint", `${SLOW_4G.name}, ${median3}`, largest, inSeconds(largest), 2);
  const text = "main heading and the text beside it painted";
  add("P17", text, `${SLOW_3G.name}, ${median3}`, readable, inSeconds(readable), 2);
}

async function block(report: Report, site: Site, pages: Pages, runs: number): Promise<void> {
  const browser = await startBrowser();
  const times: Record<string, number[]> = {};
  for (const [name, address] of Object.entries(pages)) {
    note(`P16 blocking ${address}`);
    await sendExpecting(site.url, { path: address, headers: BROWSER });
    times[name] = [];
    for (let run = 0; run < runs; run++) times[name].push(await measureBlocking(browser, site.url + address));
  }
  await browser.close();
  const { must } = TARGETS["P16 blocking"]!;
  const inWords = ([name, of]: [string, number[]]) => {
    const within = of.filter((time) => time <= must).length;
    return `${name} ${median(of).toFixed()} ms (worst ${Math.max(...of).toFixed()}, ${within} of ${runs} within ${must})`;
  };
  report.add({
    id: "P16 blocking",
    what: "total blocking time, from the first contentful paint until script has hydrated the page",
    comparedWith: `Chromium, 360 px wide, empty cache; processor time of the main thread × 4, the median of ${runs}`,
    figure: Object.entries(times).map(inWords).join(", "),
    worst: Math.round(Math.max(...Object.values(times).map(median))),
    details: times,
  });
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Display only, or without weight: full screenshot, filmstrip, back/forward cache. */
const LEFT_OUT = ["final-screenshot", "screenshot-thumbnails", "bf-cache"];

/** Times in ms. */
async function judged(url: string, port: number) {
  const settings = { onlyCategories: CATEGORIES, skipAudits: LEFT_OUT, disableFullPageScreenshot: true };
  const result = await lighthouse(url, { port, output: "json", logLevel: "error", ...settings });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const others = CATEGORIES.slice(1).flatMap((name) => categories[name]!.auditRefs.filter(({ weight }) => weight > 0));
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
    shift: value("cumulative-layout-shift"),
    blocking: value("total-blocking-time"),
    largest: value("largest-contentful-paint"),
    failed: others.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 1 ? [audits[id]!.title] : [])),
  };
}

async function judge(report: Report, site: Site, pages: Pages, runs: number): Promise<void> {
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  const all: Record<string, Awaited<ReturnType<typeof judged>>[]> = {};
  for (const [name, address] of Object.entries(pages)) {
    note(`P16 ${address}`);
    all[name] = [];
    for (let run = 0; run < runs; run++) all[name].push(await judged(site.url + address, port));
  }
  await browser.close();
  const failedAudits = Object.entries(all).flatMap(([name, of]) =>
    of.flatMap((pageView) => pageView.failed.map((t) => `${name}: ${t}`)),
  );
  const conditions = `Lighthouse 12, mobile (simulated: 1.6 Mbit/s, 150 ms, processor × 4), the median of ${runs}`;
  const add = (id: string, label: string, values: Record<string, number[]>, worst: number, format = round) =>
    report.add({
      id: `P16 ${id}`,
      what: label,
      comparedWith: `${conditions}${id === "scores" && failedAudits.length > 0 ? `; not passed: ${[...new Set(failedAudits)].join(", ")}` : ""}`,
      figure: Object.entries(values)
        .map(([name, of]) => `${name} ${of.map((value) => format(value, 3)).join(" / ")}`)
        .join(", "),
      worst,
      details: all,
    });
  type One = (typeof all)[string][number];
  const middle = (value: (pageView: One) => number) =>
    Object.fromEntries(Object.entries(all).map(([name, of]) => [name, [median(of.map(value))]]));
  const scores = Object.fromEntries(
    Object.entries(all).map(([name, of]) => [
      name,
      CATEGORIES.map((_, index) => median(of.map((pageView) => pageView.scores[index]!))),
    ]),
  );
  const most = (values: Record<string, number[]>) => Math.max(...Object.values(values).flat());
  const [shift, blocking] = [middle((pageView) => pageView.shift), middle((pageView) => pageView.blocking)];
  add("shift", "cumulative layout shift", shift, round(most(shift), 3));
  add("Lighthouse", "total blocking time by wall clock, ms", blocking, Math.round(most(blocking)), Math.round);
  const categories = "performance / accessibility / best practices / SEO";
  add("scores", categories, scores, Math.min(...Object.values(scores).flat()));
}
