import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { rawSocket } from "../support/raw-socket";
import { sharedServer } from "../support/server";

const TITLE = /<title>([^<]*)/;

const server = await sharedServer();

describe("without APP_URL", () => {
  const title = async (path: string, headers: Record<string, string> = {}) =>
    TITLE.exec((await server.ask({ path, headers })).body)?.[1];

  test.each([
    ["a path", "localhost/toolbox?x="],
    ["a query", "localhost?x="],
    ["a fragment", "localhost#"],
    ["a user", "me@localhost"],
    ["a space", "local host"],
    ["a port that is none", "localhost:80x"],
    ["two ports", "localhost:80:80"],
    ["a backslash", "localhost\\toolbox"],
    ["a broken IPv6 address", "[::1"],
  ])("a Host with %s is refused, on every address", async (_, host) => {
    for (const path of ["/garages", "/api/v1/garages", "/healthz", "/assets/x.js", "/feed.xml"]) {
      expect([path, (await server.ask({ path, headers: { Host: host } })).status]).toEqual([path, 400]);
    }
  });

  test.each(["localhost", "localhost:3000", "paddock.example", "127.0.0.1:80", "[::1]:3000", "my_host"])(
    "a Host like %s is one",
    async (host) => {
      expect((await server.ask({ path: "/about-us", headers: { Host: host } })).status).toBe(200);
    },
  );

  test("one loopback name leads pages to the other, the one that the start names; programs stay", async () => {
    const { port, host } = new URL(server.url);
    expect(host).toBe(`127.0.0.1:${port}`);
    const ask = (Host: string, Accept: string, path = "/garages?sort=createdAt") =>
      server.ask({ path, headers: { Host, Accept } });
    for (const otherHost of [`localhost:${port}`, `[::1]:${port}`]) {
      for (const _ of [1, 2]) {
        const { status, headers } = await ask(otherHost, "text/html,*/*;q=0.8");
        expect([status, headers.location]).toEqual([307, `${server.url}/garages?sort=createdAt`]);
      }
      expect((await ask(otherHost, "*/*")).status).toBe(200);
      expect((await ask(otherHost, "text/html", "/api/v1/garages")).status).toBe(200);
    }
    for (const name of [host, "localhost:1", "localhost"]) expect((await ask(name, "text/html")).status).toBe(200);
  });

  test("a proxy's other host header is ignored", async () => {
    const forged = { "X-Forwarded-Host": "evil.example/toolbox?x=", Forwarded: "host=evil.example" };
    expect(await title("/garages", forged)).toBe(await title("/garages"));
    const feed = await server.ask({ path: "/feed.xml", headers: { "X-Forwarded-Host": "evil.example" } });
    expect(feed.body).not.toContain("evil.example");
  });

  test("each host has its own cached pages", async () => {
    const firstResponse = await server.ask({ path: "/about-us", headers: { Host: "one.example" } });
    const secondResponse = await server.ask({ path: "/about-us", headers: { Host: "other.example" } });
    expect([firstResponse.status, secondResponse.status]).toEqual([200, 200]);
    expect(secondResponse.body).not.toContain("one.example");
  });

  test.each([
    ["dots", "/garages/../toolbox", "/toolbox"],
    ["encoded dots", "/garages/%2e%2e/toolbox", "/toolbox"],
    ["a backslash", "/garages/..\\toolbox", "/toolbox"],
    ["a fragment", "/toolbox#/garages", "/toolbox"],
  ])("a page is cached under its normalized path: %s", async (_, path, canonicalPath) => {
    const expected = await title(canonicalPath);
    expect(expected).toContain("Tool Box");
    expect(await title(path)).toBe(expected);
    expect(await title("/garages")).toContain("Garages");
  });

  test.each(["Host:", "X-Nothing: here"])("a request without a Host is refused: %s", async (line) => {
    const socket = await rawSocket(server.url);
    await socket.send(`GET /garages HTTP/1.0\r\n${line}\r\n\r\n`);
    expect(await socket.closed()).toMatch(/^HTTP\/1\.[01] 400 /);
  });

  test("an absolute address is read by its path, and its host counts for nothing", async () => {
    const socket = await rawSocket(server.url);
    await socket.send("GET http://evil.example/about-us HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const answer = await socket.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain("evil.example");
  });

  test("a path that looks like another host stays a path", async () => {
    const answer = await server.ask({ path: "//evil.example/garages" });
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });

  test.each(["/API/v1/garages", "/Api/V1/garages?page=1", "/%61pi/%761/garages", "/API/V1/nothing", "/API/v1"])(
    "the API is the API, however it is spelt: %s",
    async (path) => {
      const plain = path.replace(/^\/[^/]+\/[^/?]+/, "/api/v1");
      const headersOf = ({ headers }: { headers: IncomingHttpHeaders }) => Object.keys(headers).sort();
      for (const method of ["GET", "POST"]) {
        const headers = method === "POST" ? { Origin: "https://evil.example" } : undefined;
        const response = await server.ask({ path, method, ...(headers && { headers }) });
        const expectedAnswer = await server.ask({ path: plain, method, ...(headers && { headers }) });
        expect([response.status, response.body, headersOf(response)]).toEqual([
          expectedAnswer.status,
          expectedAnswer.body,
          headersOf(expectedAnswer),
        ]);
        if (path !== "/API/v1") expect(JSON.parse(response.body).status).toMatch(/success|fail/);
      }
    },
  );
});

const namedServer = await sharedServer({ env: { APP_URL: "http://paddock.example", TRUST_PROXY: "1" } });

describe("with APP_URL", () => {
  test("links, feeds and cards start with it, for any Host and proxy headers", async () => {
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher" };
    for (const path of ["/", "/garages", "/feed.xml", "/sitemap.xml", "/events.ics", "/robots.txt"]) {
      const { status, body } = await namedServer.ask({ path, headers });
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toContain("evil.example");
    }
    const { body } = await namedServer.ask({ path: "/feed.xml", headers });
    expect(body).toContain("http://paddock.example/");
  });

  test.each(["http://evil.example/?", "a b", "https://evil.example/toolbox#", "javascript"])(
    "what a proxy lets through as protocol changes no address: %s",
    async (protocol) => {
      const path = `/about-us?via=${encodeURIComponent(protocol)}`;
      const first = await namedServer.ask({ path, headers: { "X-Forwarded-Proto": protocol } });
      expect(first.status).toBe(200);
      expect(TITLE.exec(first.body)?.[1]).toContain("About");
      expect((await namedServer.ask({ path })).body).toBe(first.body);
    },
  );

  test.each(["/api/v1/garages.data", "/%61pi/v1/garages.data", "/API/v1/garages%2Edata", "/api/%76%31/garages.DATA"])(
    "the API has no data of pages, however it is spelt: %s",
    async (path) => {
      const { status, headers } = await namedServer.ask({ path });
      expect(status).toBe(404);
      expect(headers["content-type"]).not.toContain("x-script");
    },
  );
});

test.each([
  ["/Vehicles/7?comments=2", "/vehicles/7?comments=2"],
  ["/%56ehicles/MAKES", "/vehicles/makes"],
  ["/Reset-Password/AbC", "/reset-password/AbC"],
  ["/.well-known/change-password", "/settings#password"],
])("%s leads to %s", async (path, to) => {
  const { status, headers } = await server.ask({ path });
  expect([status, headers.location]).toEqual([path.startsWith("/.") ? 303 : 301, to]);
});
