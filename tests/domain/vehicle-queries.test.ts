import { describe, expect, test } from "vitest";
import { transaction } from "~/db/client.server";
import { likes, users, vehicles } from "~/db/schema";
import { listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import {
  countShownVehicles,
  getVehiclePage,
  listGarageVehicles,
  listLatestVehicles,
} from "~/features/vehicles/queries.server";
import { makeGarage, makeOwner, makePhoto, makeUser, makeVehicle, type VehicleRow } from "../support/make-rows";
import { statementsOf } from "../support/query-plans";
import { changeRow, insertRow } from "../support/rows";

const page = { page: 1, limit: 8 };

test("the latest vehicles come newest first, with owner, garage and figures", () => {
  const user = makeUser({ name: "Ada" });
  const garage = makeGarage(user, { name: "Ada's" });
  const old = makeVehicle(garage, { createdAt: 1 });
  const young = makeVehicle(garage, { createdAt: 2, make: "Alfa", coverPhoto: "https://photos.example.com/a.jpg" });
  insertRow(likes, { vehicleId: young.id, userId: user.id, createdAt: 1 });
  expect(countShownVehicles()).toBe(2);
  const alfa = { year: 1967, make: "Alfa", model: "Elan", coverPhoto: "https://photos.example.com/a.jpg" };
  const ownerFields = { garageId: garage.id, garageName: "Ada's", ownerName: "Ada" };
  expect(listLatestVehicles(page)).toEqual([
    { id: young.id, ...alfa, ...ownerFields, likeCount: 1, commentCount: 0 },
    expect.objectContaining({ id: old.id, coverPhoto: null }),
  ]);
  expect(listLatestVehicles({ page: 2, limit: 1 }).map((row) => row.id)).toEqual([old.id]);
});

describe("a vehicle's neighbours in its garage", () => {
  test("are those before and behind it in the garage's list; hidden ones are passed over", () => {
    const user = makeUser();
    const garage = makeGarage(user);
    makeOwner();
    // Two at the same time: ids decide.
    const at = (createdAt: number) => makeVehicle(garage, { createdAt });
    const [oldest, older, younger, youngest] = [at(1), at(2), at(2), at(3)];
    const neighboursOf = ({ id }: VehicleRow) => {
      const { previous, next } = getVehiclePage(id, null).neighbours;
      return [previous?.id ?? null, next?.id ?? null];
    };
    const id = (vehicle: VehicleRow) => vehicle.id;
    const all = [youngest, younger, older, oldest];
    expect(listGarageVehicles(garage.id, page).rows.map((row) => row.id)).toEqual(all.map(id));
    expect(all.map(neighboursOf)).toEqual([
      [null, id(younger)],
      [id(youngest), id(older)],
      [id(younger), id(oldest)],
      [id(older), null],
    ]);
    const expected = { id: id(older), year: 1967, make: "Lotus", model: "Elan" };
    expect(getVehiclePage(oldest.id, null).neighbours.previous).toEqual(expected);
    changeRow(vehicles, younger.id, { hidden: 1 });
    expect(neighboursOf(youngest)).toEqual([null, id(older)]);
    expect(neighboursOf(older)).toEqual([id(youngest), id(oldest)]);
  });
});

test("below a vehicle are the newest four others of its garage and of its model, never itself or what is hidden", () => {
  const { garage, vehicle } = makeOwner();
  const add = (createdAt: number, model: string, of = garage) =>
    makeVehicle(of, { make: "lotus", model, createdAt }).id;
  const ownVehicles = [1, 2, 3, 4, 5].map((at) => add(at, "Europa"));
  const otherOwner = makeOwner();
  const alike = add(9, "ELAN", otherOwner.garage);
  const inactiveOwner = makeOwner();
  changeRow(users, inactiveOwner.user.id, { active: false });
  const { canonicalNames, others } = getVehiclePage(vehicle.id, null);
  expect(canonicalNames).toEqual({ make: "lotus", model: "Elan" });
  expect(others.ofGarage.map(({ id }) => id)).toEqual(ownVehicles.reverse().slice(0, 4));
  const garageName = otherOwner.garage.name;
  expect(others.ofModel).toEqual([
    expect.objectContaining({ id: otherOwner.vehicle.id, garageName }),
    { id: alike, year: 1967, make: "lotus", model: "ELAN", coverPhoto: null, garageName },
  ]);
});

test("the API's shape is the contract's, likes of deactivated people left out", () => {
  const { garage, vehicle, user } = makeOwner();
  const photos = [2, 1].map((position) => makePhoto(vehicle, { position, caption: `c${position}` }));
  const [fan, inactiveFan] = [makeUser(), makeUser()];
  for (const { id } of [fan, inactiveFan]) insertRow(likes, { vehicleId: vehicle.id, userId: id, createdAt: 1 });
  changeRow(users, inactiveFan.id, { active: false });
  const text = { make: "Lotus", model: "Elan", year: 1967, description: "", story: "", condition: "", specs: [] };
  expect(vehicleJson(vehicle.id)).toEqual({
    ...text,
    _id: String(vehicle.id),
    coverPhoto: "default-vehicle.png",
    photos: photos.reverse().map(({ id, photo, caption }) => ({ _id: String(id), photo, caption })),
    likes: [String(fan.id)],
    ...{ likeCount: 1, commentCount: 0, buildCount: 0 },
    garage: { _id: String(garage.id), name: garage.name, user: String(user.id) },
    user: String(user.id),
    createdAt: new Date(vehicle.createdAt).toISOString(),
  });
});

test("a list takes the same few statements however long it is", () => {
  transaction(() => {
    for (let index = 0; index < 100; index += 1) makePhoto(makeOwner().vehicle);
  });
  const counts = [1, 10, 100].map((limit) => statementsOf(() => listLatestVehiclesJson({ page: 1, limit })).length);
  expect(new Set(counts.slice(1)).size).toBe(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(4);
});
