import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, publicVersion, transaction } from "~/db/client.server";
import { events, garages, places } from "~/db/schema";
import { backfillPlaces, renewLabels, startPlacesBackfill } from "~/features/places/backfill.server";
import { storePlace } from "~/features/places/location-columns.server";
import { makeEvent } from "../support/events";
import { makeGarage, makeUser } from "../support/people";
import { placeOf, shownOnMap } from "../support/placed";
import { planOf, statementsOf } from "../support/query-plans";

const unplaced = () =>
  [garages, events].map(
    (table) => db().select({ id: table.id }).from(table).where(isNull(table.placeText)).all().length,
  );

function makeOldGarages(count: number, location = "Bicester, England"): number[] {
  return transaction(() =>
    Array.from({ length: count }, () => makeGarage(makeUser(), { location, showOnMap: true }).id),
  );
}

test("places what was there before the map, whatever became of it, in several transactions", async () => {
  const [first] = makeOldGarages(205);
  makeOldGarages(1, "Springfield");
  const event = makeEvent(null, { location: "Reims, France" });
  const placed = makeGarage(makeUser(), { location: "Bicester, England", placeText: "Bicester, England" });
  expect(unplaced()).toEqual([206, 1]);
  expect(await backfillPlaces()).toBe(207);
  expect(unplaced()).toEqual([0, 0]);
  expect([placeOf(garages, first!), placeOf(events, event.id)]).toEqual(["Bicester, United Kingdom", "Reims, France"]);
  // A person's choice to stand nowhere.
  expect(placeOf(garages, placed.id)).toBeNull();
  expect(shownOnMap()).toHaveLength(206);
});

test("does nothing, and writes nothing, where everything has been looked up", async () => {
  makeOldGarages(1, "Nowhere at all");
  expect(await backfillPlaces()).toBe(1);
  const before = publicVersion();
  expect(await backfillPlaces()).toBe(0);
  expect(publicVersion()).toBe(before);
});

test("finds what is left by its index", async () => {
  const plans = statementsOf(() => void backfillPlaces()).flatMap(planOf);
  expect(plans.join("\n")).toContain("garages_unplaced");
  expect(plans.filter((line) => /TEMP B-TREE/.test(line))).toEqual([]);
});

test("stops between two transactions", async () => {
  makeOldGarages(401);
  let asked = 0;
  expect(await backfillPlaces(() => asked++ > 0)).toBe(200);
  expect(unplaced()).toEqual([201, 0]);
  const stop = startPlacesBackfill();
  await stop();
  expect(unplaced()).toEqual([201, 0]);
  expect(await backfillPlaces()).toBe(201);
});

test("labels that end with a country's code get its name; a place that is lost keeps its own", async () => {
  const [garage] = makeOldGarages(1);
  await backfillPlaces();
  const bicester = db().select().from(places).get();
  const lost = storePlace({ ...bicester!, id: 4_000_000_001, label: "Lostwithiel, GB" });
  db().update(places).set({ label: "Bicester, GB" }).where(eq(places.id, bicester!.id)).run();
  expect(await renewLabels()).toBe(1);
  expect(placeOf(garages, garage!)).toBe("Bicester, United Kingdom");
  expect(db().select({ label: places.label }).from(places).where(eq(places.id, lost)).get()?.label).toBe(
    "Lostwithiel, GB",
  );
  expect(await renewLabels()).toBe(0);
});
