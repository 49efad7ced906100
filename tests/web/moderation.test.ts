import { describe, expect, test } from "vitest";
import type { PageResponse } from "../support/browser-like";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;

const admin = await server.signUpAdmin();
const member = await server.signUp("Ada Driver");

const step = ({ id }: { id: string }) => `/admin/users/${id}/active`;
const isActive = ({ id }: { id: string }) => server.value("SELECT active FROM users WHERE id = ?", Number(id)) === 1;
const setActive = (user: { id: string }, active: boolean, reason = "") =>
  admin.browser.submit(step(user), { active, reason });
const headings = ({ page }: PageResponse) => page.texts("thead th").map((text) => text.replace(/\W+$/, ""));
const logOf = ({ id }: { id: string }) =>
  server.rows(
    "SELECT actor_name, action, reason FROM audit_log WHERE subject_id = ? AND subject_type = 'user' ORDER BY id",
    id,
  );

test("the menu has the staff pages for staff only", async () => {
  const menu = async (browser: typeof admin.browser) => {
    const { page } = await browser.get("/about-us");
    return [page.link("Admin Dashboard"), page.link("Support Inbox"), page.link("Moderation")];
  };
  const moderator = await server.signUp("Mo Moderator");
  server.run("UPDATE users SET role = 'moderator' WHERE id = ?", Number(moderator.id));
  expect(await menu(admin.browser)).toEqual(["/admin", "/admin/tickets", "/moderation"]);
  expect(await menu(moderator.browser)).toEqual([undefined, undefined, "/moderation"]);
  for (const browser of [member.browser, visitor()]) {
    expect(await menu(browser)).toEqual([undefined, undefined, undefined]);
  }
});

test("the numbers of open cases and of objections stand on both desks", async () => {
  const { database } = server;
  const insert = database.prepare(
    `INSERT INTO cases (kind, thing_id, about, person_name, state, snapshot, created_at)
     VALUES ('comment', ?, '/comments/1', '', ?, '{}', 1)`,
  );
  const states = ["open", "open", "appealed", "decided", "closed"];
  for (const [index, state] of states.entries()) insert.run(index + 1, state);
  const { page } = await admin.browser.get("/admin");
  const [labels, figures] = [page.texts("main dl dt"), page.texts("main dl dd")];
  const count = (label: string) => figures[labels.indexOf(label)];
  expect([count("Cases"), count("Objections")]).toEqual(["2", "1"]);
  const desk = (await admin.browser.get("/moderation")).page;
  expect(desk.heading).toBe("Cases");
  expect(desk.text("main")).toContain("2 cases and 1 objection waiting for a decision.");
  database.exec("DELETE FROM cases");
});

describe("the dashboard", () => {
  test("numbers, a plain table of users, and the ways on", async () => {
    const answer = await admin.browser.get("/admin");
    const { page } = answer;
    expect([answer.status, page.title, page.heading]).toEqual([200, "Admin Dashboard · Paddock", "Admin Dashboard"]);
    const labels = page.texts("main dl dt");
    expect(labels.slice(0, 10)).toEqual([
      ...["Cases", "Objections", "Pending events", "First posts", "Applications", "Support Inbox"],
      ...["New accounts, 7 days", "New accounts, 30 days", "Garages", "Vehicles"],
    ]);
    expect(page.link("Cases")).toBe("/moderation");
    expect(page.link("First posts")).toBe("/moderation/held");
    const users = server.value("SELECT count(*) FROM users");
    expect(page.texts("main dl dd")[labels.indexOf("New accounts, 7 days")]).toBe(String(users));
    expect(page.texts('main a[href="/moderation"]')).toEqual(["Cases"]);
    expect(headings(answer)).toEqual(["Name", "Joined", "Last seen", "Storage", "Role", "Status"]);
    expect(page.text("caption")).toMatch(/^The newest of \d+ members$/);
    expect(page.link("All members")).toBe("/admin/users");
  });

  test("how the site is running, and the errors of the last day with their ids, as words and as JSON", async () => {
    const { database } = server;
    const fine = await admin.browser.get("/admin");
    expect(fine.page.texts("section dl dt")).toEqual(["Backups", "Email", "Disk", "Photo storage", "Version"]);
    const [backups, , room, store] = fine.page.texts("section dl dd");
    expect(backups).toMatch(
      /^Backups are off\. ?Set RESTIC_REPOSITORY, RESTIC_PASSWORD and BACKUP_EVERY to turn them on\. ?Note$/,
    );
    expect(room).toMatch(/^[\d.]+ [MG]B of [\d.]+ GB free \(\d+%\)\./);
    expect(store).toMatch(/^Photo storage is working\. ?OK$/);
    expect(fine.page.text("main")).toContain("No errors in the last day.");
    const at = Date.now();
    database
      .prepare("INSERT INTO backup_runs (started_at, until, finished_at, error) VALUES (?, ?, ?, ?)")
      .run(at - 60_000, at, at, "No room at <b>there</b>.");
    const fault = database.prepare(
      "INSERT INTO faults (at, error_id, request_id, method, path, message) VALUES (?, ?, 'r', 'GET', '/vehicles', 'Error: no')",
    );
    for (let index = 0; index < 22; index += 1) fault.run(at - index * 1000, `id-${index}`);
    const { page } = await admin.browser.get("/admin");
    expect(page.texts("section dl dd")[0]).toMatch(/^The last backup failed 1 minute ago: No room at <b>there<\/b>\./);
    expect(page.texts("caption")).toContain("The latest 20 of 22 errors");
    expect(page.texts("td code")).toEqual(Array.from({ length: 20 }, (_, index) => `id-${index}`));
    const { json } = await admin.browser.api("GET", "/admin/status");
    const { backups: copies, errors } = json.data.doc;
    expect([copies.every, copies.lastTried.error]).toEqual([null, "No room at <b>there</b>."]);
    expect([errors.total, errors.rows[0].errorId]).toEqual([22, "id-0"]);
    database.exec("DELETE FROM faults; DELETE FROM backup_runs");
  });

  test("finds by name and address, filters by state, sorts, and keeps all of it from page to page", async () => {
    for (const name of ["Quentin Quick", "Quirin Quick", "Quinn Quick"]) await server.signUp(name);
    const first = await admin.browser.get("/admin/users?q=quick&status=active&sort=name&limit=2");
    expect(first.page.texts("tbody th").map((text) => text.split(" ")[0])).toEqual(["Quentin", "Quinn"]);
    expect([first.page.attribute("#user-search", "value"), first.page.value("status")]).toEqual(["quick", "active"]);
    const next = new URL(first.page.link("Next") ?? "", server.url);
    const unchanged = { q: "quick", status: "active", sort: "name", limit: "2", page: "2" };
    expect(Object.fromEntries(next.searchParams)).toEqual(unchanged);
    expect((await admin.browser.get(next.pathname + next.search)).page.texts("tbody th")).toHaveLength(1);
    const query = new URL(first.page.link(/^Joined/) ?? "", server.url).searchParams;
    expect([query.get("sort"), query.get("q"), query.get("page")]).toEqual(["-createdAt", "quick", null]);
    const byMail = await admin.browser.get(`/admin/users?q=${encodeURIComponent(member.email)}`);
    expect(byMail.page.texts("tbody th")).toEqual([`${member.name} ${member.email}`]);
    const nobody = await admin.browser.get("/admin/users?q=nobody-like-that");
    expect([nobody.status, nobody.page.link("Show all members")]).toEqual([200, "/admin/users"]);
    expect((await admin.browser.get(`/admin/users?q=${"x".repeat(101)}`)).status).toBe(400);
  });
});

describe("Deactivate and Reactivate", () => {
  test("require a confirmation and a reason, and return to the account", async () => {
    const target = await server.signUp("Tom Target");
    const here = `/admin/users/${target.id}`;
    expect((await admin.browser.get(here)).page.link("Deactivate")).toBe(step(target));
    const response = await admin.browser.get(step(target));
    expect([response.status, response.page.heading]).toEqual([200, "Deactivate Tom Target?"]);
    expect([response.page.fields, response.page.value("active")]).toEqual([["active", "reason"], "false"]);
    expect([response.page.link("Cancel"), isActive(target)]).toEqual([here, true]);

    const done = await admin.browser.submit(step(target), { active: "false", reason: "Sells spare parts" });
    expect([done.status, done.location]).toEqual([302, here]);
    const back = await admin.browser.follow(done);
    expect(back.page.notices).toContain("Tom Target is deactivated and logged out.");
    expect(back.page.link("Reactivate")).toBe(step(target));

    const on = await admin.browser.submit(step(target), { active: "true", reason: "" });
    expect((await admin.browser.follow(on)).page.notices).toContain("Tom Target is active again.");
    expect(logOf(target)).toEqual([
      { actor_name: admin.name, action: "user.deactivate", reason: "Sells spare parts" },
      { actor_name: admin.name, action: "user.reactivate", reason: null },
    ]);
  });
});

describe("many rows", () => {
  const many = (act: string, ...ids: (string | number)[]) =>
    `/moderation/many?${new URLSearchParams([["act", act], ...ids.map((id) => ["id", String(id)])])}`;

  test("ticked in the list, named and confirmed, are changed one by one, and those refused are named", async () => {
    const [tom, tim] = [await server.signUp("Tom Ticked"), await server.signUp("Tim Ticked")];
    const list = "/admin/users?q=ticked&sort=name";
    const { page } = await admin.browser.get(list);
    expect(page.attributes("tbody input[name=id]", "value")).toEqual([tim.id, tom.id]);
    expect(page.texts("tbody label")).toEqual(["Select Tim Ticked", "Select Tom Ticked"]);
    expect(page.link("Select all")).toBe(`${list}&select=all`);
    const all = (await admin.browser.get(`${list}&select=all`)).page;
    expect(all.attributes("tbody input[checked]", "value")).toEqual([tim.id, tom.id]);
    expect([all.link("Select none"), all.link(/^Joined/)]).toEqual([list, "/admin/users?q=ticked&sort=-createdAt"]);
    const own = (await admin.browser.get(`/admin/users?q=${encodeURIComponent(admin.email)}&select=all`)).page;
    expect([own.texts("tbody tr").length, own.texts("tbody label")]).toEqual([1, []]);
    const address = `${many("deactivate", tim.id, tom.id)}&returnTo=${encodeURIComponent(list)}`;
    const question = await admin.browser.get(address);
    expect([question.page.heading, question.page.texts("main li")]).toEqual([
      "Deactivate 2 members?",
      [`Tim Ticked, ${tim.email}`, `Tom Ticked, ${tom.email}`],
    ]);
    expect([question.page.link("Cancel"), isActive(tom)]).toEqual([list, true]);
    const form = { act: "deactivate", ids: `${tim.id} ${tom.id}`, reason: "Spam" };
    const done = await admin.browser.submit(address, form);
    expect(done.location).toBe(list);
    expect((await admin.browser.follow(done)).page.notices).toContain("Deactivate: 2 done.");
    expect([isActive(tom), isActive(tim), logOf(tim)]).toMatchObject([false, false, [{ reason: "Spam" }]]);

    const mixed = many("moderator", tom.id, admin.id);
    const partly = await admin.browser.submit(mixed, { act: "moderator", ids: `${tom.id} ${admin.id}` });
    expect([partly.status, partly.page.heading]).toEqual([200, "Make moderator: 1 done, 1 refused"]);
    expect(partly.page.texts("main li")).toEqual([
      `${admin.name}, ${admin.email} Admins are added and removed on the command line.`,
    ]);
    expect(partly.page.link("Back to the list")).toBe("/admin/users");
  });

  test("none or too many, another site, and a lost role are refused", async () => {
    const none = await admin.browser.get(many("deactivate"));
    expect(none.location).toBe("/admin/users");
    expect((await admin.browser.follow(none)).page.notices).toContain("Select at least one row first.");
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    const tooMany = await admin.browser.get(many("deactivate", ...ids));
    expect([tooMany.status, tooMany.page.heading]).toEqual([400, "Select at most 100 rows."]);
    const elsewhere = await admin.browser.get(`${many("claim", 1)}&returnTo=//evil.example`);
    expect(elsewhere.page.link("Cancel")).toBe("/moderation");
    const [former, target] = [await server.signUpAdmin("Former Admin"), await server.signUp("Not Touched")];
    const address = many("deactivate", target.id);
    expect((await former.browser.get(address)).status).toBe(200);
    server.run("UPDATE users SET role = 'moderator' WHERE id = ?", Number(former.id));
    const refused = await former.browser.submit(address, { act: "deactivate", ids: target.id });
    expect([refused.status, isActive(target)]).toEqual([403, true]);
  });

  test("are refused alike by the API", async () => {
    const target = await server.signUp("Ann Api");
    const body = { act: "deactivate", ids: [target.id, admin.id] };
    const { status, json } = await admin.browser.api("POST", "/moderation/many", body);
    const refused = [{ _id: admin.id, message: "You cannot deactivate your own account." }];
    expect([status, json.data]).toEqual([200, { done: 1, refused }]);
    for (const wrong of [{ ids: [target.id] }, { act: "claim", ids: [] }, { act: "claim", ids: ["x"] }])
      expect((await admin.browser.api("POST", "/moderation/many", wrong)).status).toBe(400);
  });
});

test("members and the log as CSV: as filtered, of all pages, private, and safe in a spreadsheet", async () => {
  const people = [await server.signUp("Cecil Csv"), await server.signUp("Cora Csv")];
  server.run("UPDATE users SET name = ? WHERE id = ?", '=HYPERLINK("x")', Number(people[0]!.id));
  const link = (await admin.browser.get("/admin/users?q=example.com&limit=1")).page.link("Download as CSV") ?? "";
  expect(link).toBe("/admin/users.csv?q=example.com&limit=1");
  const csv = await admin.browser.get(link);
  expect([csv.status, csv.headers.get("content-type"), csv.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="members.csv"',
  ]);
  expect(csv.headers.get("cache-control")).toContain("no-store");
  const lines = csv.body.trim().split("\r\n");
  expect(lines[0]).toBe('"Id","Name","Email","Role","Status","Joined","Last seen","Storage (bytes)"');
  expect(lines).toHaveLength(Number(server.value("SELECT count(*) FROM users WHERE email LIKE '%example.com%'")) + 1);
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`);
  const log = (await admin.browser.get("/admin/log.csv?action=user.deactivate")).body.trim().split("\r\n");
  expect(log.slice(1).every((line) => line.includes('"Deactivated"'))).toBe(true);
  expect([log[1], log.length > 1]).toEqual([expect.stringContaining('"active: yes → no"'), true]);
  expect((await admin.browser.get("/admin/users.csv?sort=x")).status).toBe(400);
  expect((await member.browser.get("/admin/users.csv")).status).toBe(403);
  expect((await visitor().get("/admin/log.csv")).location).toMatch(/^\/\?returnTo=/);
});

test("the log shows actor, action, subject, time and reason, and is filtered", async () => {
  await setActive(await server.signUp("Lola Logged"), false, "Rude comments");
  const answer = await admin.browser.get("/admin/log");
  const { page } = answer;
  expect([answer.status, page.title, page.heading]).toEqual([200, "Log · Paddock", "Log"]);
  expect(headings(answer)).toEqual(["Action", "Subject", "Change", "Reason", "When"]);
  const row = page.text("tbody tr");
  for (const part of [`by ${admin.name}`, "Deactivated", "Lola Logged", "yes → no", "Rude comments", "UTC"]) {
    expect(row).toContain(part);
  }
  expect((await admin.browser.get(page.link("Lola Logged") ?? "")).page.texts("tbody tr")).toHaveLength(1);
  const rows = async (query: string) => (await admin.browser.get(`/admin/log?${query}`)).page.texts("tbody tr");
  expect((await rows("action=user.reactivate")).every((text) => text.includes("Reactivated"))).toBe(true);
  expect(await rows(`actor=${member.id}`)).toEqual([]);
  expect(await rows("limit=1")).toHaveLength(1);
  expect((await admin.browser.get("/admin/log?actor=x")).status).toBe(400);
  const choices = (await admin.browser.get("/admin/log?action=user.deactivate")).page;
  expect([choices.value("action"), choices.link("Clear filters")]).toEqual(["user.deactivate", "/admin/log"]);
});
