import { expect, test } from "vitest";
import { API_CALLS } from "../support/api-calls";
import { contractProblem } from "../support/api-contract";

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("files come in a body that is declared, and reads take none", () => {
  const odd = API_CALLS.filter(({ method, input, files }) => (method === "GET" ? input || files : files && !input));
  expect(odd.map(name)).toEqual([]);
});

test("every call with an id in its address declares the message for a malformed one", () => {
  const odd = API_CALLS.filter(({ path, id }) => /\{\w+Id\}/.test(path) && !id?.[1]);
  expect(odd.map(name)).toEqual([]);
});

test("every public read declares whether it is cached, and no other call does", () => {
  const odd = API_CALLS.filter(
    ({ method, audience, cached }) => (method === "GET" && audience === "anyone") !== (cached !== undefined),
  );
  expect(odd.map(name)).toEqual([]);
});

test("every call has a unique name beginning with a verb, and every resource a description", () => {
  const names = API_CALLS.map((call) => call.name);
  expect(
    names.filter((callName, index) => names.indexOf(callName) !== index || !/^[a-z]+([A-Z][a-z]+)*$/.test(callName)),
  ).toEqual([]);
  expect(API_CALLS.filter(({ tag }) => !/^\w+$/.test(tag.name) || tag.description === "").map(name)).toEqual([]);
});

test("every partial call is declared a change", () => {
  const partial = API_CALLS.filter(({ method, input }) => method === "PATCH" && input?.safeParse({}).success);
  // Choices, decisions and toggles are not members.
  const others = ["setVehicleCover", "likeVehicle", "approveEvent", "rejectEvent"];
  const odd = partial.filter((call) => (call.isPartial === undefined) !== others.includes(call.name));
  expect(odd.map(name)).toEqual([]);
  expect(API_CALLS.filter(({ isPartial }) => isPartial).length).toBeGreaterThan(8);
});

const ME = { method: "GET", path: "/api/v1/users/me", status: 200, contentType: "application/json" };
const JSON_OF = (value: unknown) => JSON.stringify(value);
const second = { on: false, since: null, recoveryCodesLeft: 0 };

test.each<[why: string, came: Partial<typeof ME> & { text: string }, wrong: RegExp]>([
  ["a status that is not declared", { status: 201, text: "{}" }, /201 is not declared/],
  ["a status that is none of a refusal", { status: 418, text: "{}" }, /418 is no status/],
  [
    "a refusal that is not declared",
    { status: 409, text: JSON_OF({ status: "fail", message: "No", errors: {} }) },
    /409 is no declared/,
  ],
  ["a refusal of another shape", { status: 400, text: JSON_OF({ message: "No" }) }, /no failure as declared/],
  ["no JSON", { text: "<html>" }, /not as declared/],
  ["an answer where nothing is declared", { path: "/api/v1/nothing", text: "{}" }, /no call is declared/],
  [
    "a member too many",
    { path: "/api/v1/users/me/second-step", text: JSON_OF({ status: "success", data: { doc: second, more: 1 } }) },
    /unrecognized_keys[\s\S]*more/,
  ],
  [
    "a member too few",
    { path: "/api/v1/users/me/second-step", text: JSON_OF({ status: "success", data: { doc: { on: true } } }) },
    /since/,
  ],
])("the contract check reports %s", (_, response, wrong) =>
  expect(contractProblem(API_CALLS, { ...ME, ...response })).toMatch(wrong),
);

test("the contract check accepts a declared response", () => {
  const text = JSON_OF({ status: "success", data: { doc: second } });
  expect(contractProblem(API_CALLS, { ...ME, path: "/api/v1/users/me/second-step", text })).toBe("");
});
