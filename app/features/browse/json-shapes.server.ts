import { z } from "zod";

const count = z.int().meta({ description: "Vehicles that are shown" });

export const makeShape = z
  .strictObject({ make: z.string().meta({ description: "In the spelling that is used most" }), count })
  .meta({ id: "Make" });

export const modelShape = z
  .strictObject({ model: z.string().meta({ description: "In the spelling that is used most" }), count })
  .meta({ id: "Model" });
