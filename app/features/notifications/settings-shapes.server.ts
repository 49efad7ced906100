import { z } from "zod";
import { KINDS, type Kind, MAIL_MODES } from "./kinds";

const choiceShape = z.strictObject({ site: z.boolean(), mail: z.enum(MAIL_MODES) });

const kinds = Object.fromEntries(KINDS.map((kind) => [kind, choiceShape])) as Record<Kind, typeof choiceShape>;

/** Where a person is told about what; `paused` holds all mail back. */
export const notificationSettingsShape = z
  .strictObject({ paused: z.boolean(), settings: z.strictObject(kinds) })
  .meta({ id: "NotificationSettings" });
