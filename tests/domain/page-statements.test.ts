import { beforeEach, expect, test } from "vitest";
import { garages } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { startSession } from "~/features/accounts/sessions.server";
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
import { REQUEST_ID } from "~/http/context";
import { getPageViewer, getViewer } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeEntry, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/people";
import { makeTown } from "../support/places";
import { readsDuring } from "../support/query-plans";
import { changeRow } from "../support/rows";

// Statements per page, without the one for the viewer. The limit is six, except for pages with the member's own hidden
// things.

const NOON = Date.UTC(2031, 4, 10, 12);
beforeEach(() => setClock(() => NOON));

const first = { page: 1, limit: 24 };

/** A garage and an event in a town, a reviewer and attendee, and the viewing member. */
function world() {
  const placeId = makeTown(52.48, -1.9, "Birmingham");
  const { user, garage } = makeOwner({ name: "Ford Prefect" });
  const vehicle = makeVehicle(garage, { make: "Ford" });
  const event = makeEvent(null, { placeId, startDate: "2031-05-12", endDate: "2031-05-12" });
  makeEvent(null, { placeId, startDate: "2031-05-13", endDate: "2031-05-13" });
  const guest = viewerOf(makeUser());
  const looking = makeOwner({ name: "Bea" });
  makeVehicle(looking.garage, {});
  attendEvent(guest, event.id, {});
  reviewGarage(guest, garage.id, { rating: 4, review: "Tidy." });
  return { placeId, user, garage, vehicle, event, guest, viewer: viewerOf(looking.user) };
}

const count = (work: () => void) => readsDuring(work).filter((text) => !text.includes("FROM public_changes")).length;

test("the number in a page's header comes with who asks", async () => {
  const token = startSession(makeUser().id, "");
  const headers = { [REQUEST_ID]: "r1", Authorization: `Bearer ${token}` };
  // Remix passes each loader a copy.
  const [layout, own] = [1, 2].map(() => new Request("http://localhost/settings", { headers }));
  const [told, found] = await Promise.all([getPageViewer(layout!), getViewer(own!)]);
  expect(told).toMatchObject({ unread: 0 });
  expect(found).toBe(told);
});

test("a garage", () => {
  const { garage, placeId, viewer, user } = world();
  changeRow(garages, garage.id, { placeId });
  const owner = { ...viewerOf(user), garageId: garage.id };
  const read = (viewer: Viewer | null) => {
    const page = getGaragePage(garage.id, viewer);
    listGarageVehicles(garage.id, first, viewer, page.vehicleCount);
    const { hasHiddenReview } = getViewerState(viewer, garage.id, user.id);
    const known = { reviewCount: page.reviewCount, hasHiddenReview };
    expect(listReviews(garage.id, viewer, first, known).rows).toHaveLength(1);
    expect(listNearbyEvents(page.place)?.events).toHaveLength(2);
  };
  expect(count(() => read(null))).toBe(4);
  expect(count(() => read(viewer))).toBe(5);
  expect(count(() => read(owner))).toBe(6);
});

test("home's garages, all in one where nothing has changed since", () => {
  world();
  const read = () => listHomeGarages(4, true);
  expect(count(read)).toBe(2);
  expect(count(read)).toBe(1);
});

test("a vehicle with neighbours, events and comments", () => {
  const { garage, vehicle, event, user, viewer, guest } = world();
  makeVehicle(garage, { make: "Ford" });
  attendEvent(viewerOf(user), event.id, { vehicle: vehicle.id });
  makeEntry(vehicle);
  const first = addComment(guest, vehicle.id, { text: "Tidy." });
  addComment(viewer, vehicle.id, { text: "Very.", parent: first });
  const read = (viewer: Viewer | null) => {
    const page = getVehiclePage(vehicle.id, viewer);
    const { commentCount } = page.vehicle;
    const { hasHiddenComment } = getVehicleViewerState(viewer, vehicle.id, user.id);
    const known = { userId: user.id, commentCount, hasHiddenComment };
    const comments = listComments(vehicle.id, viewer, { page: 1, limit: 20 }, known);
    expect(comments.rows).toHaveLength(2);
    expect(listVehicleEvents(vehicle.id)).toHaveLength(1);
    expect(getSectionView(vehicle.id).count).toBe(1);
  };
  expect(count(() => read(null))).toBe(4);
  expect(count(() => read(viewer))).toBe(5);
});

test("an entry of a build log, and a new one, for its owner", () => {
  const { user, vehicle } = world();
  const entry = makeEntry(vehicle, { kind: "Modification", cost: 100, currency: "EUR" });
  const owner = viewerOf(user);
  expect(count(() => expect(getOwnEntryPage(entry.id, owner).previous).toBeNull())).toBe(1);
  expect(count(() => expect(getLogToAddTo(vehicle.id, owner).currency).toBe("EUR"))).toBe(5);
});

test("an event that somebody comes to", () => {
  const { event, viewer } = world();
  const read = () => {
    const { place, ...page } = getEventPage(event.id, viewer);
    const attendance = getAttendance(page, viewer, first);
    expect([attendance.people.rows.length, attendance.choices.length]).toEqual([1, 2]);
    expect(listNearbyEvents(place, { except: event.id })?.events).toHaveLength(1);
  };
  expect(count(read)).toBe(4);
});

test("a search that finds something of everything", () => {
  const { garage } = world();
  changeRow(garages, garage.id, { name: "Ford", nameFolded: "ford" });
  makeEvent(null, { title: "Ford Day" });
  for (const q of ["ford", "fo"]) {
    const read = () => expect(Object.keys(search(q, undefined, 1))).toEqual(["garages", "users", "vehicles", "events"]);
    expect(count(read), q).toBeLessThanOrEqual(5);
  }
});

test("the map, all of it and around a place", () => {
  const { viewer } = world();
  const view = (of: Record<string, string>) => getMapView(decode(mapSearch, of), first, viewer);
  // The map's own data is read once and cached.
  view({ place: "Birmingham", radius: "500", kind: "events" });
  view({ kind: "events" });
  expect(count(() => view({}))).toBeLessThanOrEqual(5);
  expect(count(() => view({ place: "Birmingham", radius: "500" }))).toBeLessThanOrEqual(5);
});
