import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { htmlAsJpeg, jpegWithExif } from "../support/images";
import { bearerOf, type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let owner: Owner;
let token = "";

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });
/** A client without cookies. */
const api = (method: string, path: string, body?: unknown, options = {}) =>
  browserLike(server()).api(method, path, body, { token, ...options });
const visitor = (method: string, path: string, body?: unknown) => browserLike(server()).api(method, path, body);

async function create(widths: number[] = []) {
  const photos = await Promise.all(widths.map((width) => jpeg(`${width}.jpg`, width)));
  const fields = { make: "Lancia", model: "Fulvia", year: "1972", description: "Narrow V4." };
  const { status, json } = await api("POST", "/vehicles", fields, { files: { photos } });
  expect(status).toBe(201);
  return json.data.doc;
}

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Bearer Owner");
  token = await bearerOf(server(), owner);
});

describe("a vehicle's life by bearer", () => {
  test("created from multipart with five photos in order, or from JSON without", async () => {
    const doc = await create([50, 60, 70, 80, 90]);
    expect(doc).toMatchObject({
      make: "Lancia",
      model: "Fulvia",
      year: 1972,
      description: "Narrow V4.",
      story: "",
      condition: "",
      likes: [],
      likeCount: 0,
      commentCount: 0,
      garage: { _id: owner.garageId, user: owner.id },
      user: owner.id,
    });
    expect(doc.photos.map((photo: { photo: string }) => /_(\d+)x/.exec(photo.photo)?.[1])).toEqual([
      "50",
      "60",
      "70",
      "80",
      "90",
    ]);
    expect(doc.coverPhoto).toBe(doc.photos[0].photo);
    expect(new Date(doc.createdAt).toISOString()).toBe(doc.createdAt);
    const plain = await api("POST", "/vehicles", {
      make: "Lancia",
      model: "Stratos",
      year: 1974,
      likeCount: 99,
      userId: 1,
    });
    expect(plain.json.data.doc).toMatchObject({
      coverPhoto: "default-vehicle.png",
      photos: [],
      likeCount: 0,
      user: owner.id,
    });
  });

  test("read, changed in part, deleted", async () => {
    const { _id } = await create([50]);
    const changed = await api("PATCH", `/vehicles/${_id}`, { story: "Long.", year: 1973, user: "1" });
    expect(changed.json.data.doc).toMatchObject({ story: "Long.", year: 1973, make: "Lancia", user: owner.id });
    expect((await visitor("GET", `/vehicles/${_id}`)).json).toEqual({
      status: "success",
      data: { doc: changed.json.data.doc },
    });
    const deleted = await api("DELETE", `/vehicles/${_id}`);
    expect([deleted.status, deleted.json]).toEqual([204, null]);
    const gone = await visitor("GET", `/vehicles/${_id}`);
    expect(gone.status).toBe(404);
    expect(gone.json).toEqual({ status: "fail", message: "Could not load vehicle details.", errors: {} });
  });

  test("the cover", async () => {
    const { _id, photos } = await create([50, 60]);
    const set = await api("PATCH", `/vehicles/${_id}/set-cover`, { photoFilename: photos[1].photo });
    expect(set.json.data.doc.coverPhoto).toBe(photos[1].photo);
    for (const photoFilename of ["nope.jpg", "", null]) {
      const { status, json } = await api("PATCH", `/vehicles/${_id}/set-cover`, { photoFilename });
      expect([status, Object.keys(json.errors)]).toEqual([400, ["photoFilename"]]);
    }
  });

  test("the latest, eight where eight are asked for", async () => {
    for (let i = 0; i < 9; i += 1) await create();
    const { json } = await visitor("GET", "/vehicles/latest?limit=8");
    expect(json).toMatchObject({ status: "success", results: 8, page: 1, limit: 8 });
    expect(json.data.data).toHaveLength(8);
    expect(json.total).toBeGreaterThanOrEqual(9);
    expect((await visitor("GET", "/vehicles/latest")).json.limit).toBe(20);
    expect((await visitor("GET", "/vehicles/latest?limit=2&page=2")).json).toMatchObject({
      results: 2,
      page: 2,
      limit: 2,
    });
    expect((await visitor("GET", "/vehicles/latest?limit=101")).status).toBe(400);
  });
});

describe("photos", () => {
  test("uploaded, captioned, moved, deleted", async () => {
    const { _id } = await create([50]);
    const photos = [await jpeg("a.jpg", 60), await jpeg("b.jpg", 70)];
    const sent = await api("POST", "/photos/upload", { vehicleId: _id }, { files: { photos } });
    expect(sent.status).toBe(201);
    const [first, second] = sent.json.data.data;
    expect(first).toMatchObject({ _id: expect.any(String), photo: expect.stringContaining("_60x"), caption: "" });
    const moved = await api("PATCH", `/photos/${second._id}`, { caption: "Dawn", position: 1 });
    expect(moved.json.data.doc).toMatchObject({ _id: second._id, caption: "Dawn", position: 1 });
    const order = (await visitor("GET", `/vehicles/${_id}`)).json.data.doc.photos;
    expect(order.map((photo: { _id: string }) => photo._id)[0]).toBe(second._id);
    expect((await api("DELETE", `/photos/${first._id}`)).status).toBe(204);
    expect((await api("DELETE", `/photos/${first._id}`)).status).toBe(404);
    expect((await api("PATCH", `/photos/${second._id}`, { position: "x" })).json.errors.position).toHaveLength(1);
  });

  test("turned: another file, and the old name is gone", async () => {
    const { photos, _id } = await create([90]);
    const before = photos[0].photo;
    const { status, json } = await api("PATCH", `/photos/${photos[0]._id}`, { turn: 90, caption: "Upright" });
    expect([status, json.data.doc.caption]).toEqual([200, "Upright"]);
    const { photo } = json.data.doc;
    expect(/_(\d+)x(\d+)_/.exec(photo)?.slice(1)).toEqual(/_(\d+)x(\d+)_/.exec(before)?.slice(1).reverse());
    expect((await visitor("GET", `/vehicles/${_id}`)).json.data.doc.coverPhoto).toBe(photo);
    const picture = async (name: string) => (await browserLike(server()).get(`/img/photos/${name}`)).status;
    expect([await picture(before), await picture(photo)]).toEqual([404, 200]);
    for (const turn of [45, "90", null]) {
      expect((await api("PATCH", `/photos/${photos[0]._id}`, { turn })).json.errors).toHaveProperty("turn");
    }
  });

  test("none, no vehicle, or a file that is none", async () => {
    const { _id } = await create();
    const upload = (body: object, photos: object[]) => api("POST", "/photos/upload", body, { files: { photos } });
    const none = await upload({ vehicleId: _id }, []);
    expect([none.status, none.json.message]).toEqual([400, "Please select at least one photo to upload."]);
    expect((await upload({}, [await jpeg("a.jpg")])).json.errors).toHaveProperty("vehicleId");
    expect((await upload({ vehicleId: "999999" }, [await jpeg("a.jpg")])).status).toBe(404);
    const bad = await upload({ vehicleId: _id }, [await jpeg("a.jpg"), { name: "x.png", bytes: htmlAsJpeg() }]);
    expect([bad.status, bad.json.errors.photos[0]]).toEqual([400, expect.stringContaining("x.png")]);
    expect((await visitor("GET", `/vehicles/${_id}`)).json.data.doc.photos).toEqual([]);
  });
});

describe("who may", () => {
  const writes = (id: string, photo: { _id: string; photo: string }): [string, string, object?][] => [
    ["PATCH", `/vehicles/${id}`, { make: "Mine" }],
    ["PATCH", `/vehicles/${id}/set-cover`, { photoFilename: photo.photo }],
    ["POST", "/photos/upload", { vehicleId: id }],
    ["PATCH", `/photos/${photo._id}`, { caption: "Mine" }],
    ["DELETE", `/photos/${photo._id}`],
    ["DELETE", `/vehicles/${id}`],
  ];

  test("a visitor: 401; another owner and an admin: 403; nothing changes", async () => {
    const doc = await create([50]);
    const other = await signUpWithGarage(server(), "Another Owner");
    const admin = await signUp(server(), "Api Admin");
    server().database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin.id);
    for (const [method, path, body] of writes(doc._id, doc.photos[0])) {
      expect((await visitor(method, path, body)).status, path).toBe(401);
      for (const { browser } of [other, admin]) expect((await browser.api(method, path, body)).status, path).toBe(403);
    }
    expect((await visitor("GET", `/vehicles/${doc._id}`)).json.data.doc).toEqual(doc);
  });

  test("adding needs a garage", async () => {
    const member = await signUp(server(), "Garageless");
    const { status, json } = await member.browser.api("POST", "/vehicles", { make: "a", model: "b", year: 2000 });
    expect([status, json.message]).toEqual([403, "Please open your garage before you add a vehicle."]);
  });

  test("wrong methods and malformed ids", async () => {
    expect((await api("PATCH", "/vehicles")).status).toBe(405);
    expect((await api("POST", "/vehicles/latest")).headers.get("allow")).toBe("GET, HEAD");
    expect((await api("GET", "/photos/upload")).headers.get("allow")).toBe("POST");
    for (const id of ["abc", "1e3", "-1", "99999999999999999999"]) {
      expect((await visitor("GET", `/vehicles/${id}`)).status, id).toBe(404);
      expect((await api("DELETE", `/photos/${id}`)).status, id).toBe(404);
    }
  });
});
