import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "~/lib/time";
import { neededFiles } from "~/services/images/files.server";
import { mentionedImages, missingFiles, type PicturePlace, picturesIn, picturesOf, strayFiles } from "../faults/state";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { animatedGif, jpegWithExif, photograph } from "../support/images";
import { serverEnv, type TestServer } from "../support/launch";
import { type Owner, signUpWithGarage } from "../support/members";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { runNode } from "../support/run-node";
import { startServer } from "../support/server";
import { tusClient } from "../support/tus";
import { openArchive } from "../support/zip";

const SAAB = { make: "Saab", model: "96", year: "1972", story: "Long typed." };
const FAILED = "Upload failed. Please try again.";

let store: ObjectStore;
let server: TestServer;
let place: PicturePlace;
let owner: Owner;

const jpeg = async (width = 90) => ({ name: "a.jpg", bytes: await jpegWithExif({ width, height: 60 }) });
const idIn = (location: string) => /\d+/.exec(location)![0];
const mentioned = () => mentionedImages(server.database);
/** Between rows and files. */
const disagreements = () => [
  ...missingFiles(mentioned(), place),
  ...strayFiles(mentioned(), server.uploadsDir, place).map((file) => `no row mentions ${file}`),
];
const names = () => [...mentioned().photos, ...mentioned().users];
const photosOf = (vehicle: string) =>
  server.database
    .prepare("SELECT photo FROM photos WHERE vehicle_id = ? AND entry_id IS NULL ORDER BY position")
    .pluck()
    .all(idIn(vehicle)) as string[];
const vehicles = () => server.database.prepare("SELECT count(*) FROM vehicles").pluck().get() as number;
let addedCount = 0;
const addVehicle = async (count = 1) => {
  const photos = await Promise.all(Array.from({ length: count }, (_, index) => jpeg(60 + index)));
  return owner.browser.submit("/vehicles/new", { ...SAAB, description: `Number ${addedCount++}` }, { photos });
};
const get = (address: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(address, server.url), { method, headers });

let sites = 0;

async function startSite(where: "a folder" | "a bucket") {
  sites += 1;
  const prefix = `site-${sites}/`;
  const env: Record<string, string> = where === "a folder" ? {} : { UPLOADS_URL: store.url(prefix), ...store.env };
  server = await startServer({ env });
  place = where === "a folder" ? picturesIn(server.uploadsDir) : picturesOf(store, prefix);
  owner = await signUpWithGarage(server, "Store Owner");
}

async function restart(): Promise<void> {
  await server.restart();
  owner.browser = browserLike(server);
  await owner.browser.submit("/login", { email: owner.email, password: owner.password });
}

beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.stop());

describe.each(["a folder", "a bucket"] as const)("pictures in %s", (where) => {
  beforeAll(() => startSite(where));
  afterAll(() => server.stop());

  test("come in every way, are served in every format and part, and go with what they belong to", async () => {
    const { browser } = owner;
    const large = { name: "large.jpg", bytes: await photograph({ width: 1700, height: 1100 }) };
    const moving = { name: "moving.gif", bytes: await animatedGif() };
    const { location: vehicle } = await browser.submit("/vehicles/new", SAAB, { photos: [large, moving] });
    const vehicleId = idIn(vehicle);
    const call = await browser.api("POST", "/photos/upload", { vehicleId }, { files: { photos: [await jpeg()] } });
    expect(call.status).toBe(201);
    const uploads = await tusClient(browser).upload("tray.jpg", (await jpeg(70)).bytes);
    const entry = { title: "Tyres", uploads };
    expect((await browser.submit(`${vehicle}/build/new`, entry, { photos: [await jpeg(71)] })).status).toBe(302);
    const portrait = await browser.submit(
      "/settings",
      { intent: "profile", name: "Ada" },
      { avatar: [await jpeg(72)] },
    );
    expect(portrait.status).toBe(302);
    const event = await browser.submit("/events/submit", GOOD_EVENT, { photos: [await jpeg(73)] });
    expect([event.status, mentioned().photos.size, mentioned().users.size, disagreements()]).toEqual([302, 6, 1, []]);

    const [first, gif] = photosOf(vehicle);
    await expectServed(`/img/photos/${first}`);
    const plays = await get(`/img/photos/${gif}`, { Accept: "image/webp" });
    expect((await sharp(Buffer.from(await plays.arrayBuffer())).metadata()).pages).toBe(4);

    const zip = openArchive(new Uint8Array(await (await browser.fetch("/settings/export")).arrayBuffer()));
    expect(zip.names.filter((name) => name.endsWith(".jpg"))).toHaveLength(7);

    const photoId = server.database.prepare("SELECT id FROM photos WHERE photo = ?").pluck().get(first) as number;
    await browser.submit(`${vehicle}/photos`, { intent: "gallery", turn: String(photoId) });
    const [turned] = photosOf(vehicle);
    expect(turned).toMatch(/_\d+x1600_/);
    expect((await get(`/img/photos/${turned}`)).status).toBe(200);
    expect([(await get(`/img/photos/${first}`)).status, disagreements()]).toEqual([404, []]);
    expect((await browser.api("DELETE", `/photos/${photoId}`)).status).toBe(204);
    expect([names().includes(turned!), disagreements()]).toEqual([false, []]);
    expect((await browser.api("DELETE", `/vehicles/${vehicleId}`)).status).toBe(204);
    expect([mentioned().photos.size, disagreements()]).toEqual([1, []]);
    expect((await browser.api("DELETE", "/users/deleteMe")).status).toBe(204);
    expect([mentioned().users.size, disagreements()]).toEqual([0, []]);
    owner = await signUpWithGarage(server, "Next Owner");
  });

  test("without a row go at the start if they are older than it; nothing else does", async () => {
    const { location } = await addVehicle(2);
    const [keptPhoto, lostPhoto] = photosOf(location);
    const [fresh] = photosOf((await addVehicle()).location);
    server.database.prepare("DELETE FROM photos WHERE photo IN (?, ?)").run(lostPhoto, fresh);
    server.database.prepare("UPDATE vehicles SET cover_photo = NULL WHERE cover_photo = ?").run(fresh);
    const old = Date.now() - 2 * HOUR;
    const put = (key: string) => {
      mkdirSync(path.dirname(place.fileOf(key)), { recursive: true });
      writeFileSync(place.fileOf(key), "x");
      return key;
    };
    const foreign = put("photos/notes.txt");
    const foreignFile = put("more/photos/x.jpg");
    const soon = Date.now() + HOUR;
    for (const key of [...place.keys(), foreignFile]) {
      const date = (key.includes(fresh!.slice(0, 24)) ? soon : old) / 1000;
      utimesSync(place.fileOf(key), date, date);
    }
    await restart();
    const remainingKeys = () => place.keys().filter((key) => key.includes(lostPhoto!.slice(0, 24)));
    await expect.poll(remainingKeys, { timeout: 10_000 }).toEqual([]);
    expect(missingFiles({ photos: new Set([keptPhoto!, fresh!]), users: new Set() }, place)).toEqual([]);
    // A folder belongs to the site alone.
    expect(existsSync(place.fileOf(foreign))).toBe(where === "a bucket");
    expect(existsSync(place.fileOf(foreignFile))).toBe(true);
  });
});

async function expectServed(address: string): Promise<void> {
  for (const [accept, types] of [
    ["image/avif,image/webp", /avif|webp/],
    ["image/webp", /webp|jpeg/],
    ["*/*", /jpeg/],
  ] as const) {
    for (const width of [240, 400, 800]) {
      const answer = await get(`${address}?w=${width}`, { Accept: accept });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
      expect(answer.headers.get("content-type")).toMatch(types);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=604800, immutable");
      expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(Math.max(400, width));
    }
  }
  const whole = await get(address);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const etag = whole.headers.get("etag")!;
  const head = await get(address, {}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, `${bytes.length}`, ""]);
  expect((await get(address, { "If-None-Match": etag })).status).toBe(304);
  const part = async (range: string, more = {}) => {
    const answer = await get(address, { Range: range, ...more });
    return [answer.status, answer.headers.get("content-range"), Buffer.from(await answer.arrayBuffer())];
  };
  const size = bytes.length;
  expect(await part("bytes=0-99")).toEqual([206, `bytes 0-99/${size}`, bytes.subarray(0, 100)]);
  expect(await part("bytes=-7")).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, bytes.subarray(-7)]);
  expect(await part("bytes=9-", { "If-Range": etag })).toEqual([206, `bytes 9-${size - 1}/${size}`, bytes.subarray(9)]);
  expect((await part("bytes=9-", { "If-Range": '"other"' }))[0]).toBe(200);
  expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
}

describe("an object store", () => {
  beforeAll(() => startSite("a bucket"));
  afterAll(() => server.stop());

  /** In the same words by page and API, without a write. */
  async function expectRefused(): Promise<void> {
    const before = [vehicles(), names()];
    const { status, page, body } = await addVehicle();
    expect([status, page.fieldError("photos")]).toEqual([503, FAILED]);
    expect([page.value("model"), body.includes("Long typed.")]).toEqual(["96", true]);
    const files = { avatar: [await jpeg()] };
    const call = await owner.browser.api("PATCH", "/users/updateMe", {}, { files });
    expect([call.status, call.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(call.json).toEqual({ status: "error", message: FAILED, errors: { avatar: [FAILED] } });
    expect([vehicles(), names()]).toEqual(before);
  }

  test("unavailable: uploads are refused with a message, pages continue with placeholders; then all continues", async () => {
    const { location: vehicle } = await addVehicle(2);
    const [first, second] = photosOf(vehicle);
    const { location: otherVehicle } = await addVehicle();
    const event = await owner.browser.submit("/events/submit", GOOD_EVENT, { photos: [await jpeg()] });
    expect(event.status).toBe(302);
    const waiting = server.database.prepare("SELECT image FROM events").pluck().get() as string;
    const tus = tusClient(owner.browser);
    const uploads = await tus.upload("tray.jpg", (await jpeg()).bytes);
    await store.kill();
    await expectRefused();
    const tray = await owner.browser.submit("/vehicles/new", { ...SAAB, uploads });
    expect([tray.status, tray.page.fieldError("photos")]).toEqual([503, FAILED]);
    expect(await tus.offset(`/uploads/${uploads}`)).toEqual((await jpeg()).bytes.length);

    const instead = await get(`/img/photos/${second}?w=400`);
    expect([instead.status, instead.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(instead.headers.get("cache-control")).toBe("private, no-store");
    expect(await instead.text()).toContain(`fill="#${/_([0-9a-f]{6})\./.exec(second!)![1]}"`);
    expect((await get(`/img/photos/${waiting}`)).status).toBe(404);
    const started = performance.now();
    const all = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => (await get(`/img/photos/${first}?w=${400 + index}`)).status),
    );
    expect([new Set(all), (await owner.browser.get(vehicle)).status]).toEqual([new Set([200]), 200]);
    expect(performance.now() - started).toBeLessThan(8000);
    const data = await owner.browser.get("/settings/export");
    expect([data.status, data.body]).toEqual([503, expect.stringContaining("cannot be read right now")]);

    const photoId = server.database.prepare("SELECT id FROM photos WHERE photo = ?").pluck().get(first) as number;
    expect((await owner.browser.api("DELETE", `/photos/${photoId}`)).status).toBe(204);
    expect((await get(`/img/photos/${first}`)).status).toBe(404);
    expect([(await owner.browser.submit(`${otherVehicle}/delete`)).status, vehicles()]).toEqual([302, 1]);
    expect(strayFiles(mentioned(), server.uploadsDir, place)).not.toEqual([]);

    await store.restart();
    const secondResponse = await owner.browser.submit("/vehicles/new", { ...SAAB, uploads });
    expect([secondResponse.status, photosOf(secondResponse.location).length]).toEqual([302, 1]);
    await expect.poll(async () => (await get(`/img/photos/${second}`)).headers.get("content-type")).toBe("image/jpeg");
    const lines = server.log().split("\n");
    expect(lines.filter((line) => line.includes("images not readable"))).toHaveLength(1);
    expect(lines.length).toBeLessThan(30);
  }, 100_000);

  test("a slow one is waited for; a silent one is not, and other requests do not wait", async () => {
    store.delayResponses(300);
    const { location } = await addVehicle();
    expect((await get(`/img/photos/${photosOf(location)[0]}`)).headers.get("content-type")).toBe("image/jpeg");
    store.delayResponses("silent");
    const started = performance.now();
    const attempt = addVehicle();
    await pause(1000);
    const startedAt = performance.now();
    expect([(await owner.browser.get("/settings")).status, (await get("/garages")).status]).toEqual([200, 200]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect([(await attempt).status, (await attempt).page.fieldError("photos")]).toEqual([503, FAILED]);
    expect(performance.now() - started).toBeLessThan(22_000);
    store.delayResponses(0);
    await store.kill();
    await store.restart();
    expect((await addVehicle()).status).toBe(302);
  }, 100_000);

  test("that is back: after the next start every file has its row again, and every row its files", async () => {
    expect(missingFiles(mentioned(), place)).toEqual([]);
    await restart();
    await expect.poll(disagreements, { timeout: 45_000, interval: 200 }).toEqual([]);
  }, 60_000);

  test("killed while a large picture is sent: the response is aborted, so that no client takes it for complete", async () => {
    const [name] = photosOf((await addVehicle()).location);
    const largest = place.keys().find((key) => key.includes(name!.slice(0, 24)) && key.endsWith(".jpg"))!;
    truncateSync(place.fileOf(largest), 3_000_000);
    store.delayResponses(30);
    const answer = await get(`/img/photos/${name}`);
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, "3000000"]);
    await store.kill();
    store.delayResponses(0);
    try {
      await expect(answer.arrayBuffer()).rejects.toThrow();
      // The log is independent of the response.
      await expect.poll(() => server.log()).toContain("response aborted");
    } finally {
      await store.restart();
    }
  });

  test("takes the sample data, all of it", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "paddock-seeded-"));
    const env = serverEnv(folder, { UPLOADS_URL: store.url("seeded"), ...store.env });
    const seed = await runNode(["build/cli/seed.js", "--garages", "2", "--vehicles", "3", "--photos", "1"], env);
    expect([seed.code, seed.stderr]).toEqual([0, ""]);
    const raw = new Database(path.join(folder, "app.db"), { readonly: true });
    const images = mentionedImages(raw);
    raw.close();
    rmSync(folder, { recursive: true });
    expect(images.photos.size).toBeGreaterThan(2);
    expect(missingFiles(images, picturesOf(store, "seeded/"))).toEqual([]);
  }, 60_000);

  test("of another site loses nothing by this one, such as a restored copy, until it takes over", async () => {
    const { location } = await addVehicle();
    const before = place.keys();
    writeFileSync(place.fileOf("owner"), "another-site");
    await restart();
    const isLogged = () => server.log().includes("photo store belongs to another site");
    await expect.poll(isLogged, { timeout: 10_000 }).toBe(true);
    expect([(await owner.browser.submit(`${location}/delete`)).status, place.keys()]).toEqual([302, before]);
    expect((await addVehicle()).status).toBe(302);
    const settings = { DATABASE_URL: `file:${server.database.name}`, UPLOADS_DIR: server.uploadsDir };
    const env = serverEnv(server.uploadsDir, { ...settings, UPLOADS_URL: store.url(`site-${sites}/`), ...store.env });
    expect(await runNode(["build/cli/uploads.js", "claim"], env)).toMatchObject({ code: 0, stderr: "" });
    const files = [...mentioned().photos].flatMap((name) => neededFiles("photos", name));
    await server.restart();
    const stray = () => strayFiles(mentioned(), server.uploadsDir, place);
    await expect.poll(stray, { timeout: 10_000 }).toEqual([]);
    expect(place.keys()).toEqual(expect.arrayContaining(files));
  }, 60_000);
});
