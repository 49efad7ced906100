import { z } from "zod";
import { switchField } from "~/lib/fields.server";

/** Of the mute button: sets where it is sent, mutes where it is not. */
export const muteInput = z.object({ muted: switchField([["on", "off"]], "muted must be on or off.").nullish() });
