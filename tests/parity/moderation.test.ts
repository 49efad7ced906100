import { expect, test } from "vitest";
import { jsonOf } from "../support/json-values";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const admin = await server.signUpAdmin();

const isActive = (id: string) => server.value("SELECT active FROM users WHERE id = ?", Number(id));

async function changeBoth(input: Record<string, string>) {
  const [{ id: firstId }, { id: secondId }] = [await server.signUp("Tom Target"), await server.signUp("Tom Target")];
  const page = await admin.browser.submit(`/admin/users/${firstId}/active`, input);
  const api = await admin.browser.api("PATCH", `/users/${secondId}`, jsonOf(input, { active: "switch" }));
  expect(isActive(firstId)).toBe(isActive(secondId));
  return { page, api, active: isActive(firstId) };
}

test.each([
  ["neither on nor off", { active: "maybe" }],
  ["a reason too long", { active: "false", reason: "r".repeat(501) }],
])("%s is refused alike", async (_, input) => {
  const { page, api, active } = await changeBoth(input as Record<string, string>);
  expect([page.status, api.status, active]).toEqual([400, 400, 1]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
  expect(page.page.value("reason")).toBe((input as Record<string, string>).reason ?? "");
});

test("nothing is refused by the form, and no change by the API", async () => {
  const { page, api, active } = await changeBoth({});
  expect([page.status, api.status, active]).toEqual([400, 200, 1]);
  expect(api.json.data.user).toMatchObject({ active: true, role: "user" });
});

test("the API shows accounts whole, and writes nothing but the switch", async () => {
  const { id, email, name, garageId } = await server.signUpWithGarage("Olga Owner");
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
  expect((await server.visitor().api("GET", `/users/${id}`)).status).toBe(404);
  const log = server.database.prepare("SELECT action, reason FROM audit_log WHERE subject_id = ?");
  expect(log.all(id)).toEqual([{ action: "user.deactivate", reason: "Spam" }]);
});

test("the same list, refused alike and found alike", async () => {
  for (const query of ["sort=x", "status=x", "page=0", "limit=101"]) {
    const page = await admin.browser.get(`/admin/users?${query}`);
    const api = await admin.browser.api("GET", `/users?${query}`);
    expect([page.status, api.status]).toEqual([400, 400]);
    expect(page.page.heading).toBe(api.json.message);
  }
  const page = await admin.browser.get("/admin/users?sort=name&q=example");
  const api = await admin.browser.api("GET", "/users?sort=name&q=example");
  expect(page.page.texts("tbody th").filter((text) => text.includes("@"))).toEqual(
    api.json.data.data.map(({ name, email }: Record<string, string>) => `${name} ${email}`),
  );
});

test("the outbox: refused alike, and the same email retried and dropped", async () => {
  for (const query of ["state=x", "page=0", `q=${"x".repeat(255)}`]) {
    const page = await admin.browser.get(`/admin/mail?${query}`);
    const api = await admin.browser.api("GET", `/admin/mail?${query}`);
    expect([page.status, api.status, page.page.heading]).toEqual([400, 400, api.json.message]);
  }
  const mail = {
    kind: "verify-email",
    recipient: "gone@example.com",
    payload: "{}",
    last_error: "550 No",
    attempts: 9,
  };
  const add = () => server.insert("mail_outbox", { ...mail, next_attempt_at: 8_640_000_000_000_000, created_at: 1 });
  const [first, second] = [add(), add()];
  const { data } = (await admin.browser.api("GET", "/admin/mail?state=failed")).json;
  expect(data.data[0]).toMatchObject({ _id: String(second), recipient: "gone@example.com", error: "550 No" });
  const { page } = await admin.browser.get("/admin/mail?state=failed");
  expect(page.text("main tbody")).toMatch(/gone@example\.com ?Verify email/);
  expect((await admin.browser.submit("/admin/mail", { intent: "drop", mailId: String(first) })).location).toBe(
    "/admin/mail",
  );
  expect((await admin.browser.api("DELETE", `/admin/mail/${second}`)).status).toBe(204);
  for (const id of [first, second]) {
    const form = await admin.browser.submit("/admin/mail", { intent: "retry", mailId: String(id) });
    expect([form.status, (await admin.browser.api("POST", `/admin/mail/${id}/retry`)).status]).toEqual([404, 404]);
  }
});
