import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { vehicles } from "~/db/schema";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { DomainError } from "~/lib/errors";

const shownVehicle = prepared((database) =>
  database
    .select({ ownerId: vehicles.userId, likeCount: vehicles.likeCount, commentCount: vehicles.commentCount })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder("id")), eq(vehicles.hidden, false)))
    .prepare(),
);

/**
 * Whose vehicle it is, and its counters, which triggers keep.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehicleRow(id: number) {
  const row = shownVehicle().get({ id });
  if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return row;
}
