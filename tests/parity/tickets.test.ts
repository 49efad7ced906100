import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };
const admin = await server.signUpAdmin();

test.each([
  ["Closed", "New", 409],
  ["New", "Open", 400],
])("the same step of a ticket is refused alike: %s to %s", async (from, status, expectedStatus) => {
  const ticket = { category: "Bug Report", subject: "s", description: "d", created_at: 1, updated_at: 1 };
  const ticketId = server.insert("tickets", { ...ticket, status: from });
  const page = await admin.browser.submit("/admin/tickets", { intent: "status", ticketId, status });
  const api = await admin.browser.api("PATCH", `/tickets/${ticketId}/status`, { status });
  expect([page.status, api.status]).toEqual([expectedStatus, expectedStatus]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
});

test("the API accepts tickets from everyone, replies to a member by mail, and lists for admins, newest first", async () => {
  const member = await server.signUp("Ada Driver");
  const submit = (overrides: object, token?: string) =>
    server.visitor().api("POST", "/tickets/submit", { ...GOOD, ...overrides }, token ? { token } : {});
  expect((await submit({}, await server.bearerOf(member))).status).toBe(201);
  expect((await server.readMail(member.email, /request no/)).text).toContain("“Upside down”");
  const response = await submit({ name: "Vic", email: "vic@example.com", subject: "The newest" });
  const message = "Thank you! Your request has been sent to the pit crew.";
  expect([response.status, response.json]).toEqual([201, { status: "success", message }]);
  const { json } = await admin.browser.api("GET", "/tickets");
  const { length } = json.data.tickets;
  expect(json).toMatchObject({ status: "success", page: 1, limit: 50, results: length, total: length });
  expect(json.data.tickets[0]).toEqual({
    ...GOOD,
    ...{ subject: "The newest", status: "New", about: "", submittedBy: { name: "Vic", email: "vic@example.com" } },
    _id: String(server.value("SELECT max(id) FROM tickets")),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});
