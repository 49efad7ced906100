import { readdirSync } from "node:fs";
import { request } from "node:http";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { jpegWithExif } from "../support/images";
import { signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let address = "";

beforeAll(async () => {
  const { browser } = await signUpWithGarage(server(), "Image Owner");
  const photo = { name: "phone.jpg", bytes: await jpegWithExif({ width: 900, height: 600, orientation: 6 }) };
  const { location } = await browser.submit(
    "/vehicles/new",
    { make: "Fiat", model: "500", year: "1969" },
    { photos: [photo] },
  );
  const { json } = await browser.api("GET", `/vehicles/${location.split("/").at(-1)}`);
  address = `/img/photos/${json.data.doc.coverPhoto}`;
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(path, server().url), { method, headers });

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

  test("is kept for a week, and never taken for something else", async () => {
    const { headers } = await get(address);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=604800, immutable",
      vary: expect.stringContaining("Accept"),
      "x-content-type-options": "nosniff",
      "content-disposition": "inline",
      etag: expect.stringMatching(/^".+"$/),
      "last-modified": expect.stringMatching(/GMT$/),
    });
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("is not sent again to whoever has it", async () => {
    const first = await get(address);
    const etag = first.headers.get("etag")!;
    const modified = first.headers.get("last-modified")!;
    for (const headers of [{ "If-None-Match": etag }, { "If-None-Match": `"x", W/${etag}` }]) {
      expect((await get(address, headers)).status).toBe(304);
    }
    // Node's own fetch never sends If-Modified-Since through its cache modes, so by hand.
    const status = await new Promise((resolve, reject) => {
      request(new URL(address, server().url), { headers: { "If-Modified-Since": modified } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(304);
    expect((await get(address, { "If-None-Match": '"other"' })).status).toBe(200);
    const webp = await get(address, { Accept: "image/webp", "If-None-Match": etag });
    expect(webp.status).toBe(200);
  });

  test("HEAD tells the same without the bytes; nothing else is allowed", async () => {
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
])("%s is a short 404 that nobody keeps", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect((await response.text()).length).toBeLessThan(100);
});

test.each(["/img/photos/default-vehicle.png", "/img/users/default.jpg"])("%s is there", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^image\//);
});

test("no temporary file is left behind", () => {
  expect(
    readdirSync(server().uploadsDir, { recursive: true }).filter((name) => String(name).includes(".tmp/")),
  ).toEqual([]);
});
