import { firstView, type Script, scriptAfterTouch, startBrowser, type View } from "./browser-view";
import type { Options } from "./options";
import { inKilobytes, note, type Report, round } from "./report";
import { fastView, slowView } from "./shared-views";
import { readSite, richVehicle } from "./site";
import { SLOW_4G } from "./slow-lines";

const sum = (scripts: readonly Script[]) => scripts.reduce((total, { bytes }) => total + bytes, 0);

/** P12 and P13: script. */
export async function measureScript(report: Report, { quick }: Options): Promise<void> {
  const site = await readSite();
  const browser = quick ? undefined : await startBrowser();
  try {
    const vehicle = richVehicle(site);
    const pages = ["/", `/garages/${vehicle.garage}`, `/vehicles/${vehicle.id}`, "/map-search"];
    const early: Record<string, View> = {};
    const all: Record<string, Script[]> = {};
    for (const address of quick ? ["/", `/vehicles/${vehicle.id}`] : pages) {
      note(`P12 and P13 ${address}`);
      const url = `${site.url}${address}`;
      early[address] = await (browser ? firstView(browser, url, SLOW_4G) : slowView(url));
      all[address] = browser ? await scriptAfterTouch(browser, url) : (await fastView(url)).touched;
    }
    const before = Object.entries(early).map(([address, { scripts, readable }]) => ({
      address,
      bytes: sum(scripts.filter(({ at }) => at < readable)),
    }));
    report.add({
      id: "P12",
      what: "script asked for before the page is readable, by brotli",
      comparedWith: `Chromium, 360 px wide, empty cache, ${SLOW_4G.name}: files whose request begins before the main heading is painted; inline script is part of the HTML`,
      figure: before.map(({ address, bytes }) => `${address} ${inKilobytes(bytes)}`).join(", "),
      worst: round(Math.max(...before.map(({ bytes }) => bytes)) / 1000, 1),
      details: early,
    });
    report.add({
      id: "P13",
      what: "script in all, once loaded, by brotli",
      comparedWith:
        "all script files that Chromium has fetched when the page has been touched and the network is quiet, without headers",
      figure: Object.entries(all)
        .map(([address, scripts]) => `${address} ${inKilobytes(sum(scripts))}`)
        .join(", "),
      worst: round(Math.max(...Object.values(all).map(sum)) / 1000, 1),
      details: all,
    });
  } finally {
    await browser?.close();
  }
}
