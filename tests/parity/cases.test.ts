import { beforeEach, describe, expect, test } from "vitest";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { insertInto } from "../permissions/insert";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { type Member, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { refusedAlike } from "./alike";

const server = sharedServer();

const FACTS = "Your words were about the person and not about the car.";
const DECISION = { measure: "warn", rule: "Be kind", facts: FACTS };
const OBJECTION = { text: "This was about the car, and nobody else." };

let admin: Member;
let person: Member;
beforeEach(async () => {
  admin = await signUpAdmin(server());
  person = await signUp(server(), "Paul Person");
});

/** A case about something of the person's that is gone. @returns its id */
function makeCase(given: Record<string, unknown> = {}): number {
  const about = { kind: "comment", thing_id: Math.floor(Math.random() * 1e9), about: "/comments/999999" };
  const whose = { person_id: Number(person.id), person_name: "Paul Person", created_at: Date.now() };
  return insertInto(server().database)("cases", { ...about, ...whose, snapshot: '{"title":"Comment"}', ...given });
}

const rowOf = (id: number) =>
  server().database.prepare("SELECT state, measure, rule, facts, outcome, objection FROM cases WHERE id = ?").get(id);

/** The same by the page's form and by the call, each on a case of its own. */
async function both(
  who: Member,
  given: Record<string, unknown>,
  form: (id: number) => [string, Record<string, string>],
  call: (id: number) => [string, object],
) {
  const [one, other] = [makeCase(given), makeCase(given)];
  const page = await who.browser.submit(...form(one));
  const [path, json] = call(other);
  const api = await who.browser.api("POST", path, json);
  expect(rowOf(one)).toEqual(rowOf(other));
  return { page, api, row: rowOf(one) as Record<string, unknown> };
}

describe("a decision", () => {
  const form =
    (values: Record<string, string>) =>
    (id: number): [string, Record<string, string>] => [`/moderation/cases/${id}`, { intent: "decide", ...values }];
  const call =
    (values: object) =>
    (id: number): [string, object] => [`/moderation/cases/${id}/decision`, values];

  test("is made alike", async () => {
    const { page, api, row } = await both(admin, {}, form(DECISION), call(DECISION));
    expect([page.status, api.status]).toEqual([302, 200]);
    expect(row).toMatchObject({ ...DECISION, state: "decided" });
    expect(api.json.data.doc).toMatchObject({ state: "decided", decision: { ...DECISION, endsAt: null } });
  });

  test.each([
    ["nothing", {}],
    ["an unknown measure", { ...DECISION, measure: "ban" }],
    ["no rule", { ...DECISION, rule: " " }],
    ["facts too short", { ...DECISION, facts: "Rude." }],
    ["a suspension without days", { ...DECISION, measure: "suspend" }],
    ["too many days", { ...DECISION, measure: "suspend", days: "366" }],
  ])("of %s is refused alike", async (_, values: Record<string, string>) => {
    const id = makeCase();
    const json = { ...values, ...(values.days && { days: Number(values.days) }) };
    await refusedAlike(
      admin.browser,
      [`/moderation/cases/${id}`, { intent: "decide", ...values }],
      ["POST", `/moderation/cases/${id}/decision`, json],
      { of: "decide" },
    );
    expect(rowOf(id)).toMatchObject({ state: "open", measure: null });
  });

  test("comes once, by whichever way", async () => {
    const id = makeCase();
    await admin.browser.submit(...form(DECISION)(id));
    const other = { ...DECISION, facts: `${DECISION.facts} Again.` };
    await refusedAlike(admin.browser, form(other)(id), ["POST", ...call(other)(id)], { status: 409 });
  });
});

test("claims, releases and notes are the same by form and by call", async () => {
  for (const [intent, path, values] of [
    ["claim", "claim", {}],
    ["release", "release", {}],
    ["note", "notes", { text: "Again." }],
  ] as const) {
    const { page, api } = await both(
      admin,
      {},
      (id) => [`/moderation/cases/${id}`, { intent, ...values }],
      (id) => [`/moderation/cases/${id}/${path}`, values],
    );
    expect([intent, page.status, api.status]).toEqual([intent, 302, intent === "note" ? 201 : 200]);
  }
});

describe("an objection", () => {
  const decided = { state: "decided", ...DECISION, decided_at: Date.now() };

  test("is made, and decided, alike", async () => {
    const made = await both(
      person,
      decided,
      (id) => [`/cases/${id}`, OBJECTION],
      (id) => [`/cases/${id}/objection`, OBJECTION],
    );
    expect([made.page.status, made.api.status, made.row.state]).toEqual([302, 201, "appealed"]);
    expect(made.api.json.data.doc).toMatchObject({ canObject: false, objection: { ...OBJECTION, outcome: null } });
    const outcome = { outcome: "overturned", facts: "We have read it again and were wrong." };
    const appealed = { ...decided, state: "appealed", objection: OBJECTION.text, objected_at: Date.now() };
    const resolved = await both(
      admin,
      appealed,
      (id) => [`/moderation/cases/${id}`, { intent: "resolve", ...outcome }],
      (id) => [`/moderation/cases/${id}/objection`, outcome],
    );
    expect([resolved.page.status, resolved.api.status, resolved.row.outcome]).toEqual([302, 200, "overturned"]);
  });

  test("too short, a second one, and one about somebody else's are refused alike", async () => {
    const id = makeCase(decided);
    const ways = (text: string) =>
      [
        [`/cases/${id}`, { text }],
        ["POST", `/cases/${id}/objection`, { text }],
      ] as const;
    const [form, call] = ways("No.");
    await refusedAlike(person.browser, [...form], [...call]);
    await person.browser.submit(`/cases/${id}`, OBJECTION);
    const [again, called] = ways(`${OBJECTION.text} Once more.`);
    await refusedAlike(person.browser, [...again], [...called], { status: 409 });
    const [page, api] = [await admin.browser.get(`/cases/${id}`), await admin.browser.api("GET", `/cases/${id}`)];
    expect([page.status, api.status]).toEqual([404, 404]);
    for (const path of [`/cases/${id}`, "/moderation/cases/987654"]) {
      const { page } = await admin.browser.get(path);
      expect([path, page.heading]).toEqual([path, CASE_MESSAGES.notFound]);
      expect(page.text("main")).not.toContain("sold");
    }
  });
});

test("a moderator is offered no form for an objection to a deactivation, which the call refuses", async () => {
  const mo = await signUp(server(), "Mo Moderator");
  server().database.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").run(Number(mo.id));
  const objected = { objection: OBJECTION.text, objected_at: 1 };
  const appealed = { state: "appealed", ...DECISION, decided_at: Date.now(), ...objected };
  const [warned, deactivated] = [makeCase(appealed), makeCase({ ...appealed, measure: "deactivate" })];
  const offered = async (id: number) =>
    (await mo.browser.get(`/moderation/cases/${id}`)).page.root.querySelector('[value="resolve"]') !== null;
  expect([await offered(warned), await offered(deactivated)]).toEqual([true, false]);
  const outcome = { outcome: "upheld", facts: FACTS };
  const { status } = await mo.browser.api("POST", `/moderation/cases/${deactivated}/objection`, outcome);
  expect(status).toBe(403);
});

test("the person reads the same on the page and by the API, and no name of staff or reporter", async () => {
  const id = makeCase({ state: "decided", ...DECISION, decided_at: Date.now(), decided_by: Number(admin.id) });
  const page = await person.browser.get(`/cases/${id}`);
  const { json } = await person.browser.api("GET", `/cases/${id}`);
  expect(json.data.doc).toMatchObject({ _id: String(id), decision: DECISION, canObject: true });
  for (const text of [FACTS, "Be kind", "A person decided this"]) expect(page.page.text("main")).toContain(text);
  expect(page.page.text("main")).not.toContain("Grace Gear");
  expect(JSON.stringify(json)).not.toContain("Grace Gear");
  const list = await person.browser.api("GET", "/users/me/cases");
  expect(list.json.data.data.map((one: { _id: string }) => one._id)).toContain(String(id));
});

test("with the key of the mail it is read and objected to without a login, once; nobody keeps the page", async () => {
  const key = "k3xWm0-Zr_v9sY2bKc7hTnUeLfAoPiGd1j5MXVB6R8w";
  const id = makeCase({ state: "decided", ...DECISION, decided_at: Date.now(), key });
  const visitor = browserLike(server());
  for (const path of [`/decisions/${key}`, `/decisions/${key}.data`]) {
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(headers.get("referrer-policy")).toMatch(/same-origin/);
  }
  const { page } = await visitor.get(`/decisions/${key}`);
  expect(page.text("main")).toContain(FACTS);
  expect(page.root.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  // Nor does the key go on into another address, as into that of the login.
  expect(page.links.filter((to) => to.includes(key))).toEqual([]);
  const short = await visitor.submit(`/decisions/${key}`, { text: "No." });
  expect([short.status, short.page.text("main")]).toEqual([400, expect.stringContaining("at least 10 characters")]);
  const sent = await visitor.submit(`/decisions/${key}`, OBJECTION);
  expect([sent.status, sent.location]).toEqual([302, `/decisions/${key}`]);
  expect(rowOf(id)).toMatchObject({ state: "appealed", objection: OBJECTION.text });
  const again = await visitor.submit(`/decisions/${key}`, { text: `${OBJECTION.text} Once more.` });
  expect(again.status).toBe(409);
  expect((await visitor.get(`/decisions/${key}`)).page.text("main")).toContain("is being looked at");
  const unknown = await visitor.get(`/decisions/${key}x`);
  expect([unknown.status, unknown.page.heading]).toEqual([404, CASE_MESSAGES.notFound]);
});

test("a suspended member reads, objects and goes; every other write is refused in words", async () => {
  const id = makeCase({ state: "decided", ...DECISION, measure: "suspend", decided_at: Date.now() });
  server()
    .database.prepare("UPDATE users SET suspended_until = ? WHERE id = ?")
    .run(Date.now() + 86_400_000, Number(person.id));
  const home = await person.browser.get("/garages");
  expect(home.page.text("body")).toContain("Your account is suspended until");
  await refusedAlike(
    person.browser,
    ["/onboarding", { garageName: "Mine", location: "Bicester, England" }],
    ["POST", "/users/complete-onboarding", { garageName: "Mine", location: "Bicester, England" }],
    { status: 403 },
  );
  const { garageId } = await signUpWithGarage(server(), "Grace Gear");
  const report = { about: `/garages/${garageId}`, reason: "spam", text: "Sells watches.", goodFaith: "on" };
  const refused = await person.browser.submit(`/report?about=${report.about}`, report);
  expect(refused.page.alerts.join(" ")).toContain("Your account is suspended until");
  expect(refused.page.value("text")).toBe(report.text);
  expect((await person.browser.api("POST", "/users/follow/1")).status).toBe(403);
  expect((await person.browser.get("/settings/export")).status).toBe(200);
  expect((await person.browser.submit(`/cases/${id}`, OBJECTION)).status).toBe(302);
  expect((await person.browser.api("DELETE", "/users/deleteMe")).status).toBe(204);
});
