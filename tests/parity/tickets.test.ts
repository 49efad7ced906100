import { beforeAll, expect, test } from "vitest";
import { insertInto } from "../permissions/insert";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { bearerOf, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };

let admin: Awaited<ReturnType<typeof signUpAdmin>>;
beforeAll(async () => {
  admin = await signUpAdmin(server());
});

test.each([
  ["Closed", "New", 409],
  ["New", "Open", 400],
])("the same step of a ticket is refused alike: %s to %s", async (from, status, refused) => {
  const ticket = { category: "Bug Report", subject: "s", description: "d", created_at: 1, updated_at: 1 };
  const ticketId = insertInto(server().database)("tickets", { ...ticket, status: from });
  const page = await admin.browser.submit("/admin/tickets", { intent: "status", ticketId, status });
  const api = await admin.browser.api("PATCH", `/tickets/${ticketId}/status`, { status });
  expect([page.status, api.status]).toEqual([refused, refused]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
});

test("the API takes a request from anybody, answers a member by mail, and lists for admins, the newest first", async () => {
  const member = await signUp(server(), "Ada Driver");
  const submit = (given: object, token?: string) =>
    browserLike(server()).api("POST", "/tickets/submit", { ...GOOD, ...given }, token ? { token } : {});
  expect((await submit({}, await bearerOf(server(), member))).status).toBe(201);
  expect((await readMail(server(), member.email, /request no/)).text).toContain("“Upside down”");
  const sent = await submit({ name: "Vic", email: "vic@example.com", subject: "The newest" });
  const message = "Thank you! Your request has been sent to the pit crew.";
  expect([sent.status, sent.json]).toEqual([201, { status: "success", message }]);
  const { json } = await admin.browser.api("GET", "/tickets");
  const { length } = json.data.tickets;
  expect(json).toMatchObject({ status: "success", page: 1, limit: 50, results: length, total: length });
  expect(json.data.tickets[0]).toEqual({
    ...GOOD,
    ...{ subject: "The newest", status: "New", about: "", submittedBy: { name: "Vic", email: "vic@example.com" } },
    _id: String(server().database.prepare("SELECT max(id) FROM tickets").pluck().get()),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});
