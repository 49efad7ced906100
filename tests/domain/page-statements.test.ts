import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { garages } from "~/db/schema";
import { parkForm } from "~/features/accounts/parked-forms.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { getLogToAddTo } from "~/features/build-log/form-queries.server";
import { getOwnEntryPage, listEntries } from "~/features/build-log/queries.server";
import { getBuildSection } from "~/features/build-log/section-queries.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { getAttendance, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { getEventPage } from "~/features/events/queries.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { search } from "~/features/search/queries.server";
import { listComments } from "~/features/social/comment-threads.server";
import { addComment } from "~/features/social/comments.server";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { getStanding, getVehicleStanding } from "~/features/social/standing.server";
import { getVehiclePage, listGarageVehicles } from "~/features/vehicles/queries.server";
import { keptWordsFor } from "~/http/parked-words.server";
import { REQUEST_ID } from "~/http/request-id";
import { getPageViewer, getViewer } from "~/http/session.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeEntry, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/people";
import { makeTown } from "../support/places";
import { readsDuring } from "../support/query-plans";

// What the pages read beside who asks, which is one statement more: no page may take more than six.

const NOON = Date.UTC(2031, 4, 10, 12);
beforeEach(() => setClock(() => NOON));

const first = { page: 1, limit: 24 };

/** A garage and an event in a town, with somebody who reviews and comes, and the member who looks at them. */
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
  return {
    placeId,
    user,
    garage,
    vehicle,
    event,
    guest,
    viewer: { ...viewerOf(looking.user), garageId: looking.garage.id },
  };
}

const count = (work: () => void) => readsDuring(work).filter((text) => !text.includes("FROM public_changes")).length;

test("who asks, and whether words of theirs are kept", () => {
  const user = makeUser();
  const token = startSession(user.id, "");
  const page = new Request("http://localhost/vehicles/new");
  const read = () => keptWordsFor(page, findViewer(token)!);
  expect(count(() => expect(read()).toBeUndefined())).toBe(1);
  const form = { path: "/vehicles/new", intent: "", fields: { make: "Fiat" } };
  parkForm(user.id, form);
  expect(count(() => expect(read()).toMatchObject(form))).toBe(2);
});

test("the number in a page's header comes with who asks", async () => {
  const token = startSession(makeUser().id, "");
  const headers = { [REQUEST_ID]: "r1", Authorization: `Bearer ${token}` };
  // As Remix hands each loader of a page a copy.
  const [layout, own] = [1, 2].map(() => new Request("http://localhost/settings", { headers }));
  const [told, found] = await Promise.all([getPageViewer(layout!), getViewer(own!)]);
  expect(told).toMatchObject({ unread: 0 });
  expect(found).toBe(told);
});

test("a garage", () => {
  const { garage, placeId, viewer, user } = world();
  db().update(garages).set({ placeId }).where(eq(garages.id, garage.id)).run();
  const read = () => {
    const page = getGaragePage(garage.id, viewer);
    listGarageVehicles(garage.id, first, page.vehicleCount);
    getStanding(viewer, garage.id, user.id);
    expect(listReviews(garage.id, viewer, first, page.reviewCount).rows).toHaveLength(1);
    expect(listNearbyEvents(page.place)?.events).toHaveLength(2);
  };
  expect(count(read)).toBe(5);
});

test("a vehicle with neighbours, events and comments", () => {
  const { garage, vehicle, event, user, viewer, guest } = world();
  makeVehicle(garage, { make: "Ford" });
  attendEvent(viewerOf(user), event.id, { vehicle: vehicle.id });
  makeEntry(vehicle);
  const first = addComment(guest, vehicle.id, { text: "Tidy." });
  addComment(viewer, vehicle.id, { text: "Very.", parent: first });
  const read = () => {
    const page = getVehiclePage(vehicle.id, viewer);
    const { commentCount } = page.vehicle;
    getVehicleStanding(viewer, vehicle.id, user.id);
    const comments = listComments(vehicle.id, viewer, { page: 1, limit: 20 }, { userId: user.id, commentCount });
    expect(comments.rows).toHaveLength(2);
    expect(listVehicleEvents(vehicle.id)).toHaveLength(1);
    expect(getBuildSection(vehicle.id).count).toBe(1);
  };
  expect(count(read)).toBe(5);
});

test("a build log and the pages of its owner", () => {
  const { user, vehicle } = world();
  const entry = makeEntry(vehicle, { kind: "Modification", cost: 100, currency: "EUR" });
  const owner = viewerOf(user);
  const log = (viewer: typeof owner | null) => () =>
    expect(listEntries(vehicle.id, {}, first, viewer).rows).toHaveLength(1);
  expect(count(log(null))).toBe(3);
  expect(count(log(owner))).toBe(4);
  expect(count(() => expect(getOwnEntryPage(entry.id, owner).previous).toBeNull())).toBe(1);
  expect(count(() => expect(getLogToAddTo(vehicle.id, owner).currency).toBe("EUR"))).toBe(4);
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
  db().update(garages).set({ name: "Ford", nameFolded: "ford" }).where(eq(garages.id, garage.id)).run();
  makeEvent(null, { title: "Ford Day" });
  for (const q of ["ford", "fo"]) {
    const read = () => expect(Object.keys(search(q, undefined, 1))).toEqual(["garages", "users", "vehicles", "events"]);
    expect(count(read), q).toBeLessThanOrEqual(5);
  }
});

test("the map, all of it and around a place", () => {
  const { viewer } = world();
  const view = (of: Record<string, string>) => getMapView(decode(mapSearch, of), first, viewer);
  // What only the map's own data says is read once and kept.
  view({ place: "Birmingham", radius: "500", kind: "events" });
  view({ kind: "events" });
  expect(count(() => view({}))).toBeLessThanOrEqual(5);
  expect(count(() => view({ place: "Birmingham", radius: "500" }))).toBeLessThanOrEqual(5);
});

test("the list of all vehicles", () => {
  world();
  const list = (asked: Record<string, string>) => browseVehicles(decode(browseQuery, asked), first).rows.length;
  expect(count(() => expect(list({})).toBeGreaterThan(1))).toBe(3);
  expect(count(() => expect(list({ make: "ford", q: "ford", from: "1960" })).toBe(1))).toBe(3);
});
