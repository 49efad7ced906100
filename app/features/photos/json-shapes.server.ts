import { z } from "zod";
import { photoMembers } from "~/features/vehicles/json-shapes.server";

/** A photo with its place and its vehicle. */
export const photoDetailShape = z
  .strictObject({
    ...photoMembers,
    position: z.int().meta({ description: "In the gallery or in its entry, from 1" }),
    vehicle: z.string().meta({ description: "Id of the vehicle" }),
    entry: z
      .string()
      .nullable()
      .meta({ description: "Id of the build log's entry that it belongs to; null in the gallery" }),
  })
  .meta({ id: "PhotoDetail" });

export type PhotoDetailJson = z.infer<typeof photoDetailShape>;
