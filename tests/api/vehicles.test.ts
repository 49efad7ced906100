import { describe, expect, test } from "vitest";
import type { SentFile } from "../support/browser-like";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const server = await sharedServer();
const CAR = { make: "Lancia", model: "Fulvia", year: 1972 };

const jpegs = (...widths: number[]): Promise<SentFile[]> =>
  Promise.all(widths.map(async (width) => ({ name: "a.jpg", bytes: await jpegWithExif({ width, height: 60 }) })));
const api = (method: string, path: string, body?: unknown, photos?: SentFile[]) =>
  server.visitor().api(method, path, body, { token, ...(photos && { files: { photos } }) });
const visitor = (path: string) => server.visitor().api("GET", path);
const widthsOf = (photos: { photo: string }[]) => photos.map(({ photo }) => Number(/_(\d+)x/.exec(photo)?.[1]));
const pictureStatus = async (name: string) => (await server.visitor().get(`/img/photos/${name}`)).status;

async function make(path: string, body: object, photos?: SentFile[]) {
  const { status, json } = await api("POST", path, body, photos);
  expect(status).toBe(201);
  return json.data.doc;
}

async function deletedForGood(path: string, message: string) {
  const deleted = await api("DELETE", path);
  expect([deleted.status, deleted.json]).toEqual([204, null]);
  const response = await visitor(path);
  expect([response.status, response.json]).toEqual([404, { status: "fail", message, errors: {} }]);
}

const owner = await server.signUpWithGarage("Bearer Owner");
const otherMember = await server.signUpWithGarage("Log Reader");
const token = await server.bearerOf(owner);
const vehicle = (await make("/vehicles", { make: "Saab", model: "99", year: 1978 }))._id;

describe("a vehicle's life by bearer", () => {
  test("created by multipart with five photos in order, read, changed in part, deleted", async () => {
    const fields = { ...CAR, year: "1972", description: "Narrow V4." };
    const doc = await make("/vehicles", fields, await jpegs(50, 60, 70, 80, 90));
    const empty = { story: "", condition: "", likes: [], likeCount: 0, commentCount: 0 };
    const owned = { garage: { _id: owner.garageId, user: owner.id }, user: owner.id };
    expect(doc).toMatchObject({ ...CAR, description: "Narrow V4.", ...empty, ...owned });
    expect(new Date(doc.createdAt).toISOString()).toBe(doc.createdAt);
    expect(widthsOf(doc.photos)).toEqual([50, 60, 70, 80, 90]);
    expect(doc.coverPhoto).toBe(doc.photos[0].photo);
    const path = `/vehicles/${doc._id}`;
    const cover = { photoFilename: doc.photos[1].photo };
    expect((await api("PATCH", `${path}/set-cover`, cover)).json.data.doc.coverPhoto).toBe(cover.photoFilename);
    const changedVehicle = (await api("PATCH", path, { story: "Long.", year: 1973, user: "1" })).json.data.doc;
    expect(changedVehicle).toMatchObject({ story: "Long.", year: 1973, make: "Lancia", user: owner.id });
    expect((await visitor(path)).json).toEqual({ status: "success", data: { doc: changedVehicle } });
    await deletedForGood(path, "Could not load vehicle details.");
  });

  test("created from JSON without photos; the latest, limited in number", async () => {
    const plain = await make("/vehicles", { ...CAR, likeCount: 99, userId: 1 });
    expect(plain).toMatchObject({ coverPhoto: "default-vehicle.png", photos: [], likeCount: 0, user: owner.id });
    for (let i = 0; i < 8; i += 1) await make("/vehicles", CAR);
    const { json } = await visitor("/vehicles/latest?limit=8");
    expect(json).toMatchObject({ status: "success", results: 8, total: 10, page: 1, limit: 8 });
    expect(json.data.data).toHaveLength(8);
    expect((await visitor("/vehicles/latest")).json.limit).toBe(20);
    const second = (await visitor("/vehicles/latest?limit=2&page=2")).json;
    expect(second).toMatchObject({ results: 2, page: 2, limit: 2 });
    expect((await visitor("/vehicles/latest?limit=101")).status).toBe(400);
  });

  test("its photos: uploaded, captioned, moved, turned, deleted", async () => {
    const { _id } = await make("/vehicles", CAR, await jpegs(90));
    const response = await api("POST", "/photos/upload", { vehicleId: _id }, await jpegs(60, 70));
    const [first, second] = response.json.data.data;
    expect(first).toMatchObject({ _id: expect.any(String), photo: expect.stringContaining("_60x"), caption: "" });
    const moveResponse = await api("PATCH", `/photos/${second._id}`, { caption: "Dawn", position: 1 });
    expect(moveResponse.json.data.doc).toMatchObject({ _id: second._id, caption: "Dawn", position: 1 });
    const { photos, coverPhoto } = (await visitor(`/vehicles/${_id}`)).json.data.doc;
    expect(widthsOf(photos)).toEqual([70, 90, 60]);
    const turnResponse = await api("PATCH", `/photos/${photos[1]._id}`, { turn: 90, caption: "Upright" });
    const { photo, caption } = turnResponse.json.data.doc;
    expect([turnResponse.status, caption, /_(\d+x\d+)_/.exec(photo)?.[1]]).toEqual([200, "Upright", "60x90"]);
    expect(coverPhoto).toBe(photos[1].photo);
    expect((await visitor(`/vehicles/${_id}`)).json.data.doc.coverPhoto).toBe(photo);
    expect([await pictureStatus(coverPhoto), await pictureStatus(photo)]).toEqual([404, 200]);
    for (const status of [204, 404]) expect((await api("DELETE", `/photos/${first._id}`)).status).toBe(status);
  });
});

describe("an entry of its build log", () => {
  test("added by multipart with photos and parts, read, changed in part, deleted", async () => {
    const texts = { title: "Lowered", text: "One.\n\nTwo.", date: "2026-05-01", unit: "km", area: "Suspension" };
    const form = {
      ...{ ...texts, kind: "Modification", mileage: "84200", cost: "450.50", currency: "sek" },
      ...{ "parts[0][name]": "Springs", "parts[0][url]": "https://parts.example/springs", "parts[3][name]": "Nuts" },
    };
    const doc = await make(`/vehicles/${vehicle}/build`, form, await jpegs(60, 70));
    expect(doc).toEqual({
      ...{ ...texts, _id: expect.any(String), kind: "Modification", mileage: 84_200, status: "Done" },
      ...{ cost: 450.5, currency: "SEK", costIsPublic: false, createdAt: expect.any(String) },
      parts: [
        { name: "Springs", maker: "", number: "", url: "https://parts.example/springs" },
        { name: "Nuts", maker: "", number: "", url: "" },
      ],
      photos: [1, 2].map(() => ({ _id: expect.any(String), photo: expect.any(String), caption: "" })),
      vehicle: { _id: vehicle, make: "Saab", model: "99", year: 1978 },
    });
    expect(widthsOf(doc.photos)).toEqual([60, 70]);
    const path = `/build/${doc._id}`;
    const response = await api("PATCH", path, { kind: "Work", costIsPublic: true, mileage: null, vehicleId: 1 });
    const expected = { ...doc, kind: "Work", costIsPublic: true, mileage: null, unit: null, status: null, area: null };
    expect([response.json.data.doc, (await visitor(path)).json.data.doc]).toEqual([expected, expected]);
    const car = () => visitor(`/vehicles/${vehicle}`).then(({ json }) => json.data.doc);
    expect(await car()).toMatchObject({ buildCount: 1, photos: [], coverPhoto: "default-vehicle.png" });
    await deletedForGood(path, "Could not load the entry.");
    expect([await pictureStatus(doc.photos[0].photo), (await car()).buildCount]).toEqual([404, 0]);
  });

  test("listed by kind and by page", async () => {
    const log = `/vehicles/${vehicle}/build`;
    for (const [kind, date] of [
      ["Service", "2024-01-01"],
      ["Service", "2024-01-02"],
      ["Event", "2024-01-03"],
    ])
      await make(log, { title: "Oil", kind, date });
    const { json } = await visitor(`${log}?kind=Service&limit=1&page=2`);
    const data = { data: [{ date: "2024-01-01" }] };
    expect(json).toMatchObject({ results: 1, total: 2, page: 2, limit: 1, data });
    expect((await visitor(log)).json).toMatchObject({ total: 3, limit: 20 });
    expect((await visitor(`${log}?kind=Rest`)).json.errors).toEqual({ kind: ["Unknown kind."] });
  });

  test("a private cost is in responses to its owner only, also after other requests", async () => {
    const cost = { cost: 99.99, currency: "EUR" };
    const { _id } = await make(`/vehicles/${vehicle}/build`, { title: "Oil", ...cost, date: "2020-01-01" });
    const readers: [string, (path: string) => ReturnType<typeof visitor>, boolean][] = [
      ["visitor", visitor, false],
      ["owner by bearer", (path) => api("GET", path), true],
      ["visitor again", visitor, false],
      ["owner by cookie", (path) => owner.browser.api("GET", path), true],
      ["another member", (path) => otherMember.browser.api("GET", path), false],
    ];
    for (const [reader, read, knows] of readers) {
      const { doc } = (await read(`/build/${_id}`)).json.data;
      const listedEntry = (await read(`/vehicles/${vehicle}/build`)).json.data.data.at(-1);
      expect([listedEntry._id, listedEntry], reader).toEqual([_id, doc]);
      expect(["cost" in doc, "currency" in doc, doc.cost], reader).toEqual([knows, knows, knows ? 99.99 : undefined]);
    }
  });

  test("its photos come later too, in pieces before their call as well, and are changed as others are", async () => {
    const { _id } = await make(`/vehicles/${vehicle}/build`, { title: "Oil" });
    const [before] = await jpegs(50);
    const uploads = await tusClient(server.visitor(), token).upload("ready.jpg", Buffer.from(before!.bytes));
    const response = await api("POST", `/build/${_id}/photos`, { uploads }, await jpegs(70));
    const [first, second] = response.json.data.data;
    expect([response.status, first]).toMatchObject([201, { position: 1, vehicle, entry: _id }]);
    const path = `/photos/${second._id}`;
    const changeResponse = await api("PATCH", path, { caption: "After", position: 1, turn: 90 });
    expect(changeResponse.json.data.doc).toMatchObject({ caption: "After", position: 1, entry: _id });
    expect(widthsOf((await visitor(`/build/${_id}`)).json.data.doc.photos)).toEqual([60, 50]);
    const page = await server.visitor().get(`/vehicles/${vehicle}/photos/${second._id}`);
    const ends = [(await api("DELETE", path)).status, (await api("DELETE", path)).status];
    expect([page.status, ...ends]).toEqual([404, 204, 404]);
    const cover = { photoFilename: first.photo };
    expect((await api("PATCH", `/vehicles/${vehicle}/set-cover`, cover)).status).toBe(400);
  });
});
