import { listPublicUsersJson } from "~/features/accounts/json.server";
import { listEventsJsonById } from "~/features/events/json.server";
import { listGaragesJsonById } from "~/features/garages/json.server";
import { listVehiclesJsonById } from "~/features/vehicles/json.server";
import type { Page } from "~/lib/paging";
import { SEARCH_SECTIONS } from "./limits";
import { findPages } from "./queries.server";

/** Page `page` of every section, each at most `limit`, newest first. @param q as `searchSchema` gives it */
export function searchJson(q: string, page: Page) {
  const pageOf = findPages(SEARCH_SECTIONS, q);
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
  return {
    results: data.garages.length + data.users.length + data.vehicles.length + data.events.length,
    total: garages.total + users.total + vehicles.total + events.total,
    totals: { garages: garages.total, users: users.total, vehicles: vehicles.total, events: events.total },
    ...page,
    data,
  };
}
