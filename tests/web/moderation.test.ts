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

test("the number of cases that wait, open and appealed, stands on both desks", async () => {
  const { database } = server;
  const insert = database.prepare(
    `INSERT INTO cases (kind, thing_id, about, person_name, state, snapshot, created_at)
     VALUES ('comment', ?, '/comments/1', '', ?, '{}', 1)`,
  );
  const states = ["open", "open", "appealed", "decided", "closed"];
  for (const [index, state] of states.entries()) insert.run(index + 1, state);
  const { page } = await admin.browser.get("/admin");
  const [labels, figures] = [page.texts("main dl dt"), page.texts("main dl dd")];
  expect(figures[labels.indexOf("Cases to decide")]).toBe("3");
  expect((await admin.browser.get("/moderation")).page.text("main")).toContain(
    "2 cases and 1 objection waiting for a decision.",
  );
  database.exec("DELETE FROM cases");
});

describe("the dashboard", () => {
  test("numbers, a plain table of users, and the ways on", async () => {
    const answer = await admin.browser.get("/admin");
    const { page } = answer;
    expect([answer.status, page.title, page.heading]).toEqual([200, "Admin Dashboard · Paddock", "Admin Dashboard"]);
    const labels = page.texts("main dl dt");
    expect(labels.slice(0, 8)).toEqual([
      ...["New accounts, 7 days", "New accounts, 30 days", "Garages", "Vehicles"],
      ...["Cases to decide", "Posts to review", "Open tickets", "Pending events"],
    ]);
    expect(page.link("Cases to decide")).toBe("/moderation");
    expect(page.link("Posts to review")).toBe("/moderation/held");
    const users = server.value("SELECT count(*) FROM users");
    expect(page.texts("main dl dd")[labels.indexOf("New accounts, 7 days")]).toBe(String(users));
    expect(page.texts('main a[href="/moderation"]')).toEqual(["Cases to decide"]);
    expect(headings(answer)).toEqual(["Name", "Garage", "Joined", "Role", "Status", "Actions"]);
    expect(page.text("caption")).toMatch(/^\d+ users?$/);
  });

  test("how the site is running, and the errors of the last day with their ids, as words and as JSON", async () => {
    const { database } = server;
    const fine = await admin.browser.get("/admin");
    expect(fine.page.texts("section dl dt")).toEqual(["Backups", "Email", "Disk", "Photo storage", "Version"]);
    const [backups, , room, store] = fine.page.texts("section dl dd");
    expect(backups).toMatch(/^Backups are off\. ?Set RESTIC_REPOSITORY and BACKUP_EVERY to turn them on\. ?Note$/);
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
    const first = await admin.browser.get("/admin?q=quick&status=active&sort=name&limit=2");
    expect(first.page.texts("tbody th").map((text) => text.split(" ")[0])).toEqual(["Quentin", "Quinn"]);
    expect([first.page.attribute("#user-search", "value"), first.page.value("status")]).toEqual(["quick", "active"]);
    const next = new URL(first.page.link("Next") ?? "", server.url);
    const unchanged = { q: "quick", status: "active", sort: "name", limit: "2", page: "2" };
    expect(Object.fromEntries(next.searchParams)).toEqual(unchanged);
    expect((await admin.browser.get(next.pathname + next.search)).page.texts("tbody th")).toHaveLength(1);
    const query = new URL(first.page.link(/^Joined/) ?? "", server.url).searchParams;
    expect([query.get("sort"), query.get("q"), query.get("page")]).toEqual(["-createdAt", "quick", null]);
    const byMail = await admin.browser.get(`/admin?q=${encodeURIComponent(member.email)}`);
    expect(byMail.page.texts("tbody th")).toEqual([`${member.name} ${member.email}`]);
    const nobody = await admin.browser.get("/admin?q=nobody-like-that");
    expect([nobody.status, nobody.page.link("Show all members")]).toEqual([200, "/admin"]);
    expect((await admin.browser.get(`/admin?q=${"x".repeat(101)}`)).status).toBe(400);
  });
});

describe("Deactivate and Reactivate", () => {
  test("require a confirmation and a reason, and return to the same list", async () => {
    const target = await server.signUp("Tom Target");
    const list = `/admin?q=${encodeURIComponent(target.email)}&sort=name`;
    const link = (await admin.browser.get(list)).page.link("Deactivate Tom Target") ?? "";
    const response = await admin.browser.get(link);
    expect([response.status, response.page.heading]).toEqual([200, "Deactivate Tom Target?"]);
    expect([response.page.fields, response.page.value("active")]).toEqual([["active", "reason"], "false"]);
    expect([response.page.link("Cancel"), isActive(target)]).toEqual([`${list}#users`, true]);

    const done = await admin.browser.submit(link, { active: "false", reason: "Sells spare parts" });
    expect([done.status, done.location]).toEqual([302, `${list}#users`]);
    const back = await admin.browser.follow(done);
    expect(back.page.notices).toContain("Tom Target is deactivated and logged out.");
    expect(back.page.text("tbody tr")).toContain("Deactivated");
    expect(back.page.link("Reactivate Tom Target")).toContain(step(target));

    const on = await admin.browser.submit(link, { active: "true", reason: "" });
    expect((await admin.browser.follow(on)).page.notices).toContain("Tom Target is active again.");
    expect(logOf(target)).toEqual([
      { actor_name: admin.name, action: "user.deactivate", reason: "Sells spare parts" },
      { actor_name: admin.name, action: "user.reactivate", reason: null },
    ]);
  });

  test("never lead to another site", async () => {
    const target = await server.signUp("Rita Return");
    for (const path of ["https://evil.example", "//evil.example", "/garages", "/admin/tickets"]) {
      const link = `${step(target)}?returnTo=${encodeURIComponent(path)}`;
      expect((await admin.browser.get(link)).page.link("Cancel")).toBe("/admin#users");
      expect((await admin.browser.submit(link, { active: "true" })).location).toBe("/admin#users");
    }
  });
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
