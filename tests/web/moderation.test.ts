import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike, type PageAnswer } from "../support/browser-like";
import { bearerOf, type Member, type Owner, signUp, signUpWithGarage } from "../support/members";
import { wrongCounters } from "../support/population";
import { sharedServer } from "../support/server";

const server = sharedServer();
const REFUSAL = "Could not fetch users. Are you an admin?";

let admin: Member;
let member: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  member = await signUp(server(), "Ada Driver");
});

const visitor = () => browserLike(server());
const step = ({ id }: { id: string }) => `/admin/users/${id}/active`;
const isActive = ({ id }: { id: string }) =>
  server().database.prepare("SELECT active FROM users WHERE id = ?").pluck().get(Number(id)) === 1;
const setActive = (who: { id: string }, active: boolean, reason = "") =>
  admin.browser.submit(step(who), { active, reason });
const headings = ({ page }: PageAnswer) => page.texts("thead th").map((text) => text.replace(/\W+$/, ""));
const logOf = ({ id }: { id: string }) =>
  server()
    .database.prepare(
      "SELECT actor_name, action, before, after, reason FROM audit_log WHERE subject_id = ? AND subject_type = 'user' ORDER BY id",
    )
    .all(id);

describe("who may", () => {
  const pages = () => ["/admin", "/admin/log", step(member), "/admin/users/999999/active", "/admin?sort=nonsense"];

  test("a visitor is sent home from every page", async () => {
    for (const path of pages()) {
      const { status, location } = await visitor().get(path);
      expect([path, status]).toEqual([path, 302]);
      expect(location).toMatch(/^\/(\?|$)/);
    }
    const written = await visitor().submit(step(member), { active: false });
    expect([written.status, written.location, isActive(member)]).toEqual([302, "/", true]);
  });

  test("a member is told so in so many words, and changes nothing", async () => {
    for (const path of pages()) {
      const { status, page } = await member.browser.get(path);
      expect([path, status, page.heading]).toEqual([path, 403, REFUSAL]);
    }
    for (const target of [admin, member, { id: "999999" }]) {
      for (const active of ["false", "true", "nonsense"]) {
        const { status, page } = await member.browser.submit(step(target), { active });
        expect([status, page.heading]).toEqual([403, REFUSAL]);
      }
    }
    expect([isActive(admin), isActive(member)]).toEqual([true, true]);
  });

  test("the way there is in an admin's menu only", async () => {
    const menu = async (browser: typeof admin.browser) => (await browser.get("/about-us")).page.link("Admin Dashboard");
    expect(await menu(admin.browser)).toBe("/admin");
    expect(await menu(member.browser)).toBeUndefined();
    expect(await menu(visitor())).toBeUndefined();
  });
});

describe("the dashboard", () => {
  test("numbers, a plain table of users, and the ways on", async () => {
    const answer = await admin.browser.get("/admin");
    const { page } = answer;
    expect([answer.status, page.title, page.heading]).toEqual([200, "Admin Dashboard · Paddock", "Admin Dashboard"]);
    const labels = page.texts("main dl dt");
    for (const label of ["New accounts, 7 days", "Garages", "Vehicles", "Open tickets", "Pending events"]) {
      expect(labels).toContain(label);
    }
    const users = server().database.prepare("SELECT count(*) FROM users").pluck().get();
    expect(page.texts("main dl dd")[labels.indexOf("New accounts, 7 days")]).toBe(String(users));
    expect([page.link("Support Inbox"), page.link("Log")]).toEqual(["/admin/tickets", "/admin/log"]);
    expect(headings(answer)).toEqual(["Name", "Garage", "Joined", "Role", "Status", "Actions"]);
    expect(page.text("caption")).toMatch(/^\d+ users?$/);
  });

  test("how the site is running, and the errors of the last day with their ids, as words and as JSON", async () => {
    const { database } = server();
    const fine = await admin.browser.get("/admin");
    expect(fine.page.texts("section dl dt")).toEqual(["Backups", "Mail", "Disk", "Photo store"]);
    const [backups, , room, store] = fine.page.texts("section dl dd");
    expect(backups).toMatch(/^Backups are off\. ?Set BACKUP_URL and BACKUP_EVERY to turn them on\. ?Note$/);
    expect([room, store]).toEqual([
      expect.stringMatching(/^[\d.]+ [MG]B of [\d.]+ GB are free \(\d+ %\)\./),
      expect.stringMatching(/^The folder of the photos is reachable\. ?OK$/),
    ]);
    expect(fine.page.text("main")).toContain("No errors in the last day.");
    const at = Date.now();
    database
      .prepare("INSERT INTO backup_runs (started_at, until, finished_at, error) VALUES (?, ?, ?, ?)")
      .run(at - 60_000, at, at, "No room at <b>there</b>.");
    const fault = database.prepare(
      "INSERT INTO faults (at, error_id, request_id, method, path, message) VALUES (?, ?, 'r', 'GET', '/vehicles', 'Error: no')",
    );
    for (let each = 0; each < 22; each += 1) fault.run(at - each * 1000, `id-${each}`);
    const { page } = await admin.browser.get("/admin");
    expect(page.texts("section dl dd")[0]).toMatch(/^The last backup failed 1 minute ago: No room at <b>there<\/b>\./);
    expect(page.texts("caption")).toContain("The newest 20 of 22 errors");
    expect(page.texts("td code")).toEqual(Array.from({ length: 20 }, (_, each) => `id-${each}`));
    const { json } = await admin.browser.api("GET", "/admin/status");
    const { backups: copies, errors } = json.data.doc;
    expect([copies.every, copies.lastTried.error]).toEqual([null, "No room at <b>there</b>."]);
    expect([errors.total, errors.rows[0].errorId]).toEqual([22, "id-0"]);
    database.exec("DELETE FROM faults; DELETE FROM backup_runs");
  });

  test("finds by name and address, narrows by state, sorts, and keeps all of it from page to page", async () => {
    for (const name of ["Quentin Quick", "Quirin Quick", "Quinn Quick"]) await signUp(server(), name);
    const first = await admin.browser.get("/admin?q=quick&status=active&sort=name&limit=2");
    expect(first.page.texts("tbody th").map((text) => text.split(" ")[0])).toEqual(["Quentin", "Quinn"]);
    expect(first.page.root.querySelector("#user-search")?.getAttribute("value")).toBe("quick");
    expect(first.page.value("status")).toBe("active");
    const next = new URL(first.page.link("Next") ?? "", server().url);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      q: "quick",
      status: "active",
      sort: "name",
      limit: "2",
      page: "2",
    });
    const second = await admin.browser.get(next.pathname + next.search);
    expect(second.page.texts("tbody th")).toHaveLength(1);
    const joined = new URL(first.page.link(/^Joined/) ?? "", server().url).searchParams;
    expect([joined.get("sort"), joined.get("q"), joined.get("page")]).toEqual(["-createdAt", "quick", null]);
    const byMail = await admin.browser.get(`/admin?q=${encodeURIComponent(member.email)}`);
    expect(byMail.page.texts("tbody th")).toEqual([`${member.name} ${member.email}`]);
    const nobody = await admin.browser.get("/admin?q=nobody-like-that");
    expect([nobody.status, nobody.page.link("Show all users")]).toEqual([200, "/admin"]);
    for (const wrong of ["sort=x", "status=x", "page=0", `q=${"x".repeat(101)}`]) {
      expect([wrong, (await admin.browser.get(`/admin?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  test("has a button for everybody but oneself", async () => {
    const { page } = await admin.browser.get(`/admin?q=${encodeURIComponent(admin.email)}`);
    expect(page.links.filter((link) => link.startsWith("/admin/users/"))).toEqual([]);
    const theirs = await admin.browser.get(`/admin?q=${encodeURIComponent(member.email)}`);
    expect(theirs.page.link(`Deactivate ${member.name}`)).toContain(step(member));
  });
});

describe("Deactivate and Reactivate", () => {
  test("ask first, take a reason, come back to the same list", async () => {
    const target = await signUp(server(), "Tom Target");
    const list = `/admin?q=${encodeURIComponent(target.email)}&sort=name`;
    const link = (await admin.browser.get(list)).page.link("Deactivate Tom Target") ?? "";
    const asked = await admin.browser.get(link);
    expect([asked.status, asked.page.heading]).toEqual([200, "Deactivate Tom Target?"]);
    expect(asked.page.fields).toEqual(["active", "reason"]);
    expect(asked.page.value("active")).toBe("false");
    expect(asked.page.link("Cancel")).toBe(`${list}#users`);
    expect(isActive(target)).toBe(true);

    const long = await admin.browser.submit(link, { active: "false", reason: "r".repeat(501) });
    expect([long.status, long.page.fieldError("reason")]).toEqual([400, "Reason must be at most 500 characters."]);
    expect(long.page.value("reason")).toHaveLength(501);

    const done = await admin.browser.submit(link, { active: "false", reason: "Sells spare parts" });
    expect([done.status, done.location]).toEqual([302, `${list}#users`]);
    const back = await admin.browser.follow(done);
    expect(back.page.notices).toContain("Tom Target is deactivated and logged out.");
    expect(back.page.text("tbody tr")).toContain("Deactivated");
    expect(back.page.link("Reactivate Tom Target")).toContain(step(target));

    const again = await admin.browser.submit(link, { active: "false", reason: "twice" });
    expect([again.status, isActive(target)]).toEqual([302, false]);
    const on = await admin.browser.submit(link, { active: "true", reason: "" });
    expect((await admin.browser.follow(on)).page.notices).toContain("Tom Target is active again.");
    expect(logOf(target)).toEqual([
      {
        actor_name: admin.name,
        action: "user.deactivate",
        before: '{"active":true}',
        after: '{"active":false}',
        reason: "Sells spare parts",
      },
      {
        actor_name: admin.name,
        action: "user.reactivate",
        before: '{"active":false}',
        after: '{"active":true}',
        reason: null,
      },
    ]);
  });

  test("never lead to another site", async () => {
    const target = await signUp(server(), "Rita Return");
    for (const path of ["https://evil.example", "//evil.example", "/garages", "/admin/tickets"]) {
      const link = `${step(target)}?returnTo=${encodeURIComponent(path)}`;
      expect((await admin.browser.get(link)).page.link("Cancel")).toBe("/admin#users");
      expect((await admin.browser.submit(link, { active: "true" })).location).toBe("/admin#users");
    }
  });

  test("are refused for oneself, and for who is not there", async () => {
    const own = await admin.browser.submit(step(admin), { active: "false" });
    expect([own.status, own.page.alerts]).toEqual([409, ["You cannot deactivate your own account."]]);
    expect(isActive(admin)).toBe(true);
    for (const id of ["999999", "abc", "0"]) {
      expect((await admin.browser.get(step({ id }))).status).toBe(404);
      const { status, page } = await admin.browser.submit(step({ id }), { active: "false" });
      expect([status, page.heading]).toEqual([404, "This account does not exist."]);
    }
    expect((await admin.browser.submit(step(member), { active: "perhaps" })).status).toBe(400);
    expect(isActive(member)).toBe(true);
  });
});

describe("a deactivated person", () => {
  let target: Owner;
  let fan: Owner;
  let vehicleId: string;
  let fansVehicleId: string;
  let serial = 0;

  /** An owner who shows things everywhere, and somebody who follows and is followed. */
  beforeAll(async () => {
    serial += 1;
    target = await signUpWithGarage(server(), "Otto Hidden", `Hidden Hall ${serial}`);
    fan = await signUpWithGarage(server(), "Fanny Fan", `Fan Base ${serial}`);
    const add = async (owner: Owner, make: string): Promise<string> => {
      const { json } = await owner.browser.api("POST", "/vehicles", { make, model: "One", year: 1970 });
      return json.data.doc._id;
    };
    vehicleId = await add(target, "Hiddenmobile");
    fansVehicleId = await add(fan, "Fanmobile");
    const acts: [Owner, string, string, unknown?][] = [
      [target, "POST", `/vehicles/${fansVehicleId}/comments`, { text: "A hidden word" }],
      [target, "PATCH", `/vehicles/${fansVehicleId}/like`, { liked: true }],
      [target, "POST", `/garages/${fan.garageId}/reviews`, { rating: 5, review: "A hidden praise" }],
      [target, "POST", `/users/follow/${fan.id}`],
      [fan, "POST", `/users/follow/${target.id}`],
    ];
    for (const [who, method, path, body] of acts) {
      expect((await who.browser.api(method, path, body)).status).toBeLessThan(300);
    }
  });

  /** What everybody sees of them. */
  async function seen() {
    const { json: vehicle } = await visitor().api("GET", `/vehicles/${fansVehicleId}`);
    const { json: garage } = await visitor().api("GET", `/garages/${fan.garageId}`);
    const { json: user } = await visitor().api("GET", `/users/${fan.id}`);
    const { json: feed } = await fan.browser.api("GET", "/users/me/followed-garages");
    const has = async (path: string, text: string) => (await visitor().get(path)).body.includes(text);
    return {
      lists: [
        await has("/", "Hiddenmobile"),
        await has("/garages", "Hidden Hall"),
        await has("/search?q=hidden", "Hidden Hall"),
        await has("/search?q=hiddenmobile", "1970"),
        await has(`/vehicles/${fansVehicleId}`, "A hidden word"),
        await has(`/garages/${fan.garageId}`, "A hidden praise"),
        JSON.stringify((await visitor().api("GET", "/vehicles/latest?limit=100")).json).includes("Hiddenmobile"),
        JSON.stringify((await visitor().api("GET", "/garages?limit=100")).json).includes("Hidden Hall"),
        JSON.stringify((await visitor().api("GET", "/search?q=otto+hidden")).json).includes("Otto Hidden"),
        JSON.stringify((await visitor().api("GET", `/vehicles/${fansVehicleId}/comments`)).json).includes(
          "hidden word",
        ),
        JSON.stringify((await visitor().api("GET", `/garages/${fan.garageId}/reviews`)).json).includes("hidden praise"),
        JSON.stringify(feed).includes("Hidden Hall"),
      ],
      counts: {
        likes: vehicle.data.doc.likeCount,
        liked: vehicle.data.doc.likes.length,
        comments: vehicle.data.doc.commentCount,
        reviews: garage.data.garage.reviewCount,
        average: garage.data.garage.averageRating,
        followers: user.data.user.followerCount,
      },
      pages: [
        (await visitor().get(`/garages/${target.garageId}`)).status,
        (await visitor().get(`/vehicles/${vehicleId}`)).status,
        (await visitor().api("GET", `/users/${target.id}`)).status,
      ],
      totals: server().database.prepare("SELECT name, total FROM site_totals ORDER BY name").all(),
    };
  }

  test("is out with the very next request, by cookie and by bearer, and stays out when reactivated", async () => {
    const token = await bearerOf(server(), target);
    const second = visitor();
    await second.submit("/login", { email: target.email, password: target.password });
    const alive = async () => [
      (await target.browser.api("GET", "/users/me")).status,
      (await second.api("GET", "/users/me")).status,
      (await visitor().api("GET", "/users/me", undefined, { token })).status,
      (await visitor().api("POST", `/vehicles/${fansVehicleId}/comments`, { text: "x" }, { token })).status,
      (await target.browser.get("/onboarding")).location.replace(/\?.*/, ""),
    ];
    expect((await alive()).slice(0, 3)).toEqual([200, 200, 200]);

    expect((await setActive(target, false)).status).toBe(302);
    expect(await alive()).toEqual([401, 401, 401, 401, "/"]);
    const login = await visitor().api("POST", "/users/login", { email: target.email, password: target.password });
    expect(login.status).toBe(403);
    const form = await visitor().submit("/login", { email: target.email, password: target.password });
    expect(form.status).toBe(403);

    expect((await setActive(target, true)).status).toBe(302);
    expect(await alive()).toEqual([401, 401, 401, 401, "/"]);
    expect(await bearerOf(server(), target)).toBeTruthy();
    await target.browser.submit("/login", { email: target.email, password: target.password });
  });

  test("leaves every list, search, feed and counter, and comes back to all of them", async () => {
    const before = await seen();
    expect(before.lists).toEqual(before.lists.map(() => true));
    expect(before.pages).toEqual([200, 200, 200]);
    expect(before.counts).toMatchObject({ likes: 1, liked: 1, reviews: 1, average: 5, followers: 1 });

    await setActive(target, false);
    const hidden = await seen();
    expect(hidden.lists).toEqual(hidden.lists.map(() => false));
    expect(hidden.pages).toEqual([404, 404, 404]);
    expect(hidden.counts).toMatchObject({ likes: 0, liked: 0, comments: 0, reviews: 0, followers: 0 });
    expect(wrongCounters(server().database)).toEqual([]);

    await setActive(target, true);
    expect(await seen()).toEqual(before);
    expect(wrongCounters(server().database)).toEqual([]);
  });
});

describe("the log", () => {
  test("tells who did what to whom, when and why, and is filtered", async () => {
    const target = await signUp(server(), "Lola Logged");
    await setActive(target, false, "Rude comments");
    const answer = await admin.browser.get("/admin/log");
    const { page } = answer;
    expect([answer.status, page.title, page.heading]).toEqual([200, "Log · Paddock", "Log"]);
    expect(headings(answer)).toEqual(["Action", "Subject", "Change", "Reason", "When"]);
    const row = page.text("tbody tr");
    for (const part of [`by ${admin.name}`, "Deactivated", "Lola Logged", "yes → no", "Rude comments", "UTC"]) {
      expect(row).toContain(part);
    }
    const about = page.link("Lola Logged") ?? "";
    expect((await admin.browser.get(about)).page.texts("tbody tr")).toHaveLength(1);
    const rows = async (query: string) => (await admin.browser.get(`/admin/log?${query}`)).page.texts("tbody tr");
    expect((await rows("action=user.reactivate")).every((text) => text.includes("Reactivated"))).toBe(true);
    expect(await rows(`actor=${member.id}`)).toEqual([]);
    expect(await rows("limit=1")).toHaveLength(1);
    expect((await admin.browser.get("/admin/log?actor=x")).status).toBe(400);
    const choices = (await admin.browser.get("/admin/log?action=user.deactivate")).page;
    expect(choices.value("action")).toBe("user.deactivate");
    expect(choices.link("Show all")).toBe("/admin/log");
  });

  test("shows what people wrote as text", async () => {
    const target = await signUp(server(), "Xavier Script");
    const reason = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    await setActive(target, false, reason);
    const { page, body } = await admin.browser.get("/admin/log");
    expect(page.text("tbody tr")).toContain("alert(1)");
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain("<img src=x");
  });
});
