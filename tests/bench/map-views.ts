// Answers what views of the map cost on the database of DATABASE_URL, each drawn afresh.
import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { listEvents } from "~/features/events/list.server";
import { eventSearch } from "~/features/events/schema.server";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { findStoredPlace } from "~/features/places/queries.server";
import { decode } from "~/lib/decode";
import { suggestPlaces } from "~/services/geocoder/geocoder.server";

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

function view(query: Record<string, string>, number = 1) {
  const search = decode(mapSearch, query);
  return () => {
    const { total, marks, results } = getMapView(search, { page: number, limit: 20 }, null);
    return { total, marks: marks.length, rows: results.length };
  };
}

/** The town's block on a garage's or an event's page. */
function nearBlock(name: string) {
  const town = suggestPlaces(name, 1)[0]!.id;
  return () => ({ rows: listNearbyEvents(findStoredPlace(town))?.events.length ?? 0 });
}

function eventsNear(near: string, radius: string) {
  const search = decode(eventSearch, { near, radius });
  return () => {
    const { total, rows } = listEvents(search, { page: 1, limit: 24 });
    return { total, rows: rows.length };
  };
}

const soon = { from: day(20), to: day(40) };

const cases: Record<string, () => Record<string, number>> = {
  "the world": view({}),
  "the world, events of three weeks": view({ kind: "events", ...soon }),
  "the world, one category": view({ category: "Auction" }),
  Europe: view({ map: "4/48.00/10.00" }),
  "Europe, three weeks": view({ map: "4/48.00/10.00", ...soon }),
  "Benelux, garages": view({ map: "6/51.00/5.00", kind: "garages" }),
  "Birmingham, 10 km": view({ place: "Birmingham", radius: "10" }),
  "Birmingham, 100 km": view({ place: "Birmingham", radius: "100" }),
  "Birmingham, 100 km, page 40": view({ place: "Birmingham", radius: "100" }, 40),
  "Birmingham, 500 km": view({ place: "Birmingham", radius: "500" }),
  "Birmingham, 500 km, three weeks, one category": view({
    place: "Birmingham",
    radius: "500",
    category: "Auction",
    ...soon,
  }),
  "Delhi, 500 km": view({ place: "Delhi", radius: "500" }),
  "Alice Springs, 1,000 km": view({ place: "Alice Springs", radius: "1000" }),
  "the near block, Birmingham": nearBlock("Birmingham"),
  "/events near Birmingham, 100 km": eventsNear("Birmingham", "100"),
  "/events near Delhi, 500 km": eventsNear("Delhi", "500"),
};

let writes = 0;

/** A write, so that nothing that was drawn before is used. */
function somebodyWrites(): void {
  db().run(sql`UPDATE users SET bio = ${String(++writes)} WHERE id = 1`);
}

const answers = (globalThis as unknown as { benchAnswers: Record<string, (...args: never[]) => unknown> }).benchAnswers;

answers.cases = () => Object.keys(cases);

/** Draws a view some times. @returns processor time of each, ms, and what there was to see */
answers.draw = (name: string, times: number) => {
  const spent: number[] = [];
  let seen = {};
  for (let n = 0; n < times; n++) {
    somebodyWrites();
    const start = process.cpuUsage();
    seen = cases[name]!();
    const { user, system } = process.cpuUsage(start);
    spent.push((user + system) / 1000);
  }
  return { spent, seen };
};

process.channel?.ref();
process.stdout.write("ready\n");
