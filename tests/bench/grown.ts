import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { type Address, compareCosts } from "./cost";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { type Site, SMALL, sampleDatabase, seedSeconds, startSite, uploads } from "./site";
import { megapixels, siteWithPhotographs } from "./uploads";

const PAGES: Address[] = ["/", "/garages", "/garages/3", "/vehicles/30", "/search?q=ford", "/events"].map(
  (address) => ({
    name: address,
    small: address,
    large: address,
  }),
);

const QUICK_PAGES = 3;

/** What it costs to have so many vehicles. */
interface Size {
  vehicles: number;
  /** To make them; drawing the photos is part of it where no earlier run has. */
  seconds: number;
  /** Of the database, a thousand vehicles with all that belongs to them, MB. */
  databaseMb: number;
  /** The median of a rendered page, processor time, ms. */
  pageMs: number;
}

/** What growing costs: time to write, disk, and the cost of a page, at every size of the run. */
export async function tellCostToGrow(
  report: Report,
  { vehicles, quick }: Options,
  small: Site,
  large: Site,
): Promise<void> {
  note("what growing costs");
  const asked = quick ? PAGES.slice(0, QUICK_PAGES) : PAGES;
  const costs = await compareCosts([small, large], asked, { quick });
  const sizes = [
    sizeOf(small, SMALL, median(costs.map((cost) => cost.small))),
    sizeOf(large, vehicles, median(costs.map((cost) => cost.large))),
  ];
  const between = vehicles / 10;
  if (between > SMALL) {
    const site = await startSite(await sampleDatabase(between), { inPlace: true });
    try {
      const pages = await compareCosts([small, site], asked, { quick });
      sizes.splice(1, 0, sizeOf(site, between, median(pages.map((cost) => cost.large))));
    } finally {
      await site.stop();
    }
  }
  const photos = await photoBytes(quick);
  for (const size of sizes) {
    report.add({
      id: "growth",
      what: `a site of ${size.vehicles} vehicles: made in ${size.seconds} s; database; a rendered page`,
      comparedWith: `sample members (a garage of ten vehicles each) with comments, likes, follows, reviews and events; a page: the median of ${asked.map(({ name }) => name).join(", ")}, rendered, processor time`,
      figure: `${size.databaseMb} MB per 1,000 vehicles; ${size.pageMs} ms`,
      details: size,
    });
  }
  report.add({
    id: "growth",
    what: `photos: all files of one, sample drawings; ${megapixels(quick)}-megapixel photographs`,
    comparedWith:
      "bytes on disk, whatever the number of vehicles; per 1,000 vehicles as many MB as a photo has KB, for each photo that a vehicle has",
    figure: `${Math.round(photos.drawn / 1000)} KB; ${Math.round(photos.taken / 1000)} KB`,
    details: photos,
  });
}

function sizeOf({ database, env }: Site, vehicles: number, pageMs: number): Size {
  database.pragma("wal_checkpoint(TRUNCATE)");
  const bytes = statSync(env.DATABASE_URL!.slice("file:".length)).size;
  return {
    vehicles,
    seconds: round(seedSeconds.get(vehicles) ?? Number.NaN, 1),
    databaseMb: round(bytes / 1e6 / (vehicles / 1000)),
    pageMs: round(pageMs),
  };
}

/** Mean bytes of all files of one photo. */
async function photoBytes(quick: boolean): Promise<{ drawn: number; taken: number }> {
  const site = await siteWithPhotographs(quick);
  return {
    drawn: meanPhoto(path.join(uploads, "photos")),
    taken: meanPhoto(path.join(site.env.UPLOADS_DIR!, "photos")),
  };
}

function meanPhoto(drawer: string): number {
  const files = readdirSync(drawer, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  return bytes / new Set(files.map(({ name }) => name.split("-")[0])).size;
}
