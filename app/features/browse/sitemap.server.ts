import { sql } from "drizzle-orm";
import { type IdRanges, rangesOf } from "~/db/id-ranges.server";
import { makes, models } from "~/db/schema";
import type { VehicleChoice } from "~/features/makes/address";

/** What has vehicles, found by its id. */
const HAS_VEHICLES = sql.raw("+vehicle_count > 0");

/** The makes that have vehicles, for the site map. */
export const makeRanges: IdRanges<VehicleChoice> = rangesOf(makes, HAS_VEHICLES, sql`${makes.name} AS make`);

/** Their models. */
export const modelRanges: IdRanges<VehicleChoice> = rangesOf(
  models,
  HAS_VEHICLES,
  sql`(SELECT name FROM ${makes} AS of_make WHERE of_make.id = ${models.makeId}) AS make, ${models.name} AS model`,
);
