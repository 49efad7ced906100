import type { Viewer } from "~/features/accounts/policy";
import { NOT_YOUR_VEHICLE } from "~/features/vehicles/policy";
import { DomainError } from "~/lib/errors";
import { listEntries } from "./queries.server";

/** How many of the last entries are asked for the unit and the currency that their owner uses. */
const LOOKED_AT = 10;

/**
 * What the form of a new entry needs to know of the vehicle: its name, and the unit and currency used last.
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export function getLogToAddTo(vehicleId: number, viewer: Viewer) {
  const { vehicle, rows, viewerCanEdit } = listEntries(vehicleId, {}, { page: 1, limit: LOOKED_AT }, viewer);
  if (!viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return {
    vehicle,
    unit: rows.find(({ unit }) => unit !== null)?.unit,
    currency: rows.find(({ currency }) => currency)?.currency,
  };
}
