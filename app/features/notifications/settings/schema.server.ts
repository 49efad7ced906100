import { z } from "zod";
import { listField, optionalWithin, switchField } from "~/lib/fields.server";
import {
  MAIL_MODES,
  MAX_MARKED_IDS,
  mailField,
  NOTIFICATION_KINDS,
  type NotificationKind,
  SETTINGS_MESSAGES,
  siteField,
} from "../kinds";

/** Forms send switches as text. */
const formSwitch = (error: string) =>
  z.preprocess(
    (value) => (value === "true" || value === "on" ? true : value === "false" ? false : (value ?? undefined)),
    z.boolean(error).optional(),
  );

const choicePatch = optionalWithin(
  z.object(
    {
      // Nested in JSON, so `decode` does not check its type.
      site: optionalWithin(z.boolean(SETTINGS_MESSAGES.site)),
      mail: optionalWithin(z.enum(MAIL_MODES, SETTINGS_MESSAGES.mail)),
    },
    SETTINGS_MESSAGES.kind,
  ),
);

const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, choicePatch])) as Record<
  NotificationKind,
  typeof choicePatch
>;

/** `PATCH /users/me/notification-settings`. */
export const settingsPatch = z.object({
  paused: formSwitch(SETTINGS_MESSAGES.paused),
  settings: z.object(kinds, SETTINGS_MESSAGES.settings).optional(),
});

export type SettingsPatch = z.output<typeof settingsPatch>;

/**
 * A missing switch is off.
 * @param shownKinds kinds in the form
 */
export function patchOfForm(values: Record<string, string>, shownKinds: readonly NotificationKind[]) {
  const rows = shownKinds.map((kind) => [
    kind,
    { site: values[siteField(kind)] === "on", mail: values[mailField(kind)] },
  ]);
  return { paused: values.paused === "on", settings: Object.fromEntries(rows) as Record<string, unknown> };
}

const READ_ONLY = "read can only be true.";
const IDS = `ids must be a list of at most ${MAX_MARKED_IDS} ids.`;

/** `PATCH /users/me/notifications`: all, or those with these ids. */
export const readInput = z.object({
  read: switchField([["true", "false"]], READ_ONLY)
    .refine((on) => on, READ_ONLY)
    .meta({ type: "boolean" }),
  ids: listField(z.string(IDS), { max: MAX_MARKED_IDS, invalid: IDS, tooMany: IDS }).optional(),
});
