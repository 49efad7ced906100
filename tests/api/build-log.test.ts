import { beforeAll, describe, expect, test } from "vitest";
import { browserLike, type SentFile } from "../support/browser-like";
import { htmlAsJpeg, jpegWithExif } from "../support/images";
import { bearerOf, type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const server = sharedServer();
let owner: Owner;
let other: Owner;
let token = "";
let vehicle = "";

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });
/** The owner as a client without cookies. */
const api = (method: string, path: string, body?: unknown, files?: Record<string, SentFile[]>) =>
  browserLike(server()).api(method, path, body, { token, ...(files && { files }) });
const visitor = (path: string) => browserLike(server()).api("GET", path);
const widthsOf = (photos: { photo: string }[]) => photos.map(({ photo }) => Number(/_(\d+)x/.exec(photo)?.[1]));

async function add(values: object = {}) {
  const { status, json } = await api("POST", `/vehicles/${vehicle}/build`, { title: "Oil", ...values });
  expect(status).toBe(201);
  return json.data.doc;
}

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Log Keeper");
  other = await signUpWithGarage(server(), "Log Reader");
  token = await bearerOf(server(), owner);
  vehicle = (await api("POST", "/vehicles", { make: "Saab", model: "99", year: 1978 })).json.data.doc._id;
});

describe("an entry's life", () => {
  test("added by multipart with photos and parts, read, changed in part, deleted", async () => {
    const form = {
      kind: "Modification",
      title: "Lowered",
      text: "One.\n\nTwo.",
      date: "2026-05-01",
      mileage: "84200",
      unit: "km",
      area: "Suspension",
      cost: "450.50",
      currency: "sek",
      "parts[0][name]": "Springs",
      "parts[0][url]": "https://parts.example/springs",
      "parts[3][name]": "Nuts",
    };
    const photos = [await jpeg("a.jpg", 60), await jpeg("b.jpg", 70)];
    const added = await api("POST", `/vehicles/${vehicle}/build`, form, { photos });
    expect(added.status).toBe(201);
    const { doc } = added.json.data;
    expect(doc).toEqual({
      ...{ _id: expect.any(String), kind: "Modification", title: "Lowered", text: "One.\n\nTwo.", date: "2026-05-01" },
      ...{ mileage: 84_200, unit: "km", status: "Done", area: "Suspension" },
      ...{ cost: 450.5, currency: "SEK", costIsPublic: false },
      parts: [
        { name: "Springs", maker: "", number: "", url: "https://parts.example/springs" },
        { name: "Nuts", maker: "", number: "", url: "" },
      ],
      photos: [1, 2].map(() => ({ _id: expect.any(String), photo: expect.any(String), caption: "" })),
      vehicle: { _id: vehicle, make: "Saab", model: "99", year: 1978 },
      createdAt: expect.any(String),
    });
    expect(widthsOf(doc.photos)).toEqual([60, 70]);
    const path = `/build/${doc._id}`;
    const changed = await api("PATCH", path, { kind: "Work", costIsPublic: true, mileage: null, vehicleId: 1 });
    const expected = { ...doc, kind: "Work", costIsPublic: true, mileage: null, unit: null, status: null, area: null };
    expect(changed.json.data.doc).toEqual(expected);
    expect((await visitor(path)).json.data.doc).toEqual(expected);
    const car = (await visitor(`/vehicles/${vehicle}`)).json.data.doc;
    expect(car).toMatchObject({ buildCount: 1, photos: [], coverPhoto: "default-vehicle.png" });
    const deleted = await api("DELETE", path);
    expect([deleted.status, deleted.json]).toEqual([204, null]);
    const gone = await visitor(path);
    expect([gone.status, gone.json.message]).toEqual([404, "Could not load the entry."]);
    const picture = await browserLike(server()).get(`/img/photos/${doc.photos[0].photo}`);
    expect([picture.status, (await visitor(`/vehicles/${vehicle}`)).json.data.doc.buildCount]).toEqual([404, 0]);
  });

  test("refused at the row of the part, by JSON as by form", async () => {
    const parts = [{ name: "Springs" }, { maker: "Acme" }, { name: "Nuts", url: "javascript:1" }];
    const refused = await api("POST", `/vehicles/${vehicle}/build`, { title: "Oil", parts });
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["parts[1][name]", "parts[2][url]"]]);
  });

  test("read by kind and by page; another kind, another method and a malformed id are refused", async () => {
    await add({ kind: "Service", date: "2024-01-01" });
    await add({ kind: "Service", date: "2024-01-02" });
    await add({ kind: "Event", date: "2024-01-03" });
    const list = await visitor(`/vehicles/${vehicle}/build?kind=Service&limit=1&page=2`);
    expect(list.json).toMatchObject({
      results: 1,
      total: 2,
      page: 2,
      limit: 1,
      data: { data: [{ date: "2024-01-01" }] },
    });
    expect((await visitor(`/vehicles/${vehicle}/build`)).json).toMatchObject({ total: 3, limit: 20 });
    expect((await visitor(`/vehicles/${vehicle}/build?kind=Rest`)).json.errors).toEqual({ kind: ["Unknown kind."] });
    for (const id of ["abc", "-1", "99999999999999999999"]) expect((await visitor(`/build/${id}`)).status).toBe(404);
    expect((await api("POST", "/build/1")).headers.get("allow")).toBe("GET, HEAD, PATCH, DELETE");
  });
});

test("a cost is told to its owner alone, whoever has asked before", async () => {
  const { _id } = await add({ cost: 99.99, currency: "EUR", date: "2020-01-01" });
  const readers: [string, (path: string) => ReturnType<typeof visitor>, boolean][] = [
    ["visitor", visitor, false],
    ["owner by bearer", (path) => api("GET", path), true],
    ["visitor again", visitor, false],
    ["owner by cookie", (path) => owner.browser.api("GET", path), true],
    ["another member", (path) => other.browser.api("GET", path), false],
  ];
  for (const [who, read, knows] of readers) {
    const { doc } = (await read(`/build/${_id}`)).json.data;
    const listed = (await read(`/vehicles/${vehicle}/build`)).json.data.data.at(-1);
    expect([listed._id, listed], who).toEqual([_id, doc]);
    expect(["cost" in doc, "currency" in doc, doc.cost], who).toEqual([knows, knows, knows ? 99.99 : undefined]);
  }
});

describe("photos of an entry", () => {
  test("come later too, in pieces before their call as well, and are changed as others are", async () => {
    const { _id } = await add();
    const ready = await tusClient(browserLike(server()), token).upload(
      "ready.jpg",
      await jpegWithExif({ width: 50, height: 40 }),
    );
    const sent = await api("POST", `/build/${_id}/photos`, { uploads: ready }, { photos: [await jpeg("b.jpg", 70)] });
    expect(sent.status).toBe(201);
    const [first, second] = sent.json.data.data;
    expect(first).toMatchObject({ position: 1, vehicle, entry: _id });
    const path = `/photos/${second._id}`;
    const moved = await api("PATCH", path, { caption: "After", position: 1, turn: 90 });
    expect(moved.json.data.doc).toMatchObject({ caption: "After", position: 1, entry: _id });
    expect(widthsOf((await visitor(`/build/${_id}`)).json.data.doc.photos)).toEqual([60, 50]);
    const page = await browserLike(server()).get(`/vehicles/${vehicle}/photos/${second._id}`);
    expect([page.status, (await api("DELETE", path)).status, (await api("DELETE", path)).status]).toEqual([
      404, 204, 404,
    ]);
    const cover = { photoFilename: first.photo };
    expect((await api("PATCH", `/vehicles/${vehicle}/set-cover`, cover)).status).toBe(400);
  });

  test("one that is none leaves nothing of the entry", async () => {
    const before = (await visitor(`/vehicles/${vehicle}/build`)).json.total;
    const photos = [await jpeg("fine.jpg"), { name: "x.png", bytes: htmlAsJpeg() }];
    const refused = await api("POST", `/vehicles/${vehicle}/build`, { title: "Oil" }, { photos });
    expect([refused.status, refused.json.errors.photos[0]]).toEqual([400, expect.stringContaining("x.png")]);
    expect((await visitor(`/vehicles/${vehicle}/build`)).json.total).toBe(before);
    const none = await api("POST", `/build/${(await add())._id}/photos`, {});
    expect([none.status, none.json.errors]).toEqual([400, { photos: ["Please select at least one photo to upload."] }]);
  });

  test("are twenty at most, however many come at once", async () => {
    const { _id } = await add();
    const insert = server().database.prepare(
      "INSERT INTO photos (vehicle_id, entry_id, photo, position, created_at) VALUES (?, ?, 'https://photos.example.com/a.jpg', ?, 1)",
    );
    for (let position = 1; position <= 18; position++) insert.run(vehicle, _id, position);
    const photos = [await jpeg("a.jpg", 20), await jpeg("b.jpg", 21)];
    const sent = await Promise.all([1, 2, 3].map(() => api("POST", `/build/${_id}/photos`, {}, { photos })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const refused = sent.find(({ status }) => status === 400);
    expect(refused?.json.message).toBe("An entry can have at most 20 photos. Delete some to make room.");
    expect((await visitor(`/build/${_id}`)).json.data.doc.photos).toHaveLength(20);
  });
});
