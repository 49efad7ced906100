import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { bearerOf, signUpWithGarage } from "../support/members";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";

const server = sharedServer();
const JSON_TYPE = { "Content-Type": "application/json" };

async function call(path: string, method = "GET", headers: Record<string, string> = {}, body?: string) {
  const answer = await rawRequest(server().url, { path, method, headers, body });
  expect(answer.headers["content-type"], `${method} ${path}`).toMatch(/^application\/json/);
  return { ...answer, json: JSON.parse(answer.body) };
}

function expectFailure(json: unknown): void {
  expect(json).toEqual({
    status: expect.stringMatching(/^(fail|error)$/),
    message: expect.stringMatching(/\S/),
    errors: expect.any(Object),
  });
}

describe("whatever goes wrong under /api/v1 leaves in the one failure shape", () => {
  test.each([
    ["GET", "/api/v1/nothing"],
    ["POST", "/api/v1/nothing/at/all"],
    ["DELETE", "/api/v1/"],
    ["PUT", "/api/v1/garages/1/2/3"],
    ["GET", "/api/v1/users/not-an-id"],
    ["GET", "/api/v1/garages/99999999999999999999"],
    ["GET", "/api/v1/vehicles/-1"],
    ["GET", "/api/v1/vehicles/1e3"],
    ["GET", "/api/v1/garages/%00"],
    ["GET", "/api/v1/garages/1%2F2"],
  ])("%s %s is 404", async (method, path) => {
    const { status, json } = await call(path, method);
    expect(status).toBe(404);
    expectFailure(json);
  });

  test.each([
    ["GET", "/api/v1/users/login", "POST"],
    ["GET", "/api/v1/users/signup", "POST"],
    ["DELETE", "/api/v1/users/forgotPassword", "POST"],
    ["POST", "/api/v1/users/resetPassword/token", "PATCH"],
    ["GET", "/api/v1/photos/upload", "POST"],
    ["POST", "/api/v1/garages/random", "GET, HEAD"],
    ["PUT", "/api/v1/garages/my-garage", "PATCH"],
    ["DELETE", "/api/v1/vehicles/latest", "GET, HEAD"],
    ["GET", "/api/v1/users/complete-onboarding", "POST"],
  ])("%s %s is 405 and names what is possible", async (method, path, allow) => {
    const { status, json, headers } = await call(path, method);
    expect(status).toBe(405);
    expect(headers.allow?.split(", ")).toEqual(expect.arrayContaining(allow.split(", ")));
    expectFailure(json);
  });

  test.each([
    ["broken JSON", '{"email":', 400],
    ["an array", "[1,2]", 400],
    ["a bare value", '"text"', 400],
    ["null", "null", 400],
    ["an empty object", "{}", 400],
    ["wrong types", '{"email":{"$ne":null},"password":["x"]}', 400],
    ["more than 100 KB", JSON.stringify({ email: "a@example.com", password: "x".repeat(100 * 1024) }), 413],
  ])("%s", async (_, body, expected) => {
    const { status, json } = await call("/api/v1/users/login", "POST", JSON_TYPE, body);
    expect(status).toBe(expected);
    expectFailure(json);
  });

  test("a body without a length is cut at the limit too", async () => {
    const big = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i += 1) controller.enqueue(new TextEncoder().encode(" ".repeat(10 * 1024)));
        controller.close();
      },
    });
    const init = { method: "POST", headers: JSON_TYPE, body: big, duplex: "half" };
    const response = await fetch(`${server().url}/api/v1/users/login`, init as RequestInit);
    expect(response.status).toBe(413);
    expectFailure(await response.json());
  });

  test.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/json-patch+json"])(
    "a body of type %s is 415",
    async (type) => {
      const { status, json } = await call("/api/v1/users/login", "POST", { "Content-Type": type }, "--x--");
      expect(status).toBe(415);
      expectFailure(json);
    },
  );

  test.each(["/api/v1/users/%E0%A4%A", "/api/v1/%", "/api/v1/garages?name=%E0%A4%A&page=%"])(
    "bad percent-encoding in %s",
    async (path) => {
      const { status, json } = await call(path);
      expect(status).toBeGreaterThanOrEqual(path.includes("?") ? 200 : 400);
      expect(status).toBeLessThan(500);
      if (status >= 400) expectFailure(json);
    },
  );

  test.each(["a b", "example.com:99999", "[::", "user@"])("Host: %s is 400", async (host) => {
    const { status, json } = await call("/api/v1/garages", "GET", { Host: host });
    expect(status).toBe(400);
    expectFailure(json);
  });

  test("a bad Host on a page is 400 too, and no fault of ours", async () => {
    expect((await rawRequest(server().url, { path: "/about-us", headers: { Host: "a b" } })).status).toBe(400);
  });
});

test("form-encoded bodies are as good as JSON, and unknown members are ignored", async () => {
  const form = new URLSearchParams({ email: "nobody@example.com", password: "wrong-password", role: "admin" });
  const { status, json } = await call(
    "/api/v1/users/login",
    "POST",
    { "Content-Type": "application/x-www-form-urlencoded" },
    form.toString(),
  );
  expect(status).toBe(401);
  expect(json).toEqual({ status: "fail", message: "Login failed. Check your credentials.", errors: {} });
});

test("a dead token is 401, by bearer and by cookie", async () => {
  const browser = browserLike(server());
  expect((await browser.api("GET", "/users/me", undefined, { token: "unknown" })).status).toBe(401);
  browser.cookies.set("paddock_session", "forged.signature");
  expect((await browser.api("GET", "/users/me")).status).toBe(401);
});

test("what the API answers a person is kept nowhere, and what all visitors get a browser asks for again each time", async () => {
  const rules = {
    "/users/me": "private, no-store",
    "/nothing": "private, no-store",
    "/garages": "public, max-age=0, must-revalidate",
  };
  for (const [path, rule] of Object.entries(rules)) {
    const { headers } = await browserLike(server()).api("GET", path);
    expect(headers.get("cache-control"), path).toBe(rule);
  }
});

test("HEAD answers like GET, without a body; OPTIONS names the methods", async () => {
  const head = await rawRequest(server().url, { method: "HEAD", path: "/api/v1/garages" });
  expect([head.status, head.body]).toEqual([200, ""]);
  const options = await rawRequest(server().url, { method: "OPTIONS", path: "/api/v1/garages" });
  expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD"]);
});

test("a value whose text cannot be made is refused like any other of the wrong kind", async () => {
  const vague = { toString: 1, valueOf: 1 };
  const body = { ...{ category: "Bug Report", subject: "Brakes", description: "They squeal." }, email: vague };
  const ticket = await browserLike(server()).api("POST", "/tickets/submit", body);
  expect([ticket.status, Object.keys(ticket.json.errors)]).toEqual([400, ["email"]]);
  const blank = await browserLike(server()).api("POST", "/tickets/submit", { ...body, email: null, about: null });
  expect(blank.status).toBe(201);
  const member = await signUpWithGarage(server(), "Switcher", "Switch House");
  const token = await bearerOf(server(), member);
  const change = { isPublicAddress: vague, showOnMap: [true] };
  const { status, json } = await browserLike(server()).api("PATCH", "/garages/my-garage", change, { token });
  expect([status, json.errors]).toEqual([
    400,
    {
      isPublicAddress: ["isPublicAddress must be true or false."],
      showOnMap: ["showOnMap must be true or false."],
    },
  ]);
});
