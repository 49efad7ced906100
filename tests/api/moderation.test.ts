import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { bearerOf, type Member, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const REFUSAL = "Could not fetch users. Are you an admin?";

let admin: Member;
let member: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  member = await signUp(server(), "Ada Driver");
});

const visitor = () => browserLike(server());

describe("GET /users", () => {
  test("lists accounts whole, 50 a page, newest first", async () => {
    const owner = await signUpWithGarage(server(), "Olga Owner");
    const { status, json } = await admin.browser.api("GET", "/users");
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "success", page: 1, limit: 50, results: json.data.data.length });
    expect(json.total).toBe(json.results);
    expect(json.data.data[0]).toEqual({
      _id: owner.id,
      name: "Olga Owner",
      avatar: "default.jpg",
      bio: "",
      location: "",
      garage: owner.garageId,
      following: [],
      followers: [],
      followerCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      email: owner.email,
      role: "user",
      active: true,
    });
    expect(JSON.stringify(json)).not.toMatch(/password|hash/i);
  });

  test("searches, narrows, sorts, pages", async () => {
    for (const name of ["Willa Wheel", "Willi Wheel", "Wilma Wheel"]) await signUp(server(), name);
    const list = async (query: string) => {
      const { status, json } = await admin.browser.api("GET", `/users?q=WHEEL&${query}`);
      return status === 200
        ? [json.total, ...json.data.data.map(({ name }: { name: string }) => name.split(" ")[0])]
        : status;
    };
    expect(await list("sort=name")).toEqual([3, "Willa", "Willi", "Wilma"]);
    expect(await list("sort=-name&limit=2")).toEqual([3, "Wilma", "Willi"]);
    expect(await list("sort=-name&limit=2&page=2")).toEqual([3, "Willa"]);
    expect(await list("status=deactivated")).toEqual([0]);
    expect(await list("q=x&q=willi")).not.toBe(500);
    for (const wrong of ["status=gone", "sort=email", "limit=101", "page=0"]) expect(await list(wrong)).toBe(400);
  });
});

describe("PATCH /users/{id}", () => {
  test("switches an account off and on and answers the account", async () => {
    const target = await signUp(server(), "Tom Target");
    const path = `/users/${target.id}`;
    const off = await admin.browser.api("PATCH", path, { active: false, reason: "Spam" });
    expect([off.status, off.json.data.user.active]).toEqual([200, false]);
    expect((await admin.browser.api("PATCH", path, { active: false })).status).toBe(200);
    expect((await admin.browser.api("GET", path)).json.data.user.active).toBe(false);
    expect((await visitor().api("GET", path)).status).toBe(404);
    const on = await admin.browser.api("PATCH", path, { active: true });
    expect([on.status, on.json.data.user.active]).toEqual([200, true]);
    const log = server().database.prepare("SELECT action, reason FROM audit_log WHERE subject_id = ? ORDER BY id");
    expect(log.all(target.id)).toEqual([
      { action: "user.deactivate", reason: "Spam" },
      { action: "user.reactivate", reason: null },
    ]);
  });

  test("writes nothing but that", async () => {
    const target = await signUp(server(), "Rory Role");
    const body = { active: true, role: "admin", name: "Owned", email: "x@example.com" };
    const { json } = await admin.browser.api("PATCH", `/users/${target.id}`, body);
    expect(json.data.user).toMatchObject({ role: "user", name: "Rory Role", email: target.email });
  });

  test.each([{}, { active: null }, { active: "yes" }, { active: "" }, { active: [] }, { active: 2 }])(
    "%o is no act",
    async (body) => {
      const { status, json } = await admin.browser.api("PATCH", `/users/${member.id}`, body);
      expect([status, json.message]).toEqual([400, "Active must be true or false."]);
      expect(json.errors).toEqual({ active: ["Active must be true or false."] });
    },
  );

  test("oneself: 409; nobody there: 404; another method: 405", async () => {
    const own = await admin.browser.api("PATCH", `/users/${admin.id}`, { active: false });
    expect([own.status, own.json.message]).toEqual([409, "You cannot deactivate your own account."]);
    for (const id of ["999999", "abc"]) {
      expect((await admin.browser.api("PATCH", `/users/${id}`, { active: false })).status).toBe(404);
    }
    const { status, headers } = await admin.browser.api("DELETE", `/users/${member.id}`);
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH"]);
  });
});

test("who may: 401 for visitors and dead sessions, 403 for members, by cookie and bearer", async () => {
  const token = await bearerOf(server(), member);
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", "/users"],
    ["GET", "/users?sort=nonsense"],
    ["PATCH", `/users/${admin.id}`, { active: false }],
    ["PATCH", `/users/${member.id}`, { active: "nonsense" }],
    ["PATCH", "/users/999999", { active: false }],
  ];
  for (const [method, path, body] of calls) {
    expect((await visitor().api(method, path, body)).status).toBe(401);
    expect((await visitor().api(method, path, body, { token: "dead" })).status).toBe(401);
    for (const answer of [
      await member.browser.api(method, path, body),
      await visitor().api(method, path, body, { token }),
    ]) {
      expect([answer.status, answer.json.message]).toEqual([403, REFUSAL]);
    }
  }
  const bearer = await bearerOf(server(), admin);
  expect((await visitor().api("GET", "/users", undefined, { token: bearer })).status).toBe(200);
});

test("an admin who is deactivated has no power with the next request", async () => {
  const former = await signUpAdmin(server(), "Otto Former");
  const token = await bearerOf(server(), former);
  expect((await visitor().api("GET", "/users", undefined, { token })).status).toBe(200);
  expect((await admin.browser.api("PATCH", `/users/${former.id}`, { active: false })).status).toBe(200);
  expect((await visitor().api("GET", "/users", undefined, { token })).status).toBe(401);
  expect((await former.browser.api("PATCH", `/users/${admin.id}`, { active: false })).status).toBe(401);
});
