import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { garages, photos, users, vehicles } from "~/db/schema";
import { addVehicle, deleteVehicle, setCover, updateVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { canEditVehicle } from "~/features/vehicles/policy";
import { getVehicle } from "~/features/vehicles/queries.server";
import { vehicleChange, vehicleInput } from "~/features/vehicles/schema.server";
import { decode } from "~/lib/decode";
import { parseImageName } from "~/lib/image-name";
import { setClock } from "~/lib/time";
import { htmlAsJpeg, jpegWithExif, png } from "../support/images";
import { makeAdmin, makeGarage, makeOwner, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/people";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const elan = { make: "Lotus", model: "Elan", year: 1967, condition: "", description: "", story: "" };
const rowOf = (id: number) => db().select().from(vehicles).where(eq(vehicles.id, id)).get();
const gallery = (id: number) => getVehicle(id, null).photos;

describe("what a vehicle may be", () => {
  const REQUIRED = "Make, Model, and Year are required.";

  test.each([
    [{ model: "Elan", year: "1967" }, ["make"]],
    [{ make: " ", model: "Elan", year: 1967 }, ["make"]],
    [{ make: "Lotus", year: "1967" }, ["model"]],
    [{ make: "Lotus", model: "Elan", year: "" }, ["year"]],
    [{}, ["make", "model", "year"]],
  ])("without make, model or year: %j", (values, missing) => {
    const fields = Object.fromEntries(missing.map((field) => [field, [REQUIRED]]));
    expect(() => decode(vehicleInput, values)).toThrow(expect.objectContaining({ message: REQUIRED, fields }));
  });

  test.each(["1884", "2029", "0", "2020abc", "20.5", "-1967", 1967.5, true, ["1967"]])("a wrong year: %j", (year) => {
    setClock(() => Date.UTC(2026, 5, 1));
    const message = "Year must be a whole number from 1885 to 2028.";
    expect(() => decode(vehicleInput, { ...elan, year })).toThrow(
      expect.objectContaining({ message, fields: { year: [message] } }),
    );
  });

  test.each([1885, "1885", 2028, " 2028 "])("a right year: %j", (year) => {
    setClock(() => Date.UTC(2026, 5, 1));
    expect(decode(vehicleInput, { ...elan, year }).year).toBe(Number(year));
  });

  test.each([
    ["make", 60],
    ["model", 80],
    ["condition", 100],
    ["description", 2_000],
    ["story", 20_000],
  ] as const)("%s has at most %i characters", (field, max) => {
    expect(decode(vehicleInput, { ...elan, [field]: "x".repeat(max) })[field]).toHaveLength(max);
    expect(() => decode(vehicleInput, { ...elan, [field]: "x".repeat(max + 1) })).toThrow(/at most/);
  });

  test("a change has only what was sent", () => {
    expect(decode(vehicleChange, { story: "One.\r\n\r\nTwo.", role: "admin" })).toEqual({ story: "One.\n\nTwo." });
    expect(() => decode(vehicleChange, { year: null })).toThrow(REQUIRED);
  });
});

describe("adding", () => {
  test("puts it into the garage with its photos in order, the first as the cover", async () => {
    const { viewer, garage } = makeOwner();
    const widths = [40, 50, 60, 70, 80];
    const files = await Promise.all(
      widths.map(async (width, at) =>
        uploaded({ filename: `${at}.jpg`, bytes: await jpegWithExif({ width, height: 30 }) }),
      ),
    );
    const id = await addVehicle(viewer, { ...elan, make: "Citroën" }, files);
    const shown = gallery(id);
    expect(shown.map((photo) => parseImageName(photo.photo)?.width)).toEqual(widths);
    expect(shown.map((photo) => photo.position)).toEqual([1, 2, 3, 4, 5]);
    expect(rowOf(id)).toMatchObject({
      garageId: garage.id,
      userId: viewer.id,
      coverPhoto: shown[0]?.photo,
      photoCount: 5,
      searchText: "1967 citroen elan",
    });
    expect(vehicleJson(id).coverPhoto).toBe(shown[0]?.photo);
  });

  test("keeps nothing when one file is refused", async () => {
    const { viewer } = makeOwner();
    const files = [
      uploaded({ filename: "good.jpg", bytes: await jpegWithExif() }),
      uploaded({ filename: "bad.jpg", bytes: htmlAsJpeg() }),
    ];
    const before = db().select().from(vehicles).all().length;
    await expect(addVehicle(viewer, elan, files)).rejects.toThrow(
      expect.objectContaining({ code: "invalid", message: expect.stringContaining("bad.jpg") }),
    );
    expect(db().select().from(vehicles).all()).toHaveLength(before);
    expect(db().select().from(photos).all()).toEqual([]);
    expect(await filesInUploads()).toEqual([]);
  });

  test("needs a garage", async () => {
    await expect(addVehicle(viewerOf(makeUser()), elan, [])).rejects.toThrow(
      expect.objectContaining({ code: "forbidden" }),
    );
  });

  test("keeps no file where the garage went meanwhile", async () => {
    const { viewer, garage } = makeOwner();
    const files = [uploaded({ filename: "a.png", bytes: await png() })];
    const adding = addVehicle(viewer, elan, files);
    db().delete(garages).where(eq(garages.id, garage.id)).run();
    await expect(adding).rejects.toThrow(expect.objectContaining({ code: "forbidden" }));
    expect(await filesInUploads()).toEqual([]);
  });

  test("has the default cover without photos", async () => {
    const id = await addVehicle(makeOwner().viewer, elan, []);
    expect(vehicleJson(id)).toMatchObject({ coverPhoto: "default-vehicle.png", photos: [], year: 1967 });
  });
});

describe("changing", () => {
  test("changes what is given, and what search compares with it", () => {
    const { viewer, vehicle } = makeOwner();
    updateVehicle(viewer, vehicle.id, { model: "Élite", story: "Long." });
    expect(rowOf(vehicle.id)).toMatchObject({
      make: "Lotus",
      model: "Élite",
      story: "Long.",
      searchText: "1967 lotus elite",
    });
  });

  test("is the owner's alone: no other owner's, no admin's, nobody's while deactivated", async () => {
    const { user, vehicle, viewer } = makeOwner();
    const photo = makePhoto(vehicle);
    for (const other of [makeOwner().viewer, viewerOf(makeAdmin())]) {
      expect(canEditVehicle(other, vehicle)).toBe(false);
      const refused = expect.objectContaining({ code: "forbidden" });
      expect(() => updateVehicle(other, vehicle.id, { make: "x" })).toThrow(refused);
      expect(() => setCover(other, vehicle.id, photo.photo)).toThrow(refused);
      await expect(deleteVehicle(other, vehicle.id)).rejects.toThrow(refused);
    }
    expect(canEditVehicle(null, vehicle)).toBe(false);
    db().update(users).set({ active: false }).where(eq(users.id, user.id)).run();
    const gone = expect.objectContaining({ code: "not_found", message: "Could not load vehicle details." });
    expect(() => updateVehicle(viewer, vehicle.id, { make: "x" })).toThrow(gone);
    expect(() => getVehicle(vehicle.id, viewer)).toThrow(gone);
    expect(() => vehicleJson(vehicle.id)).toThrow(gone);
    expect(rowOf(vehicle.id)?.make).toBe("Lotus");
  });
});

describe("the cover", () => {
  test("is one of the vehicle's own photos", () => {
    const { viewer, vehicle, garage } = makeOwner();
    const own = makePhoto(vehicle);
    const foreign = makePhoto(makeVehicle(garage));
    setCover(viewer, vehicle.id, own.photo);
    setCover(viewer, vehicle.id, own.photo);
    expect(rowOf(vehicle.id)?.coverPhoto).toBe(own.photo);
    for (const name of [foreign.photo, "", "../../etc/passwd", "default-vehicle.png"]) {
      expect(() => setCover(viewer, vehicle.id, name)).toThrow(expect.objectContaining({ code: "invalid" }));
    }
    expect(rowOf(vehicle.id)?.coverPhoto).toBe(own.photo);
  });
});

describe("deleting", () => {
  test("takes rows and files with it", async () => {
    const { viewer } = makeOwner();
    const id = await addVehicle(viewer, elan, [uploaded({ filename: "a.png", bytes: await png() })]);
    expect(await filesInUploads()).not.toEqual([]);
    await deleteVehicle(viewer, id);
    expect(rowOf(id)).toBeUndefined();
    expect(db().select().from(photos).all()).toEqual([]);
    expect(await filesInUploads()).toEqual([]);
    await expect(deleteVehicle(viewer, id)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("leaves a file that another vehicle, or a garage, still shows", async () => {
    const { viewer, garage } = makeOwner();
    const other = makeGarage(makeUser());
    const files = [
      uploaded({ filename: "a.png", bytes: await png() }),
      uploaded({ filename: "b.png", bytes: await png({ width: 50 }) }),
      uploaded({ filename: "c.png", bytes: await png({ width: 70 }) }),
    ];
    const id = await addVehicle(viewer, elan, files);
    const [first, second, third] = gallery(id);
    makePhoto(makeVehicle(garage), { photo: first!.photo });
    db().update(garages).set({ coverPhoto: second!.photo }).where(eq(garages.id, other.id)).run();
    await deleteVehicle(viewer, id);
    const left = (await filesInUploads()).join(" ");
    expect(left).toContain(first!.photo.slice(0, -4));
    expect(left).toContain(second!.photo.slice(0, -4));
    expect(left).not.toContain(third!.photo.slice(0, -4));
  });
});
