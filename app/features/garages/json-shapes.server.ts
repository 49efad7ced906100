import { z } from "zod";
import { createdAt, personShape } from "~/features/accounts/json-shapes.server";

export const garageShape = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    coverPhoto: z.string().nullable().meta({
      description:
        "A file name under /img/photos/, or a full URL: its own or its newest vehicle's; null without a photo",
    }),
    location: z.strictObject({ address: z.string(), isPublicAddress: z.boolean() }),
    vehicleCount: z.int(),
    followerCount: z.int(),
    reviewCount: z.int(),
    averageRating: z.number().nullable(),
    user: personShape,
    createdAt,
  })
  .meta({ id: "Garage" });

export type GarageJson = z.infer<typeof garageShape>;
