import { eventRanges } from "~/features/events/sitemap.server";
import { garageRanges } from "~/features/garages/sitemap.server";
import { vehicleRanges } from "~/features/vehicles/sitemap.server";
import type { Document } from "~/http/document.server";
import { DomainError } from "~/lib/errors";
import { MAX_ADDRESSES, type MapEntry, writeMapIndex, writeUrlSet } from "~/lib/sitemap";

/** Ids per file of a split sitemap: few enough that other requests are not delayed. */
const PART = 10_000;

const STANDING = [
  "/",
  "/garages",
  "/vehicles",
  "/events",
  "/map-search",
  "/about-us",
  "/toolbox",
  "/sitemap",
  "/signup",
  "/api/docs",
];

const SECTIONS = { garages: garageRanges, vehicles: vehicleRanges, events: eventRanges };
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

/** `/sitemap.xml`: all addresses, or with more than 50,000 the index of the files. */
export function siteMap(origin: string): Document {
  const most = NAMES.reduce((sum, name) => sum + SECTIONS[name].highest(), STANDING.length);
  if (most <= MAX_ADDRESSES) {
    return xml(writeUrlSet([...standing(origin), ...NAMES.flatMap((name) => entries(name, 1, MAX_ADDRESSES, origin))]));
  }
  const parts = NAMES.flatMap((name) => SECTIONS[name].parts(PART).map((part) => `sitemap-${name}-${part}.xml`));
  return xml(writeMapIndex(["sitemap-pages-1.xml", ...parts].map((file) => `${origin}/${file}`)));
}

/**
 * One file of a split sitemap.
 * @param name such as "sitemap-vehicles-3"
 * @throws DomainError not_found for a name that no map has
 */
export function siteMapPart(name: string, origin: string): Document {
  if (name === "sitemap-pages-1") return xml(writeUrlSet(standing(origin)));
  const [, section, number = ""] = /^sitemap-(garages|vehicles|events)-([1-9]\d{0,8})$/.exec(name) ?? [];
  const part = Number(number);
  const urls = section ? entries(section as Section, (part - 1) * PART + 1, part * PART, origin) : [];
  if (urls.length === 0) throw new DomainError("not_found", "There is no such file.");
  return xml(writeUrlSet(urls));
}

function standing(origin: string): MapEntry[] {
  return STANDING.map((path) => ({ address: origin + path }));
}

function entries(section: Section, first: number, last: number, origin: string): MapEntry[] {
  return SECTIONS[section]
    .list(first, last)
    .map(({ id, updatedAt }) => ({ address: `${origin}/${section}/${id}`, modifiedAt: updatedAt }));
}

function xml(body: string): Document {
  return { body, contentType: "application/xml; charset=utf-8" };
}
