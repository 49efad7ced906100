import { expect, test } from "vitest";
import { toEntryCard } from "~/features/build-log/card.server";
import { getLogToAddTo } from "~/features/build-log/form-queries.server";
import { formatContents, formatDay, formatMileage, formatMoney } from "~/features/build-log/format";
import { getEntryPage, listEntries } from "~/features/build-log/queries.server";
import { getSectionView } from "~/features/build-log/section.server";
import { entryData } from "~/features/build-log/structured-data";
import { latestFeed } from "~/features/feed/atom.server";
import { arrangeEntryPhotos } from "~/features/photos/arrange.server";
import { listEntryPhotoRows } from "~/features/vehicles/photo-queries.server";
import { fitSheet } from "~/features/vehicles/show-sheet";
import { DomainError } from "~/lib/errors";
import { makeEntry, makeOwner, makePhoto, makeVehicle, viewerOf } from "../support/people";

const none = { captions: new Map<number, string>(), places: new Map<number, number>() };

test("days, mileage and money in words", () => {
  expect([formatDay("2024-03-01"), formatMileage(84_210, "mi")]).toEqual(["1 March 2024", "84,210 mi"]);
  expect([formatMoney(124_000, "GBP"), formatMoney(124_050, "EUR"), formatMoney(8_005, "CHF")]).toEqual([
    "£1,240",
    "€1,240.50",
    "CHF\u00a080.05",
  ]);
  expect([formatContents(1, 0), formatContents(2, 1)]).toEqual(["", "2 photos, 1 part"]);
});

test("a list gets the beginning of a text and one picture; whoever may not know it gets no cost", () => {
  const { user, garage } = makeOwner();
  const vehicle = makeVehicle(garage);
  const entry = makeEntry(vehicle, { text: "A long day. ".repeat(100), cost: 500, currency: "EUR" });
  const photo = makePhoto(vehicle, { entryId: entry.id, position: 1 });
  const cardFor = (viewer: Parameters<typeof listEntries>[3]) =>
    toEntryCard(listEntries(vehicle.id, {}, { page: 1, limit: 20 }, viewer).rows[0]!);
  expect(cardFor(null)).toMatchObject({ photo: photo.photo, photoCount: 1, partCount: 0 });
  expect(JSON.stringify(cardFor(null)).length).toBeLessThan(700);
  expect(cardFor(null).cost).toBeUndefined();
  expect(cardFor(viewerOf(user)).cost).toBe(500);
});

test("no text is cut in the middle of an emoji", () => {
  const { garage } = makeOwner();
  const vehicle = makeVehicle(garage);
  const text = `x${"😀".repeat(400)}`;
  const entry = makeEntry(vehicle, { text });
  const view = getEntryPage(entry.id, null);
  const cuts = [
    toEntryCard(view.entry),
    getSectionView(vehicle.id),
    entryData(view.entry, view.vehicle, "https://paddock.example", "https://paddock.example/build/1"),
    latestFeed("https://paddock.example").entries[0],
    fitSheet({ specs: [], modifications: [{ area: "Engine", title: text.slice(0, 119) }] }),
  ];
  for (const cut of cuts) expect(JSON.stringify(cut)).toMatch(/^(?!.*\\ud83d).*x(😀){20,}/);
});

test("a vehicle's page gets no more than it draws", () => {
  const { garage } = makeOwner();
  const vehicle = makeVehicle(garage);
  const add = (given: Parameters<typeof makeEntry>[1]) => String(makeEntry(vehicle, given).id);
  const planned = add({
    kind: "Modification",
    title: "Gearbox",
    area: "Engine",
    status: "Planned",
    date: "2024-03-01",
  });
  const done = add({ kind: "Modification", title: "Carburettor", area: "Engine", status: "Done", date: "2024-02-01" });
  add({ kind: "Modification", title: "Roof", area: "Exterior", status: "Removed", date: "2024-01-01" });
  add({ title: "Home", text: "word ".repeat(100), date: "2024-04-01" });
  const { count, latest, modifications } = getSectionView(vehicle.id);
  expect([count, latest.length]).toEqual([4, 3]);
  expect(latest[0]).toMatchObject({ kind: "Note", title: "Home", text: expect.stringMatching(/^word .* word …$/) });
  expect(modifications[0]).toEqual([
    "Engine",
    [
      [done, "Carburettor"],
      [planned, "Gearbox", "Planned"],
    ],
  ]);
});

test("the form of a new entry begins with what was used last, for the owner alone", () => {
  const { user, garage } = makeOwner();
  const vehicle = makeVehicle(garage);
  makeEntry(vehicle, { date: "2024-01-01", mileage: 5, unit: "mi", cost: 1, currency: "GBP" });
  makeEntry(vehicle, { date: "2024-02-01" });
  expect(getLogToAddTo(vehicle.id, viewerOf(user))).toMatchObject({ unit: "mi", currency: "GBP" });
  expect(() => getLogToAddTo(vehicle.id, viewerOf(makeOwner().user))).toThrow(DomainError);
});

test("photos of an entry are put in order, named and removed in one step; others are out of reach", async () => {
  const { user, garage } = makeOwner();
  const vehicle = makeVehicle(garage);
  const entry = makeEntry(vehicle);
  const gallery = makePhoto(vehicle, { position: 1 });
  const [a, b, c] = [1, 2, 3].map((position) => makePhoto(vehicle, { entryId: entry.id, position })) as [
    typeof gallery,
    typeof gallery,
    typeof gallery,
  ];
  const change = { captions: new Map([[c.id, "The last"]]), places: new Map([[c.id, 1]]) };
  const of = { vehicleId: vehicle.id, entryId: entry.id };
  await arrangeEntryPhotos(viewerOf(user), of, change, new Set([b.id, gallery.id]));
  expect(listEntryPhotoRows([entry.id]).map(({ id, position, caption }) => [id, position, caption])).toEqual([
    [c.id, 1, "The last"],
    [a.id, 2, ""],
  ]);
  expect(getEntryPage(entry.id, null).entry.photoCount).toBe(2);

  const stranger = makeOwner();
  const own = { ...of, vehicleId: makeVehicle(stranger.garage).id };
  await arrangeEntryPhotos(viewerOf(stranger.user), own, none, new Set([a.id]));
  await expect(arrangeEntryPhotos(viewerOf(stranger.user), of, none, new Set([a.id]))).rejects.toThrow(DomainError);
  expect(listEntryPhotoRows([entry.id])).toHaveLength(2);
});
