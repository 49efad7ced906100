import { beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { jsonOf } from "../support/json-values";
import { type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

let admin: Member;
let member: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  member = await signUp(server(), "Ada Driver");
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
  ["nothing", {}],
  ["neither on nor off", { active: "maybe" }],
  ["a reason too long", { active: "false", reason: "r".repeat(501) }],
])("%s is refused alike", async (_, input) => {
  const { page, api, active } = await both(input as Record<string, string>, 1);
  expect([page.status, api.status, active]).toEqual([400, 400, 1]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
});

test("oneself, and nobody, are refused alike", async () => {
  const own = await both({ active: "false" }, 1, () => admin.id);
  expect([own.page.status, own.api.status, own.active]).toEqual([409, 409, 1]);
  expect(own.page.page.text("main [role=alert]")).toContain(own.api.json.message);
  const nobody = await both({ active: "false" }, 1, () => "999999");
  expect([nobody.page.status, nobody.api.status]).toEqual([404, 404]);
  expect(nobody.page.page.heading).toBe(nobody.api.json.message);
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
  expect(page.page.texts("tbody th")).toEqual(
    api.json.data.data.map(({ name, email }: Record<string, string>) => `${name} ${email}`),
  );
  for (const [browser, status] of [
    [member.browser, 403],
    [browserLike(server()), 401],
  ] as const) {
    expect((await browser.api("GET", "/users")).status).toBe(status);
    expect((await browser.get("/admin")).status).toBe(status === 401 ? 302 : 403);
  }
});
