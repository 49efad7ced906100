import { expect, test } from "vitest";
import { wrongWith } from "../hostile/judge";
import { drillRequests } from "../hostile/request-drill";
import { notCovered } from "../hostile/targets";
import { SECRET } from "../permissions/send";
import { sharedServer } from "../support/server";

const server = sharedServer({ env: { SESSION_SECRET: SECRET } });

/** `npm run test:hostile -- requests` sends 20,000, with another seed each time, and measures the answers' time. */
test("three made-up requests to every route and verb find nothing", { timeout: 120_000 }, async () => {
  const found = await drillRequests(server(), { requests: 600, seed: 20_260_101, slow: Number.POSITIVE_INFINITY });
  expect(found.failures).toEqual([]);
  expect(found.asked).toBeGreaterThanOrEqual(600);
  expect(Object.keys(found.statuses)).toEqual(expect.arrayContaining(["200", "302", "400", "401", "403", "404"]));
});

test("a route that nothing is sent to is told", () => {
  expect(notCovered([])).toContain("POST /signup");
  expect(notCovered(["POST /signup"])).not.toContain("POST /signup");
});

const JSON_TYPE = { "content-type": "application/json", "x-request-id": "1" };
const HTML_TYPE = { "content-type": "text/html", "x-request-id": "1" };

test.each([
  ["a fault", 500, HTML_TYPE, "", "/"],
  ["a stack", 200, HTML_TYPE, "Error: x\n    at main (app.js:1:1)", "/"],
  ["a statement", 400, HTML_TYPE, 'SELECT "id" FROM users', "/"],
  ["a folder of ours", 404, HTML_TYPE, "no /srv/paddock/x", "/"],
  ["script", 200, HTML_TYPE, "<script>alert('evil')</script>", "/"],
  ["a header out of the request", 200, { ...HTML_TYPE, "x-evil": "1" }, "", "/"],
  ["a page in the place of the contract's JSON", 404, HTML_TYPE, "", "/api/v1/users"],
  ["JSON without the envelope", 200, JSON_TYPE, '{"data":1}', "/api/v1/users"],
  ["a refusal without a message", 400, JSON_TYPE, '{"status":"fail"}', "/api/v1/users"],
])("%s in an answer is found", (_, status, headers, body, path) => {
  expect(wrongWith({ status, headers, body }, { verb: "GET", path, folders: ["/srv/paddock"] })).not.toBe("");
});
