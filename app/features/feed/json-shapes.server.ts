import { z } from "zod";
import { createdAt } from "~/features/accounts/json-shapes.server";
import { entryShape } from "~/features/build-log/json-shapes.server";
import { garageShape } from "~/features/garages/json-shapes.server";
import { photoShape, vehicleShape } from "~/features/vehicles/json-shapes.server";

export const activityShape = z
  .strictObject({
    type: z.enum(["vehicle", "photos", "build"]).meta({
      description: "A vehicle was added, photos were added to one, or an entry to its build log",
    }),
    createdAt,
    garage: garageShape,
    vehicle: vehicleShape,
    entry: entryShape.optional().meta({ description: "Of build" }),
    photos: z
      .array(photoShape)
      .optional()
      .meta({ description: "Of vehicle: those that came with it; of photos: those of that day" }),
  })
  .meta({ id: "Activity" });

export type ActivityJson = z.infer<typeof activityShape>;
