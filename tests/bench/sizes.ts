import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { HtmlPage } from "../support/page";
import { BROWSER, sendExpecting } from "./load";
import type { Options } from "./options";
import { inKilobytes, type Report, round } from "./report";
import { logIn, richVehicle, type Site, withSite } from "./site";
import { photographs, uploader } from "./uploads";

/** P10 and P14. */
export async function measureSizes(report: Report, { quick }: Options): Promise<void> {
  await withSite(async (site) => {
    const { id, garage } = richVehicle(site);
    const targeted = ["/", `/garages/${garage}`, `/vehicles/${id}`];
    const others = ["/map-search", "/map-search?place=Birmingham&radius=500"];
    await weighPages(report, site, targeted, others);
    await weighPhotos(report, site, quick);
  });
}

/** @param targeted compared with the target: home, garage, vehicle */
async function weighPages(report: Report, site: Site, targeted: string[], others: string[]): Promise<void> {
  const weights: Record<string, { html: number; css: number }> = {};
  for (const address of [...targeted, ...others]) {
    const { bytes } = await sendExpecting(site.url, { path: address, headers: BROWSER });
    const sheets = new HtmlPage(brotliDecompressSync(bytes).toString()).root
      .querySelectorAll("link[rel=stylesheet]")
      .filter((link) => link.getAttribute("media") !== "print")
      .map((link) => readFileSync(path.join("build/client", `${link.getAttribute("href")}.br`)).length);
    weights[address] = { html: bytes.length, css: sheets.reduce((sum, size) => sum + size, 0) };
  }
  const figures = Object.entries(weights).map(
    ([address, { html, css }]) => `${address} ${inKilobytes(html + css)} (${inKilobytes(html)} + ${inKilobytes(css)})`,
  );
  report.add({
    id: "P10",
    what: "HTML and the style sheets that it waits for, by brotli; the first three are held against the target",
    comparedWith: "as a visitor's browser gets them; styles inside the page are part of its HTML",
    figure: figures.join(", "),
    worst: round(Math.max(...targeted.map((address) => weights[address]!.html + weights[address]!.css)) / 1000, 1),
    details: weights,
  });
}

/** Bytes at card width, for a browser that accepts every format. */
async function meanCard({ url }: Site, names: string[]): Promise<number> {
  const headers = { Accept: "image/avif,image/webp,image/*;q=0.8" };
  let sum = 0;
  for (const name of names)
    sum += (await sendExpecting(url, { path: `/img/photos/${name}?w=400`, headers })).bytes.length;
  return sum / names.length;
}

async function weighPhotos(report: Report, site: Site, quick: boolean): Promise<void> {
  const photosAfter = (id: number) =>
    site.database.prepare("SELECT DISTINCT photo FROM photos WHERE id > ?").pluck().all(id) as string[];
  const drawnSize = await meanCard(site, photosAfter(0));
  const last = site.database.prepare("SELECT max(id) FROM photos").pluck().get() as number;
  await (await uploader(site, await logIn(site, 1), quick))();
  const photographed = await meanCard(site, photosAfter(last));
  report.add({
    id: "P14",
    what: `mean 400 px card photo: sample drawings; ${photographs(quick)}, grainy`,
    comparedWith: "as a browser gets them that takes AVIF and WebP",
    figure: `${inKilobytes(drawnSize)}; ${inKilobytes(photographed)}`,
    worst: round(Math.max(drawnSize, photographed) / 1000, 1),
    details: { drawn: drawnSize, taken: photographed },
  });
}
