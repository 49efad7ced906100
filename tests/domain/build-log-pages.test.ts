import { expect, test } from "vitest";
import { garages } from "~/db/schema";
import { formatContents, formatDay, formatMileage, formatMoney } from "~/features/build-log/format";
import { getEntryPage, getLogToAddTo, toEntryCard } from "~/features/build-log/queries.server";
import { getSectionView } from "~/features/build-log/section.server";
import { entryData } from "~/features/build-log/structured-data";
import { latestFeed } from "~/features/feed/atom.server";
import { listEntryPhotoRows } from "~/features/photos/rows.server";
import { storePlace } from "~/features/places/placement.server";
import { reorderEntryPhotos } from "~/features/vehicles/gallery.server";
import { fitSheet } from "~/features/vehicles/show-sheet";
import { DomainError } from "~/lib/errors";
import { makeEntry, makeOwner, makePhoto, makeVehicle } from "../support/make-rows";
import { findTown } from "../support/map-items";
import { changeRow } from "../support/rows";

test("days, mileage and money as text", () => {
  expect([formatDay("2024-03-01"), formatMileage(84_210, "mi")]).toEqual(["1 March 2024", "84,210 mi"]);
  const money = [formatMoney(124_000, "GBP"), formatMoney(124_050, "EUR"), formatMoney(8_005, "CHF")];
  expect(money).toEqual(["£1,240", "€1,240.50", "CHF\u00a080.05"]);
  expect([formatContents(1, 0), formatContents(2, 1)]).toEqual(["", "2 photos, 1 part"]);
});

test("a list gets the beginning of a text and one picture", () => {
  const { vehicle } = makeOwner();
  const entry = makeEntry(vehicle, { text: "A long day. ".repeat(100), cost: 500, currency: "EUR" });
  const photo = makePhoto(vehicle, { entryId: entry.id, position: 1 });
  const card = toEntryCard(getEntryPage(entry.id, null).entry);
  expect(card).toMatchObject({ photo: photo.photo, photoCount: 1, partCount: 0 });
  expect(card).not.toHaveProperty("cost");
  expect(JSON.stringify(card).length).toBeLessThan(700);
});

test.each(["😀", "👨‍👩‍👧‍👦", "👍🏽", "🇯🇵"])("no text is cut in the middle of %s, nor to its first word", (emoji) => {
  const { vehicle } = makeOwner();
  const text = `x ${emoji.repeat(400)}`;
  const entry = makeEntry(vehicle, { text });
  const view = getEntryPage(entry.id, null);
  const cuts = [
    toEntryCard(view.entry),
    getSectionView(vehicle.id),
    entryData(view.entry, view.vehicle, "https://paddock.example", "https://paddock.example/build/1"),
    latestFeed("https://paddock.example").entries[0],
    fitSheet({ specs: [], modifications: [{ area: "Engine", title: `x ${emoji.repeat(40)}` }] }),
  ];
  for (const shortText of cuts) expect(JSON.stringify(shortText)).toMatch(new RegExp(`x (${emoji}){4,}…`));
});

test("the form of a new entry begins with what was used last, for the owner alone", () => {
  const { viewer, garage, vehicle } = makeOwner();
  expect(getLogToAddTo(vehicle.id, viewer).currency).toBeUndefined();
  changeRow(garages, garage.id, { placeId: storePlace(findTown("Cluj-Napoca, Romania")) });
  expect(getLogToAddTo(vehicle.id, viewer).currency).toBe("RON");
  makeEntry(vehicle, { date: "2024-01-01", mileage: 5, unit: "mi", cost: 1, currency: "GBP" });
  makeEntry(vehicle, { date: "2024-02-01" });
  expect(getLogToAddTo(vehicle.id, viewer)).toMatchObject({ unit: "mi", currency: "GBP" });
  const { id: second } = makeVehicle(garage);
  expect(getLogToAddTo(second, viewer)).toMatchObject({ unit: undefined, currency: "GBP" });
  expect(() => getLogToAddTo(vehicle.id, makeOwner().viewer)).toThrow(DomainError);
});

test("photos of an entry are put in order, named and removed in one step; others are out of reach", async () => {
  const { viewer, vehicle } = makeOwner();
  const entry = makeEntry(vehicle);
  const gallery = makePhoto(vehicle);
  const photoAt = (position: number) => makePhoto(vehicle, { entryId: entry.id, position });
  const [a, b, c] = [photoAt(1), photoAt(2), photoAt(3)];
  const change = { captions: new Map([[c.id, "The last"]]), places: new Map([[c.id, 1]]) };
  const subject = { vehicleId: vehicle.id, entryId: entry.id };
  await reorderEntryPhotos(viewer, subject, change, new Set([b.id, gallery.id]));
  expect(listEntryPhotoRows([entry.id])).toMatchObject([
    { id: c.id, position: 1, caption: "The last" },
    { id: a.id, position: 2, caption: "" },
  ]);
  expect(getEntryPage(entry.id, null).entry.photoCount).toBe(2);

  const stranger = makeOwner();
  const noChanges = { captions: new Map<number, string>(), places: new Map<number, number>() };
  await reorderEntryPhotos(stranger.viewer, { ...subject, vehicleId: stranger.vehicle.id }, noChanges, new Set([a.id]));
  await expect(reorderEntryPhotos(stranger.viewer, subject, noChanges, new Set([a.id]))).rejects.toThrow(DomainError);
  expect(listEntryPhotoRows([entry.id])).toHaveLength(2);
});
