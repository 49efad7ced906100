import { describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";

const FOREIGN = "https://evil.example";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const body = "email=nobody%40example.com&password=wrong-password";

/** What browsers send with a write that another site, another port or a sandboxed frame has started. */
const foreign = (own: string): [name: string, headers: Record<string, string>][] => [
  ["another origin", { Origin: FOREIGN }],
  ["another port", { Origin: own.replace(/:\d+$/, ":1") }],
  ["an opaque origin", { Origin: "null" }],
  ["cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ["same-site", { "Sec-Fetch-Site": "same-site", Origin: own }],
  ["a foreign referer only", { Referer: `${FOREIGN}/page` }],
  ["a foreign origin that claims to be same-origin", { Origin: FOREIGN, "Sec-Fetch-Site": "same-origin" }],
];

/** What our own pages, and clients that are no browsers, send. */
const ours = (own: string): Record<string, string>[] => [
  { Origin: own },
  { Origin: own, "Sec-Fetch-Site": "same-origin" },
  { "Sec-Fetch-Site": "same-origin" },
  { Referer: `${own}/login` },
  {},
];

describe("without APP_URL our origin is the address that was asked", () => {
  const server = sharedServer();
  const names = foreign("http://localhost:2").map(([name]) => name);
  const headersOf = (name: string) => foreign(server().url).find(([candidate]) => candidate === name)?.[1] ?? {};

  test.each(names)("a form is refused: %s", async (name) => {
    const answer = await rawRequest(server().url, {
      method: "POST",
      path: "/login",
      headers: { ...FORM, ...headersOf(name) },
      body,
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toBe("This request came from another site and was refused.");
  });

  test.each(names)("an API call with a cookie is refused: %s", async (name) => {
    const headers = { ...FORM, ...headersOf(name), Cookie: "paddock_session=x" };
    const answer = await rawRequest(server().url, { method: "POST", path: "/api/v1/users/login", headers, body });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      status: "fail",
      message: "This request came from another site and was refused.",
    });
  });

  test.each(names)("an API call without a cookie is refused, too: %s", async (name) => {
    for (const path of ["users/login", "users/signup", "users/logout", "users/forgotPassword", "tickets/submit"]) {
      const headers = { ...FORM, ...headersOf(name) };
      const answer = await rawRequest(server().url, { method: "POST", path: `/api/v1/${path}`, headers, body });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test.each(names)("an API call that carries a bearer only may come from anywhere: %s", async (name) => {
    const headers = { ...FORM, ...headersOf(name), Authorization: "Bearer unknown" };
    const answer = await rawRequest(server().url, { method: "POST", path: "/api/v1/users/login", headers, body });
    expect(answer.status).toBe(401);
  });

  test("our own pages and clients without an origin are let in", async () => {
    for (const headers of ours(server().url)) {
      const form = await rawRequest(server().url, {
        method: "POST",
        path: "/login",
        headers: { ...FORM, ...headers },
        body,
      });
      expect(form.status, JSON.stringify(headers)).toBe(400);
      const cookie = { ...FORM, ...headers, Cookie: "paddock_session=x" };
      const api = await rawRequest(server().url, {
        method: "POST",
        path: "/api/v1/users/login",
        headers: cookie,
        body,
      });
      expect(api.status, JSON.stringify(headers)).toBe(401);
    }
  });

  test.each(["", "!", "null", "Basic YTpi", FOREIGN])("a read with the origin %j is a read", async (origin) => {
    for (const path of ["/about-us", "/about-us.data", "/verify-email.data", "/API/v1/garages", "/api/v1/garages"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status } = await rawRequest(server().url, { method, path, headers: { Origin: origin } });
        expect([path, method, status < 500]).toEqual([path, method, true]);
      }
    }
  });

  test("a write as a GET of another site changes nothing", async () => {
    const answer = await rawRequest(server().url, { path: "/logout", headers: { "Sec-Fetch-Site": "cross-site" } });
    expect([302, 303, 404, 405]).toContain(answer.status);
  });
});

describe("with APP_URL our origin is that, whatever Host says", () => {
  const server = sharedServer({ env: { APP_URL: "https://paddock.example" } });

  test("writes from the public address are let in, all others refused", async () => {
    const send = (origin: string) =>
      rawRequest(server().url, { method: "POST", path: "/login", headers: { ...FORM, Origin: origin }, body });
    expect((await send("https://paddock.example")).status).toBe(400);
    expect((await send("http://paddock.example")).status).toBe(403);
    expect((await send(server().url)).status).toBe(403);
  });

  test("https is asked for and kept", async () => {
    const { headers } = await rawRequest(server().url, { path: "/about-us" });
    expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
    expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  });
});
