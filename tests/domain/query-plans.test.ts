import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { comments, follows, reviews, tickets } from "~/db/schema";
import { listEntriesJsonById } from "~/features/build-log/json.server";
import { getEntryPage, listEntries } from "~/features/build-log/queries.server";
import { getSectionView, listDoneModifications } from "~/features/build-log/section.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { getAttendance, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { eventsFeed } from "~/features/events/calendar.server";
import { eventJson, listOwnEventsJson, listPendingEventsJson } from "~/features/events/json.server";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { listEvents, listMonth } from "~/features/events/list.server";
import { eventRanges, getEventPage, listOwnEvents, listPendingEvents } from "~/features/events/queries.server";
import { eventSearch } from "~/features/events/schema.server";
import { garageFeed, latestFeed } from "~/features/feed/atom.server";
import { listFeed } from "~/features/feed/queries.server";
import { garageRanges, getGaragePage, listGarages } from "~/features/garages/queries.server";
import { searchJson } from "~/features/search/json.server";
import { search } from "~/features/search/queries.server";
import { suggest } from "~/features/search/suggestions.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { listComments, pageOfComment } from "~/features/social/conversation.server";
import { listCommentsJson, listFollowersJson, listLikersJson } from "~/features/social/json.server";
import { followUser, getViewerState, listFollowedGaragesJson, setLike } from "~/features/social/reactions.server";
import { deleteReview, listReviews, reviewGarage } from "~/features/social/reviews.server";
import { listOwnTickets, listTickets } from "~/features/tickets/queries.server";
import { ticketQuery } from "~/features/tickets/schema.server";
import { listGarageVehiclesJson, listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import {
  getVehicle,
  getVehiclePage,
  listGarageVehicles,
  listLatestVehicles,
  vehicleRanges,
} from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { now, setClock } from "~/lib/time";
import { getQueueCounts } from "~/routes/moderation/queue-counts.server";
import { imageNamesInOrder, referencedImages } from "~/services/images/references.server";
import { makeEvent } from "../support/events";
import { makeAdmin, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/make-rows";
import { forbiddenSteps, planOf, statementsOf } from "../support/query-plans";
import { insertRow } from "../support/rows";

const page = { page: 1, limit: 20 };

/** Enough rows: SQLite rightly scans small tables. */
function site() {
  const owner = makeOwner({ name: "Ford" });
  const { vehicle, garage, user } = owner;
  const event = makeEvent(user, { startDate: "2031-06-01", endDate: "2031-06-02" });
  const member = viewerOf(makeUser());
  transaction(() => {
    for (let index = 0; index < 150; index += 1) {
      const otherOwner = makeOwner({ name: `Ford ${index}` });
      makePhoto(otherOwner.vehicle, { entryId: makeEntry(otherOwner.vehicle).id });
      makePhoto(otherOwner.vehicle);
      const day = `20${30 + (index % 4)}-0${1 + (index % 9)}-1${index % 10}`;
      const status = index % 5 === 0 ? "pending" : "approved";
      const category = EVENT_CATEGORIES[index % EVENT_CATEGORIES.length]!;
      makeEvent(user, { title: `Ford ${index}`, startDate: day, endDate: day, status, category });
      const fields = { userId: otherOwner.user.id, createdAt: now() };
      insertRow(comments, { ...fields, vehicleId: vehicle.id, text: "Hello" });
      insertRow(reviews, { ...fields, garageId: garage.id, rating: 4, review: "Tidy.", updatedAt: now() });
      attendEvent(otherOwner.viewer, event.id, {});
      const ticket = { category: "Bug Report", subject: `No. ${index}`, description: "x", updatedAt: now() } as const;
      insertRow(tickets, { ...ticket, ...fields, status: index % 3 === 0 ? "New" : "Closed" });
      if (index % 2) insertRow(follows, { followerId: member.id, followedId: otherOwner.user.id, createdAt: now() });
      insertRow(follows, { followerId: otherOwner.user.id, followedId: user.id, createdAt: now() });
    }
  });
  db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, created_at, updated_at)
    SELECT ${garage.id}, ${user.id}, 'Many', 'Ford', 1950, '1950 many ford', 1, 1 FROM n`);
  analyzeDatabase();
  return { ...owner, event: event.id, member, admin: viewerOf(makeAdmin()) };
}

/** By feature. */
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
    for (const kind of ["photos", "users"] as const) {
      referencedImages(kind, ["a.jpg"]);
      imageNamesInOrder(kind).next();
    }
  },
  ({ event, vehicle, viewer, admin }) => {
    getAttendance(getEventPage(event, viewer), viewer, page);
    eventJson(event, viewer);
    listVehicleEvents(vehicle.id);
    const days = { from: "2031-01-01", to: "2031-02-01" };
    const searches: Record<string, string>[] = [{}, { title: "ford" }, { category: "Auction" }, days];
    for (const past of ["", "1"])
      for (const input of searches) listEvents(decode(eventSearch, { ...input, past }), page);
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
  ({ vehicle, member }) => {
    getVehiclePage(vehicle.id, null);
    listFeed(member, { page: 2, limit: 20 });
  },
  ({ garage }) => {
    for (const sort of ["-createdAt", "createdAt", "-vehicleCount"] as const) listGarages({ search: "", sort }, page);
    listGarages({ search: "garage 1234", sort: "-createdAt" }, page);
    getGaragePage(garage.id, null);
  },
  ({ vehicle, viewer }) => {
    const { id } = makeEntry(vehicle, { cost: 5, currency: "EUR" });
    listEntries(vehicle.id, {}, page, viewer);
    listEntries(vehicle.id, { kind: "Service" }, page, null);
    getEntryPage(id, viewer);
    getSectionView(vehicle.id);
    listDoneModifications(vehicle.id);
    listEntriesJsonById([id], null);
  },
  ({ viewer, admin }) => {
    listOwnTickets(viewer);
    for (const input of [{}, { sort: "createdAt" }, { sort: "status" }, { status: "New" }])
      listTickets(admin, decode(ticketQuery, input), page);
    getQueueCounts(admin);
  },
];

const FEW: [step: RegExp, statement: RegExp][] = [
  // Pending events, a vehicle's events, a page of an activity index.
  [/^USE TEMP B-TREE FOR ORDER BY$/, /^\s*SELECT id, start_date FROM events WHERE status = 'pending'/],
  [/^USE TEMP B-TREE FOR ORDER BY$/, /"event_attendances"."vehicle_id" = \?|"activities"\."type"/],
  // At most a thousand a row.
  [/^USE TEMP B-TREE FOR ORDER BY$/, /rowid IN \(SELECT rowid FROM (likes|follows) AS newest/],
  [/^USE TEMP B-TREE FOR GROUP BY$/, /sum\("cost"\)/],
  [/^SCAN events$/, /order by "events"."id" desc limit/],
];

const BY_INDEX: [statement: RegExp, steps: RegExp, way: RegExp][] = [
  // The site map reads ranges of ids.
  [/BETWEEN/, /rowid>/, /USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  // One row each way from the current one.
  [
    /from "vehicles" where [^;]+\("vehicles"."created_at", "vehicles"."id"\) [<>]/,
    / /,
    /^SEARCH vehicles USING INDEX vehicles_garage \(garage_id=\? AND hidden=\? AND \(?created_at/,
  ],
  // Word index first, then row by row.
  [
    /_fts\b[\s\S]+AS hit/,
    / (hit|\w+_fts)\b/,
    /^(SCAN \w+_fts VIRTUAL TABLE INDEX|SEARCH hit USING INTEGER PRIMARY KEY \(rowid=\?\))/,
  ],
  [/"id" IN \(SELECT rowid FROM garages_fts/, /_fts/, /^SCAN garages_fts VIRTUAL TABLE INDEX/],
  [
    /FROM follows INDEXED BY follows_news/,
    / (shown|counted) /,
    /^SEARCH \w+ USING COVERING INDEX activities_owner \(user_id=\? AND hidden=\?\)/,
  ],
  [
    /FROM follows INDEXED BY follows_news/,
    / follows /,
    /USING COVERING INDEX follows_news \(follower_id=\? AND hidden=\? AND muted=\?\)/,
  ],
  [
    /FROM photos AS p/,
    / p /,
    /^SEARCH p USING INDEX photos_(vehicle \(vehicle_id=\? AND entry_id=\?\)|entry \(entry_id=\?\))/,
  ],
  // Filter and sort by one index.
  [
    /^select "id" from "garages"/,
    / /,
    /^SEARCH garages USING COVERING INDEX garages_(newest|most_vehicles) \(hidden=\?\)/,
  ],
  [/INDEXED BY vehicles_with_cover/, / v /, /^SEARCH v USING INDEX vehicles_with_cover \(garage_id=\?\)/],
  [
    /from "build_entries"/,
    / build_entries /,
    /^SEARCH \w+ USING (COVERING )?(INDEX build_entries_\w+|INTEGER PRIMARY KEY) \(/,
  ],
  [
    /from "photos" where \(?"?photos"?."(entry|vehicle)_id" IN/,
    / photos /,
    /^SEARCH photos USING INDEX photos_(entry|vehicle) \(/,
  ],
  [/from "tickets"[\s\S]*order by/, / tickets /, /USING INDEX tickets_(user|created|inbox)/],
  [
    /select count\(\*\) from "(tickets|cases|holds|applications)" where/,
    /^S/,
    / USING (COVERING INDEX \w+_(inbox|state|waiting)|INDEX \w+_waiting)\b/,
  ],
  [/from "ticket_replies"/, / ticket_replies /, /^SEARCH ticket_replies USING INDEX ticket_replies_ticket/],
  [/DISTINCT "(photos|users)"\."\w+" AS name[\s\S]+LIMIT/, /^S/, /^SEARCH \w+ USING COVERING INDEX \w+ \(\w+>\?\)/],
];

test("no read walks a table of people's things, and none sorts by itself", { timeout: 120_000 }, () => {
  setClock(() => Date.parse("2030-01-10T15:00:00Z"));
  const at = site();
  const statements = statementsOf(() => {
    for (const look of LOOKS) look(at);
  }).filter((text) => /^\s*(select|delete|with)/i.test(text));
  expect(statements.length).toBeGreaterThan(75);
  const slow = statements.flatMap((text) => forbiddenSteps(text).map((step) => [step, text] as const));
  expect(slow.filter(([step, text]) => !FEW.some(([pattern, of]) => pattern.test(step) && of.test(text)))).toEqual([]);
  for (const [statement, look, way] of BY_INDEX) {
    const matches = statements.filter((text) => statement.test(text));
    expect(matches, String(statement)).not.toEqual([]);
    for (const text of matches) {
      const steps = planOf(text).filter((line) => look.test(line));
      expect(steps, text).not.toEqual([]);
      expect([text, steps.filter((line) => !way.test(line))]).toEqual([text, []]);
    }
  }
});
