import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { now } from "~/lib/time";
import { linkTokenOf, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { expectSameRefusal } from "./same-refusal";

const server = await sharedServer();

const admin = await server.signUpAdmin();
const member = await server.signUp("Ada Driver");

const OPEN = { registration: "open", question: "", refusedDomains: [], membersInvite: false, firstPosts: "off" };
const set = async (changes: object) => {
  const { status, json } = await admin.browser.api("PATCH", "/admin/door", changes);
  expect(status).toBe(200);
  return json.data.doc;
};

beforeEach(() => set(OPEN));
afterAll(() => set(OPEN));

let serial = 0;
const someone = () => {
  serial += 1;
  return { name: "Nora New", email: `door${serial}@example.com`, password: PASSWORD, passwordConfirm: PASSWORD };
};

function newApplication(): string {
  const { name, email } = someone();
  const { lastInsertRowid } = server.run(
    "INSERT INTO applications (name, email, password_hash, answer, created_at) VALUES (?, ?, 'none', 'I like cars.', ?)",
    name,
    email,
    now(),
  );
  return String(lastInsertRowid);
}

test("the settings change alike, and show at once to visitors with a cached page", async () => {
  const visitor = server.visitor();
  expect((await visitor.get("/signup")).page.fields).toContain("email");
  const form = { ...OPEN, registration: "closed", refusedDomains: "b.example\na.example", question: "Why?" };
  const { membersInvite: _, ...typed } = form;
  expect((await admin.browser.submit("/admin/door", typed)).location).toBe("/admin/door#saved-form");
  const { json } = await admin.browser.api("GET", "/admin/door");
  expect(json.data.doc).toEqual({ ...form, refusedDomains: ["a.example", "b.example"] });
  const { page } = await visitor.get("/signup");
  expect(page.fields.includes("email")).toBe(false);
  expect(page.text("main")).toContain(REGISTRATION_MESSAGES.closed);
  expect((await admin.browser.get("/admin/door")).page.value("refusedDomains")).toBe("a.example\nb.example");
});

test("the links to the sign-up say what is possible, and where to get an invite", async () => {
  const labels = async () => {
    const pages = await Promise.all(["/", "/login", "/sitemap"].map((path) => server.visitor().get(path)));
    return pages.flatMap(({ page }) => page.root.querySelectorAll('a[href="/signup"]').map(({ text }) => text));
  };
  expect(await labels()).toEqual(Array.from({ length: 6 }, () => "Sign up"));
  await set({ registration: "closed" });
  expect(await labels()).toEqual([]);
  await set({ registration: "invite" });
  expect(await labels()).toEqual(Array.from({ length: 6 }, () => "Join by invitation"));
  expect((await server.visitor().get("/signup")).page.text("main")).toContain("for an invite link.");
  await admin.browser.api("PATCH", "/admin/site", { contact: "hello@club.example" });
  expect((await server.visitor().get("/signup")).page.link("hello@club.example")).toBe("mailto:hello@club.example");
  await admin.browser.api("PATCH", "/admin/site", { contact: "" });
});

describe("signing up", () => {
  test("is refused alike if registration is closed", async () => {
    for (const [registration, message, invite] of [
      ["closed", REGISTRATION_MESSAGES.closed, ""],
      ["invite", REGISTRATION_MESSAGES.inviteOnly, ""],
      ["invite", REGISTRATION_MESSAGES.inviteDead, "dead"],
    ] as const) {
      await set({ registration });
      const query = invite && `?invite=${invite}`;
      const page = await server.visitor().submit(`/signup${query}`, { ...someone(), invite });
      const call = await server.visitor().api("POST", "/users/signup", { ...someone(), invite });
      expect([page.status, call.status, call.json.message]).toEqual([403, 403, message]);
      expect(page.page.text("main")).toContain(message);
    }
  });

  test("has the question alike; then an application waits, by page and API", async () => {
    await set({ registration: "approval", question: "What do you drive?" });
    await expectSameRefusal(server.visitor(), ["/signup", someone()], ["POST", "/users/signup", someone()]);
    const [firstUser, secondUser] = [someone(), someone()];
    const browser = server.visitor();
    const response = await browser.submit("/signup", { ...firstUser, answer: "An Elan." });
    expect(response.page.text("main")).toContain("Then we review your application");
    await browser.api("POST", "/users/signup", { ...secondUser, answer: "An Elan." });
    const [first, second] = [linkTokenOf(server, firstUser.email), linkTokenOf(server, secondUser.email)];
    const waits = await browser.submit(`/verify-email/${first}`, {});
    expect([waits.status, waits.page.heading]).toEqual([200, "Your application is waiting"]);
    const call = await browser.api("GET", `/users/verify-email/${second}`);
    expect(call.status).toBe(202);
    expect(call.json).toEqual({ status: "success", message: REGISTRATION_MESSAGES.waits, data: { user: null } });
    for (const { email } of [firstUser, secondUser]) {
      const form = await browser.submit("/login", { email, password: PASSWORD });
      const { status, json } = await browser.api("POST", "/users/login", { email, password: PASSWORD });
      expect([form.status, status, json.message]).toEqual([403, 403, REGISTRATION_MESSAGES.waits]);
      expect(form.page.text("main")).toContain(REGISTRATION_MESSAGES.waits);
    }
  });
});

describe("invites", () => {
  test("are created, listed and revoked alike", async () => {
    const page = await admin.browser.submit("/settings/invites", { uses: "3", days: "7" });
    const call = await admin.browser.api("POST", "/users/me/invites", { uses: 3, days: 7 });
    expect([page.status, call.status]).toEqual([302, 201]);
    const { doc } = call.json.data;
    expect(doc).toEqual({
      ...{ _id: expect.any(String), uses: 3, endsAt: expect.stringMatching(/Z$/) },
      link: expect.stringMatching(/\/signup\?invite=[\w-]{43}$/),
    });
    const { data } = (await admin.browser.api("GET", "/users/me/invites")).json;
    expect([data.data.length, data.data[0]]).toEqual([2, doc]);
    expect((await admin.browser.get("/settings/invites")).body).toContain(doc.link);
    const path = new URL(doc.link);
    const invited = await server.visitor().get(path.pathname + path.search);
    expect(invited.page.value("invite")).toBe(path.searchParams.get("invite"));
    expect((await admin.browser.submit(`/settings/invites/${data.data[1]._id}/revoke`, {})).status).toBe(302);
    expect((await admin.browser.api("DELETE", `/invites/${doc._id}`)).status).toBe(204);
    expect((await admin.browser.api("GET", "/users/me/invites")).json.total).toBe(0);
  });

  test("a member's are refused alike without permission or above the limit", async () => {
    const invite = { uses: 1, days: 1 };
    const [page, call] = [
      await member.browser.submit("/settings/invites", invite),
      await member.browser.api("POST", "/users/me/invites", invite),
    ];
    expect([page.status, call.status]).toEqual([403, 403]);
    expect(page.page.text("main")).toContain(call.json.message);
    await set({ membersInvite: true });
    const many = { uses: 11, days: 1 };
    await expectSameRefusal(member.browser, ["/settings/invites", many], ["POST", "/users/me/invites", many]);
    for (let count = 0; count < 5; count++) await member.browser.api("POST", "/users/me/invites", invite);
    const full = { status: 409 };
    await expectSameRefusal(member.browser, ["/settings/invites", invite], ["POST", "/users/me/invites", invite], full);
  });
});

test("applications are accepted alike, once; the second gets a conflict", async () => {
  const path = "/moderation/applications";
  const [firstId, secondId] = [newApplication(), newApplication()];
  const applications = (await admin.browser.api("GET", path)).json.data.data;
  const { page } = await admin.browser.get(path);
  for (const { name, email, answer } of applications) {
    for (const text of [name, email, answer]) expect(page.text("main")).toContain(text);
  }
  const accepted = await admin.browser.submit(path, { applicationId: firstId });
  const call = await admin.browser.api("POST", `${path}/${secondId}/accept`);
  expect([accepted.location, call.status, call.json.data.doc.name]).toEqual([path, 200, "Nora New"]);
  const secondDecision = await admin.browser.submit(path, { applicationId: firstId });
  const second = await admin.browser.api("POST", `${path}/${firstId}/accept`);
  expect([secondDecision.status, second.status, second.json.message]).toEqual([
    409,
    409,
    REGISTRATION_MESSAGES.alreadyDecided,
  ]);
  expect(secondDecision.page.text("main")).toContain(REGISTRATION_MESSAGES.alreadyDecided);
});
