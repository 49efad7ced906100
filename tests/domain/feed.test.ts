import { describe, expect, test } from "vitest";
import { transaction } from "~/db/client.server";
import { buildEntries, garages, photos, vehicles } from "~/db/schema";
import { activityShape, listFeedJson } from "~/features/feed/json.server";
import { IMAGES_PER_TILE, listActivityRows, listFeed, MAX_ACTIVITIES } from "~/features/feed/queries.server";
import { followUser, unfollowUser } from "~/features/social/reactions.server";
import { DAY, HOUR } from "~/lib/time";
import { NOON, tickingClock } from "../support/clock";
import { makeEntry, makeGarage, makeOwner, makePhoto, makeVehicle, member, setActive } from "../support/make-rows";
import { readsDuring } from "../support/query-plans";
import { changeRow, removeRow } from "../support/rows";

const clock = tickingClock();

const page = { page: 1, limit: 20 };

function followed() {
  const owner = makeOwner({ name: "Ada" });
  const fan = member();
  followUser(fan, owner.user.id);
  return { ...owner, fan, types: () => listFeed(fan, page).rows.map(({ type }) => type) };
}

describe("a member's feed", () => {
  test("shows what was added, by whom and when, in the order of posting", () => {
    const { fan, user, garage, vehicle } = followed();
    const photo = makePhoto(vehicle);
    const entry = makeEntry(vehicle, { date: "1999-01-01", kind: "Service", title: "Oil" });
    const ofEntry = makePhoto(vehicle, { entryId: entry.id });
    clock.time += 2 * HOUR;
    const list = listFeed(fan, page);
    const subject = { vehicle: "1967 Lotus Elan", vehicleId: vehicle.id, garageId: garage.id };
    const ownerFields = { ...subject, garageName: garage.name, ownerName: "Ada", ownerAvatar: user.avatar };
    expect(list).toMatchObject({ total: 3, ...page });
    expect(list.rows).toEqual([
      expect.objectContaining({
        ...ownerFields,
        type: "build",
        pictures: [ofEntry.photo],
        ago: "2 hours ago",
        entry: { id: entry.id, title: "Oil", kind: "Service" },
        at: new Date(entry.createdAt).toISOString(),
      }),
      expect.objectContaining({
        ...ownerFields,
        type: "photos",
        entry: null,
        photoCount: 1,
        pictures: [photo.photo],
        firstPhotoId: photo.id,
      }),
      expect.objectContaining({ ...ownerFields, type: "vehicle", entry: null, pictures: [null] }),
    ]);
  });

  test("photos that came with a vehicle are in its row, later ones of a day are one row", () => {
    const { fan, garage } = followed();
    const vehicle = makeVehicle(garage, { coverPhoto: "https://photos.example.com/cover.jpg" });
    const photosOfOneTile = [1, 2, 3, 4].map((position) =>
      makePhoto(vehicle, { position, createdAt: vehicle.createdAt }),
    );
    const first = makePhoto(vehicle, { position: 5 });
    const night = Date.UTC(2031, 4, 11) - 1;
    const last = makePhoto(vehicle, { position: 6, createdAt: night });
    const next = makePhoto(vehicle, { position: 7, createdAt: night + 1 });
    const rows = listFeed(fan, page).rows.filter(({ vehicleId }) => vehicleId === vehicle.id);
    expect(rows.map(({ type, photoCount, at, pictures }) => ({ type, photoCount, at, pictures }))).toEqual([
      { type: "photos", photoCount: 1, at: "2031-05-11T00:00:00.000Z", pictures: [next.photo] },
      { type: "photos", photoCount: 2, at: "2031-05-10T23:59:59.999Z", pictures: [first.photo, last.photo] },
      {
        type: "vehicle",
        photoCount: 0,
        at: new Date(vehicle.createdAt).toISOString(),
        pictures: photosOfOneTile.slice(0, IMAGES_PER_TILE).map(({ photo }) => photo),
      },
    ]);
    expect(listActivityRows(fan.id, page).rows[2]?.pictures).toHaveLength(photosOfOneTile.length);
  });

  test("omits deleted photos, entries and vehicles", () => {
    const { vehicle, types } = followed();
    const [firstPhoto, secondPhoto] = [makePhoto(vehicle), makePhoto(vehicle)];
    const entry = makeEntry(vehicle);
    makePhoto(vehicle, { entryId: entry.id });
    expect(types()).toEqual(["build", "photos", "vehicle"]);
    removeRow(photos, secondPhoto.id);
    expect(types()).toEqual(["build", "photos", "vehicle"]);
    removeRow(photos, firstPhoto.id);
    expect(types()).toEqual(["build", "vehicle"]);
    removeRow(buildEntries, entry.id);
    expect(types()).toEqual(["vehicle"]);
    removeRow(vehicles, vehicle.id);
    expect(types()).toEqual([]);
  });

  test("contains followed and active users; hidden content returns", () => {
    const { fan, user, garage, vehicle, types } = followed();
    makeEntry(vehicle);
    makePhoto(vehicle);
    makeEntry(makeOwner().vehicle);
    makeEntry(makeVehicle(makeGarage({ id: fan.id })));
    expect(types()).toEqual(["photos", "build", "vehicle"]);
    setActive(user, false);
    expect(listFeed(fan, page)).toEqual({ rows: [], total: 0, ...page });
    setActive(user, true);
    changeRow(garages, garage.id, { name: "Ada's Shed" });
    expect(listFeed(fan, page).rows[0]?.garageName).toBe("Ada's Shed");
    unfollowUser(fan, user.id);
    expect(types()).toEqual([]);
  });

  test("merges many garages, page by page, however they post", () => {
    const fan = member();
    const entryIds: number[] = [];
    const owners = Array.from({ length: 5 }, () => makeOwner());
    for (const { user } of owners) followUser(fan, user.id);
    for (let index = 0; index < 60; index += 1) {
      // Some at the same time; one user posts most.
      const { vehicle } = owners[index % 7 < 3 ? 0 : index % 5]!;
      entryIds.push(makeEntry(vehicle, { createdAt: NOON + DAY + Math.floor(index / 4) }).id);
    }
    const pages = [1, 2, 3, 4, 5].map((at) => listActivityRows(fan.id, { page: at, limit: 13 }));
    expect(pages.map(({ total }) => total)).toEqual([65, 65, 65, 65, 65]);
    const rows = pages.flatMap((feedPage) => feedPage.rows);
    expect(rows.slice(0, 60).map(({ entryId }) => entryId)).toEqual(entryIds.reverse());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(65);
    expect(listActivityRows(fan.id, { page: 9, limit: 13 })).toMatchObject({ rows: [], total: 65 });
  });

  test("has one tile for a vehicle's entries of a day, at the place of the newest", () => {
    const { fan, garage, vehicle } = followed();
    const otherVehicle = makeVehicle(garage);
    const midnight = NOON + DAY / 2;
    const post = (of: typeof vehicle, createdAt: number) => makeEntry(of, { createdAt });
    const [, last] = [post(vehicle, midnight - 2), post(vehicle, midnight - 1)];
    const between = post(otherVehicle, midnight);
    const [first, second, third] = [1, 2, 3].map((at) => post(vehicle, midnight + at));
    const pictures = [first, second].map((entry) => makePhoto(vehicle, { entryId: entry!.id }).photo);
    const tiles = (at: number) =>
      listFeed(fan, { page: at, limit: 2 }).rows.map(({ entry, entryCount }) => [entry?.id, entryCount]);
    expect([1, 2, 3].map(tiles)).toEqual([
      [
        [third!.id, 3],
        [between.id, 1],
      ],
      [
        [last!.id, 2],
        [undefined, 0],
      ],
      [[undefined, 0]],
    ]);
    const list = listFeed(fan, page);
    expect([list.total, list.rows[0]?.pictures]).toEqual([5, pictures.reverse()]);
    expect(listFeed(fan, { page: 4, limit: 2 })).toMatchObject({ rows: [], total: 5 });
    expect(listFeedJson(fan, page).total).toBe(8);
    removeRow(buildEntries, third!.id);
    expect(tiles(1)[0]).toEqual([second!.id, 2]);
  });

  test("ends with the newest thousand", () => {
    const { fan, vehicle } = followed();
    transaction(() => {
      for (let index = 0; index < MAX_ACTIVITIES; index += 1) makeEntry(vehicle);
    });
    expect(listActivityRows(fan.id, { page: 10, limit: 100 })).toMatchObject({ total: MAX_ACTIVITIES });
    expect(listActivityRows(fan.id, { page: 10, limit: 100 }).rows.at(-1)?.type).toBe("build");
    expect(listActivityRows(fan.id, { page: 77, limit: 13 }).rows).toHaveLength(MAX_ACTIVITIES % 13);
    expect(listActivityRows(fan.id, { page: 11, limit: 100 })).toMatchObject({ rows: [], total: MAX_ACTIVITIES });
    expect(listFeed(fan, page)).toMatchObject({ total: 1, rows: [{ entryCount: MAX_ACTIVITIES }] });
  });
});

test("JSON: the whole garage, vehicle and entry, the photos that are news, and no cost that is not public", () => {
  const { fan, garage, vehicle } = followed();
  const photo = makePhoto(vehicle, { caption: "New" });
  const cost = { cost: 98_700, currency: "GBP" };
  const secret = makeEntry(vehicle, cost);
  const open = makeEntry(vehicle, { ...cost, costIsPublic: true });
  const { rows, total } = listFeedJson(fan, page);
  for (const row of rows) expect(activityShape.parse(row)).toEqual(row);
  const news = { _id: String(photo.id), photo: photo.photo, caption: "New" };
  const ownerFields = { garage: { _id: String(garage.id) }, vehicle: { _id: String(vehicle.id), photos: [news] } };
  expect([rows, total]).toMatchObject([
    [
      { ...ownerFields, type: "build", entry: { _id: String(open.id), cost: 987, currency: "GBP" } },
      { ...ownerFields, type: "build", entry: { _id: String(secret.id) } },
      { ...ownerFields, type: "photos", photos: [news] },
      { ...ownerFields, type: "vehicle", photos: [] },
    ],
    4,
  ]);
  expect(rows[1]?.entry).not.toHaveProperty("cost");
  expect(rows.map((row) => "entry" in row !== "photos" in row)).toEqual([true, true, true, true]);
  for (const list of [listFeedJson, listFeed]) {
    const ofOne = readsDuring(() => list(fan, { page: 1, limit: 1 }));
    expect(readsDuring(() => list(fan, page))).toEqual(ofOne);
  }
});
