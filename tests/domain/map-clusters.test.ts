import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, transaction } from "~/db/client.server";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { type Area, clusterArea, joinClusters } from "~/features/map/clusters.server";
import type { ThingFilter } from "~/features/map/counts.server";
import { listResults } from "~/features/map/results.server";
import { toBoxes, viewportAround } from "~/features/map/viewport";
import { coarse, distanceKm, type Point, toMap } from "~/lib/geo";
import { makeGarage, makeUser } from "../support/make-rows";
import { makeTown, makeTownEvents } from "../support/places";
import { numbers } from "../support/population";
import { planOf, statementsOf } from "../support/query-plans";

const ALL: ThingFilter = { kinds: ["events", "garages"], category: "", from: "2031-05-01", to: undefined };
const BIRMINGHAM = { lat: 52.48, lng: -1.9 };
const around = (km: number, center: Point = BIRMINGHAM): Area => ({ center, km });
const count = (area: Area, filter: Partial<ThingFilter> = {}) => clusterArea(area, 7, { ...ALL, ...filter }).total;

const day = (at: number) => new Date(Date.UTC(2031, 0, 1 + at)).toISOString().slice(0, 10);

describe("what counts", () => {
  let birmingham: number;
  beforeEach(() => {
    birmingham = makeTown(52.48, -1.9, "Birmingham");
  });

  test("events from a day on and up to a day, those that go on before or after it included", () => {
    makeTownEvents(birmingham, ["2031-04-30", "2031-05-01", ["2031-04-01", "2031-05-02"], "2031-09-01"]);
    expect(count(around(10))).toBe(3);
    makeTownEvents(birmingham, [["2031-05-09", "2031-05-20"], "2031-05-10", "2031-05-11"]);
    expect(count(around(10), { to: "2031-05-10" })).toBe(4);
    expect(count(around(10), { from: "2031-05-12", to: "2031-05-15" })).toBe(1);
  });

  test("events of one category, and then no garages", () => {
    makeTownEvents(birmingham, ["2031-05-01"], "Auction");
    makeTownEvents(birmingham, ["2031-05-01"], "Concours");
    makeGarage(makeUser(), { showOnMap: true, placeId: birmingham });
    expect(count(around(10), { category: "Auction" })).toBe(1);
    expect(count(around(10), { kinds: ["garages"] })).toBe(1);
    expect(count(around(10))).toBe(3);
  });

  test("by distance on the globe, across the date line and at the poles", () => {
    const fiji = makeTown(-16.8, 179.9);
    const beyond = makeTown(-16.8, -179.9);
    makeTownEvents(fiji, ["2031-06-01"]);
    makeTownEvents(beyond, ["2031-06-01"]);
    expect(count(around(30, { lat: -16.8, lng: 180 }))).toBe(2);
    expect(count(around(30, { lat: -16.8, lng: -180 }))).toBe(2);
    expect(count(around(15, { lat: -16.8, lng: 179.9 }))).toBe(1);
    const north = makeTown(84, 100);
    makeTownEvents(north, ["2031-06-01"]);
    const beyondPole = { lat: 86, lng: -80 };
    expect(count(around(1000, beyondPole))).toBe(distanceKm(beyondPole, { lat: 84, lng: 100 }) <= 1000 ? 1 : 0);
    expect(count({ viewport: { zoom: 6, lat: -16.8, lng: 179.95 } })).toBe(2);
  });
});

describe("among many towns", () => {
  const next = numbers(7);
  interface Made extends Point {
    id: number;
    town: number;
    kind: "events" | "garages";
    first: string;
    last: string;
    category: string;
  }
  let things: Made[];

  const fill = (towns: number) => transaction(() => fillIn(towns));

  function fillIn(towns: number): void {
    things = [];
    for (let index = 0; index < towns; index++) {
      const point = coarse({ lat: 36 + next() * 24, lng: next() * 40 - 10 });
      const town = makeTown(point.lat, point.lng);
      for (let event = 0; event < 2; event++) {
        const start = Math.floor(next() * 300);
        const span: [string, string] = [day(start), day(start + (next() < 0.2 ? 40 : 0))];
        const category = EVENT_CATEGORIES[Math.floor(next() * 3)] ?? "Other";
        const [id = 0] = makeTownEvents(town, [span], category);
        things.push({ ...point, id, town, kind: "events", first: span[0], last: span[1], category });
      }
      if (index % 3 === 0) {
        const { id } = makeGarage(makeUser(), { showOnMap: true, placeId: town });
        things.push({ ...point, id, town, kind: "garages", first: "0000", last: "9999", category: "" });
      }
    }
  }

  const fits = ({ kinds, category, from, to = "9999" }: ThingFilter) =>
    things.filter(
      (thing) =>
        kinds.includes(thing.kind) &&
        (category === "" || thing.category === category) &&
        thing.last >= from &&
        thing.first <= to,
    );

  const FILTERS: ThingFilter[] = [
    ALL,
    { ...ALL, kinds: ["events"], to: "2031-07-01" },
    { ...ALL, kinds: ["garages"] },
    { ...ALL, category: EVENT_CATEGORIES[1], from: "2031-03-01", to: "2031-03-31" },
  ];

  test("the counts of circles and viewports are what a look at every single thing gives", () => {
    fill(300);
    for (const filter of FILTERS) {
      const all = fits(filter);
      for (const km of [50, 300, 1000]) {
        const inside = all.filter((thing) => distanceKm(BIRMINGHAM, thing) <= km);
        const area = around(km);
        const clustered = clusterArea(area, 5, filter);
        expect(clustered.total).toBe(inside.length);
        const matches = listResults(area, clustered, BIRMINGHAM, filter, { page: 1, limit: 1000 });
        expect(matches.length).toBe(inside.length);
        const away = matches.map(({ km }) => km);
        expect(away).toEqual([...away].sort((a, b) => (a ?? 0) - (b ?? 0)));
      }
      const viewport = viewportAround({ lat: 48, lng: 10 }, 400);
      const [box] = toBoxes(viewport);
      const inViewport = all.filter((thing) => {
        const { x, y } = toMap(thing);
        return box && x >= box.west && x <= box.east && y >= box.north && y <= box.south;
      });
      expect(clusterArea({ viewport }, viewport.zoom, filter).total).toBe(inViewport.length);
    }
  });

  test("are counted by squares, which lose nothing and count nothing twice, and found by indexes alone", () => {
    fill(1050);
    const europe = { viewport: { zoom: 3, lat: 48, lng: 10 } };
    const statements = statementsOf(() => {
      const clustered = clusterArea(europe, 3, { ...ALL, to: "2031-08-01" });
      listResults(europe, clustered, BIRMINGHAM, ALL, { page: 1, limit: 20 });
      clusterArea(around(100), 7, ALL);
    });
    expect(statements.length).toBeGreaterThan(4);

    for (const filter of FILTERS) {
      const clustered = clusterArea(europe, 3, filter);
      expect(clustered.towns).toBeNull();
      expect(clustered.total).toBe(fits(filter).length);
      const marks = joinClusters(clustered.clusters, europe.viewport);
      expect(marks.reduce((sum, mark) => sum + mark.events + mark.garages, 0)).toBe(clustered.total);
    }
    const page = { page: 2, limit: 20 };
    const nearest = fits(ALL)
      .map((thing) => distanceKm(BIRMINGHAM, thing))
      .sort((a, b) => a - b);
    const clustered = clusterArea(europe, 3, ALL);
    const matches = listResults(europe, clustered, BIRMINGHAM, ALL, page);
    expect(matches.map(({ km }) => km)).toEqual(nearest.slice(20, 40).map((km) => Math.round(km * 10) / 10));

    analyzeDatabase();
    // A huge page number costs nothing.
    expect(listResults(europe, clustered, BIRMINGHAM, ALL, { page: 1_000_000, limit: 20 })).toEqual([]);

    // Allowed: boxes, towns and limited subqueries, of a few rows.
    const walks = statements
      .flatMap(planOf)
      .filter((line) =>
        /TEMP B-TREE|SCAN (?!box VIRTUAL TABLE|\(subquery|found$|place_box VIRTUAL TABLE INDEX 2:|cell|part|town|json_each)/.test(
          line,
        ),
      );
    expect(walks).toEqual([]);
  });
});
