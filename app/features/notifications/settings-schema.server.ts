import { z } from "zod";
import { KINDS, type Kind, MAIL_MODES } from "./kinds";
import { mailField, SETTINGS_MESSAGES, siteField } from "./settings-words";

/** Switches come as text from forms. */
const switched = (error: string) =>
  z.preprocess(
    (value) => (value === "true" || value === "on" ? true : value === "false" ? false : (value ?? undefined)),
    z.boolean(error).optional(),
  );

const choicePatch = z
  .object(
    {
      // Within a member of JSON, so that its types are as strict as those of members.
      site: z.boolean(SETTINGS_MESSAGES.site).nullish(),
      mail: z.enum(MAIL_MODES, SETTINGS_MESSAGES.mail).nullish(),
    },
    SETTINGS_MESSAGES.kind,
  )
  .nullish();

const kinds = Object.fromEntries(KINDS.map((kind) => [kind, choicePatch])) as Record<Kind, typeof choicePatch>;

/** `PATCH /users/me/notification-settings`: what is not sent stays as it is. */
export const settingsPatch = z.object({
  paused: switched(SETTINGS_MESSAGES.paused),
  settings: z.preprocess((value) => value ?? undefined, z.object(kinds, SETTINGS_MESSAGES.settings).optional()),
});

export type SettingsPatch = z.output<typeof settingsPatch>;

/**
 * The settings' form as such a patch: every switch is there, and one that is not sent is off.
 * @param shown the kinds that the form has
 */
export function patchOfForm(values: Record<string, string>, shown: readonly Kind[]) {
  const rows = shown.map((kind) => [kind, { site: values[siteField(kind)] === "on", mail: values[mailField(kind)] }]);
  return { paused: values.paused === "on", settings: Object.fromEntries(rows) as Record<string, unknown> };
}
