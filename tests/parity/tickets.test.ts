import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import type { Member } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GOOD = { category: "Bug Report", subject: "Upside down", description: "My photos lie on their heads." };

describe("the same request, as a form and as JSON, is refused alike", () => {
  const inputs: [string, Record<string, string>][] = [
    ["nothing", {}],
    ["no category", { ...GOOD, category: "" }],
    ["no subject", { ...GOOD, subject: "" }],
    ["a blank description", { ...GOOD, description: " \r\n " }],
    ["an unknown category", { ...GOOD, category: "Spam" }],
    ["a subject too long", { ...GOOD, subject: "s".repeat(151) }],
    ["a description too long", { ...GOOD, description: "d".repeat(5_001) }],
    ["a wrong address", { ...GOOD, email: "ada@" }],
    ["a name too long", { ...GOOD, name: "n".repeat(81) }],
    ["another site", { ...GOOD, about: "//evil.example/" }],
    ["several at once", { ...GOOD, subject: "", email: "ada@" }],
  ];

  test.each(inputs)("%s", async (_, input) => {
    const page = await browserLike(server()).submit("/toolbox", input);
    const api = await browserLike(server()).api("POST", "/tickets/submit", input);
    expect([page.status, api.status]).toEqual([400, 400]);
    expect(page.page.text("main [role=alert]")).toContain(api.json.message);
    for (const [field, messages] of Object.entries<string[]>(api.json.errors)) {
      if (field === "about") continue;
      expect(page.page.fieldError(field), field).toBe(messages.join(" "));
    }
    const shown = page.page.root.querySelectorAll("[id^=field-][id$=-error]").map(({ id }) => id.split("-")[1]);
    expect(shown.sort()).toEqual(
      Object.keys(api.json.errors)
        .filter((field) => field !== "about")
        .sort(),
    );
  });
});

describe("the same step of a ticket", () => {
  let admin: Member;
  beforeAll(async () => {
    admin = await signUpAdmin(server());
  });

  test.each([
    ["New", "In Progress", 302, 200],
    ["New", "Closed", 302, 200],
    ["Closed", "Closed", 302, 200],
    ["Closed", "New", 409, 409],
    ["In Progress", "New", 409, 409],
    ["New", "Open", 400, 400],
  ])("%s to %s", async (from, status, form, json) => {
    const make = () =>
      Number(
        server()
          .database.prepare(
            `INSERT INTO tickets (category, subject, description, status, created_at, updated_at)
             VALUES ('Bug Report', 's', 'd', ?, 1, 1)`,
          )
          .run(from).lastInsertRowid,
      );
    const [one, other] = [make(), make()];
    const page = await admin.browser.submit("/admin/tickets", { intent: "status", ticketId: one, status });
    const api = await admin.browser.api("PATCH", `/tickets/${other}/status`, { status });
    expect([page.status, api.status]).toEqual([form, json]);
    if (json !== 200) expect(page.page.text("main [role=alert]")).toContain(api.json.message);
    const states = server().database.prepare("SELECT status FROM tickets WHERE id IN (?, ?)").pluck();
    expect(new Set(states.all(one, other)).size).toBe(1);
  });
});
