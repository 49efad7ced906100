import { desc, eq } from "drizzle-orm";
import { db, memoized, publicVersion, siteVersion } from "~/db/client.server";
import { siteSettings, siteTexts } from "~/db/schema";
import { env } from "~/env.server";
import { accentStyle } from "~/lib/colour/accent";
import { DEFAULT_SITE_LINE, iconAddress, SITE_TEXTS, type SiteIdentity, type SiteText, SOFTWARE } from "~/lib/site";
import { now } from "~/lib/time";

import { toInlineHtml } from "./markdown.server";

export type SiteSettings = Omit<typeof siteSettings.$inferSelect, "id">;

const DEFAULT: SiteSettings = {
  name: SOFTWARE,
  line: DEFAULT_SITE_LINE,
  contact: "",
  accent: "",
  announcement: "",
  announcedFrom: null,
  announcedUntil: null,
  announcedAt: 0,
  logo: null,
};

/** They override the admin's settings. */
export const settingsOfEnvironment = (): Partial<SiteSettings> => {
  const { SITE_NAME } = env();
  return SITE_NAME === undefined ? {} : { name: SITE_NAME };
};

/** With the environment's; `site` caches them. */
export function readSiteSettings(): SiteSettings {
  const { id: _, ...set } = db().select().from(siteSettings).where(eq(siteSettings.id, 1)).get() ?? {
    id: 1,
    ...DEFAULT,
  };
  return { ...set, ...settingsOfEnvironment() };
}

/** In the caller's transaction; the caller checks permission and writes the audit log. */
export function writeSiteSettings(settings: SiteSettings): void {
  db()
    .insert(siteSettings)
    .values({ id: 1, ...settings })
    .onConflictDoUpdate({ target: siteSettings.id, set: settings })
    .run();
}

/** Newest version; undefined if missing or empty. */
export function findSiteText(kind: SiteText): typeof siteTexts.$inferSelect | undefined {
  const newest = db().select().from(siteTexts).where(eq(siteTexts.kind, kind)).orderBy(desc(siteTexts.id)).get();
  return newest?.text ? newest : undefined;
}

export interface Site extends SiteSettings, Omit<SiteIdentity, "signUpLabel" | "provider"> {}

const memo = memoized<Site>(1, siteVersion);

export function site(): Site {
  return memo("site", () => {
    const settings = readSiteSettings();
    const texts = SITE_TEXTS.filter((kind) => findSiteText(kind) !== undefined);
    return { ...settings, texts, accentStyle: accentStyle(settings.accent) };
  });
}

export const siteName = () => site().name;

export const siteIcon = () => iconAddress(site().logo, 192);

export interface Announcement {
  id: string;
  /** From `toInlineHtml`. */
  html: string;
}

const isAnnounced = ({ announcement, announcedFrom, announcedUntil }: SiteSettings) =>
  announcement !== "" && (announcedFrom ?? 0) <= now() && now() < (announcedUntil ?? Number.POSITIVE_INFINITY);

export function currentAnnouncement(): Announcement | undefined {
  const current = site();
  return isAnnounced(current)
    ? { id: String(current.announcedAt), html: toInlineHtml(current.announcement) }
    : undefined;
}

const atVersion = memoized<SiteSettings & { version: number }>(1);

/** Also differs during an announcement, which starts and ends without a write. */
export function pageVersion(): number {
  const cachedSite = atVersion("site", () => ({ ...site(), version: publicVersion() }));
  return cachedSite.version + (isAnnounced(cachedSite) ? 0.5 : 0);
}
