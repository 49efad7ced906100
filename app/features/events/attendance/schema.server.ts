import { z } from "zod";
import { parseId } from "~/lib/ids";
import { ATTENDANCE_MESSAGES } from "./limits";

const isNone = (value: unknown) => value === "" || value === null;

/** The id of one of one's own vehicles; empty or null for none, undefined for no change. */
const vehicleField = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined) return undefined;
    if (isNone(value)) return null;
    const id = parseId(value);
    if (id !== undefined) return id;
    context.addIssue(ATTENDANCE_MESSAGES.vehicle);
    return z.NEVER;
  })
  .optional()
  .meta({ type: ["string", "null"] });

/** `POST /events/{id}/attendance {vehicle?}`, and the form on the event's page. */
export const attendanceInput = z.object({ vehicle: vehicleField });

export type AttendanceInput = z.output<typeof attendanceInput>;
