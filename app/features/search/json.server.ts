import { z } from "zod";
import { listPublicUsersJson, userShape } from "~/features/accounts/json.server";
import { eventShape, listEventsJsonById } from "~/features/events/json.server";
import { garageShape, listGaragesJsonById } from "~/features/garages/json.server";
import { listVehiclesJsonById, vehicleShape } from "~/features/vehicles/json.server";
import type { PageParams } from "~/lib/paging";
import { findSuggestion } from "./correction.server";
import { SEARCH_SECTIONS } from "./limits";
import { listMatchPages } from "./queries.server";

/** Each section at most `limit`, newest first. @param q from `searchSchema` */
export function searchJson(q: string, page: PageParams) {
  const pageOf = listMatchPages(SEARCH_SECTIONS, q);
  const garages = pageOf("garages", page);
  const users = pageOf("users", page);
  const vehicles = pageOf("vehicles", page);
  const events = pageOf("events", page);
  const data = {
    garages: listGaragesJsonById(garages.rows),
    users: listPublicUsersJson(users.rows),
    vehicles: listVehiclesJsonById(vehicles.rows),
    events: listEventsJsonById(events.rows),
  };
  const total = garages.total + users.total + vehicles.total + events.total;
  return {
    results: data.garages.length + data.users.length + data.vehicles.length + data.events.length,
    total,
    totals: { garages: garages.total, users: users.total, vehicles: vehicles.total, events: events.total },
    suggestion: total === 0 ? findSuggestion(q) : null,
    ...page,
    data,
  };
}

export const searchSections = {
  garages: z.array(garageShape),
  users: z.array(userShape),
  vehicles: z.array(vehicleShape),
  events: z.array(eventShape),
};

export const searchTotals = z
  .strictObject({ garages: z.int(), users: z.int(), vehicles: z.int(), events: z.int() })
  .meta({ description: "By section, each counted up to 1,000" });

export const searchSuggestion = z
  .string()
  .nullable()
  .meta({ description: "Without any result a similar search that finds something, else null" });
