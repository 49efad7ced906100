import { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import { imageSources } from "~/lib/image-url";
import { isoOrNull } from "~/lib/time";
import type { SiteChanges } from "./commands.server";
import { getSiteSettings } from "./queries.server";
import type { sitePatch } from "./schema.server";

const moment = z.string().meta({ description: "ISO 8601, or empty" });

export const siteShape = z
  .strictObject({
    name: z.string(),
    line: z.string().meta({ description: "One line about the site" }),
    accent: z.string().meta({ description: "#rrggbb, or empty for the built-in one" }),
    contact: z.string().meta({ description: "An email address, or empty" }),
    announcement: z.strictObject({ text: z.string(), from: moment, until: moment }),
    imprint: z.string(),
    privacy: z.string(),
    terms: z.string(),
    rules: z.string().meta({ description: "Markdown, as the other texts; an empty text has no page" }),
    logo: z.string().nullable().meta({ description: "Path of the square logo; null for the built-in mark" }),
    locked: z.array(z.string()).meta({ description: "Settings from the environment, which cannot be changed here" }),
  })
  .meta({ id: "Site" });

/** @throws DomainError forbidden for non-admins */
export function getSiteJson(viewer: Viewer): z.infer<typeof siteShape> {
  const { announcement, announcedFrom, announcedUntil, announcedAt: _, logo, ...site } = getSiteSettings(viewer);
  const [from, until] = [announcedFrom, announcedUntil].map((at) => isoOrNull(at) ?? "");
  const address = logo === null ? null : imageSources("users", logo, { view: "full" }).src;
  return { ...site, logo: address, announcement: { text: announcement, from: from!, until: until! } };
}

/** From the body of a `PATCH`. */
export function toSiteChanges({ announcement, ...rest }: z.output<typeof sitePatch>): SiteChanges {
  const { text, from, until } = announcement ?? {};
  return { ...rest, announcement: text, announcedFrom: from, announcedUntil: until };
}
