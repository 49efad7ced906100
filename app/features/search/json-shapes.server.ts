import { z } from "zod";
import { userShape } from "~/features/accounts/json-shapes.server";
import { eventShape } from "~/features/events/json-shapes.server";
import { garageShape } from "~/features/garages/json-shapes.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";

/** The sections of an answer. */
export const searchSections = {
  garages: z.array(garageShape),
  users: z.array(userShape),
  vehicles: z.array(vehicleShape),
  events: z.array(eventShape),
};

/** How many there are of each. */
export const searchTotals = z
  .strictObject({ garages: z.int(), users: z.int(), vehicles: z.int(), events: z.int() })
  .meta({ description: "By section, each counted up to 1,000" });
