import { beforeEach, expect, test } from "vitest";
import { CASE_MESSAGES, REMOVED } from "~/features/cases/limits";
import type { Member } from "../support/members";
import { sharedServer } from "../support/server";
import { expectSameRefusal } from "./same-refusal";

const server = await sharedServer();

const FACTS = "Your words were about the person and not about the car.";
const DECISION = { measure: "warn", rule: "Be kind", facts: FACTS };
const OBJECTION = { text: "This was about the car, and nobody else." };

let admin: Member;
let user: Member;
beforeEach(async () => {
  admin = await server.signUpAdmin();
  user = await server.signUp("Paul Person");
});

/**
 * About the user's deleted content.
 * @returns its id
 */
function makeCase(overrides: Record<string, unknown> = {}): number {
  const subject = { kind: "comment", thing_id: Math.floor(Math.random() * 1e9), about: "/comments/999999" };
  const ownerFields = { person_id: Number(user.id), person_name: "Paul Person", created_at: Date.now() };
  return server.insert("cases", { ...subject, ...ownerFields, snapshot: '{"title":"Comment"}', ...overrides });
}

const rowOf = (id: number) =>
  server.row("SELECT state, measure, rule, facts, outcome, objection FROM cases WHERE id = ?", id);

test("other users' and missing cases are not found, with the same message", async () => {
  const id = makeCase({ state: "decided", ...DECISION, decided_at: Date.now() });
  for (const path of [`/cases/${id}`, "/moderation/cases/987654"]) {
    const { status, page } = await admin.browser.get(path);
    expect([path, status, page.heading]).toEqual([path, 404, CASE_MESSAGES.notFound]);
    expect(page.text("main")).not.toContain("sold");
    expect((await admin.browser.api("GET", path)).json.message).toBe(CASE_MESSAGES.notFound);
  }
});

test("a moderator is offered no form for an objection to a deactivation, which the call refuses", async () => {
  const mo = await server.signUp("Mo Moderator");
  server.run("UPDATE users SET role = 'moderator' WHERE id = ?", Number(mo.id));
  const objected = { objection: OBJECTION.text, objected_at: 1 };
  const appealed = { state: "appealed", ...DECISION, decided_at: Date.now(), ...objected };
  const [warned, deactivated] = [makeCase(appealed), makeCase({ ...appealed, measure: "deactivate" })];
  const offersResolve = async (id: number) =>
    (await mo.browser.get(`/moderation/cases/${id}`)).page.root.querySelector('[value="resolve"]') !== null;
  expect([await offersResolve(warned), await offersResolve(deactivated)]).toEqual([true, false]);
  const outcome = { outcome: "upheld", facts: FACTS };
  const { status } = await mo.browser.api("POST", `/moderation/cases/${deactivated}/objection`, outcome);
  expect(status).toBe(403);
});

test("the second decision is refused alike, and the page shows the first", async () => {
  const otherAdmin = await server.signUpAdmin("Bea Second");
  const id = makeCase();
  await admin.browser.submit(`/moderation/cases/${id}`, { intent: "decide", ...DECISION });
  const fields = { ...DECISION, measure: "hide" };
  const { status, page } = await otherAdmin.browser.submit(`/moderation/cases/${id}`, { intent: "decide", ...fields });
  expect([status, page.text('[role="alert"]')]).toEqual([409, CASE_MESSAGES.decided]);
  expect(page.text("main")).toContain(`Warning, by ${admin.name}`);
  const answer = await otherAdmin.browser.api("POST", `/moderation/cases/${id}/decision`, fields);
  expect([answer.status, answer.json.message]).toEqual([409, CASE_MESSAGES.decided]);
  expect(rowOf(id)).toMatchObject({ measure: "warn" });
});

test("the person reads the same on the page and by the API, and no name of staff or reporter", async () => {
  const id = makeCase({ state: "decided", ...DECISION, decided_at: Date.now(), decided_by: Number(admin.id) });
  const page = await user.browser.get(`/cases/${id}`);
  const { json } = await user.browser.api("GET", `/cases/${id}`);
  expect(json.data.doc).toMatchObject({ _id: String(id), decision: DECISION, canObject: true });
  for (const text of [FACTS, "Be kind", "A person decided this"]) expect(page.page.text("main")).toContain(text);
  expect(page.page.text("main")).not.toContain("Grace Gear");
  expect(JSON.stringify(json)).not.toContain("Grace Gear");
  const list = await user.browser.api("GET", "/users/me/cases");
  expect(list.json.data.data.map((row: { _id: string }) => row._id)).toContain(String(id));
});

test("with the mail's key it is read and objected to without a login, once; the page is not cached", async () => {
  const key = "k3xWm0-Zr_v9sY2bKc7hTnUeLfAoPiGd1j5MXVB6R8w";
  const id = makeCase({ state: "decided", ...DECISION, decided_at: Date.now(), key });
  const visitor = server.visitor();
  for (const path of [`/decisions/${key}`, `/decisions/${key}.data`]) {
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(headers.get("referrer-policy")).toMatch(/same-origin/);
  }
  const { page } = await visitor.get(`/decisions/${key}`);
  expect(page.text("main")).toContain(FACTS);
  expect(page.root.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  // Nor in others, such as the login's.
  expect(page.links.filter((to) => to.includes(key))).toEqual([]);
  const short = await visitor.submit(`/decisions/${key}`, { text: "No." });
  expect([short.status, short.page.text("main")]).toEqual([400, expect.stringContaining("at least 10 characters")]);
  const response = await visitor.submit(`/decisions/${key}`, OBJECTION);
  expect([response.status, response.location]).toEqual([302, `/decisions/${key}`]);
  expect(rowOf(id)).toMatchObject({ state: "appealed", objection: OBJECTION.text });
  const secondObjection = await visitor.submit(`/decisions/${key}`, { text: `${OBJECTION.text} Once more.` });
  expect(secondObjection.status).toBe(409);
  expect((await visitor.get(`/decisions/${key}`)).page.text("main")).toContain("is under review");
  const unknown = await visitor.get(`/decisions/${key}x`);
  expect([unknown.status, unknown.page.heading]).toEqual([404, CASE_MESSAGES.notFound]);
});

test("a suspended member reads, objects and leaves; every other write is refused with a message", async () => {
  const id = makeCase({ state: "decided", ...DECISION, measure: "suspend", decided_at: Date.now() });
  server.run("UPDATE users SET suspended_until = ? WHERE id = ?", Date.now() + 86_400_000, Number(user.id));
  expect((await user.browser.get("/garages")).page.text("body")).toContain("Your account is suspended until");
  await expectSameRefusal(
    user.browser,
    ["/onboarding", { garageName: "Mine", location: "Bicester, England" }],
    ["POST", "/users/complete-onboarding", { garageName: "Mine", location: "Bicester, England" }],
    { status: 403 },
  );
  const { garageId } = await server.signUpWithGarage("Grace Gear");
  const report = { about: `/garages/${garageId}`, reason: "spam", text: "Sells watches.", goodFaith: "on" };
  const response = await user.browser.submit(`/report?about=${report.about}`, report);
  expect(response.page.alerts.join(" ")).toContain("Your account is suspended until");
  expect(response.page.value("text")).toBe(report.text);
  expect((await user.browser.api("POST", "/users/follow/1")).status).toBe(403);
  expect((await user.browser.get("/settings/export")).status).toBe(200);
  expect((await user.browser.submit(`/cases/${id}`, OBJECTION)).status).toBe(302);
  expect((await user.browser.api("DELETE", "/users/deleteMe")).status).toBe(204);
});

test("an admin removes another user's content, with or without a reason, by page and call", async () => {
  const { garageId } = await server.signUpWithGarage("Gert Garage");
  const facts = () => server.row("SELECT kind, measure, facts FROM cases ORDER BY id DESC LIMIT 1");
  for (const words of [FACTS, ""]) {
    for (const remove of [
      (path: string) => admin.browser.submit(`${path}/delete`, { facts: words }),
      (path: string) => admin.browser.api("DELETE", path, words === "" ? undefined : { facts: words }),
    ]) {
      const { browser } = await server.signUp("Rita Reviewer");
      const { json } = await browser.api("POST", `/garages/${garageId}/reviews`, { rating: 1, review: "Spam!" });
      const path = `/reviews/${json.data.doc._id}`;
      expect((await admin.browser.get(`${path}/delete`)).page.fields).toEqual(["facts"]);
      const { status } = await admin.browser.api("DELETE", path, { facts: "Spam." });
      expect([status, (await admin.browser.submit(`${path}/delete`, { facts: "Spam." })).status]).toEqual([400, 400]);
      expect((await remove(path)).status).toBeLessThan(400);
      expect(facts()).toEqual({ kind: "review", measure: "hide", facts: words || REMOVED.facts });
    }
  }
});
