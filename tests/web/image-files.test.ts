import { readdirSync } from "node:fs";
import { request } from "node:http";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Browser } from "../support/browser-like";
import { jpegWithExif } from "../support/images";
import type { Owner } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;

const picture = async () => ({ name: "a.jpg", bytes: await jpegWithExif({ width: 900, height: 600, orientation: 6 }) });
const setActive = async (id: string, active: boolean) => {
  expect((await admin.browser.api("PATCH", `/users/${id}`, { active })).status).toBe(200);
};

/** @returns its URL */
async function addPhoto({ browser }: Owner): Promise<string> {
  const fiat = { make: "Fiat", model: "500", year: "1969" };
  const { location } = await browser.submit("/vehicles/new", fiat, { photos: [await picture()] });
  const { json } = await browser.api("GET", location);
  return `/img/photos/${json.data.doc.coverPhoto}`;
}

const admin = await server.signUpAdmin("Image Admin");
const stranger = await server.signUp("Image Stranger");
const address = await addPhoto(await server.signUpWithGarage("Image Owner"));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(path, server.url), { method, headers });

describe("a stored image", () => {
  test.each([
    ["image/avif,image/webp,*/*", /image\/(avif|webp)/],
    ["image/webp,*/*", /image\/webp/],
    ["*/*", /image\/jpeg/],
  ])("for %s", async (accept, type) => {
    const response = await get(`${address}?w=400`, { Accept: accept });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    const { width, height, exif, xmp } = await sharp(bytes).metadata();
    expect({ width, height, exif, xmp }).toEqual({ width: 400, height: 600, exif: undefined, xmp: undefined });
    expect(bytes.toString("latin1")).not.toMatch(/Secretcam|GPS|xmp-secret/);
  });

  test("is cached for a week, with a fixed type", async () => {
    const { headers } = await get(address);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=604800, immutable",
      vary: expect.stringContaining("Accept"),
      "x-content-type-options": "nosniff",
      "content-disposition": "inline",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^".+"$/),
      "last-modified": expect.stringMatching(/GMT$/),
    });
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("is not sent again if unchanged", async () => {
    const first = await get(address);
    const etag = first.headers.get("etag")!;
    const modified = first.headers.get("last-modified")!;
    for (const headers of [{ "If-None-Match": etag }, { "If-None-Match": `"x", W/${etag}` }]) {
      expect((await get(address, headers)).status).toBe(304);
    }
    // Node's fetch does not send If-Modified-Since.
    const status = await new Promise((resolve, reject) => {
      request(new URL(address, server.url), { headers: { "If-Modified-Since": modified } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect([status, (await get(address, { "If-None-Match": '"other"' })).status]).toEqual([304, 200]);
    expect((await get(address, { Accept: "image/webp", "If-None-Match": etag })).status).toBe(200);
  });

  test("HEAD responds alike without the bytes; other methods are refused", async () => {
    const head = await get(address, {}, "HEAD");
    expect(head.status).toBe(200);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await head.text()).toBe("");
    const post = await get(address, {}, "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

test.each([
  "/img/photos/nothing.jpg",
  "/img/photos/..%2f..%2fpackage.json",
  "/img/photos/0123456789abcdef01234567_90x60_aabbcc.jpg",
  "/img/users/0123456789abcdef01234567_90x60_aabbcc.jpg",
  "/img/other/x.jpg",
])("%s is a short uncached 404", async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "private, no-store"]);
  expect((await response.text()).length).toBeLessThan(100);
});

test.each(["/img/photos/default-vehicle.png", "/img/users/default.jpg"])("%s is there", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^image\//);
});

type Access = "public" | "restricted" | "none";

const CACHE_CONTROL = {
  public: "public, max-age=604800, immutable",
  restricted: "private, no-store",
  none: "private, no-store",
} as const;

/** All kinds of requests must agree. */
async function accessOf(browser: Browser, address: string): Promise<Access> {
  const plain = await browser.fetch(address);
  const access = plain.status === 404 ? "none" : plain.headers.has("etag") ? "public" : "restricted";
  const status = access === "none" ? 404 : 200;
  const ways: [path: string, init: RequestInit, status: number][] = [
    [address, {}, status],
    [`${address}?w=400`, {}, status],
    [`${address}/`, {}, status],
    [address.replace("/img/", "/IMG/"), {}, status],
    [address, { method: "HEAD" }, status],
    [address, { headers: { "If-None-Match": "*" } }, access === "public" ? 304 : status],
  ];
  const isPublic = access === "public";
  for (const [path, init, expected] of ways) {
    const { status: responseStatus, headers } = await browser.fetch(path, init);
    const summary = [responseStatus, headers.get("cache-control"), headers.has("etag"), headers.has("last-modified")];
    expect(summary, `${path} ${JSON.stringify(init)}`).toEqual([expected, CACHE_CONTROL[access], isPublic, isPublic]);
    // Other sites and feed readers may show public pictures only.
    expect(headers.get("cross-origin-resource-policy")).toBe(isPublic ? "cross-origin" : "same-origin");
  }
  // The page's data request gives no access, and is not cached.
  const data = await browser.fetch(`${address}.data`);
  expect([data.status, data.headers.get("cache-control")]).toEqual([status, "private, no-store"]);
  expect((await data.text()).includes("There is no such image.")).toBe(access === "none");
  return access;
}

async function accesses(users: Record<string, Browser>, address: string): Promise<Record<string, Access>> {
  const all: Record<string, Access> = {};
  for (const [name, browser] of Object.entries(users)) all[name] = await accessOf(browser, address);
  return all;
}

test("a vehicle's photo is everybody's while it is shown, admins' while its owner is deactivated", async () => {
  const owner = await server.signUpWithGarage("Image Owner");
  const address = await addPhoto(owner);
  const users = () => ({ visitor: visitor(), stranger: stranger.browser, owner: owner.browser, admin: admin.browser });
  const expected = { visitor: "public", stranger: "public", owner: "public", admin: "public" };
  expect(await accesses(users(), address)).toEqual(expected);
  const bearer = await server.bearerOf(owner);
  const etag = (await visitor().fetch(address)).headers.get("etag")!;
  await setActive(owner.id, false);
  const hidden = { visitor: "none", stranger: "none", owner: "none", admin: "restricted" };
  expect(await accesses(users(), address)).toEqual(hidden);
  // Nor validators of an earlier response.
  const headerSets: Record<string, string>[] = [{ "If-None-Match": etag }, { Authorization: `Bearer ${bearer}` }];
  for (const headers of headerSets) expect((await visitor().fetch(address, { headers })).status).toBe(404);
  const headers = { Authorization: `Bearer ${await server.bearerOf(admin)}` };
  const answer = await visitor().fetch(address, { headers });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, CACHE_CONTROL.restricted]);
  await setActive(owner.id, true);
  expect(await accessOf(visitor(), address)).toBe("public");
});

test("a name in another writing is no name", async () => {
  const { browser, id } = await server.signUp("Image Speller");
  const { json } = await browser.api("PATCH", "/users/updateMe", {}, { files: { avatar: [await picture()] } });
  const name: string = json.data.user.avatar;
  await setActive(id, false);
  const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const paths = [
    `Users/${name}`,
    `users/${name.toUpperCase()}`,
    `users/./${name}`,
    `users/${escaped}`,
    `%75sers/${name}`,
  ];
  for (const path of paths) expect((await visitor().fetch(`/img/${path}`)).status, path).toBe(404);
});

test("no temporary file is left behind", () => {
  expect(readdirSync(server.uploadsDir, { recursive: true }).filter((name) => String(name).includes(".tmp/"))).toEqual(
    [],
  );
});
