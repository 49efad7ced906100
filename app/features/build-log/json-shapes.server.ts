import { z } from "zod";
import { createdAt } from "~/features/accounts/json-shapes.server";
import { photoShape } from "~/features/vehicles/json-shapes.server";
import { AREAS, KINDS, STATUSES, UNITS } from "./limits";

const partShape = z.strictObject({ name: z.string(), maker: z.string(), number: z.string(), url: z.string() });

const ABSENT = "Absent where the cost is not public and the entry not the caller's";

export const entryShape = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(KINDS),
    title: z.string(),
    text: z.string(),
    date: z.string().meta({ format: "date", description: "The day it was done" }),
    mileage: z.int().nullable(),
    unit: z.enum(UNITS).nullable(),
    status: z.enum(STATUSES).nullable().meta({ description: "Of a modification" }),
    area: z.enum(AREAS).nullable().meta({ description: "Of a modification" }),
    cost: z.number().nullable().optional().meta({ description: ABSENT }),
    currency: z
      .string()
      .nullable()
      .optional()
      .meta({ description: `ISO 4217. ${ABSENT}` }),
    costIsPublic: z.boolean(),
    parts: z.array(partShape),
    photos: z.array(photoShape),
    vehicle: z.strictObject({ _id: z.string(), make: z.string(), model: z.string(), year: z.int() }),
    createdAt,
  })
  .meta({ id: "BuildEntry" });

export type EntryJson = z.infer<typeof entryShape>;
