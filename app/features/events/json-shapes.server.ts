import { z } from "zod";
import { events } from "~/db/schema";
import { createdAt, personShape } from "~/features/accounts/json-shapes.server";

const moment = z.string().meta({ description: "At the venue: YYYY-MM-DDTHH:MM, or YYYY-MM-DD for a whole day" });

const members = {
  _id: z.string(),
  title: z.string(),
  startDate: moment,
  endDate: moment,
  location: z.strictObject({ address: z.string() }),
  category: z.string(),
  url: z.string().nullable(),
  shortDescription: z.string(),
  fullDescription: z.string(),
  image: z.string().nullable().meta({ description: "A file name under /img/photos/, or a full URL" }),
  createdAt,
  cancelledAt: z.string().nullable().meta({ description: "When it was cancelled; null where it takes place" }),
  cancelReason: z.string().nullable().meta({ description: "Why, where whoever cancelled it said so" }),
  status: z.enum(events.status.enumValues).optional().meta({
    description: "For the submitter and admins, like rejectionReason and submittedBy",
  }),
  rejectionReason: z.string().nullable().optional(),
  submittedBy: z.strictObject({ _id: z.string().nullable(), name: z.string() }).optional(),
};

export const eventShape = z.strictObject(members).meta({ id: "Event" });

export type EventJson = z.infer<typeof eventShape>;

const attendance = {
  attendance: z
    .strictObject({ count: z.int(), withVehicle: z.int() })
    .meta({ description: "People who come, and the vehicles they bring" }),
  going: z.boolean().optional().meta({ description: "For members: whether they come themselves" }),
  vehicle: z.string().nullable().optional().meta({ description: "For members: the id of what they bring" }),
};

/** What the response for a single event adds to the members of a list's event. */
export type AttendanceJson = z.infer<z.ZodObject<typeof attendance>>;

/** One event, with its attendance. */
export const eventDetailShape = z.strictObject({ ...members, ...attendance }).meta({ id: "EventDetail" });

export const attendeeShape = z
  .strictObject({
    user: personShape,
    vehicle: z
      .strictObject({ _id: z.string(), name: z.string(), coverPhoto: z.string().nullable() })
      .nullable()
      .meta({ description: "What they bring" }),
  })
  .meta({ id: "Attendee" });

export type AttendeeJson = z.infer<typeof attendeeShape>;
