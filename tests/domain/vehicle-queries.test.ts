import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { referencedImages } from "~/db/image-references.server";
import { likes, users, vehicles } from "~/db/schema";
import { listGarageVehiclesJson, listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import {
  countShownVehicles,
  getVehicle,
  getVehiclePage,
  listGarageVehicles,
  listLatestVehicles,
} from "~/features/vehicles/queries.server";
import { makeGarage, makeOwner, makePhoto, makeUser, makeVehicle, type VehicleRow } from "../support/people";
import { planOf, slowSteps, statementsOf } from "../support/query-plans";

const page = { page: 1, limit: 8 };

describe("lists", () => {
  test("the latest come newest first, with owner, garage and figures", () => {
    const user = makeUser({ name: "Ada" });
    const garage = makeGarage(user, { name: "Ada's" });
    const old = makeVehicle(garage, { createdAt: 1 });
    const young = makeVehicle(garage, { createdAt: 2, make: "Alfa", coverPhoto: "https://photos.example.com/a.jpg" });
    db().insert(likes).values({ vehicleId: young.id, userId: user.id, createdAt: 1 }).run();
    expect(countShownVehicles()).toBe(2);
    expect(listLatestVehicles(page)).toEqual([
      {
        id: String(young.id),
        year: 1967,
        make: "Alfa",
        model: "Elan",
        coverPhoto: "https://photos.example.com/a.jpg",
        garageId: String(garage.id),
        garageName: "Ada's",
        ownerName: "Ada",
        likeCount: 1,
        commentCount: 0,
      },
      expect.objectContaining({ id: String(old.id), coverPhoto: null }),
    ]);
    expect(listLatestVehicles({ page: 2, limit: 1 }).map((row) => row.id)).toEqual([String(old.id)]);
  });

  test("a garage's are its own; a deactivated owner's are in no list and no total", () => {
    const { garage, vehicle, user } = makeOwner();
    makeOwner();
    expect(listGarageVehicles(garage.id, page)).toMatchObject({ total: 1, rows: [{ id: String(vehicle.id) }] });
    db().update(users).set({ active: false }).where(eq(users.id, user.id)).run();
    expect(listGarageVehicles(garage.id, page)).toMatchObject({ total: 0, rows: [] });
    expect(listGarageVehiclesJson(garage.id, page)).toMatchObject({ total: 0, rows: [] });
    expect(listLatestVehicles(page)).toHaveLength(1);
    expect(countShownVehicles()).toBe(1);
    expect(listLatestVehiclesJson(page).rows).toHaveLength(1);
  });
});

describe("the vehicles beside one in its garage", () => {
  test("are those before and behind it in the garage's list; hidden ones are passed over", () => {
    const user = makeUser();
    const garage = makeGarage(user);
    makeOwner();
    // Two of the same moment: their ids decide.
    const [oldest, older, younger, youngest] = [1, 2, 2, 3].map((createdAt) => makeVehicle(garage, { createdAt })) as [
      VehicleRow,
      VehicleRow,
      VehicleRow,
      VehicleRow,
    ];
    const beside = ({ id }: VehicleRow) => {
      const { previous, next } = getVehiclePage(id, null).neighbours;
      return [previous?.id ?? null, next?.id ?? null];
    };
    const id = (vehicle: VehicleRow) => String(vehicle.id);
    expect(listGarageVehicles(garage.id, page).rows.map((row) => row.id)).toEqual(
      [youngest, younger, older, oldest].map(id),
    );
    expect([youngest, younger, older, oldest].map(beside)).toEqual([
      [null, id(younger)],
      [id(youngest), id(older)],
      [id(younger), id(oldest)],
      [id(older), null],
    ]);
    expect(getVehiclePage(oldest.id, null).neighbours.previous).toEqual({
      id: id(older),
      year: 1967,
      make: "Lotus",
      model: "Elan",
    });
    db().update(vehicles).set({ hidden: true }).where(eq(vehicles.id, younger.id)).run();
    expect(beside(youngest)).toEqual([null, id(older)]);
    expect(beside(older)).toEqual([id(youngest), id(oldest)]);
  });

  test("are found by the garage's index, one row each", () => {
    const { garage, vehicle } = makeOwner();
    for (let at = 0; at < 50; at++) {
      makeVehicle(garage, { createdAt: at });
      makeOwner();
    }
    analyzeDatabase();
    const statements = statementsOf(() => getVehiclePage(vehicle.id, null)).filter((text) => text.includes("beside"));
    expect(statements).toHaveLength(1);
    expect(slowSteps(statements[0]!)).toEqual([]);
    const found = planOf(statements[0]!).filter((line) => line.includes("beside"));
    expect(found).toHaveLength(2);
    for (const line of found)
      expect(line).toMatch(/^SEARCH beside USING INDEX vehicles_garage \(garage_id=\? AND hidden=\? AND \(?created_at/);
  });
});

test("below a vehicle are the newest four others of its garage and of its model, never itself or what is hidden", () => {
  const { garage, vehicle } = makeOwner();
  const add = (createdAt: number, model: string, of = garage) =>
    makeVehicle(of, { make: "lotus", model, createdAt }).id;
  const own = [1, 2, 3, 4, 5].map((at) => add(at, "Europa"));
  const elsewhere = makeOwner();
  const alike = add(9, "ELAN", elsewhere.garage);
  const gone = makeOwner();
  db().update(users).set({ active: false }).where(eq(users.id, gone.user.id)).run();
  const { called, others } = getVehiclePage(vehicle.id, null);
  // As most of them are spelt.
  expect(called).toEqual({ make: "lotus", model: "Elan" });
  expect(others.ofGarage.map(({ id }) => Number(id))).toEqual(own.reverse().slice(0, 4));
  expect(others.ofModel).toEqual([
    expect.objectContaining({ id: String(elsewhere.vehicle.id), garageName: elsewhere.garage.name }),
    {
      id: String(alike),
      year: 1967,
      make: "lotus",
      model: "ELAN",
      coverPhoto: null,
      garageName: elsewhere.garage.name,
    },
  ]);
});

describe("the API's shape", () => {
  test("is the contract's, likes of deactivated people left out", () => {
    const { garage, vehicle, user } = makeOwner();
    const photos = [2, 1].map((position) => makePhoto(vehicle, { position, caption: `c${position}` }));
    const [fan, gone] = [makeUser(), makeUser()];
    for (const { id } of [fan, gone]) {
      db().insert(likes).values({ vehicleId: vehicle.id, userId: id, createdAt: 1 }).run();
    }
    db().update(users).set({ active: false }).where(eq(users.id, gone.id)).run();
    expect(vehicleJson(vehicle.id)).toEqual({
      _id: String(vehicle.id),
      make: "Lotus",
      model: "Elan",
      year: 1967,
      description: "",
      story: "",
      condition: "",
      coverPhoto: "default-vehicle.png",
      photos: photos.reverse().map(({ id, photo, caption }) => ({ _id: String(id), photo, caption })),
      likes: [String(fan.id)],
      likeCount: 1,
      commentCount: 0,
      buildCount: 0,
      specs: [],
      garage: { _id: String(garage.id), name: garage.name, user: String(user.id) },
      user: String(user.id),
      createdAt: new Date(vehicle.createdAt).toISOString(),
    });
  });
});

describe("cost", () => {
  beforeEach(() => {
    transaction(() => {
      const garages = Array.from({ length: 20 }, () => makeGarage(makeUser()));
      for (const garage of garages) {
        for (let i = 0; i < 15; i += 1) makePhoto(makeVehicle(garage, { createdAt: i }));
      }
    });
    analyzeDatabase();
  });

  test("a list takes the same few statements however long it is", () => {
    const counts = [1, 10, 100].map((limit) => statementsOf(() => listLatestVehiclesJson({ page: 1, limit })).length);
    expect(new Set(counts.slice(1)).size).toBe(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  });

  test("nothing is scanned and nothing sorted", () => {
    const statements = statementsOf(() => {
      listLatestVehicles(page);
      listLatestVehiclesJson(page);
      listGarageVehicles(1, page);
      listGarageVehiclesJson(1, page);
      getVehicle(1, null);
      vehicleJson(1);
      referencedImages("photos", ["a.jpg"]);
      referencedImages("users", ["a.jpg"]);
    });
    expect(statements.length).toBeGreaterThan(8);
    for (const statement of statements) expect(slowSteps(statement), statement).toEqual([]);
  });
});
