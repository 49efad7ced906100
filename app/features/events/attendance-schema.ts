import { z } from "zod";
import { parseId } from "~/lib/ids";

/** What people are told about coming and going, through both doors. */
export const ATTENDANCE_MESSAGES = {
  going: "You are on the list. See you there!",
  changed: "Your entry has been changed.",
  left: "You are not on the list any more.",
  failed: "Failed to update who comes.",
  over: "This event is over. Nobody can join it any more.",
  vehicle: "Please choose one of your own vehicles.",
} as const;

const isNothing = (value: unknown) => value === "" || value === null;

/** One of one's own vehicles; empty or null for none, and not sent at all for no change. */
const vehicleField = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined) return undefined;
    if (isNothing(value)) return null;
    const id = parseId(typeof value === "number" ? String(value) : value);
    if (id !== undefined) return id;
    context.addIssue(ATTENDANCE_MESSAGES.vehicle);
    return z.NEVER;
  })
  .optional()
  .meta({ type: ["string", "null"] });

/** `POST /events/{id}/attendance {vehicle?}`, and the form on the event's page. */
export const attendanceInput = z.object({ vehicle: vehicleField });

export type AttendanceInput = z.output<typeof attendanceInput>;
