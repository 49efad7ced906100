import { beforeEach, expect, test } from "vitest";
import { garages } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { getLogToAddTo, getOwnEntryPage } from "~/features/build-log/queries.server";
import { getSectionView } from "~/features/build-log/section.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { getAttendance, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { getEventPage } from "~/features/events/queries.server";
import { getGaragePage, listHomeGarages } from "~/features/garages/queries.server";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { search } from "~/features/search/queries.server";
import { addComment } from "~/features/social/comments.server";
import { listComments } from "~/features/social/conversation.server";
import { getVehicleViewerState, getViewerState } from "~/features/social/reactions.server";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { getVehiclePage, listGarageVehicles } from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeEntry, makeOwner, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { makeTown } from "../support/places";
import { readsDuring } from "../support/query-plans";
import { changeRow } from "../support/rows";

// As many statements for one thing as for several: none per row.

beforeEach(() => setClock(() => Date.UTC(2031, 4, 10, 12)));

const first = { page: 1, limit: 24 };

/** The viewer is another owner. */
function world() {
  const placeId = makeTown(52.48, -1.9, "Birmingham");
  const { user, garage, vehicle, viewer: owner } = makeOwner({ name: "Ford Prefect" });
  changeRow(garages, garage.id, { placeId, name: "Ford", nameFolded: "ford" });
  const meet = () => makeEvent(null, { title: "Ford Day", placeId, startDate: "2031-05-12", endDate: "2031-05-12" });
  const event = meet();
  const neighbour = makeOwner({ name: "Bea" });
  const entry = makeEntry(vehicle, { kind: "Modification", cost: 100, currency: "EUR" });
  const add = () => {
    const guest = viewerOf(makeUser());
    const parent = addComment(guest, vehicle.id, { text: "Tidy." });
    addComment(viewerOf(neighbour.user), vehicle.id, { text: "Very.", parent });
    reviewGarage(guest, garage.id, { rating: 4, review: "Tidy." });
    makeVehicle(garage, { make: "Ford" });
    makeVehicle(neighbour.garage, {});
    makePhoto(vehicle);
    makeEntry(vehicle);
    attendEvent(guest, event.id, {});
    attendEvent(owner, meet().id, { vehicle: vehicle.id });
  };
  add();
  return { add, user, garage, vehicle, event, entry, owner, viewer: viewerOf(neighbour.user) };
}

type World = ReturnType<typeof world>;

function readGarage({ garage, user }: World, viewer: Viewer | null) {
  const { place } = getGaragePage(garage.id, viewer);
  getViewerState(viewer, garage.id, user.id);
  const reviews = listReviews(garage.id, viewer, first);
  const vehicles = listGarageVehicles(garage.id, first, viewer);
  return [reviews.rows, vehicles.rows, listNearbyEvents(place)!.events];
}

function readVehicle({ vehicle: { id }, user }: World, viewer: Viewer | null) {
  getVehiclePage(id, viewer);
  getVehicleViewerState(viewer, id, user.id);
  return [listComments(id, viewer, first).rows, listVehicleEvents(id), getSectionView(id).latest];
}

function readEvent({ event, viewer }: World) {
  const { place, ...page } = getEventPage(event.id, viewer);
  const { people, choices } = getAttendance(page, viewer, first);
  return [people.rows, choices, listNearbyEvents(place, { except: event.id })!.events];
}

const mapOf = (params: Record<string, string>) => (world: World) =>
  getMapView(decode(mapSearch, params), first, world.viewer);

test.each<[page: string, read: (world: World) => unknown]>([
  ["a garage, for a visitor", (world) => readGarage(world, null)],
  ["a garage, for a member", (world) => readGarage(world, world.viewer)],
  ["a garage, for its owner", (world) => readGarage(world, world.owner)],
  ["home's garages", () => [listHomeGarages(4, true)]],
  ["a vehicle, for a visitor", (world) => readVehicle(world, null)],
  ["a vehicle, for a member", (world) => readVehicle(world, world.viewer)],
  ["an entry of a build log", ({ entry, owner }) => getOwnEntryPage(entry.id, owner)],
  ["a new entry", ({ vehicle, owner }) => getLogToAddTo(vehicle.id, owner)],
  ["an event", readEvent],
  ["a search", () => Object.values(search("ford", undefined, 1))],
  ["a search for a beginning", () => Object.values(search("fo", undefined, 1))],
  ["the map", mapOf({})],
  ["the map around a place", mapOf({ place: "Birmingham", radius: "500" })],
])("%s takes as many statements for one thing as for several", (_, read) => {
  const site = world();
  const count = () => readsDuring(() => read(site)).filter((text) => !text.includes("FROM public_changes")).length;
  // Fills the caches.
  count();
  const before = count();
  for (let times = 0; times < 3; times += 1) site.add();
  count();
  expect(count()).toBe(before);
});
