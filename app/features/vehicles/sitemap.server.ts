import { idRanges } from "~/db/id-ranges.server";
import { vehicles } from "~/db/schema";
import { shownVehiclesById } from "~/db/scopes.server";

/** The vehicles that are shown, for the site map. */
export const vehicleRanges = idRanges(vehicles, shownVehiclesById);
