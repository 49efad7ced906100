import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { db, transaction } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { buildEntries, comments, events, garages, photos, reviews, users, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { findMember, listPeopleById } from "~/features/accounts/queries.server";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { listMakesJson } from "~/features/browse/json.server";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { entryJson, listEntriesJson } from "~/features/build-log/json.server";
import { getEntryPage, listEntries } from "~/features/build-log/queries.server";
import { getSectionView, listDoneModifications } from "~/features/build-log/section.server";
import { hideThing, showThing } from "~/features/cases/things.server";
import { collectData } from "~/features/data-export/data.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { listAttendances, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { eventCalendar, eventsCalendar, eventsFeed } from "~/features/events/calendar.server";
import { eventJson, listAttendancesJson, listEventsJson } from "~/features/events/json.server";
import { listEvents, listMonth } from "~/features/events/list.server";
import { eventRanges, getEventPage } from "~/features/events/queries.server";
import { findPageRow } from "~/features/events/rows.server";
import { eventSearch } from "~/features/events/schema.server";
import { garageFeed, latestFeed } from "~/features/feed/atom.server";
import { listFeedJson } from "~/features/feed/json.server";
import { getGarageJson, listGaragesJson, listRandomGaragesJson } from "~/features/garages/json.server";
import { DEFAULT_SORT } from "~/features/garages/limits";
import { garageRanges, getGaragePage, listGarages, listHomeGarages } from "~/features/garages/queries.server";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { listItems } from "~/features/notifications/list.server";
import { notifyAttendees } from "~/features/notifications/notify.server";
import { findImageAccess } from "~/features/photos/image-files.server";
import { search } from "~/features/search/queries.server";
import { suggest } from "~/features/search/suggestions.server";
import { addComment } from "~/features/social/comments.server";
import { listComments } from "~/features/social/conversation.server";
import { listCommentsJson, listReviewsJson } from "~/features/social/json.server";
import { followUser, setLike } from "~/features/social/reactions.server";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { listGarageVehiclesJson, listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import { getAllPhotos, getPhotoPage } from "~/features/vehicles/photo-pages.server";
import {
  getVehicleForSheet,
  getVehiclePage,
  listGarageVehicles,
  listLatestVehicles,
  vehicleRanges,
} from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { setClock } from "~/lib/time";
import { tickingClock } from "../support/clock";
import { makeEvent } from "../support/events";
import { makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/make-rows";
import { makeTown } from "../support/places";
import { changeRow, findRow, removeRow } from "../support/rows";

const clock = tickingClock();

const PAGE = { page: 1, limit: 50 };
const name = (at: number) => `${String(at).padStart(24, "0")}_900x600_a1b2c3.jpg`;

/** Ada owns one of each, Bob comments and reviews, Cat reads; a moderator sees all. */
function world() {
  const placeId = makeTown(52.48, -1.9, "Birmingham");
  const ada = makeOwner({ name: "Ada" });
  db().update(garages).set({ placeId, showOnMap: true, name: "Wonderroom", nameFolded: "wonderroom" }).run();
  const bob = makeOwner({ name: "Bob" });
  const cat = makeOwner({ name: "Cat" });
  changeRow(vehicles, ada.vehicle.id, { make: "Zaporozhets", searchText: "1967 zaporozhets elan" });
  const [, second] = [1, 2, 3].map((at) => makePhoto(ada.vehicle, { photo: name(at), position: at }));
  changeRow(vehicles, ada.vehicle.id, { coverPhoto: name(1) });
  const entry = makeEntry(ada.vehicle, { title: "Camshaft", kind: "Modification", area: "Engine", status: "Done" });
  makePhoto(ada.vehicle, { photo: name(4), entryId: entry.id });
  const event = makeEvent(null, { startDate: "2031-05-12", endDate: "2031-05-12" });
  const as = ({ user, garage }: typeof ada) => ({ ...viewerOf(user), garageId: garage.id });
  const viewers = { ada: as(ada), bob: as(bob), cat: as(cat), staff: viewerOf(makeUser({ role: "moderator" })) };
  attendEvent(viewers.ada, event.id, { vehicle: ada.vehicle.id });
  followUser(viewers.cat, ada.user.id);
  setLike(viewers.cat, ada.vehicle.id, true);
  const comment = addComment(viewers.bob, ada.vehicle.id, { text: "Bob's words" });
  const review = reviewGarage(viewers.bob, ada.garage.id, { rating: 2, review: "Bob's view" }).id;
  setClock(() => clock.time);
  const { garage, vehicle, user: owner } = ada;
  return { ...viewers, placeId, event, garage, vehicle, second, entry, comment, review, owner };
}

type World = ReturnType<typeof world>;

function look(read: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(read() ?? null));
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return "404";
    throw error;
  }
}

const PLACES: Record<string, (world: World, viewer: Viewer | null) => unknown> = {
  "a vehicle's page": ({ vehicle }, viewer) => getVehiclePage(vehicle.id, viewer),
  "a vehicle in JSON": ({ vehicle }, viewer) => vehicleJson(vehicle.id, viewer),
  "a show sheet": ({ vehicle }, viewer) => [getVehicleForSheet(vehicle.id, viewer), listDoneModifications(vehicle.id)],
  "a photo's page": ({ vehicle, second }, viewer) => getPhotoPage(vehicle.id, second!.id, viewer),
  "all photos": ({ vehicle }, viewer) => getAllPhotos(vehicle.id, viewer),
  "a vehicle's section": ({ vehicle }, viewer) => [getVehiclePage(vehicle.id, viewer), getSectionView(vehicle.id)],
  "the latest vehicles": () => [listLatestVehicles(PAGE), listLatestVehiclesJson(PAGE)],
  "all vehicles": () => browseVehicles(decode(browseQuery, {}), PAGE),
  makes: () => listMakesJson(PAGE),
  "a garage's page": ({ garage }, viewer) => getGaragePage(garage.id, viewer),
  "a garage in JSON": ({ garage }, viewer) => getGarageJson(garage.id, viewer),
  "a garage's vehicles": ({ garage }, viewer) => [
    getGaragePage(garage.id, viewer),
    listGarageVehicles(garage.id, PAGE, viewer),
    listGarageVehiclesJson(garage.id, PAGE, viewer),
  ],
  "all garages": () => [listGarages({ search: "", sort: DEFAULT_SORT }, PAGE), listHomeGarages(4, false).newest],
  "garages in JSON": () => [
    listGaragesJson({ search: "wonder", sort: DEFAULT_SORT }, PAGE),
    listRandomGaragesJson(20).sort((a, b) => Number(a._id) - Number(b._id)),
  ],
  "a build log": ({ vehicle }, viewer) => [
    listEntries(vehicle.id, {}, PAGE, viewer),
    listEntriesJson(vehicle.id, undefined, PAGE, viewer),
  ],
  "an entry": ({ entry }, viewer) => [getEntryPage(entry.id, viewer), entryJson(entry.id, viewer)],
  comments: ({ vehicle }, viewer) => [
    listComments(vehicle.id, viewer, PAGE),
    listCommentsJson(vehicle.id, PAGE, viewer),
  ],
  reviews: ({ garage }, viewer) => [listReviews(garage.id, viewer, PAGE), listReviewsJson(garage.id, PAGE, viewer)],
  "a search": () => [
    search("zaporozhets", undefined, 1),
    search("wonderroom", undefined, 1),
    ...["ada", "ad", "d", "z", "za", "zaporozhets za"].map((q) => search(q, undefined, 1)),
  ],
  suggestions: () => [suggest("zapo"), suggest("wonder"), suggest("ada")],
  feed: ({ cat }) => listFeedJson(cat, PAGE),
  "the feed of the site": () => latestFeed("https://paddock.example"),
  "the feed of a garage": ({ garage }) => garageFeed(garage.id, "https://paddock.example"),
  map: () => getMapView(decode(mapSearch, { place: "Birmingham", radius: "50", kind: "garages" }), PAGE, null),
  "the site map": () => [vehicleRanges.list(1, 1_000), garageRanges.list(1, 1_000)],
  people: ({ owner }) => [listPeopleById([owner.id]), findMember(owner.id)],
  "a line-up": ({ event }) => listAttendances(event.id, PAGE),
  "the owner's notifications": ({ ada }) => listItems(ada, PAGE),
};
const everywhere = Object.keys(PLACES);

const snapshot = (at: World, viewer: Viewer | null) =>
  Object.fromEntries(everywhere.map((place) => [place, look(() => PLACES[place]!(at, viewer))]));

const showing = (marks: string[], places: Record<string, unknown>) =>
  everywhere.filter((place) => marks.some((mark) => JSON.stringify(places[place]).includes(mark)));

/** Private to the owner. */
const isForOthers = (place: string) => place !== "the owner's notifications";

const changedPlaces = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  everywhere.filter((place) => JSON.stringify(before[place]) !== JSON.stringify(after[place]));

const TABLES = {
  vehicle: vehicles,
  photo: photos,
  entry: buildEntries,
  comment: comments,
  review: reviews,
  garage: garages,
};
type Kind = keyof typeof TABLES;

/** Texts that identify a thing. */
const MARKS: Record<Kind, (world: World) => string[]> = {
  vehicle: () => ["Zaporozhets", "Camshaft", name(1), name(2), name(4)],
  photo: () => [name(2)],
  entry: () => ["Camshaft", name(4)],
  comment: () => ["Bob's words"],
  review: () => ["Bob's view"],
  garage: () => ["Wonderroom", "Zaporozhets", "Camshaft", name(1), name(2)],
};

const PICTURES: Partial<Record<Kind, string[]>> = {
  ...{ vehicle: [name(1), name(4)], garage: [name(1), name(4)], entry: [name(4)], photo: [name(2)] },
};

const idOf = (at: World, kind: Kind) =>
  ({
    vehicle: at.vehicle.id,
    photo: at.second!.id,
    entry: at.entry.id,
    comment: at.comment,
    review: at.review,
    garage: at.garage.id,
  })[kind];

const author = (at: World, kind: Kind) => (kind === "comment" || kind === "review" ? at.bob : at.ada);

function hide(at: World, kind: Kind, bit: number): () => void {
  const [table, id] = [TABLES[kind] as typeof vehicles, idOf(at, kind)];
  const set = (next: (hidden: number) => number) => changeRow(table, id, { hidden: next(findRow(table, id)!.hidden) });
  set((hidden) => hidden | bit);
  return () => set((hidden) => hidden & ~bit);
}

type Change = Partial<typeof users.$inferInsert>;

function hidePerson(at: World, kind: Kind, values: Change, back: Change): () => void {
  const { id } = author(at, kind);
  changeRow(users, id, values);
  return () => changeRow(users, id, back);
}

const WAYS: Record<string, (at: World, kind: Kind) => () => void> = {
  "a measure": (at, kind) => hide(at, kind, HIDDEN.measure),
  "a hold": (at, kind) => hide(at, kind, HIDDEN.hold),
  "a suspension": (at, kind) => hidePerson(at, kind, { hideAll: true }, { hideAll: false }),
  deactivation: (at, kind) => hidePerson(at, kind, { active: false }, { active: true }),
};

const TABLE = (Object.keys(TABLES) as Kind[]).flatMap((kind) => Object.keys(WAYS).map((way) => [kind, way] as const));

test.each(TABLE)(
  "a %s hidden by %s is nowhere for others, there for its author, and back as before",
  async (kind, way) => {
    const at = world();
    const looking = { nobody: null, cat: at.cat, author: author(at, kind), staff: at.staff };
    const before = Object.entries(looking).map(([viewerName, viewer]) => [viewerName, snapshot(at, viewer)] as const);
    const marks = MARKS[kind](at);
    const shows = (places: Record<string, unknown>) => showing(marks, places);
    expect(shows(before[0]![1])).not.toEqual([]);
    const back = WAYS[way]!(at, kind);
    const [nobody, cat, ownSnapshot, staff] = Object.values(looking).map((viewer) => snapshot(at, viewer));
    const others = (places: Record<string, unknown>) => shows(places).filter(isForOthers);
    expect(others(nobody!)).toEqual([]);
    expect(others(cat!)).toEqual([]);
    expect(JSON.stringify(collectData(at.cat))).not.toContain(marks[0]);
    for (const picture of PICTURES[kind] ?? []) {
      expect(await findImageAccess("photos", picture, async () => null)).toBeNull();
      expect(await findImageAccess("photos", picture, async () => at.cat)).toBeNull();
      expect(await findImageAccess("photos", picture, async () => author(at, kind))).toBe("restricted");
    }
    if (way !== "deactivation") {
      expect(shows(ownSnapshot!)).toEqual(expect.arrayContaining(LISTS[kind]));
      expect(shows(staff!)).toEqual(expect.arrayContaining(OWN_PAGES[kind] ?? []));
    } else expect(others(staff!)).toEqual([]);
    back();
    for (const [viewerName, places] of before)
      expect(changedPlaces(places, snapshot(at, looking[viewerName as keyof typeof looking]))).toEqual([]);
  },
);

/** By a block or mute of the author: everything, or one place's content. */
test.each([
  ["comment", "block", isForOthers],
  ["review", "block", isForOthers],
  ...(["vehicle", "entry", "garage"] as const).map(
    (kind) => [kind, "mute", (place: string) => place === "feed"] as const,
  ),
] as const)("a %s hidden by a %s is hidden from other viewers only, and returns unchanged", (kind, way, hides) => {
  const at = world();
  const shows = (viewer: Viewer | null) => showing(MARKS[kind](at), snapshot(at, viewer));
  // The feed is hers, for any viewer.
  const others = () =>
    [null, at.ada, at.bob, at.staff].map((viewer) => shows(viewer).filter((place) => place !== "feed"));
  const [places, before, ownSnapshot] = [shows(at.cat), others(), snapshot(at, at.cat)];
  expect(places.filter(hides)).not.toEqual([]);
  blockUser(at.cat, author(at, kind).id, way);
  expect(shows(at.cat)).toEqual(places.filter((place) => !hides(place)));
  expect(others()).toEqual(before);
  unblockUser(at.cat, author(at, kind).id, way);
  expect(changedPlaces(ownSnapshot, snapshot(at, at.cat))).toEqual([]);
});

/** By the thing's id. */
const OWN_PAGES: Partial<Record<Kind, string[]>> = {
  vehicle: ["a vehicle's page", "a vehicle in JSON", "a show sheet", "a photo's page", "all photos"],
  photo: ["a photo's page", "all photos", "a vehicle's page", "a vehicle in JSON"],
  entry: ["an entry"],
  garage: ["a garage's page", "a garage in JSON"],
};

const LISTS: Record<Kind, string[]> = {
  vehicle: [...OWN_PAGES.vehicle!, "a garage's vehicles", "a build log"],
  photo: OWN_PAGES.photo!,
  entry: [...OWN_PAGES.entry!, "a build log"],
  comment: ["comments"],
  review: ["reviews"],
  garage: [...OWN_PAGES.garage!, "a garage's vehicles", "a build log", "a vehicle's page"],
};

const EVENT_PLACES: Record<string, (world: World, viewer: Viewer | null) => unknown> = {
  "its page": ({ event }, viewer) => getEventPage(event.id, viewer),
  "its JSON": ({ event }, viewer) => eventJson(event.id, viewer),
  "its line-up": ({ event }) => [listAttendances(event.id, PAGE), listAttendancesJson(event.id, PAGE)],
  "its calendar": ({ event }) => eventCalendar(event.id, "https://paddock.example"),
  "all events": (_, viewer) => {
    const searches = [{}, { title: "air" }, { category: "Club Meetup" }, { near: "Birmingham" }];
    return searches.map((searchInput) => {
      const search = decode(eventSearch, searchInput);
      return [listEvents(search, PAGE), listEventsJson(search, PAGE, viewer)];
    });
  },
  "its month": () => listMonth("2031-05", decode(eventSearch, {})),
  "the calendar of all": () => eventsCalendar(decode(eventSearch, {}), "https://paddock.example"),
  "the feed of events": () => eventsFeed("https://paddock.example"),
  "the site map": () => eventRanges.list(1, 1_000),
  "a search": () => [search("air-cooled", undefined, 1), search("air-cooled", "events", 1), suggest("air-c")],
  map: () =>
    ["events", ""].map((kind) =>
      getMapView(decode(mapSearch, { place: "Birmingham", radius: "50", kind }), PAGE, null),
    ),
  "beside its town": ({ event }) => listNearbyEvents(findPageRow(event.id)?.place),
  "a vehicle that comes": ({ vehicle }) => listVehicleEvents(vehicle.id),
  "what who comes is told": ({ cat }) => listItems(cat, PAGE),
};
const eventPlaces = Object.keys(EVENT_PLACES);

function withoutEvent<T>(id: number, see: () => T): T {
  let result: { seen: T } | undefined;
  const back = new Error("as it was");
  try {
    transaction(() => {
      removeRow(events, id);
      result = { seen: see() };
      throw back;
    });
  } catch (error) {
    if (error !== back) throw error;
  }
  return result!.seen;
}

test("an event that a decision hides is nowhere for others, there for its submitter and staff, and back as before", async () => {
  const at = world();
  const { id } = at.event;
  const picture = name(9);
  changeRow(events, id, { userId: at.ada.id, placeId: at.placeId, image: picture });
  attendEvent(at.cat, id, { vehicle: null });
  notifyAttendees(id, "changed", at.ada.id);
  const looking = { nobody: null, bob: at.bob, submitter: at.ada, staff: at.staff };
  const places = (viewer: Viewer | null) =>
    Object.fromEntries(eventPlaces.map((place) => [place, look(() => EVENT_PLACES[place]!(at, viewer))]));
  const before = Object.entries(looking).map(([viewerName, viewer]) => [viewerName, places(viewer)] as const);
  const placesWithout = withoutEvent(id, () => [places(null), places(at.bob)]);
  expect(eventPlaces.filter((place) => isDeepStrictEqual(before[0]![1][place], placesWithout[0]![place]))).toEqual([]);
  // By the staff's functions: hiding and restoring are alike.
  const change = hideThing("event", id);
  expect([places(null), places(at.bob)]).toEqual(placesWithout);
  for (const viewer of [null, at.bob]) expect(await findImageAccess("photos", picture, async () => viewer)).toBeNull();
  expect(JSON.stringify(collectData(at.cat))).not.toContain("Air-Cooled");
  expect(await findImageAccess("photos", picture, async () => at.ada)).toBe("restricted");
  for (const viewer of [at.ada, at.staff]) {
    const { "its page": page, "its JSON": json } = places(viewer);
    expect([page, json]).toMatchObject([{ title: at.event.title, live: false }, { title: at.event.title }]);
  }
  showThing("event", id, change);
  for (const [viewerName, seenPlaces] of before)
    expect(places(looking[viewerName as keyof typeof looking])).toEqual(seenPlaces);
});
