import { listPublicUsersJson, type UserJson } from "~/features/accounts/json.server";
import { type GarageJson, listGaragesJsonById } from "~/features/garages/json.server";
import { listVehiclesJsonById, type VehicleJson } from "~/features/vehicles/json.server";
import type { Page } from "~/lib/paging";
import { findPage } from "./queries.server";

/** The answer of `GET /search` (api.md, Calls). */
export interface SearchJson {
  /** In this page, all sections together. */
  results: number;
  /** All sections together; a section is counted up to 1,000, and shows no more. */
  total: number;
  /** By section, counted likewise. */
  totals: { garages: number; users: number; vehicles: number };
  page: number;
  limit: number;
  data: { garages: GarageJson[]; users: UserJson[]; vehicles: VehicleJson[] };
}

/** Page `page` of every section, each at most `limit`, newest first. @param q as `searchSchema` gives it */
export function searchJson(q: string, page: Page): SearchJson {
  const garages = findPage("garages", q, page);
  const users = findPage("users", q, page);
  const vehicles = findPage("vehicles", q, page);
  const data = {
    garages: listGaragesJsonById(garages.rows),
    users: listPublicUsersJson(users.rows),
    vehicles: listVehiclesJsonById(vehicles.rows),
  };
  return {
    results: data.garages.length + data.users.length + data.vehicles.length,
    total: garages.total + users.total + vehicles.total,
    totals: { garages: garages.total, users: users.total, vehicles: vehicles.total },
    ...page,
    data,
  };
}
