import { describe, expect, test } from "vitest";
import { MAX_ZOOM } from "~/lib/map-tiles";
import { baseMapVersion } from "~/services/base-map/base-map.server";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(path, server.url), { method, headers });
const now = () => `/map-tiles/${baseMapVersion()}`;

describe("a tile of the map", () => {
  test("is an immutable picture, the same for everyone, with its own style and nothing else", async () => {
    const response = await get(`${now()}/6/15/10.svg`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^W\/".+"$/),
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s);
  });

  test("travels compressed", async () => {
    for (const encoding of ["br", "gzip"]) {
      const { headers } = await get(`${now()}/6/15/10.svg`, { "Accept-Encoding": encoding });
      expect(headers.get("content-encoding")).toBe(encoding);
      expect(headers.get("vary")).toContain("Accept-Encoding");
    }
  });

  test("of another version is the present one's, for a short while", async () => {
    const [old, present] = await Promise.all([get("/map-tiles/0123456789/6/15/10.svg"), get(`${now()}/6/15/10.svg`)]);
    expect([old.status, old.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
    expect(await old.text()).toBe(await present.text());
  });

  test("is not sent again if unchanged", async () => {
    const { headers } = await get(`${now()}/6/15/10.svg`);
    const secondResponse = await get(`${now()}/6/15/10.svg`, { "If-None-Match": headers.get("etag")! });
    expect([secondResponse.status, await secondResponse.text()]).toEqual([304, ""]);
  });

  test("responds to HEAD, and to no other method", async () => {
    const head = await get(`${now()}/6/15/10.svg`, {}, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const post = await get(`${now()}/6/15/10.svg`, { Origin: server.url }, "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

test.each([
  "/0/0/0.svg",
  `/${MAX_ZOOM + 1}/0/0.svg`,
  "/4/0/8.svg",
  "/4/-1/0.svg",
  "/4/0/0",
  "/4/0/0.png",
  "/4/0/.svg",
  "/04/0/0.svg",
  "/4/0x1/0.svg",
  "/4/1e0/0.svg",
  "/4/0/0.0.svg",
  "/4/0/%00.svg",
  "/4/99999999999999999999/0.svg",
  "/4/<script>/0.svg",
  "/4/0/0.svg.svg",
])("there is no tile at %s", async (path) => {
  const response = await get(`${now()}${path}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(await response.text()).toBe("There is no such part of the map.");
});
