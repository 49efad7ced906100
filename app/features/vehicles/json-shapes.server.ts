import { z } from "zod";
import { createdAt } from "~/features/accounts/json-shapes.server";
import { garageShape } from "~/features/garages/json-shapes.server";

export const photoMembers = {
  _id: z.string(),
  photo: z.string().meta({ description: "A file name under /img/photos/, or a full URL" }),
  caption: z.string(),
};

export const photoShape = z.strictObject(photoMembers).meta({ id: "Photo" });

export type PhotoJson = z.infer<typeof photoShape>;

const specShape = z.strictObject({ name: z.string(), value: z.string() });

export const vehicleShape = z
  .strictObject({
    _id: z.string(),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    description: z.string(),
    story: z.string(),
    condition: z.string(),
    specs: z.array(specShape).meta({ description: "The spec sheet, in the owner's order" }),
    coverPhoto: z.string().meta({ description: "A file name under /img/photos/, or a full URL" }),
    photos: z.array(photoShape),
    likes: z
      .array(z.string())
      .meta({ description: "Ids of people who like it, the newest 1,000; GET /vehicles/{id}/likes has all" }),
    likeCount: z.int(),
    commentCount: z.int(),
    buildCount: z.int().meta({ description: "Entries of its build log" }),
    garage: z.strictObject({ _id: z.string(), name: z.string(), user: z.string() }),
    user: z.string().meta({ description: "Id of the owner" }),
    createdAt,
  })
  .meta({ id: "Vehicle" });

export type VehicleJson = z.infer<typeof vehicleShape>;

/** A garage with its vehicles. */
export const garageDetailShape = z
  .strictObject({ ...garageShape.shape, vehicles: z.array(vehicleShape) })
  .meta({ id: "GarageDetail" });
