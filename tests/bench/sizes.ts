import type { Browser } from "@playwright/test";
import { assetBytes, fetchPage, styleSheets } from "./assets";
import { firstView, startBrowser, type View } from "./browser-view";
import { Connection, request } from "./connection";
import { judge } from "./judge";
import { filledMaps } from "./map";
import type { Options } from "./options";
import { inKilobytes, note, type Report, round } from "./report";
import { fastView, keep, slowView } from "./shared-views";
import { readSite, richVehicle, type Site } from "./site";
import { type Line, SLOW_4G } from "./slow-lines";
import { megapixels, siteWithPhotographs } from "./uploads";

/** P10, P11 and P14: how much is on the way. */
export async function measureSizes(report: Report, { quick, groups, things }: Options): Promise<void> {
  const site = await readSite();
  // What later groups need is made ready while bytes are counted, which are as many whatever else goes on.
  const ahead: Promise<unknown>[] = [];
  if (quick && groups.includes("views")) ahead.push(judge());
  if (quick && groups.includes("map")) ahead.push(filledMaps(things));
  // A group that asks for what has failed is told so.
  const prepared = Promise.allSettled(ahead);
  const vehicle = richVehicle(site);
  const pages = ["/", `/garages/${vehicle.garage}`, `/vehicles/${vehicle.id}`, "/map-search"];
  await weighPages(report, site, pages.slice(0, 3), [...pages, "/map-search?place=Birmingham&radius=500"]);
  await weighPhotos(report, site, quick);
  await weighFirstViews(report, site, quick ? ["/", `/vehicles/${vehicle.id}`] : pages, quick, prepared);
}

/** @param targeted those that are held against the target: home, garage, vehicle */
async function weighPages(report: Report, site: Site, targeted: string[], addresses: string[]): Promise<void> {
  const weights: Record<string, { html: number; css: number }> = {};
  for (const address of addresses) {
    const page = await fetchPage(site, address);
    const css = styleSheets(page).reduce((sum, sheet) => sum + assetBytes(sheet), 0);
    weights[address] = { html: page.bytes, css };
  }
  const told = Object.entries(weights).map(
    ([address, { html, css }]) => `${address} ${inKilobytes(html + css)} (${inKilobytes(html)} + ${inKilobytes(css)})`,
  );
  report.add({
    id: "P10",
    what: "HTML and the style sheets that it waits for, by brotli; the first three are held against the target",
    comparedWith: "as a visitor's browser gets them; styles inside the page are part of its HTML",
    figure: told.join(", "),
    worst: round(Math.max(...targeted.map((address) => weights[address]!.html + weights[address]!.css)) / 1000, 1),
    details: weights,
  });
}

const IMAGES = { Accept: "image/avif,image/webp,image/*;q=0.8" };

/** Bytes of photos at the width of a card, as a browser gets them that takes every format. */
async function cardBytes(site: Site, names: string[]): Promise<number[]> {
  const connection = await Connection.open(site.port);
  const bytes: number[] = [];
  for (const name of names) {
    const { status, body } = await connection.ask(request(`/img/photos/${name}?w=400`, { headers: IMAGES }));
    if (status !== 200) throw new Error(`the photo ${name} was answered with ${status}`);
    bytes.push(body.length);
  }
  connection.close();
  return bytes;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function weighPhotos(report: Report, site: Site, quick: boolean): Promise<void> {
  const photosOf = ({ database }: Site, where: string) =>
    database.prepare(`SELECT DISTINCT photo FROM photos WHERE ${where}`).pluck().all() as string[];
  const drawn = await cardBytes(site, photosOf(site, "true"));
  // Both sites began with the same photos.
  const last = site.database.prepare("SELECT max(id) FROM photos").pluck().get();
  const written = await siteWithPhotographs(quick);
  const taken = await cardBytes(written, photosOf(written, `id > ${last}`));
  report.add({
    id: "P14",
    what: `mean 400 px card photo: ${drawn.length} sample drawings; ${taken.length} grainy ${megapixels(quick)}-megapixel photographs`,
    comparedWith: "as a browser gets them that takes AVIF and WebP",
    figure: `${inKilobytes(mean(drawn))}; ${inKilobytes(mean(taken))}`,
    worst: round(Math.max(mean(drawn), mean(taken)) / 1000, 1),
    details: { drawn, taken },
  });
}

/**
 * A page's first view, the page being kept: script comes by itself only where the page was quick. On a fast line it is
 * waited for.
 */
async function lookAgain(browser: Browser, url: string, line: Line | undefined): Promise<View> {
  await keep(url);
  return firstView(browser, url, line, { withScript: line === undefined });
}

const total = (view: View) => Object.values(view.bytes).reduce((sum, bytes) => sum + bytes, 0);

/** Of a first view: bytes in all, by kind, and the pictures as widths of files and how wide they are shown. */
function viewInWords(address: string, view: View): string {
  const parts = Object.entries(view.bytes).map(([kind, bytes]) => `${kind} ${inKilobytes(bytes)}`);
  if (view.scripts.length === 0) parts.push("no script");
  const widths = view.pictures.filter(({ bytes }) => bytes > 0).map(({ wide, shown }) => `${wide} for ${shown}`);
  return `${address} ${inKilobytes(total(view))} (${parts.join(", ")}; ${widths.length} pictures: ${[...new Set(widths)].join(", ")})`;
}

async function weighFirstViews(
  report: Report,
  site: Site,
  addresses: string[],
  quick: boolean,
  prepared: Promise<unknown>,
): Promise<void> {
  const how =
    "Chromium, empty cache, two device pixels a CSS pixel; pictures: width of the file for the width shown, pixels";
  const lines = [
    {
      name: "fast line, where script comes when the page is idle if the browser takes the line for fast",
      line: undefined,
      judged: false,
    },
    { name: "slow line, where script waits for a touch (held against the target)", line: SLOW_4G, judged: true },
  ];
  for (const { name, line, judged } of lines) {
    // A slow line's views are timed, too.
    if (judged) await prepared;
    // A browser of its own: what it has learned of a slow line it would take for the fast one's quality.
    const browser = quick ? undefined : await startBrowser();
    try {
      const views: Record<string, View> = {};
      for (const address of addresses) {
        note(`P11 ${address}, ${name}`);
        const url = `${site.url}${address}`;
        if (browser) views[address] = await lookAgain(browser, url, line);
        else views[address] = await (judged ? slowView(url) : fastView(url));
      }
      report.add({
        id: "P11",
        what: `first view in all at 360 px wide, nothing touched, until the network is quiet, with headers: ${name}`,
        comparedWith: `${how}; ${line?.name ?? "the machine's own line"}`,
        figure: Object.entries(views)
          .map(([address, view]) => viewInWords(address, view))
          .join("; "),
        ...(judged ? { worst: round(Math.max(...Object.values(views).map(total)) / 1000, 1) } : {}),
        details: views,
      });
    } finally {
      await browser?.close();
    }
  }
}
