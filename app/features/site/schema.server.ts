import { z } from "zod";
import { siteLineField, siteNameField } from "~/features/accounts/schema.server";
import { isColour, isReadableAccent } from "~/lib/colour/accent";
import { checkboxField, emailText, lineField, optionalWithin, realAddress, textField } from "~/lib/fields.server";
import { SITE_TEXT_LABELS, SITE_TEXTS, type SiteText } from "~/lib/site";
import { SITE_LIMITS, SITE_MESSAGES } from "./limits";

/** ISO 8601; UTC without a zone, as from a form field. "" for none. */
const momentField = z
  .preprocess((value) => value ?? "", z.string(SITE_MESSAGES.noMoment))
  .transform((value, context): number | null => {
    const text = value.trim();
    if (text === "") return null;
    const withTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
    const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
    if (withTime && !Number.isNaN(at)) return at;
    context.addIssue({ code: "custom", message: SITE_MESSAGES.noMoment });
    return z.NEVER;
  })
  .meta({ type: "string", description: "ISO 8601 with a zone, without one UTC; empty for none" });

const announcementText = textField({ label: "The announcement", max: SITE_LIMITS.announcement });

const siteTextFields = Object.fromEntries(
  SITE_TEXTS.map((kind) => [kind, textField({ label: SITE_TEXT_LABELS[kind], max: SITE_LIMITS.text })]),
) as Record<SiteText, ReturnType<typeof textField>>;

/** `#rrggbb` with enough contrast to white and to the page's background, or empty. */
const accentField = lineField({ label: "Accent colour", max: 20 })
  .transform((value) => value.toLowerCase())
  .refine((colour) => colour === "" || isColour(colour), { error: SITE_MESSAGES.noColour, abort: true })
  .refine((colour) => colour === "" || isReadableAccent(colour), SITE_MESSAGES.paleAccent)
  .meta({
    type: "string",
    description: "#rrggbb, with a contrast of 4.5 to white and to a page; empty for the built-in",
  });

const fields = {
  name: siteNameField(),
  line: siteLineField(),
  accent: accentField,
  contact: z.preprocess(emailText, lineField({ label: "Contact address", max: 254 })).refine(...realAddress),
  ...siteTextFields,
};

/** Flat: the announcement's text, `from` and `until` are fields like the others. */
export const siteInput = z.object({
  ...fields,
  announcement: announcementText,
  from: momentField,
  until: momentField,
  removeLogo: checkboxField("removeLogo"),
});

/** A plain text changes only the announcement's text. */
const announcementField = z.preprocess(
  (input) => (typeof input === "string" ? { text: input } : input),
  z.object(
    {
      text: optionalWithin(announcementText),
      from: optionalWithin(momentField),
      until: optionalWithin(momentField),
    },
    SITE_MESSAGES.noAnnouncement,
  ),
);

/** `PATCH /admin/site`. */
export const sitePatch = z
  .object({
    ...fields,
    logo: z.null(SITE_MESSAGES.logoIsFile).meta({ description: "A file; null removes the logo" }),
    announcement: announcementField,
  })
  .partial();

export const announcementInput = z.object({ id: lineField({ label: "id", max: 20, required: "Which announcement?" }) });
