import { makeRanges, modelRanges } from "~/features/browse/queries.server";
import { eventRanges } from "~/features/events/queries.server";
import { garageRanges } from "~/features/garages/queries.server";
import { vehiclesUrl } from "~/features/makes/address";
import { vehicleRanges } from "~/features/vehicles/queries.server";
import type { TextDocument } from "~/http/page/document.server";
import { DomainError } from "~/lib/errors";
import { MAX_ADDRESSES, type SitemapEntry, writeSitemapIndex, writeUrlSet } from "~/lib/sitemap";

/** Few, so that other requests are not delayed. */
const IDS_PER_FILE = 10_000;

const STANDING = [
  "/",
  "/garages",
  "/vehicles",
  "/vehicles/makes",
  "/events",
  "/map-search",
  "/about-us",
  "/rules",
  "/toolbox",
  "/sitemap",
  "/signup",
  "/api/docs",
];

interface Section {
  highest(): number;
  parts(size: number): number[];
  /** Without the origin. */
  list(first: number, last: number): SitemapEntry[];
}

/** The address contains the id. */
const byId = (path: string, ranges: typeof garageRanges): Section => ({
  ...ranges,
  list: (first, last) =>
    ranges.list(first, last).map(({ id, updatedAt }) => ({ address: `${path}/${id}`, modifiedAt: updatedAt })),
});

const byName = (ranges: typeof makeRanges): Section => ({
  ...ranges,
  list: (first, last) => ranges.list(first, last).map((choice) => ({ address: vehiclesUrl(choice) })),
});

const SECTIONS: Record<string, Section> = {
  garages: byId("/garages", garageRanges),
  vehicles: byId("/vehicles", vehicleRanges),
  events: byId("/events", eventRanges),
  makes: byName(makeRanges),
  models: byName(modelRanges),
};

/** `/sitemap.xml`: all addresses, or above 50,000 the index of the files. */
export function siteMap(origin: string): TextDocument {
  const sections = Object.entries(SECTIONS);
  const most = sections.reduce((sum, [, section]) => sum + section.highest(), STANDING.length);
  if (most <= MAX_ADDRESSES) {
    const all = sections.flatMap(([, section]) => entries(section, 1, MAX_ADDRESSES, origin));
    return xml(writeUrlSet([...standing(origin), ...all]));
  }
  const parts = sections.flatMap(([name, section]) =>
    section.parts(IDS_PER_FILE).map((part) => `sitemap-${name}-${part}.xml`),
  );
  return xml(writeSitemapIndex(["sitemap-pages-1.xml", ...parts].map((file) => `${origin}/${file}`)));
}

/**
 * @param name "sitemap-vehicles-3"
 * @throws DomainError not_found
 */
export function siteMapPart(name: string, origin: string): TextDocument {
  if (name === "sitemap-pages-1") return xml(writeUrlSet(standing(origin)));
  const [, named = "", number = ""] = /^sitemap-([a-z]+)-([1-9]\d{0,8})$/.exec(name) ?? [];
  const section = Object.hasOwn(SECTIONS, named) ? SECTIONS[named] : undefined;
  const part = Number(number);
  const urls = section ? entries(section, (part - 1) * IDS_PER_FILE + 1, part * IDS_PER_FILE, origin) : [];
  if (urls.length === 0) throw new DomainError("not_found", "There is no such file.");
  return xml(writeUrlSet(urls));
}

function standing(origin: string): SitemapEntry[] {
  return STANDING.map((path) => ({ address: origin + path }));
}

function entries(section: Section, first: number, last: number, origin: string): SitemapEntry[] {
  return section.list(first, last).map((entry) => ({ ...entry, address: origin + entry.address }));
}

function xml(body: string): TextDocument {
  return { body, contentType: "application/xml; charset=utf-8" };
}
