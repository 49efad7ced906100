import { assetBytes, fetchPage, styleSheets } from "./assets";
import { firstView, SLOW_4G, startBrowser } from "./browser-view";
import { Connection, request } from "./connection";
import type { Options } from "./options";
import { inKilobytes, note, type Report, round } from "./report";
import { logIn, richVehicle, type Site, SMALL, sampleDatabase, startSite } from "./site";
import { makePhotos, uploader } from "./uploads";

/** P10, P11 and P14: how much is on the way. */
export async function measureSizes(report: Report, _: Options): Promise<void> {
  const site = await startSite(await sampleDatabase(SMALL), { photos: true });
  try {
    const vehicle = richVehicle(site);
    const pages = ["/", `/garages/${vehicle.garage}`, `/vehicles/${vehicle.id}`, "/map-search"];
    await weighPages(report, site, pages.slice(0, 3), [...pages, "/map-search?place=Birmingham&radius=500"]);
    await weighPhotos(report, site);
    await weighFirstViews(report, site, pages);
  } finally {
    await site.stop();
  }
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

async function weighPhotos(report: Report, site: Site): Promise<void> {
  const photosOf = (where: string) =>
    site.database.prepare(`SELECT DISTINCT photo FROM photos WHERE ${where}`).pluck().all() as string[];
  const drawn = await cardBytes(site, photosOf("true"));
  const last = site.database.prepare("SELECT max(id) FROM photos").pluck().get();
  const send = await uploader(site, await logIn(site, 1), await makePhotos());
  await send();
  const taken = await cardBytes(site, photosOf(`id > ${last}`));
  report.add({
    id: "P14",
    what: `mean 400 px card photo: ${drawn.length} sample drawings; ${taken.length} grainy 12-megapixel photographs`,
    comparedWith: "as a browser gets them that takes AVIF and WebP",
    figure: `${inKilobytes(mean(drawn))}; ${inKilobytes(mean(taken))}`,
    worst: round(Math.max(mean(drawn), mean(taken)) / 1000, 1),
    details: { drawn, taken },
  });
}

async function weighFirstViews(report: Report, site: Site, addresses: string[]): Promise<void> {
  const browser = await startBrowser();
  const views: Record<string, Record<string, number>> = {};
  const slow: Record<string, Record<string, number>> = {};
  try {
    for (const address of addresses) {
      note(`P11 ${address}`);
      views[address] = (await firstView(browser, `${site.url}${address}`)).bytes;
      slow[address] = (await firstView(browser, `${site.url}${address}`, SLOW_4G)).bytes;
    }
  } finally {
    await browser.close();
  }
  const total = (view: Record<string, number>) => Object.values(view).reduce((sum, bytes) => sum + bytes, 0);
  const told = Object.entries(views).map(([address, view]) => {
    const parts = Object.entries(view).map(([kind, bytes]) => `${kind} ${inKilobytes(bytes)}`);
    return `${address} ${inKilobytes(total(view))} (${parts.join(", ")}), on a slow line ${inKilobytes(total(slow[address]!))}`;
  });
  report.add({
    id: "P11",
    what: "first view in all at 360 px wide, nothing touched, until the network is quiet, with headers",
    comparedWith: `Chromium, empty cache, two device pixels a CSS pixel, the machine's own line (held against the target); slow: ${SLOW_4G.name}`,
    figure: told.join("; "),
    worst: round(Math.max(...Object.values(views).map(total)) / 1000, 1),
    details: { views, slow },
  });
}
