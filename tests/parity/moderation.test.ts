import { beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { jsonOf } from "../support/json-values";
import { type Member, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

let admin: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
});

const isActive = (id: string) =>
  server().database.prepare("SELECT active FROM users WHERE id = ?").pluck().get(Number(id));

/** The same act by page and API, each on somebody of its own; what came of it. */
async function both(input: Record<string, string>, start: 0 | 1, whom?: () => string) {
  const make = async () => {
    const { id } = await signUp(server(), "Tom Target");
    server().database.prepare("UPDATE users SET active = ? WHERE id = ?").run(start, Number(id));
    return id;
  };
  const [one, other] = whom ? [whom(), whom()] : [await make(), await make()];
  const page = await admin.browser.submit(`/admin/users/${one}/active`, input);
  const api = await admin.browser.api("PATCH", `/users/${other}`, jsonOf(input, { active: "switch" }));
  expect(isActive(one)).toBe(isActive(other));
  return { page, api, active: isActive(one) };
}

test.each([
  ["off", { active: "false" }, 1, 0],
  ["off again", { active: "false", reason: "once more" }, 0, 0],
  ["on", { active: "true", reason: "sorry" }, 0, 1],
  ["on again", { active: "true" }, 1, 1],
] as const)("%s", async (_, input, start, end) => {
  const { page, api, active } = await both(input, start);
  expect([page.status, api.status, active]).toEqual([302, 200, end]);
});

test.each([
  ["neither on nor off", { active: "maybe" }],
  ["a reason too long", { active: "false", reason: "r".repeat(501) }],
])("%s is refused alike", async (_, input) => {
  const { page, api, active } = await both(input as Record<string, string>, 1);
  expect([page.status, api.status, active]).toEqual([400, 400, 1]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
  expect(page.page.value("reason")).toBe((input as Record<string, string>).reason ?? "");
});

test("nothing is refused by the form, and no change by the API", async () => {
  const { page, api, active } = await both({}, 1);
  expect([page.status, api.status, active]).toEqual([400, 200, 1]);
  expect(api.json.data.user).toMatchObject({ active: true, role: "user" });
});

test("a moderator is made and unmade alike, and who is an admin is not decided here", async () => {
  const roleOf = (id: string) =>
    server().database.prepare("SELECT role FROM users WHERE id = ?").pluck().get(Number(id));
  const [one, other] = [await signUp(server(), "Mo Derator"), await signUp(server(), "Mo Derator")];
  for (const role of ["moderator", "moderator", "user"]) {
    const page = await admin.browser.submit(`/admin/users/${one.id}/role`, { role });
    const api = await admin.browser.api("PATCH", `/users/${other.id}`, { role });
    expect([page.status, api.status, api.json.data.user.role]).toEqual([302, 200, role]);
    expect([roleOf(one.id), roleOf(other.id)]).toEqual([role, role]);
  }
  for (const [whom, role, status] of [
    [one, "admin", 400],
    [one, "", 400],
    [admin, "user", 409],
    [{ id: "999999" }, "user", 404],
  ] as const) {
    const page = await admin.browser.submit(`/admin/users/${whom.id}/role`, { role });
    const api = await admin.browser.api("PATCH", `/users/${whom.id}`, { role });
    expect([role, page.status, api.status]).toEqual([role, status, status]);
  }
  expect(roleOf(admin.id)).toBe("admin");
});

test("oneself, and nobody, are refused alike", async () => {
  const own = await both({ active: "false" }, 1, () => admin.id);
  expect([own.page.status, own.api.status, own.active]).toEqual([409, 409, 1]);
  expect(own.page.page.text("main [role=alert]")).toContain(own.api.json.message);
  const nobody = await both({ active: "false" }, 1, () => "999999");
  expect([nobody.page.status, nobody.api.status]).toEqual([404, 404]);
  expect(nobody.page.page.heading).toBe(nobody.api.json.message);
});

test("the API shows accounts whole, and writes nothing but the switch", async () => {
  const { id, email, name, garageId } = await signUpWithGarage(server(), "Olga Owner");
  const { json } = await admin.browser.api("GET", "/users");
  expect(json).toMatchObject({ status: "success", page: 1, limit: 50, total: json.results });
  expect(json.data.data[0]).toEqual({
    ...{ _id: id, name, email, avatar: "default.jpg", bio: "", location: "", garage: garageId, role: "user" },
    ...{ active: true, following: [], followers: [], followerCount: 0 },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const body = { active: false, reason: "Spam", name: "Owned", email: "x@example.com" };
  expect((await admin.browser.api("PATCH", `/users/${id}`, { ...body, role: "admin" })).status).toBe(400);
  const { user } = (await admin.browser.api("PATCH", `/users/${id}`, body)).json.data;
  expect(user).toMatchObject({ active: false, role: "user", name, email });
  expect((await admin.browser.api("GET", `/users/${id}`)).json.data.user.active).toBe(false);
  expect((await browserLike(server()).api("GET", `/users/${id}`)).status).toBe(404);
  const log = server().database.prepare("SELECT action, reason FROM audit_log WHERE subject_id = ?");
  expect(log.all(id)).toEqual([{ action: "user.deactivate", reason: "Spam" }]);
});

test("the same list, refused alike and found alike", async () => {
  for (const query of ["sort=x", "status=x", "page=0", "limit=101"]) {
    const page = await admin.browser.get(`/admin?${query}`);
    const api = await admin.browser.api("GET", `/users?${query}`);
    expect([page.status, api.status]).toEqual([400, 400]);
    expect(page.page.heading).toBe(api.json.message);
  }
  const page = await admin.browser.get("/admin?sort=name&q=example");
  const api = await admin.browser.api("GET", "/users?sort=name&q=example");
  // Faults that the site has kept are a table of the same page.
  expect(page.page.texts("tbody th").filter((text) => text.includes("@"))).toEqual(
    api.json.data.data.map(({ name, email }: Record<string, string>) => `${name} ${email}`),
  );
});
