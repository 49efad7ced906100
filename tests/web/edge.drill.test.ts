import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { type Edge, startCaddy, startVarnish, type Varnish } from "../support/edge";
import { privateResponse, publicResponse, type StandIn, startStandIn } from "../support/fake-app";
import { redAndBlueJpeg } from "../support/images";
import { addVehicle, signUpWithGarage } from "../support/members";
import { type CheckedResponse, rawRequest } from "../support/raw-request";
import { rawSocket } from "../support/raw-socket";
import { sharedServer } from "../support/server";

const ask = (edge: Edge, path: string, headers: Record<string, string> = {}) => rawRequest(edge.url, { path, headers });

/** Every response is checked, for at most `ms`. */
async function askUntil(
  edge: Edge,
  path: string,
  ms: number,
  fits: (answer: CheckedResponse) => boolean,
): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answer = await ask(edge, path);
    const elapsed = performance.now() - start;
    if (fits(answer)) return elapsed;
    if (elapsed > ms)
      throw new Error(`${path} after ${Math.round(elapsed)} ms: ${answer.status} ${answer.body.slice(0, 80)}`);
    await pause(50);
  }
}

describe("the deploy files, in front of a fake app", () => {
  let app: StandIn;
  let varnish: Varnish;
  let caddy: Edge;
  beforeAll(async () => {
    app = await startStandIn();
    varnish = await startVarnish(app.port);
    caddy = await startCaddy(varnish.port);
  });
  afterAll(async () => {
    for (const program of [caddy, varnish, app]) await program?.stop();
  });

  test("a response is fetched once for all concurrent requests, new or stale", async () => {
    const slow = publicResponse("slow");
    app.handle("/slow", (req, res) => void setTimeout(slow, 300, req, res));
    const crowd = () => Promise.all(Array.from({ length: 50 }, () => ask(varnish, "/slow")));
    for (const { status, body } of await crowd()) expect([status, body]).toEqual([200, "slow"]);
    expect(app.countRequests("/slow")).toBe(1);
    await askUntil(varnish, "/slow", 3_000, ({ headers }) => Number(headers.age) >= 1);
    const before = app.countRequests("/slow");
    for (const { body } of await crowd()) expect(body).toBe("slow");
    expect(app.countRequests("/slow") - before).toBeLessThanOrEqual(1);
  });

  test("private responses pass through uncached", async () => {
    app.handle("/cookie", publicResponse("cookie", { "Set-Cookie": "paddock_toast=1" }));
    app.handle("/private", privateResponse("private"));
    app.handle("/silent", (_req, res) => void res.end("silent"));
    app.handle("/browser", (_req, res) => void res.writeHead(200, { "Cache-Control": "max-age=60" }).end("browser"));
    for (const path of ["/cookie", "/private", "/silent", "/browser"]) {
      for (let n = 0; n < 3; n += 1) expect((await ask(varnish, path)).status).toBe(200);
      expect([path, app.countRequests(path)]).toEqual([path, 3]);
    }
    app.handle("/page", publicResponse("page"));
    await ask(varnish, "/page");
    const siteCookies = ["paddock_session=1", "_ga=1; __Host-paddock_session=1", "paddock_toast=1", "paddock_device=1"];
    const credentials: Record<string, string>[] = [{ Authorization: "Bearer x" }, { Authorization: "Basic x" }];
    for (const headers of [...siteCookies.map((Cookie) => ({ Cookie })), ...credentials]) {
      app.handle("/page", privateResponse("mine"));
      const { body } = await ask(varnish, "/page", headers as Record<string, string>);
      expect(body, JSON.stringify(headers)).toBe("mine");
      expect(app.requests.at(-1)?.headers).toMatchObject(
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      );
      app.handle("/page", publicResponse("page"));
      expect((await ask(varnish, "/page", { Cookie: "_ga=1; theme=dark" })).body).toBe("page");
    }
    // On a separate connection, after another user's request.
    app.handle("/page", privateResponse("mine"));
    const socket = await rawSocket(varnish.url);
    await socket.send(
      "GET /page HTTP/1.1\r\nHost: a\r\nCookie: _ga=1\r\nCookie: paddock_session=1\r\nConnection: close\r\n\r\n",
    );
    expect(await socket.closed()).toMatch(/\r\nmine\b/);
    expect(app.requests.at(-1)?.headers.cookie).toBe("_ga=1; paddock_session=1");
    app.handle("/page", publicResponse("page"));
    const response = await rawRequest(varnish.url, { method: "POST", path: "/page", body: "a=1" });
    expect([response.status, app.requests.at(-1)?.method]).toEqual([200, "POST"]);
  });

  test("a response has few variants, and is sent as the app compressed it", async () => {
    app.handle("/text", (req, res) => {
      const encoding = String(req.headers["accept-encoding"] ?? "");
      const body = encoding === "gzip" ? gzipSync("text") : "text";
      publicResponse(body, encoding === "" ? {} : { "Content-Encoding": encoding })(req, res);
    });
    const accepted = { br: ["gzip, deflate, br, zstd", "br;q=0.5, gzip"], gzip: ["gzip", "br;q=0, gzip;q=0.8"] };
    for (const [encoding, headers] of Object.entries({ ...accepted, undefined: ["", "deflate", "identity"] })) {
      for (const header of headers) {
        const answer = await ask(varnish, "/text", { "Accept-Encoding": header });
        expect([header, `${answer.headers["content-encoding"]}`]).toEqual([header, encoding]);
        expect(answer.headers["cdn-cache-control"]).toBeUndefined();
      }
    }
    expect(app.countRequests("/text")).toBe(3);
    const picture = {
      "Cache-Control": "public, max-age=604800, immutable",
      ETag: '"p"',
      Vary: "Accept",
      "Content-Length": "10",
    };
    app.handle("/img/a.jpg", (_req, res) => void res.writeHead(200, picture).end("0123456789"));
    const browsers = [
      "image/avif,image/webp,*/*;q=0.8",
      "image/avif,image/webp,image/apng,*/*",
      "image/webp,*/*",
      "*/*",
    ];
    for (const Accept of browsers) {
      const part = await ask(varnish, "/img/a.jpg", { Accept, Range: "bytes=2-4" });
      expect([part.status, part.body, part.headers["cache-control"]]).toEqual([206, "234", picture["Cache-Control"]]);
    }
    expect(app.countRequests("/img/a.jpg")).toBe(3);
  });

  test("a picture is revalidated after each hour, and has few variants, in any spelling", async () => {
    const week = "public, max-age=604800, immutable";
    const spellings = [
      ...["/img/b.jpg", "/IMG/b.jpg", "/%69mg/b.jpg", "/./img/b.jpg", "/img%2Fb.jpg?w=320", "/b.txt"],
      ...["/assets/../img/b.jpg", "/assets/%2e%2e/img/b.jpg", "/assets/..%5cimg/b.jpg", "/map-tiles/../img/b.jpg/x"],
    ];
    const files = ["/assets/a.js", "/map-tiles/1/2/3/4.pbf"];
    for (const path of [...spellings, ...files]) {
      app.handle(path, (_req, res) => void res.writeHead(200, { "Cache-Control": week, Vary: "Accept" }).end(path));
      for (const Accept of ["image/avif,image/webp,*/*", "image/webp,image/avif;q=0.9"]) {
        expect((await ask(varnish, path, { Accept })).body).toBe(path);
      }
      expect([path, app.countRequests(path)]).toEqual([path, 1]);
    }
    const lifetimes = await varnish.cacheLifetimes();
    for (const path of spellings) expect([path, lifetimes.get(path)]).toEqual([path, 3_600]);
    for (const path of files) expect([path, lifetimes.get(path)]).toEqual([path, 604_800]);
    // A mail's link tells a browser from a program by it.
    const link = "/verify-email/abc";
    await ask(varnish, link, { Accept: "text/html,image/webp" });
    expect(app.requests.at(-1)).toMatchObject({ path: link, headers: { accept: "text/html" } });
  });

  test("made-up queries and ports create no copies of a picture; a width does", async () => {
    for (const path of ["/img/photos/q.jpg", "/img/photos/q.jpg?w=400"]) app.handle(path, publicResponse(path));
    for (const query of ["", "?", "?a=1", "?w=0", "?w=4x", "?w=40000"]) {
      expect((await ask(varnish, `/img/photos/q.jpg${query}`)).body).toBe("/img/photos/q.jpg");
    }
    for (const query of ["?w=400", "?w=400&a=1", "?b=2&w=400", "?b=2&w=400&w=800&c"]) {
      expect((await ask(varnish, `/img/photos/q.jpg${query}`)).body).toBe("/img/photos/q.jpg?w=400");
    }
    expect(app.requests.filter(({ path }) => path.startsWith("/img/photos/q.jpg"))).toHaveLength(2);
    app.handle("/garages", publicResponse("same"));
    const before = app.requests.length;
    for (const port of [1, 80, 443, 8_080]) await ask(varnish, "/garages", { Host: `paddock.example:${port}` });
    expect(app.requests).toHaveLength(before + 1);
  });

  test("an address that reads no query is fetched without it, once", async () => {
    const paths = ["/about-us", "/api/docs", "/sitemap.xml", "/sitemap-vehicles-1.xml", "/vehicles/7/sheet"];
    for (const path of [...paths, "/About-Us/", "/garages/7/feed.xml", "/vehicles/7/photos/8"]) {
      app.handle(path, publicResponse("same"));
      for (const query of ["?a=1", "", "?a=2&b=3", "?"]) {
        expect([path, query, (await ask(varnish, path + query)).body]).toEqual([path, query, "same"]);
      }
      expect([path, app.requests.filter((appRequest) => appRequest.path.startsWith(path)).length]).toEqual([path, 1]);
    }
    for (const path of ["/garages?page=2", "/vehicles/7?page=2", "/vehicles/makes?page=2", "/about-us/x?a=1"]) {
      await ask(varnish, path);
      expect(app.requests.at(-1)?.path).toBe(path);
    }
  });

  test("only Caddy sets the client's address, whatever headers the client sends", async () => {
    const summarize = async (headers: Record<string, string>) => {
      await new Promise<void>((resolve, reject) => {
        // Neither Caddy's address to Varnish nor Varnish's to the app.
        const options = { host: "127.0.0.1", port: caddy.port, path: "/who", localAddress: "127.0.0.2", headers };
        request(options, (res) => res.resume().once("end", resolve))
          .once("error", reject)
          .end();
      });
      return app.requests.filter(({ path }) => path === "/who").at(-1)?.headers ?? {};
    };
    for (const cookie of ["paddock_session=1", "_ga=1"]) {
      const forged = { "X-Forwarded-For": "6.6.6.6, 7.7.7.7", "X-Forwarded-Proto": "https" };
      const headers = await summarize({ ...forged, Cookie: cookie, Host: "site.example" });
      const app = express().set("trust proxy", 2);
      const req = { headers, socket: { remoteAddress: "127.0.0.1" } };
      expect(Object.assign(Object.create(app.request), req).ip).toBe("127.0.0.2");
      expect(headers).toMatchObject({ "x-forwarded-proto": "http", host: "site.example" });
    }
  });

  test("photos on their way in are handed on as they come", async () => {
    const types = { PATCH: "application/offset+octet-stream", POST: "multipart/form-data; boundary=x" };
    for (const [method, type] of Object.entries(types)) {
      const path = `/uploads/${method}`;
      let onFirstChunk = () => {};
      const first = new Promise<void>((resolve) => (onFirstChunk = resolve));
      let receivedBytes = 0;
      app.handle(path, (req, res) => {
        req.on("data", (chunk: Buffer) => {
          receivedBytes += chunk.length;
          onFirstChunk();
        });
        req.on("end", () => res.writeHead(204).end());
      });
      const headers = { "Content-Type": type, "Content-Length": "2000000" };
      const call = request(`${caddy.url}${path}`, { method, headers });
      const firstAnswer = new Promise<number>((resolve, reject) => {
        call.once("response", (res) => resolve(res.resume().statusCode ?? 0)).once("error", reject);
      });
      call.write(Buffer.alloc(1_000_000));
      await first;
      call.end(Buffer.alloc(1_000_000));
      expect([method, await firstAnswer, receivedBytes]).toEqual([method, 204, 2_000_000]);
    }
  });

  describe("with a failing app", () => {
    const paths = ["/failing", "/hanging", "/gone"];
    beforeAll(async () => {
      for (const path of paths) {
        app.handle(path, publicResponse(`kept ${path}`));
        for (const encoding of ["identity", "br"]) await ask(varnish, path, { "Accept-Encoding": encoding });
      }
    });

    test("removed content is not shown again, even if the app fails afterwards", async () => {
      app.handle("/gone", privateResponse("gone", 404));
      await askUntil(varnish, "/gone", 6_000, ({ status }) => status === 404);
    });

    test("a refused client gets its refusal, no removed content, and affects no other client", async () => {
      const respond = publicResponse("kept");
      const refusals = [429, 400, 431].map((status) => ({ status, path: `/refused-${status}` }));
      for (const { status, path } of refusals) {
        app.handle(path, (req, res) =>
          req.headers["user-agent"] === "bad" ? privateResponse("refused", status)(req, res) : respond(req, res),
        );
        await ask(varnish, path);
      }
      // Longer than the fresh and stale-while-revalidate time.
      const untilRefused = async ({ status: expected, path }: (typeof refusals)[0]) => {
        const start = performance.now();
        for (;;) {
          const { status, body, headers } = await ask(varnish, path, { "User-Agent": "bad" });
          if (status === expected) return expect(headers["cache-control"]).toBe("private, no-store");
          expect([status, body, Number(headers.age) <= 5]).toEqual([200, "kept", true]);
          expect(performance.now() - start).toBeLessThan(8_000);
          await pause(50);
        }
      };
      await Promise.all(refusals.map(untilRefused));
      // While the app fails, older cached responses are served.
      for (const { path } of refusals) app.handle(path, privateResponse("fault", 500));
      for (const { path } of refusals) await askUntil(varnish, path, 3_000, ({ body }) => body === "kept");
    });

    test("cached pages are served through faults and hangs of the app", async () => {
      app.handle("/failing", privateResponse("fault", 500));
      app.handle("/never", privateResponse("fault", 500));
      // After the time of stale responses.
      await askUntil(varnish, "/failing", 10_000, ({ status, body, headers }) => {
        expect([status, body]).toEqual([200, "kept /failing"]);
        return Number(headers.age) >= 6;
      });
      expect(app.countRequests("/failing")).toBeGreaterThan(2);
      expect((await ask(varnish, "/never")).body).toBe("fault");
      app.hangs = true;
      const responses = await Promise.all(paths.slice(0, 2).map((path) => ask(varnish, path)));
      expect(responses.map(({ body }) => body)).toEqual(["kept /failing", "kept /hanging"]);
      // Also in an encoding not yet refused.
      for (const encoding of ["identity", "br"]) {
        const missingPage = await ask(varnish, "/gone", { "Accept-Encoding": encoding });
        expect([missingPage.status, missingPage.headers["cache-control"]]).toEqual([503, "private, no-store"]);
        expect(missingPage.body).toContain("Back in a moment");
      }
    });
  });
});

const server = await sharedServer({ env: { TRUST_PROXY: "2" } });

describe("the site behind it", () => {
  let varnish: Varnish;
  let caddy: Edge;
  beforeAll(async () => {
    varnish = await startVarnish(Number(new URL(server.url).port));
    caddy = await startCaddy(varnish.port);
  });
  afterAll(async () => {
    for (const proxy of [caddy, varnish]) await proxy?.stop();
  });

  test("serves visitors from the cache, members from the app, hides within 15 s and is readable when the app is dead", async () => {
    const site = { url: caddy.url, database: server.database, mailDir: server.mailDir };
    const owner = await signUpWithGarage(site, "Elsa Edge");
    const otherMember = await signUpWithGarage(site, "Otto Other");
    const admin = await signUpAdmin(site, "Ada Admin");
    const [vehicleId, hidden] = [await addVehicle(owner), await addVehicle(otherMember)];
    const files = { photos: [{ name: "a.jpg", bytes: await redAndBlueJpeg() }] };
    expect((await owner.browser.api("POST", "/photos/upload", { vehicleId }, { files })).status).toBe(201);

    // A member's page is never shared.
    const page = `/vehicles/${vehicleId}`;
    const visitorPage = await ask(caddy, page);
    const ownPage = await owner.browser.get(page);
    expect(ownPage.body).toContain("Account menu: <bdi>Elsa Edge");
    expect([ownPage.headers.get("cache-control"), ownPage.headers.get("age")]).toEqual(["private, no-store", "0"]);
    expect((await ask(caddy, `${page}?n=1`)).body).not.toContain("Account menu:");
    expect((await owner.browser.get(`${page}?n=2`)).body).toContain("Account menu: <bdi>Elsa Edge");
    expect((await ask(caddy, `${page}?n=2`)).body).not.toContain("Account menu:");
    expect(visitorPage.headers).toMatchObject({ "cache-control": "public, max-age=0, must-revalidate" });
    const response = await ask(caddy, page, { "If-None-Match": String(visitorPage.headers.etag) });
    expect([response.status, response.body]).toEqual([304, ""]);

    const picture = /\/img\/photos\/[^"?\s]+/.exec(visitorPage.body)?.[0] ?? "";
    const garage = `/garages/${owner.garageId}`;
    const readable = ["/", "/garages", garage, page, `/api/v1${page}`, "/feed.xml", "/events.ics", picture];
    for (const path of readable) {
      const [first, second] = [await ask(caddy, path), await ask(caddy, path)];
      expect([path, first.status, second.status]).toEqual([path, 200, 200]);
      // The app sets an id per response.
      expect([path, second.headers["x-request-id"]]).toEqual([path, first.headers["x-request-id"]]);
    }

    // Hidden while users request it.
    const vehiclePath = `/vehicles/${hidden}`;
    expect((await ask(caddy, vehiclePath)).status).toBe(200);
    await admin.browser.submit(`/admin/users/${otherMember.id}/active`, { active: "false" });
    expect(await askUntil(caddy, vehiclePath, 15_000, ({ status }) => status === 404)).toBeLessThan(15_000);

    // Before and after Varnish detects the dead server.
    await server.restart();
    for (const path of readable) expect([path, (await ask(caddy, path)).status]).toEqual([path, 200]);
    const sick = () => expect(varnish.counts()["VBE.boot.default.happy"]! % 2).toBe(0);
    await vi.waitFor(sick, { timeout: 10_000, interval: 100 });
    for (const path of readable) expect([path, (await ask(caddy, path)).status]).toEqual([path, 200]);
    expect((await ask(caddy, vehiclePath)).status).toBe(503);
    expect((await browserLike(caddy).get(page, { Cookie: "paddock_session=x" })).status).toBe(503);
  }, 60_000);
});
