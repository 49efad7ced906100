import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, transaction } from "~/db/client.server";
import { eventsCalendar } from "~/features/events/calendar.server";
import { listEventsJson } from "~/features/events/json.server";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { listEvents, listMonth } from "~/features/events/list.server";
import { eventQuery, eventSearch } from "~/features/events/schema.server";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { mapSearch } from "~/features/map/schema.server";
import { storePlace } from "~/features/places/placement.server";
import { PROXIMITY_MESSAGES, radiusChoices } from "~/features/places/proximity";
import { findStoredPlace } from "~/features/places/queries.server";
import { decode } from "~/lib/decode";
import { writeCalendar } from "~/lib/icalendar";
import { setClock } from "~/lib/time";
import { geocode } from "~/services/geocoder/geocoder.server";
import { makeEvent } from "../support/events";
import { makeTown, makeTownEvents } from "../support/places";
import { forbiddenSteps, planOf, statementsOf } from "../support/query-plans";
import { fieldErrors } from "../support/refusal";

const PAGE = { page: 1, limit: 20 };
const ask = (overrides: Record<string, string>) => decode(eventSearch, overrides);
const near = (place: string, overrides: Record<string, string> = {}) =>
  listEvents(ask({ near: place, ...overrides }), PAGE).rows.map(({ title }) => title);

beforeEach(() => setClock(() => Date.parse("2031-05-10T15:00:00Z")));

const at = (placeId: number | null, title: string, startDate: string, more = {}) =>
  makeEvent(null, { placeId, title, startDate, endDate: startDate, ...more }).id;

/** Birmingham, and towns at 28, 98 and 163 km. */
function midlands() {
  const birmingham = makeTown(52.48, -1.9, "Birmingham");
  const coventry = makeTown(52.41, -1.51, "Coventry");
  const oxford = makeTown(51.75, -1.26, "Oxford");
  const london = makeTown(51.51, -0.13, "London");
  return { birmingham, coventry, oxford, london };
}

describe("events near a place", () => {
  beforeEach(() => {
    const { birmingham, coventry, oxford, london } = midlands();
    at(london, "London", "2031-05-11");
    at(oxford, "Oxford", "2031-05-12");
    at(birmingham, "Birmingham", "2031-06-01", { category: "Auction" });
    at(coventry, "Coventry", "2031-05-20");
    at(birmingham, "Waits", "2031-06-01", { status: "pending" });
    at(birmingham, "Over", "2031-05-01");
    at(wide("England"), "Somewhere in England", "2031-05-15");
    at(null, "Nowhere", "2031-05-15");
  });

  test("are those of its towns within 100 km, soonest first; a region's and unplaced ones are near nothing", () => {
    expect(near("Birmingham, UK")).toEqual(["Oxford", "Coventry", "Birmingham"]);
    expect(near("Birmingham, UK", { past: "1" })).toEqual(["Over"]);
  });

  test.each([
    ["1", ["Birmingham"]],
    ["10", ["Birmingham"]],
    ["30", ["Coventry", "Birmingham"]],
    ["1000", ["London", "Oxford", "Coventry", "Birmingham"]],
  ])("within %s km", (radius, titles) => expect(near("Birmingham, UK", { radius })).toEqual(titles));

  test("go with every other filter, and come in pages", () => {
    expect(near("Birmingham, UK", { category: "Auction" })).toEqual(["Birmingham"]);
    expect(near("Birmingham, UK", { title: "o", from: "2031-05-13" })).toEqual(["Coventry"]);
    const month = listMonth("2031-05", ask({ near: "Birmingham, UK" })).rows;
    expect(month.map(({ title }) => title)).toEqual(["Over", "Oxford", "Coventry"]);
    const second = listEvents(ask({ near: "Birmingham, UK" }), { page: 2, limit: 2 });
    expect([second.total, second.rows.map(({ title }) => title)]).toEqual([3, ["Birmingham"]]);
  });

  test.each<Record<string, string>>([
    {},
    { past: "1" },
    { category: "Auction" },
    { from: "2031-05-08", to: "2031-05-14" },
    { past: "1", from: "2031-05-04", category: "Auction" },
  ])("are complete and in order for any page size: %j", (input) => {
    const towns = ["Birmingham", "Coventry", "London"].map((label) => geocode(`${label}, UK`));
    const ids = towns.map((result) => (result.found === "place" ? storePlace(result.place) : 0));
    const allEvents = Array.from({ length: 60 }, (_, n) => {
      const day = (n * 7) % 19;
      const date = (offset: number) => `2031-05-${String(1 + day + offset).padStart(2, "0")}`;
      const startDate = n % 3 === 0 ? `${date(0)}T${10 + (n % 8)}:00` : date(0);
      const endDate = n % 4 === 0 ? date(3) : date(0);
      const category = n % 5 < 2 ? "Auction" : "Rally";
      const id = at(ids[n % 3]!, `Meet ${n}`, startDate, { endDate, category });
      return { id, town: n % 3, startDate, endDate, category };
    }).filter(({ town }) => town < 2);
    const { from, to = "9", past, category } = input;
    const first = from ?? (past ? "0" : "2031-05-10");
    const isOver = (date: string) => !past || date < "2031-05-10";
    const expectedEvents = allEvents
      .filter((event) => event.endDate >= first && isOver(event.startDate) && isOver(event.endDate))
      .filter((event) => event.startDate.slice(0, 10) <= to && (category ?? event.category) === event.category)
      .sort((a, b) => (a.startDate === b.startDate ? a.id - b.id : a.startDate < b.startDate ? -1 : 1))
      .map(({ id }) => id);
    const wantedIds = new Set(expectedEvents);
    if (past) expectedEvents.reverse();
    const search = ask({ near: "Birmingham, UK", radius: "50", ...input });
    const pages = Array.from({ length: 40 }, (_, n) => listEvents(search, { page: n + 1, limit: 3 }));
    const isOwn = ({ id }: { id: number }) => wantedIds.has(id);
    const others = pages[0]!.total - expectedEvents.length;
    expect(pages.flatMap(({ rows }) => rows.filter(isOwn).map(({ id }) => id))).toEqual(expectedEvents);
    expect(pages.flatMap(({ rows }) => rows)).toHaveLength(pages[0]!.total);
    expect(expectedEvents.length).toBeGreaterThan(3);
    expect(others).toBeLessThanOrEqual(2);
    const { rows, total } = listEventsJson(search, { page: 2, limit: 3 }, null);
    expect([rows.map(({ _id }) => Number(_id)), total]).toEqual([pages[1]!.rows.map(({ id }) => id), pages[0]!.total]);
  });

  test("show the place and the radius; the API reveals no coordinates besides the location", () => {
    const { proximity } = listEvents(ask({ near: "birmingham, uk", radius: "25" }), PAGE);
    expect(proximity).toMatchObject({ place: "Birmingham, United Kingdom", km: 25 });
    expect(listEvents(ask({ near: "United Kingdom" }), PAGE).proximity?.place).toBe("the centre of United Kingdom");
    expect(listEvents(ask({ radius: "25" }), PAGE)).toMatchObject({ total: 6, proximity: null });
    const json = JSON.stringify(listEventsJson(ask({ near: "Birmingham, UK" }), PAGE, null));
    expect(json).not.toMatch(/place_?id|"lat|"lng|52\.48/i);
  });

  test("are in the calendar, named after the place", () => {
    const calendar = eventsCalendar(ask({ near: "Birmingham, UK", radius: "30" }), "https://paddock.example.com");
    const read = new ICAL.Component(ICAL.parse(writeCalendar(calendar)));
    // Not decoded by the reader.
    expect(read.getFirstPropertyValue("x-wr-calname")).toBe("Paddock Events near Birmingham\\, United Kingdom");
    const summaries = read.getAllSubcomponents("vevent").map((part) => new ICAL.Event(part).summary);
    expect(summaries).toEqual(["Coventry", "Birmingham"]);
  });
});

function wide(label: string): number {
  const result = geocode(label);
  if (result.found !== "place" || result.place.kind === "town") throw new Error(`${label} is no region and no country`);
  return storePlace(result.place);
}

describe("what has no map position", () => {
  beforeEach(() => {
    const { birmingham } = midlands();
    at(birmingham, "Birmingham", "2031-05-20");
    at(wide("Scotland, UK"), "Scotland", "2031-05-11");
    at(wide("United Kingdom"), "Kingdom", "2031-05-14");
    at(wide("Cornwall, England"), "Cornwall", "2031-05-13", { category: "Auction" });
    at(wide("England"), "England", "2031-05-12");
    at(wide("England"), "English past", "2031-05-02");
    at(wide("England"), "Waits", "2031-05-12", { status: "pending" });
    at(wide("Japan"), "Japan", "2031-05-11");
    at(wide("Texas"), "Texas", "2031-05-11");
    at(null, "Nowhere", "2031-05-11");
  });

  const unplacedTitles = (overrides: Record<string, string>) => {
    const { unplaced } = listEvents(ask(overrides), PAGE);
    return [unplaced.rows.map(({ title }) => title), unplaced.hasMore];
  };
  const all = (overrides: Record<string, string>) =>
    listEvents(ask({ ...overrides, unplaced: "1" }), PAGE).rows.map(({ title }) => title);

  test.each([
    ["Birmingham, UK", ["England", "Cornwall", "Kingdom"]],
    ["England", ["England", "Cornwall", "Kingdom"]],
    ["Edinburgh", ["Scotland", "Kingdom"]],
    ["United Kingdom", ["Scotland", "England", "Cornwall", "Kingdom"]],
    ["Kyoto", ["Japan"]],
    ["Austin, Texas", ["Texas"]],
    ["Miami, Florida", []],
    ["Paris, France", []],
  ])("are counted next to a list near %s if they are of that region or country", (place, titles) => {
    expect(unplacedTitles({ near: place })).toEqual([titles, false]);
    expect(all({ near: place })).toEqual(titles);
    const { unplaced } = listEventsJson(ask({ near: place }), PAGE, null);
    expect(unplaced?.map(({ title }) => title)).toEqual(titles);
  });

  test("combine with other filters; without a place there are none, but they can be requested", () => {
    expect(unplacedTitles({ near: "England", category: "Auction" })).toEqual([["Cornwall"], false]);
    expect(unplacedTitles({ near: "England", title: "king" })).toEqual([["Kingdom"], false]);
    expect(unplacedTitles({ near: "England", past: "1" })).toEqual([["English past"], false]);
    expect(unplacedTitles({ near: "England", from: "2031-05-13", to: "2031-05-13" })).toEqual([["Cornwall"], false]);
    expect(all({ near: "England", past: "1" })).toEqual(["English past"]);
    expect(unplacedTitles({})).toEqual([[], false]);
    expect(listEventsJson(ask({}), PAGE, null).unplaced).toBeUndefined();
    expect(all({})).toEqual(["Nowhere"]);
  });

  test("is at most five, soonest first, on the first page; all of it has a list of its own", () => {
    for (const day of ["21", "16", "19", "18", "17"]) at(wide("England"), `Day ${day}`, `2031-05-${day}`);
    const five = ["England", "Cornwall", "Kingdom", "Day 16", "Day 17"];
    expect(unplacedTitles({ near: "Birmingham, UK" })).toEqual([five, true]);
    expect(all({ near: "Birmingham, UK" })).toEqual([...five, "Day 18", "Day 19", "Day 21"]);
    const search = ask({ near: "Birmingham, UK" });
    expect(listEventsJson(search, PAGE, null).unplaced?.map(({ title }) => title)).toEqual(five);
    const second = { page: 2, limit: 20 };
    expect(listEvents(search, second).unplaced).toEqual({ rows: [], hasMore: false });
    expect(listEventsJson(search, second, null).unplaced).toBeUndefined();
  });

  test("are in no calendar near a place, except on request", () => {
    const calendar = (overrides: Record<string, string>) =>
      eventsCalendar(ask(overrides), "https://paddock.example.com");
    expect(calendar({ near: "Kyoto" }).entries).toEqual([]);
    const japan = calendar({ near: "Kyoto", unplaced: "1" });
    expect(japan.entries.map(({ summary }) => summary)).toEqual(["Japan"]);
    expect(japan.name).toBe("Paddock Events somewhere in Kyoto, Japan, or elsewhere in the country");
  });

  test("takes two statements more, however many there are, and walks no table", () => {
    transaction(() => {
      const england = wide("England");
      for (let n = 0; n < 300; n += 1) makeTownEvents(england, [`2031-06-${10 + (n % 20)}`]);
      for (let n = 0; n < 300; n += 1) at(null, "Far", "2031-06-01");
    });
    analyzeDatabase();
    const search = ask({ near: "Birmingham, UK" });
    const statements = statementsOf(() => listEvents(search, PAGE)).filter((text) => /places|events/.test(text));
    const [first = "", ...others] = statements.filter((text) => /INDEXED BY events_place/.test(text));
    expect(others).toEqual([]);
    const plan = planOf(first).join("\n");
    expect(plan).toMatch(/SEARCH (places|wide) USING (COVERING )?INDEX places_wide \(country=\?/);
    expect(plan).toMatch(/SEARCH events USING INDEX events_place \(place_id=\? AND status=\?/);
    expect(plan).toMatch(/SEARCH shown USING INTEGER PRIMARY KEY/);
    expect(plan).not.toMatch(/SCAN (events|shown|places)/);
    expect(statements.length).toBeLessThanOrEqual(5);
  });
});

describe("a place that is not one", () => {
  const errorsFor = (place: string) => fieldErrors(() => listEvents(ask({ near: place }), PAGE));

  test("unknown", () => {
    expect(errorsFor("Xqzzyx")).toEqual({ near: [PROXIMITY_MESSAGES.unknown] });
    expect(errorsFor("x".repeat(121))).toEqual({ near: ["The place must be at most 120 characters."] });
    expect(errorsFor("  ")).toEqual({});
  });

  test("one of several: they are named, and each name finds its own", () => {
    const [message = ""] = errorsFor("Springfield").near ?? [];
    const [, names = ""] =
      /^Several places are called Springfield: (.+)\. Please add the region or country\.$/.exec(message) ?? [];
    const places = names.split("; ").filter((name) => name !== "and others");
    expect(places.length).toBeGreaterThan(1);
    expect(places).toContain("Springfield, Missouri, United States");
    for (const label of places) expect(geocode(label)).toMatchObject({ found: "place", place: { label } });
  });
});

describe("how far", () => {
  const BAD = ["0", "-1", "1001", "10000", "1.5", "1e2", "0x10", "ten", "10 km"];

  test("is a whole number from 1 to 1,000, for the events and for the map alike", () => {
    const radius = [PROXIMITY_MESSAGES.radius];
    for (const schema of [eventSearch, eventQuery, mapSearch]) {
      for (const bad of BAD)
        expect([bad, fieldErrors(() => decode(schema, { radius: bad }))]).toEqual([bad, { radius }]);
      for (const radius of ["", " ", "1", " 75 ", "1000"]) expect(() => decode(schema, { radius })).not.toThrow();
    }
    expect([ask({ radius: "75" }).radius, ask({}).radius]).toEqual([75, undefined]);
  });

  test("a form's list contains the requested radius, and the default for nonsense", () => {
    expect(radiusChoices("75")).toEqual({ radii: [10, 25, 50, 75, 100, 250, 500], selected: "75" });
    for (const usual of ["", "100", ...BAD])
      expect(radiusChoices(usual), usual).toEqual({ radii: [10, 25, 50, 100, 250, 500], selected: "" });
  });
});

describe("the block on a page", () => {
  const nearbyTitles = (placeId: number | null, options = {}) => {
    const nearby = listNearbyEvents(placeId === null ? null : findStoredPlace(placeId), options);
    return nearby?.events.map(({ title, km }) => [title, km]) ?? null;
  };

  test("the three soonest within 100 km, with how far they are", () => {
    const { birmingham, coventry, oxford, london } = midlands();
    at(london, "London", "2031-05-11");
    at(oxford, "Oxford", "2031-05-12");
    const ownEvent = at(birmingham, "Birmingham", "2031-05-13");
    at(coventry, "Coventry", "2031-05-20");
    at(coventry, "Later", "2031-05-21");
    at(birmingham, "Over", "2031-05-09");
    at(birmingham, "Waits", "2031-05-11", { status: "pending" });
    const three = [
      ["Oxford", 92],
      ["Birmingham", 0],
      ["Coventry", 28],
    ];
    expect(nearbyTitles(birmingham)).toEqual(three);
    expect(nearbyTitles(birmingham, { except: ownEvent, limit: 2 })).toEqual([three[0], three[2]]);
    const block = listNearbyEvents(findStoredPlace(birmingham));
    expect(block?.place).toBe("Birmingham, United Kingdom");
    const members = Object.keys(block?.events[0] ?? {}).sort();
    expect(members).toEqual(["cancelled", "endDate", "id", "km", "startDate", "title"]);
  });

  test("is none without a town, at no cost, or with nothing near; with one it is a single statement", () => {
    const { birmingham, london } = midlands();
    const kingdom = wide("United Kingdom");
    const ownEvent = at(birmingham, "Own", "2031-05-12");
    at(kingdom, "Somewhere", "2031-05-12");
    expect(statementsOf(() => nearbyTitles(null))).toEqual([]);
    const place = findStoredPlace(birmingham);
    const statements = statementsOf(() => listNearbyEvents(place));
    expect(statements).toHaveLength(1);
    const plan = planOf(statements[0]!);
    // Both tree queries limit place and time; no scan, no sort.
    expect(plan.filter((line) => /^SCAN e VIRTUAL TABLE INDEX 2:(\w\d){6}$/.test(line))).toHaveLength(2);
    expect(plan.filter((line) => /SCAN (events|places|town)\b|TEMP B-TREE/.test(line))).toEqual([]);
    const none = [
      nearbyTitles(kingdom),
      nearbyTitles(null),
      nearbyTitles(london),
      nearbyTitles(birmingham, { except: ownEvent }),
    ];
    expect(none).toEqual([null, null, null, null]);
  });

  test("finds what goes on, then what starts today, then what starts however late", () => {
    const { birmingham, coventry, oxford } = midlands();
    at(oxford, "In years", "2038-01-01");
    expect(nearbyTitles(birmingham)).toEqual([["In years", 92]]);
    at(birmingham, "Next year", "2032-05-10");
    at(birmingham, "Today", "2031-05-10");
    expect(nearbyTitles(birmingham)).toEqual([
      ["Today", 0],
      ["Next year", 0],
      ["In years", 92],
    ]);
    at(coventry, "Since last year", "2030-06-01", { endDate: "2031-05-10" });
    at(coventry, "Ended", "2030-06-02", { endDate: "2031-05-09" });
    expect(nearbyTitles(birmingham)?.map(([title]) => title)).toEqual(["Since last year", "Today", "Next year"]);
  });

  test("of many on one day the first that were submitted", () => {
    const { birmingham, coventry } = midlands();
    for (let n = 0; n < 12; n += 1) at(n % 2 === 0 ? coventry : birmingham, `Meet ${n}`, "2031-05-11");
    at(birmingham, "Earlier", "2031-05-10");
    expect(nearbyTitles(birmingham)?.map(([title]) => title)).toEqual(["Earlier", "Meet 0", "Meet 1"]);
  });
});

test("a search near a place begins at its towns, however many events there are elsewhere", () => {
  transaction(() => {
    for (let town = 0; town < 60; town += 1) {
      const id = makeTown(40 + (town % 12), -5 + Math.floor(town / 12));
      const days = Array.from({ length: 12 }, (_, n) => `203${n % 4}-0${1 + (n % 9)}-1${town % 10}`);
      makeTownEvents(id, days, EVENT_CATEGORIES[town % EVENT_CATEGORIES.length]);
    }
  });
  analyzeDatabase();
  const others: Record<string, string>[] = [
    {},
    { title: "evening" },
    { category: "Auction" },
    { from: "2031-01-01", to: "2031-02-01" },
    { past: "1" },
    { radius: "1000" },
  ];
  const statements = statementsOf(() => {
    for (const filters of others) {
      const search = ask({ near: "Birmingham, UK", ...filters });
      listEvents(search, PAGE);
      listEventsJson(search, PAGE, null);
      listMonth("2031-05", search);
      eventsCalendar(search, "https://paddock.example.com");
    }
  }).filter((statement) => statement.includes('from "events"'));
  expect(statements.length).toBeGreaterThan(others.length * 4);
  for (const statement of statements) {
    const plan = planOf(statement).join("\n");
    expect(plan, statement).toMatch(/SEARCH events USING (COVERING )?INDEX events_place \(place_id=\?/);
    expect([statement, forbiddenSteps(statement).filter((line) => !/ORDER BY/.test(line))]).toEqual([statement, []]);
  }
});
