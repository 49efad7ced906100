import { z } from "zod";
import { photoMembers } from "~/features/vehicles/json-shapes.server";

/** A photo with its place and its vehicle. */
export const photoDetailShape = z
  .strictObject({
    ...photoMembers,
    position: z.int().meta({ description: "In the gallery, from 1" }),
    vehicle: z.string().meta({ description: "Id of the vehicle" }),
  })
  .meta({ id: "PhotoDetail" });

export type PhotoDetailJson = z.infer<typeof photoDetailShape>;
