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

export const vehicleShape = z
  .strictObject({
    _id: z.string(),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    description: z.string(),
    story: z.string(),
    condition: z.string(),
    coverPhoto: z.string().meta({ description: "A file name under /img/photos/, or a full URL" }),
    photos: z.array(photoShape),
    likes: z.array(z.string()).meta({ description: "Ids of the people who like it" }),
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
