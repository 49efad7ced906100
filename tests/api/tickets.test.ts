import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { bearerOf, type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GOOD = { category: "Account Issue", subject: "Locked out", description: "I cannot log in." };
const REFUSAL = "Could not fetch users. Are you an admin?";

let admin: Member;
let member: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  member = await signUp(server(), "Ada Driver");
});

const visitor = () => browserLike(server());

async function submit(given: Record<string, string> = {}): Promise<string> {
  expect((await visitor().api("POST", "/tickets/submit", { ...GOOD, ...given })).status).toBe(201);
  return String(server().database.prepare("SELECT max(id) FROM tickets").pluck().get());
}

describe("POST /tickets/submit", () => {
  test("takes the contract's three members from anybody", async () => {
    const { status, json } = await visitor().api("POST", "/tickets/submit", GOOD);
    expect(status).toBe(201);
    expect(json).toEqual({ status: "success", message: "Thank you! Your request has been sent to the pit crew." });
  });

  test("answers a member at the account's own address, by bearer too", async () => {
    const token = await bearerOf(server(), member);
    expect((await visitor().api("POST", "/tickets/submit", GOOD, { token })).status).toBe(201);
    expect((await readMail(server(), member.email, /request no/)).text).toContain("“Locked out”");
  });

  test("says what is missing", async () => {
    const { status, json } = await visitor().api("POST", "/tickets/submit", { category: "Account Issue" });
    expect(status).toBe(400);
    expect(json).toEqual({
      status: "fail",
      message: "Please fill out all fields.",
      errors: { subject: ["Please fill out all fields."], description: ["Please fill out all fields."] },
    });
  });

  test.each([
    { subject: 5 },
    { subject: ["a"] },
    { category: {} },
    { about: 7 },
    { name: [] },
    { description: "\u0000" },
  ])("odd values are no fault of ours: %o", async (odd) => {
    const { status } = await visitor().api("POST", "/tickets/submit", { ...GOOD, ...odd });
    expect([201, 400]).toContain(status);
  });

  test("another method: 405", async () => {
    const { status, headers } = await visitor().api("GET", "/tickets/submit");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("GET /tickets", () => {
  test("lists for admins, 50 a page, newest first", async () => {
    const id = await submit({ name: "Vic", email: "vic@example.com", subject: "The newest" });
    const { status, json } = await admin.browser.api("GET", "/tickets");
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "success", page: 1, limit: 50, results: json.data.tickets.length });
    expect(json.total).toBeGreaterThanOrEqual(json.results);
    expect(json.data.tickets[0]).toEqual({
      _id: id,
      category: "Account Issue",
      subject: "The newest",
      description: GOOD.description,
      status: "New",
      about: "",
      submittedBy: { name: "Vic", email: "vic@example.com" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test("filters, searches, sorts, pages", async () => {
    for (const subject of ["Quokka 1", "Quokka 2", "Quokka 3"]) await submit({ subject });
    const list = async (query: string) => {
      const { status, json } = await admin.browser.api("GET", `/tickets?subject=QUOKKA&${query}`);
      return status === 200
        ? [json.total, ...json.data.tickets.map(({ subject }: { subject: string }) => subject.at(-1))]
        : status;
    };
    expect(await list("")).toEqual([3, "3", "2", "1"]);
    expect(await list("sort=createdAt&limit=2")).toEqual([3, "1", "2"]);
    expect(await list("page=2&limit=2")).toEqual([3, "1"]);
    expect(await list("status=Closed")).toEqual([0]);
    expect(await list("category=Account+Issue&sort=status")).toEqual([3, "3", "2", "1"]);
    for (const wrong of ["status=Open", "sort=subject", "category=x", "limit=101", "page=0"]) {
      expect(await list(wrong), wrong).toBe(400);
    }
  });
});

describe("PATCH /tickets/{id}/status", () => {
  const change = (id: string, status: unknown, browser = admin.browser) =>
    browser.api("PATCH", `/tickets/${id}/status`, { status });

  test("New, In Progress, Closed; the same again is harmless, back is a conflict", async () => {
    const id = await submit({ email: "steps@example.com" });
    const answers: [string, number][] = [
      ["New", 200],
      ["In Progress", 200],
      ["In Progress", 200],
      ["New", 409],
      ["Closed", 200],
      ["Closed", 200],
      ["In Progress", 409],
    ];
    for (const [status, expected] of answers) {
      const answer = await change(id, status);
      expect([status, answer.status]).toEqual([status, expected]);
      if (expected === 200) expect(answer.json.data.doc).toMatchObject({ _id: id, status });
    }
    const log = server().database.prepare(
      "SELECT actor_name, action, before, after FROM audit_log WHERE subject_id = ?",
    );
    expect(log.all(id)).toEqual([
      {
        actor_name: admin.name,
        action: "ticket.status",
        before: '{"status":"New"}',
        after: '{"status":"In Progress"}',
      },
      {
        actor_name: admin.name,
        action: "ticket.status",
        before: '{"status":"In Progress"}',
        after: '{"status":"Closed"}',
      },
    ]);
    const sent = server().database.prepare(
      "SELECT kind FROM mail_outbox WHERE recipient = 'steps@example.com' ORDER BY id",
    );
    expect(sent.pluck().all()).toEqual(["ticket-status", "ticket-status"]);
  });

  test("an unknown status is 400, an unknown ticket 404", async () => {
    const id = await submit();
    for (const status of ["Open", "closed", "", null, 1, undefined])
      expect((await change(id, status)).status).toBe(400);
    for (const wrong of ["999999", "abc", "0"]) expect((await change(wrong, "Closed")).status).toBe(404);
  });
});

test("who may: 401 for visitors and dead sessions, 403 for members, by cookie and bearer", async () => {
  const id = await submit();
  const token = await bearerOf(server(), member);
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", "/tickets"],
    ["PATCH", `/tickets/${id}/status`, { status: "Closed" }],
    ["PATCH", "/tickets/999999/status", { status: "nonsense" }],
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
  expect((await visitor().api("PATCH", `/tickets/${id}/status`, { status: "Closed" }, { token: bearer })).status).toBe(
    200,
  );
});
