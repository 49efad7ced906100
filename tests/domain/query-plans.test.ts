import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { referencedImages } from "~/db/image-references.server";
import { comments, reviews } from "~/db/schema";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { getAttendance, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { eventsFeed } from "~/features/events/calendar.server";
import { eventJson, listOwnEventsJson, listPendingEventsJson } from "~/features/events/json.server";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { listEvents, listMonth } from "~/features/events/list.server";
import { eventRanges, getEventPage, listOwnEvents, listPendingEvents } from "~/features/events/queries.server";
import { eventSearch } from "~/features/events/schema.server";
import { garageFeed, latestFeed } from "~/features/feed/atom.server";
import { garageRanges } from "~/features/garages/queries.server";
import { searchJson } from "~/features/search/json.server";
import { search } from "~/features/search/queries.server";
import { suggest } from "~/features/search/suggestions.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { listComments, pageOfComment } from "~/features/social/conversation.server";
import { listCommentsJson, listFollowersJson, listLikersJson } from "~/features/social/json.server";
import { followUser, getViewerState, listFollowedGaragesJson, setLike } from "~/features/social/reactions.server";
import { deleteReview, listReviews, reviewGarage } from "~/features/social/reviews.server";
import { listGarageVehiclesJson, listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import { getVehicle, listGarageVehicles, listLatestVehicles, vehicleRanges } from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { now, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeAdmin, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/people";
import { planOf, slowSteps, statementsOf } from "../support/query-plans";
import { insertRow } from "../support/rows";

const page = { page: 1, limit: 20 };

/** Enough of everything that statistics say so: of a handful of rows, SQLite rightly reads them all. */
function site() {
  const owner = makeOwner({ name: "Ford" });
  const { vehicle, garage, user } = owner;
  const event = makeEvent(user, { startDate: "2031-06-01", endDate: "2031-06-02" });
  transaction(() => {
    for (let at = 0; at < 150; at += 1) {
      const other = makeOwner({ name: `Ford ${at}` });
      makePhoto(other.vehicle, { entryId: makeEntry(other.vehicle).id });
      makePhoto(other.vehicle);
      const day = `20${30 + (at % 4)}-0${1 + (at % 9)}-1${at % 10}`;
      const status = at % 5 === 0 ? "pending" : "approved";
      const category = EVENT_CATEGORIES[at % EVENT_CATEGORIES.length]!;
      makeEvent(user, { title: `Ford ${at}`, startDate: day, endDate: day, status, category });
      const said = { userId: other.user.id, createdAt: now() };
      insertRow(comments, { ...said, vehicleId: vehicle.id, text: "Hello" });
      insertRow(reviews, { ...said, garageId: garage.id, rating: 4, review: "Tidy.", updatedAt: now() });
      attendEvent(other.viewer, event.id, {});
    }
  });
  db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, created_at, updated_at)
    SELECT ${garage.id}, ${user.id}, 'Many', 'Ford', 1950, '1950 many ford', 1, 1 FROM n`);
  analyzeDatabase();
  return { ...owner, event: event.id, member: viewerOf(makeUser()), admin: viewerOf(makeAdmin()) };
}

/** What pages and calls read, by the feature that they belong to. */
const LOOKS: ((at: ReturnType<typeof site>) => unknown)[] = [
  ({ vehicle, viewer, member }) => {
    listComments(vehicle.id, viewer, page);
    listCommentsJson(vehicle.id, page);
    const id = addComment(member, vehicle.id, { text: "x" });
    addComment(viewer, vehicle.id, { text: "y", parent: id });
    pageOfComment({ id, parentId: null, vehicleId: vehicle.id }, 20);
    deleteComment(member, id);
  },
  ({ garage, user, member }) => {
    listReviews(garage.id, member, page);
    getViewerState(member, garage.id, user.id);
    deleteReview(member, reviewGarage(member, garage.id, { rating: 4, review: "Tidy." }).id);
  },
  ({ garage, vehicle, user, member }) => {
    followUser(member, user.id);
    listFollowedGaragesJson(member, page);
    for (const liked of [true, false]) setLike(member, vehicle.id, liked);
    listLikersJson(vehicle.id, page);
    listFollowersJson(garage.id, page);
  },
  ({ garage, vehicle }) => {
    for (const list of [listLatestVehicles, listLatestVehiclesJson]) list(page);
    for (const list of [listGarageVehicles, listGarageVehiclesJson]) list(garage.id, page);
    getVehicle(vehicle.id, null);
    vehicleJson(vehicle.id);
    for (const kind of ["photos", "users"] as const) referencedImages(kind, ["a.jpg"]);
  },
  ({ event, vehicle, viewer, admin }) => {
    getAttendance(getEventPage(event, viewer), viewer, page);
    eventJson(event, viewer);
    listVehicleEvents(vehicle.id);
    const days = { from: "2031-01-01", to: "2031-02-01" };
    const searches: Record<string, string>[] = [{}, { title: "ford" }, { category: "Auction" }, days];
    for (const past of ["", "1"])
      for (const given of searches) listEvents(decode(eventSearch, { ...given, past }), page);
    listMonth("2031-05", decode(eventSearch, {}));
    for (const list of [listOwnEvents, listOwnEventsJson]) list(viewer, page);
    for (const list of [listPendingEvents, listPendingEventsJson]) list(admin, page);
  },
  () => {
    for (const q of ["ford", "fo", "f", "ford fo", "ford f", "ford fo f"]) {
      search(q, undefined, 1);
      searchJson(q, page);
      suggest(q);
    }
  },
  ({ garage }) => {
    for (const { parts, list } of [garageRanges, vehicleRanges, eventRanges]) {
      parts(10);
      list(1, 10);
    }
    latestFeed("https://paddock.example");
    garageFeed(garage.id, "https://paddock.example");
    eventsFeed("https://paddock.example");
  },
];

/** Of few rows, which are sorted: what waits for admins, what a vehicle is brought to. And the newest events, read backwards. */
const FEW =
  /^\s*SELECT id, start_date FROM events WHERE status = 'pending'|"event_attendances"."vehicle_id" = \?|order by "events"."id" desc limit/;

test("no read walks a table of people's things, and none sorts by itself", { timeout: 120_000 }, () => {
  setClock(() => Date.parse("2030-01-10T15:00:00Z"));
  const at = site();
  const statements = statementsOf(() => {
    for (const look of LOOKS) look(at);
  }).filter((text) => /^\s*(select|delete|with)/i.test(text));
  expect(statements.length).toBeGreaterThan(75);
  const slow = statements.flatMap((text) => slowSteps(text).map((step) => [step, text] as const));
  const few = /^(USE TEMP B-TREE FOR ORDER BY|SCAN events)$/;
  expect(slow.filter(([step, text]) => !(few.test(step) && FEW.test(text)))).toEqual([]);
  // Those of the site map are read by ranges of ids.
  const ranges = statements.filter((text) => text.includes("BETWEEN"));
  expect(ranges.length).toBeGreaterThan(3);
  for (const text of ranges) expect(planOf(text).join()).toMatch(/USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/);
});
