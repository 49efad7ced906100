import { describe, expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const LOGIN = "/api/v1/users/login";

async function call(path: string, method = "GET", type?: string, body?: string) {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  const answer = await server.ask({ path, method, headers, body });
  expect(answer.headers["content-type"], `${method} ${path}`).toMatch(/^application\/json/);
  const json = JSON.parse(answer.body);
  if (answer.status >= 400) expect(json.message).toMatch(/\S/);
  return { status: answer.status, json };
}

describe("every failure under /api/v1 has the failure shape", () => {
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
    ["GET", "/api/v1/build/99999999999999999999"],
  ])("%s %s is 404", async (method, path) => {
    expect((await call(path, method)).status).toBe(404);
  });

  test.each([
    ["broken JSON", "application/json", '{"email":', 400],
    ["an array", "application/json", "[1,2]", 400],
    ["a bare value", "application/json", '"text"', 400],
    ["null", "application/json", "null", 400],
    ["an empty object", "application/json", "{}", 400],
    ["text", "text/plain", "--x--", 415],
    ["XML", "application/xml", "--x--", 415],
    ["files where none are taken", "multipart/form-data; boundary=x", "--x--", 415],
    ["JSON of another kind", "application/json-patch+json", "--x--", 415],
  ])("a body that is %s (%s) is refused", async (_, type, body, status) => {
    expect((await call(LOGIN, "POST", type, body)).status).toBe(status);
  });

  test.each(["/api/v1/users/%E0%A4%A", "/api/v1/%", "/api/v1/garages?name=%E0%A4%A&page=%"])(
    "bad percent-encoding in %s",
    async (path) => {
      const { status } = await call(path);
      expect(status).toBeGreaterThanOrEqual(path.includes("?") ? 200 : 400);
      expect(status).toBeLessThan(500);
    },
  );
});

test("form-encoded bodies are as good as JSON, and unknown members are ignored", async () => {
  const form = new URLSearchParams({ email: "nobody@example.com", password: "wrong-password", role: "admin" });
  const { status, json } = await call(LOGIN, "POST", "application/x-www-form-urlencoded", form.toString());
  expect([status, json.message]).toEqual([401, "Login failed. Check your credentials."]);
});

test("HEAD responds like GET without a body; OPTIONS lists the methods", async () => {
  const head = await server.ask({ method: "HEAD", path: "/api/v1/garages" });
  expect([head.status, head.body]).toEqual([200, ""]);
  const options = await server.ask({ method: "OPTIONS", path: "/api/v1/garages" });
  expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD"]);
});
