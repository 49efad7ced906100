import { db, transaction } from "~/db/client.server";
import { siteTexts } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { SITE_TEXTS, type SiteText } from "~/lib/site";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { withStagedImages } from "~/services/images/stage.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import {
  findSiteText,
  readSiteSettings,
  type SiteSettings,
  settingsOfEnvironment,
  writeSiteSettings,
} from "~/services/site/site.server";
import { SITE_MESSAGES } from "./limits";

export type SiteChanges = { [Key in Exclude<keyof SiteSettings, "announcedAt">]?: SiteSettings[Key] | undefined } & {
  [Kind in SiteText]?: string | undefined;
};

/**
 * Missing members stay. A changed text becomes a new version.
 * @throws DomainError forbidden for non-admins; conflict if the environment sets the name; invalid at `until`
 */
export function changeSite(viewer: Viewer, changes: SiteChanges): void {
  requireAdmin(viewer);
  transaction(() => {
    changeSettings(viewer, changes);
    for (const kind of SITE_TEXTS) {
      const text = changes[kind];
      if (text !== undefined && text !== (findSiteText(kind)?.text ?? "")) changeText(viewer, kind, text);
    }
  });
}

/**
 * `changeSite` with a new logo and its square icon; a replaced or removed (`logo: null`) file is deleted.
 * @param logos none or one
 * @throws DomainError as `changeSite`; invalid, too_large or unavailable at `logo`, with nothing changed
 */
export async function changeSiteAndLogo(
  viewer: Viewer,
  changes: SiteChanges,
  logos: UploadedFile[] = [],
  precondition: Precondition = NO_PRECONDITION,
): Promise<void> {
  requireAdmin(viewer);
  if (logos.length > 1) throw invalidField("logo", SITE_MESSAGES.oneLogo);
  const unused = await withStagedImages("users", logos, "logo", ([newLogo]) =>
    transaction(() => {
      precondition();
      const { logo } = readSiteSettings();
      changeSite(viewer, { ...changes, ...(newLogo && { logo: newLogo.name }) });
      return logo === null ? [] : unreferencedImages("users", [logo]);
    }),
  );
  await removeImages("users", unused);
}

function changeSettings(viewer: Viewer, changes: SiteChanges): void {
  const before = readSiteSettings();
  const names = Object.keys(before) as (keyof SiteChanges & keyof SiteSettings)[];
  const changedNames = names.filter((key) => changes[key] !== undefined && changes[key] !== before[key]);
  if (changedNames.length === 0) return;
  if (changedNames.some((key) => key in settingsOfEnvironment()))
    throw new DomainError("conflict", SITE_MESSAGES.nameLocked);
  const pick = (from: object) => Object.fromEntries(changedNames.map((key) => [key, from[key as never]]));
  const isAnnounced = changedNames.includes("announcement");
  const after: SiteSettings = { ...before, ...pick(changes), ...(isAnnounced && { announcedAt: now() }) };
  const { announcedFrom, announcedUntil } = after;
  if (announcedFrom !== null && announcedUntil !== null && announcedUntil <= announcedFrom) {
    throw invalidField("until", SITE_MESSAGES.wrongOrder);
  }
  writeSiteSettings(after);
  const subject = { action: "site.change", subjectType: "site", subjectId: 1 };
  recordAdminAction(viewer, { ...subject, before: pick(before), after: pick(after) });
}

/** Logs only the change and the length; the version has the text. */
function changeText(viewer: Viewer, kind: SiteText, text: string): void {
  const before = findSiteText(kind)?.text.length ?? 0;
  const { id } = db().insert(siteTexts).values({ kind, text, createdAt: now() }).returning().get();
  const subject = { action: `site.${kind}`, subjectType: "site text", subjectId: id };
  recordAdminAction(viewer, { ...subject, before: { characters: before }, after: { characters: text.length } });
}
