import { desc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { siteTexts } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { ICON_SIDES, type IconSide, iconAddress, SITE_TEXTS, type SiteText } from "~/lib/site";
import { toHtml } from "~/services/site/markdown.server";
import { findSiteText, readSiteSettings, settingsOfEnvironment, site } from "~/services/site/site.server";
import { SITE_MESSAGES } from "./limits";

/** HTML, with the time of its last change; undefined without a text. */
export function findSiteTextPage(kind: SiteText) {
  const siteText = findSiteText(kind);
  return siteText && { html: toHtml(siteText.text), changedAt: siteText.createdAt };
}

/** @throws DomainError not_found without a text */
export function getSiteTextPage(kind: SiteText) {
  const textPage = findSiteTextPage(kind);
  if (!textPage) throw new DomainError("not_found", SITE_MESSAGES.noText);
  return textPage;
}

/** @throws DomainError forbidden for non-admins */
export function getSiteSettings(viewer: Viewer) {
  requireAdmin(viewer);
  const texts = Object.fromEntries(SITE_TEXTS.map((kind) => [kind, findSiteText(kind)?.text ?? ""]));
  return {
    ...readSiteSettings(),
    ...(texts as Record<SiteText, string>),
    locked: Object.keys(settingsOfEnvironment()),
  };
}

/** Newest first. @throws DomainError forbidden for non-admins */
export function listSiteTextVersions(viewer: Viewer, kind: SiteText) {
  requireAdmin(viewer);
  return db().select().from(siteTexts).where(eq(siteTexts.kind, kind)).orderBy(desc(siteTexts.id)).all();
}

export function siteManifest() {
  const { name, line, logo } = site();
  return {
    ...{ id: "/", name, short_name: name, description: line, lang: "en" },
    ...{ start_url: "/", scope: "/", display: "minimal-ui", background_color: "#f6f4ef", theme_color: "#f6f4ef" },
    icons: [...APP_SIDES.map((side) => png(iconAddress(logo, side), side)), ...(logo === null ? MARK_ONLY : [])],
  };
}

const [, ...APP_SIDES] = ICON_SIDES;

const png = (src: string, side: IconSide, purpose = "any") => ({
  src,
  sizes: `${side}x${side}`,
  type: "image/png",
  purpose,
});

/** Available only for the built-in mark. */
const MARK_ONLY = [
  png("/icon-maskable-512.png", 512, "maskable"),
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
];
