import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GOOD_EVENT } from "../support/good-event";
import { addVehicle } from "../support/members";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

// The log has the app's requests; other responses are cached.
const server = await sharedServer({ env: { LOG_LEVEL: "info" } });

/** Without decoding and cookies. */
const raw = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, server.url), { headers, redirect: "manual" });

type RequestLine = { msg: string; path: string };

async function askedOfTheApp(requests: () => Promise<unknown>): Promise<string[]> {
  const start = await seenSoFar();
  await requests();
  return (await seenSoFar()).slice(start.length);
}

let marks = 0;

/** Lines come in response order: earlier ones precede the mark's. */
async function seenSoFar(): Promise<string[]> {
  const mark = `/mark-${++marks}`;
  await raw(mark, { Cookie: "a=1" });
  await expect.poll(() => server.log()).toContain(`"path":"${mark}"`);
  const lines = server
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as RequestLine);
  return lines.filter(({ msg, path }) => msg === "request" && !path.startsWith("/mark-")).map(({ path }) => path);
}

const textOf = async (path: string): Promise<string> => (await raw(path)).text();

const TITLE = /<h1[^>]*>([^<]*)/;

describe("pages of visitors", () => {
  it("contain their styles, allowed by hash, and load no sheet and no script before the first paint", async () => {
    const response = await raw("/garages");
    const html = await response.text();
    const [, css = ""] = /<style>([\s\S]+?)<\/style>/.exec(html) ?? [];
    expect(css).toContain(".wrap{");
    expect(css).not.toContain(".month");
    const policy = response.headers.get("content-security-policy") ?? "";
    const hash = createHash("sha256").update(css).digest("base64");
    const [, sources = ""] = /style-src ([^;]*)/.exec(policy) ?? [];
    expect(sources).toContain(`'sha256-${hash}'`);
    expect(sources).not.toMatch(/nonce|unsafe/);
    expect(html).not.toMatch(/<(?:link rel="(?:stylesheet|modulepreload)"|script[^>]* type="module")/);
    expect(html).toMatch(/<link rel="later-stylesheet" href="\/assets\/app-[\w-]+\.css"\/>/);
    expect(html).toContain('<script type="text/later" data-files="/assets/entry.client-');
  });

  it("are separate from members' pages, whose sheet loads at once", async () => {
    const { browser: member } = await server.signUpWithGarage("Marta Member");
    const { body, headers } = await member.get("/garages");
    expect(body).toMatch(/<style nonce="[^"]+">[^.]*<\/style>/);
    expect(body).toContain('<link rel="stylesheet"');
    expect(body).not.toContain('rel="later-stylesheet"');
    expect(body).toContain('type="text/later"');
    expect(headers.get("content-security-policy")).toMatch(/style-src 'self' 'sha256-\S+' 'nonce-/);
  });

  it("are rendered once, for any query of an address that reads none", async () => {
    const vehicle = `/vehicles/${await addVehicle(await server.signUpWithGarage("Quentin Query"))}`;
    const pages = ["/api/docs", "/API/docs/", "/sitemap.xml", "/api/v1/openapi.json", "/vehicles/makes"];
    for (const path of [...pages, "/api/v1/vehicles/makes", `${vehicle}/sheet`, `/api/v1${vehicle}`]) {
      const first = await textOf(`${path}?made-up=0`);
      const requests = await askedOfTheApp(async () => {
        for (const query of ["", "?", "?made-up=1", "?a=b&made-up=2#c", "?_data=x"]) {
          expect([path, query, (await textOf(path + query)) === first]).toEqual([path, query, true]);
        }
      });
      // Rendered again if stale meanwhile.
      expect([path, requests.length <= 1]).toEqual([path, true]);
    }
  });

  it("show any write at once", async () => {
    const { browser: owner, garageId } = await server.signUpWithGarage("Ada Cached");
    const path = `/garages/${garageId}`;
    const before = TITLE.exec(await (await raw(path)).text())?.[1];
    await owner.submit(`${path}/edit`, { name: "Renamed through the page", location: "Turin" });
    const after = TITLE.exec(await (await raw(path)).text())?.[1];
    expect(after).not.toBe(before);
    expect(after).toBe("Renamed through the page");
    server.run("UPDATE garages SET name = 'Renamed by another process' WHERE id = ?", garageId);
    expect(TITLE.exec(await (await raw(path)).text())?.[1]).toBe("Renamed by another process");
  });

  it("are never served to requests with a session or credentials", async () => {
    const { browser: member } = await server.signUpWithGarage("Berta Cookie");
    await raw("/garages");
    const memberPage = await member.get("/garages");
    expect(memberPage.body).toContain("Account menu: <bdi>Berta Cookie");
    expect(memberPage.headers.get("etag")).toBeNull();
    expect(await (await raw("/garages")).text()).not.toContain("Account menu: <bdi>Berta Cookie");
  });

  it("are rendered once for concurrent requests", async () => {
    server.database.exec("UPDATE users SET name = name");
    const requests = await askedOfTheApp(async () => {
      expect(new Set(await Promise.all(Array.from({ length: 12 }, () => textOf("/garages")))).size).toBe(1);
    });
    expect(requests).toEqual(["/garages"]);
  });

  it("are rendered once for all spellings of the address", async () => {
    await raw("/about-us");
    const requests = await askedOfTheApp(async () => {
      for (const path of ["/about-us", "/./about-us", "/garages/../about-us", "/about-us#top"]) {
        expect((await raw(path)).status).toBe(200);
      }
      const head = await fetch(new URL("/about-us", server.url), { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect(head.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    });
    expect(requests).toEqual([]);
  });
});

describe("pages, feeds, calendars, site maps and the public API", () => {
  const paths = [
    "/about-us",
    "/feed.xml",
    "/events/feed.xml",
    "/events.ics",
    "/sitemap.xml",
    "/robots.txt",
    "/api/v1/vehicles/latest",
    "/api/v1/vehicles",
    "/api/v1/vehicles/makes",
    "/api/v1/garages",
    "/api/v1/events",
    "/api/v1/search?q=lotus",
    "/api/v1/openapi.json",
  ];

  it.each(paths)("%s is cached, with a strong tag", async (path) => {
    const first = await raw(path);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    const requests = await askedOfTheApp(async () => {
      const secondResponse = await raw(path, { "If-None-Match": '"other"' });
      expect([secondResponse.status, secondResponse.headers.get("etag"), await secondResponse.text()]).toEqual([
        200,
        etag,
        await first.text(),
      ]);
      // A compressing proxy makes the tag weak.
      for (const tags of [etag, `"other",W/${etag}`]) {
        const unchanged = await raw(path, { "If-None-Match": tags });
        expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
      }
    });
    expect(requests).toEqual([]);
  });

  it("public API responses come from the cache for a bearer too, viewer-dependent ones do not", async () => {
    const member = await server.signUpWithGarage("Cleo Bearer");
    const bearer = { Authorization: `Bearer ${await server.bearerOf(member)}` };
    const ownPath = `/api/v1/users/${member.id}`;
    for (const path of ["/api/v1/garages", ownPath]) await raw(path);
    const requests = await askedOfTheApp(async () => {
      expect((await raw("/api/v1/garages", bearer)).status).toBe(200);
      const user = await raw(ownPath, bearer);
      expect(user.headers.get("cache-control")).toBe("private, no-store");
      expect(await user.json()).toMatchObject({ data: { user: { email: expect.stringContaining("cleo") } } });
    });
    expect(requests).toEqual([ownPath]);
    expect(await textOf(ownPath)).not.toContain("cleo.bearer");
  });

  it("random garages are not", async () => {
    await raw("/api/v1/garages/random");
    expect(await askedOfTheApp(() => raw("/api/v1/garages/random"))).toEqual(["/api/v1/garages/random"]);
  });
});

it("every public write clears the cache, wherever it shows", async () => {
  const { owner, otherMember, member, admin, vehicleId } = await makeCrowd(server);
  const vehicle = `/vehicles/${vehicleId}`;
  const garage = `/garages/${owner.garageId}`;
  const { json } = await owner.browser.api("POST", "/events/submit", GOOD_EVENT);
  const event = json.data.doc._id;
  const writes: [write: () => Promise<{ status: number }>, shown: string[]][] = [
    [() => member.browser.api("PATCH", `/vehicles/${vehicleId}/like`), [vehicle, `/api/v1${vehicle}`]],
    [() => member.browser.submit(`${vehicle}/like`), [vehicle, "/api/v1/vehicles/latest"]],
    [
      () => member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "What a car" }),
      [vehicle, `/api/v1${vehicle}/comments`],
    ],
    [
      () => member.browser.api("POST", `/garages/${owner.garageId}/reviews`, { rating: 5, review: "Clean" }),
      [garage, `${garage}/reviews`, `/api/v1${garage}`, `/api/v1${garage}/reviews`],
    ],
    [() => member.browser.api("POST", `/users/follow/${owner.id}`), [garage, `/api/v1/users/${owner.id}`]],
    [() => member.browser.api("POST", `/users/unfollow/${owner.id}`), [garage, `/api/v1/users/${owner.id}`]],
    [
      () => owner.browser.api("PATCH", `/vehicles/${vehicleId}`, { model: "Elan Sprint" }),
      ["/", vehicle, garage, "/feed.xml", `${garage}/feed.xml`, "/search?q=elan", "/api/v1/search?q=elan"],
    ],
    [
      () => owner.browser.api("PATCH", "/users/updateMe", { name: "Olga Renamed" }),
      [garage, `/api/v1/users/${owner.id}`],
    ],
    [
      () => owner.browser.api("POST", "/vehicles", { make: "Alpine", model: "A110", year: 1970 }),
      ["/", "/garages", garage, "/feed.xml", "/api/v1/vehicles/latest", "/api/v1/garages"],
    ],
    [
      () => admin.browser.api("PATCH", `/events/admin/${event}/approve`),
      ["/events", "/events.ics", "/events/feed.xml", "/api/v1/events"],
    ],
    [() => member.browser.api("POST", `/events/${event}/attendance`, {}), [`/events/${event}`]],
    [
      () => admin.browser.submit(`/admin/users/${otherMember.id}/active`, { active: "false" }),
      ["/garages", "/api/v1/garages"],
    ],
    [() => owner.browser.api("DELETE", `/vehicles/${vehicleId}`), [garage, "/feed.xml", "/api/v1/vehicles/latest"]],
  ];
  for (const [write, affectedPaths] of writes) {
    const before = await Promise.all(affectedPaths.map(textOf));
    const { status } = await write();
    const after = await Promise.all(affectedPaths.map(textOf));
    const unchangedPaths = affectedPaths.filter((_, index) => before[index] === after[index]);
    expect([String(write), status < 400, unchangedPaths]).toEqual([String(write), true, []]);
  }
});
