import { describe, expect, test } from "vitest";
import * as schema from "~/db/schema";
import { grantRole, setUserActive } from "~/features/accounts/admins.server";
import { listAccountsJson } from "~/features/accounts/json.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { createMailToken, findTokenUser } from "~/features/accounts/tokens.server";
import { listAudit, listAuditChoices } from "~/features/moderation/audit.server";
import { getSiteCounts, listUsers, listUsersJson } from "~/features/moderation/queries.server";
import { activeInput, auditQuery, userQuery } from "~/features/moderation/schema.server";
import { decode } from "~/lib/decode";
import { DAY, now, setClock } from "~/lib/time";
import { getQueueCounts } from "~/routes/moderation/queue-counts.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { makeEvent } from "../support/events";
import { makeAdmin, makeGarage, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { forbiddenSteps, statementsOf } from "../support/query-plans";
import { allRows, changeRow, insertRow, removeRow } from "../support/rows";

const { auditLog, mailTokens, sessions, users } = schema;

const REFUSAL = "Could not fetch users. Are you an admin?";
const PAGE = { page: 1, limit: 50 };

const admin = () => viewerOf(makeAdmin({ name: "Grace Gear" }));
const logRows = () => allRows(auditLog);
const queryOf = (values: Record<string, unknown> = {}) => decode(userQuery, values);
const log = (values: Record<string, unknown> = {}) => decode(auditQuery, values);

describe("switching an account off", () => {
  test("ends its sessions and mail links for good, and is logged with the reason", () => {
    const grace = admin();
    const ada = makeUser({ name: "Ada" });
    const [firstToken, secondToken] = [startSession(ada.id, "a"), startSession(ada.id, "b")];
    const link = createMailToken(ada.id);
    const others = startSession(grace.id, "c");
    expect(findViewer(firstToken)?.id).toBe(ada.id);

    expect(setUserActive(grace, ada.id, { active: false, reason: "Spam" })).toEqual({ name: "Ada", changed: true });
    expect([findViewer(firstToken), findViewer(secondToken), findTokenUser(link)]).toEqual([null, null, undefined]);
    expect(findViewer(others)?.id).toBe(grace.id);

    setUserActive(grace, ada.id, { active: true });
    expect([findViewer(firstToken), findViewer(secondToken), findTokenUser(link)]).toEqual([null, null, undefined]);
    expect(allRows(sessions).filter(({ userId }) => userId === ada.id)).toEqual([]);
    expect(allRows(mailTokens)).toEqual([]);
    const subject = { actorId: grace.id, actorName: "Grace Gear", subjectType: "user", subjectId: String(ada.id) };
    expect(logRows()).toMatchObject([
      { ...subject, action: "user.deactivate", before: { active: true }, after: { active: false }, reason: "Spam" },
      { ...subject, action: "user.reactivate", before: { active: false }, after: { active: true }, reason: null },
    ]);
  });

  test("the state it is in already is harmless and not logged", () => {
    const grace = admin();
    const ada = makeUser();
    const token = startSession(ada.id, "");
    expect(setUserActive(grace, ada.id, { active: true }).changed).toBe(false);
    expect(findViewer(token)?.id).toBe(ada.id);
    setUserActive(grace, ada.id, { active: false });
    expect(setUserActive(grace, ada.id, { active: false, reason: "again" }).changed).toBe(false);
    expect(logRows()).toHaveLength(1);
  });

  test("is refused for oneself; for an active user it has no effect", () => {
    const grace = admin();
    makeAdmin();
    expect(() => setUserActive(grace, grace.id, { active: false })).toThrow("You cannot deactivate your own account.");
    expect(setUserActive(grace, grace.id, { active: true }).changed).toBe(false);
    expect(logRows()).toEqual([]);
  });

  test("two admins who deactivate each other: the second is refused", () => {
    const [grace, rut] = [admin(), viewerOf(makeAdmin({ name: "Rut" }))];
    setUserActive(grace, rut.id, { active: false });
    // Rut's request had already begun.
    expect(() => setUserActive(rut, grace.id, { active: false })).toThrow("The last admin cannot be deactivated.");
    expect(viewerOf(grace).role).toBe("admin");
  });

  test("an unknown account is not found; a member is refused first", () => {
    const grace = admin();
    const ada = viewerOf(makeUser());
    expect(() => setUserActive(grace, 999, { active: false })).toThrow("This account does not exist.");
    for (const id of [999, ada.id, grace.id]) {
      expect(() => setUserActive(ada, id, { active: false })).toThrow(REFUSAL);
    }
  });
});

describe("what the switch takes", () => {
  test.each([true, "true", "1", 1])("%o is on", (active) => {
    expect(decode(activeInput, { active })).toEqual({ active: true, reason: "" });
  });
  test.each([false, "false", "0", 0])("%o is off", (active) => {
    expect(decode(activeInput, { active, reason: " Spam " })).toEqual({ active: false, reason: "Spam" });
  });
  test.each([undefined, null, "", "yes", "no", "on", [], {}, 2, "TRUE"])("%o is neither, and no act", (active) => {
    expect(() => decode(activeInput, { active })).toThrow("Active must be true or false.");
  });
  test("a reason has its end", () => {
    expect(() => decode(activeInput, { active: true, reason: "r".repeat(501) })).toThrow("at most 500 characters");
  });
});

describe("the list of users", () => {
  const names = (values: Record<string, unknown>, viewer = admin()) =>
    listUsers(viewer, queryOf(values), PAGE)
      .rows.map(({ name }) => name)
      .filter((name) => name !== "Grace Gear");

  test("finds words of any length in name or address", () => {
    makeUser({ name: "Zoë Müller", email: "first.one@example.com" });
    makeUser({ name: "Bo Li", email: "bo@racing.example" });
    makeUser({ name: "100%_Real", email: "real@example.org" });
    const search = (q: string) => names({ q, sort: "name" });
    expect(search("first.o")).toEqual(["Zoë Müller"]);
    expect(search("RACING")).toEqual(["Bo Li"]);
    expect(search("li")).toEqual(["Bo Li"]);
    expect(search("bo racing")).toEqual(["Bo Li"]);
    expect(search("bo first")).toEqual([]);
    expect(search("example")).toEqual(["100%_Real", "Bo Li", "Zoë Müller"]);
  });

  test("finds an address in letters and in ASCII, as stored", () => {
    makeUser({ name: "Ada", email: "ada@bücher.example" });
    makeUser({ name: "Bob", email: "bob@xn--bcher-kva.example" });
    expect(names({ q: "ADA@Bücher.example" })).toEqual(["Ada"]);
    expect(names({ q: "ada@xn--bcher-kva.example" })).toEqual(["Ada"]);
    expect(names({ q: "bob@bücher\u200b.example" })).toEqual(["Bob"]);
    expect(names({ q: "büch" })).toEqual(["Ada"]);
    expect(names({ q: "ü" })).toEqual(["Ada"]);
  });

  test("a former address is not found", () => {
    const ada = makeUser({ name: "Ada", email: "unusual@example.com" });
    expect(names({ q: "unusual" })).toEqual(["Ada"]);
    changeRow(users, ada.id, { email: "plain@example.com" });
    expect(names({ q: "unusual" })).toEqual([]);
    expect(names({ q: "plain@" })).toEqual(["Ada"]);
    removeRow(users, ada.id);
    expect(names({ q: "plain@" })).toEqual([]);
  });

  test("filters by state and names it", () => {
    makeUser({ name: "Active" });
    makeUser({ name: "Off", active: false });
    const viewer = admin();
    expect(names({ status: "active" }, viewer)).toEqual(["Active"]);
    expect(names({ status: "deactivated" }, viewer)).toEqual(["Off"]);
    const { rows } = listUsers(viewer, queryOf({ sort: "name" }), PAGE);
    const states = rows.map(({ name, active }) => `${name} ${active}`);
    expect(states).toEqual(["Active true", "Grace Gear true", "Off false"]);
  });

  test("sorts by name, age, state and role", () => {
    makeUser({ name: "émile", createdAt: 3 });
    makeUser({ name: "Dora", createdAt: 1, active: false });
    makeUser({ name: "Finn", createdAt: 2 });
    const grace = viewerOf(makeAdmin({ name: "Ada Min", createdAt: 4 }));
    const sorted = (sort: string) => names({ sort }, grace);
    expect(sorted("name")).toEqual(["Ada Min", "Dora", "émile", "Finn"]);
    expect(sorted("-name")).toEqual(["Finn", "émile", "Dora", "Ada Min"]);
    expect(sorted("-createdAt")).toEqual(["Ada Min", "émile", "Finn", "Dora"]);
    expect(sorted("createdAt")).toEqual(["Dora", "Finn", "émile", "Ada Min"]);
    expect(sorted("status")).toEqual(["Dora", "Finn", "émile", "Ada Min"]);
    expect(sorted("role")[0]).toBe("Ada Min");
    expect(sorted("-role").at(-1)).toBe("Ada Min");
    expect(() => queryOf({ sort: "email" })).toThrow("Unknown sort.");
    expect(() => queryOf({ status: "gone" })).toThrow("Unknown status.");
  });

  test("is paged", () => {
    const grace = admin();
    const ada = makeUser({ name: "Ada" });
    const first = listUsers(grace, queryOf({ sort: "name" }), { page: 1, limit: 1 });
    const row = { name: "Ada", email: ada.email, isSuspended: false, storageBytes: 0 };
    expect(first).toMatchObject({ total: 2, rows: [row] });
    const second = listUsers(grace, queryOf({ sort: "name" }), { page: 2, limit: 1 });
    expect(second.rows).toMatchObject([{ name: "Grace Gear", role: "admin" }]);
  });

  test("no list, figure or log for anybody but an admin", () => {
    const ada = viewerOf(makeUser());
    const targets = [
      () => listUsers(ada, queryOf(), PAGE),
      () => listUsersJson(ada, queryOf(), PAGE),
      () => getSiteCounts(ada),
      () => listAudit(ada, log(), PAGE),
      () => listAuditChoices(ada),
    ];
    for (const target of targets) expect(target).toThrow(REFUSAL);
  });

  test("never reads the whole table to sort it", () => {
    const grace = admin();
    for (const sort of ["-createdAt", "name", "status", "role"]) {
      const [statement] = statementsOf(() => listUsers(grace, queryOf({ sort }), PAGE));
      // Each order has an index.
      expect(forbiddenSteps(statement!).filter((step) => !/USING (COVERING )?INDEX/.test(step))).toEqual([]);
    }
  });
});

test("the API's list shows accounts whole, deactivated and new ones too", () => {
  const grace = admin();
  const ada = makeUser({ name: "Ada", active: false });
  const { rows, total } = listUsersJson(grace, queryOf({ sort: "name" }), PAGE);
  expect(total).toBe(2);
  expect(rows[0]).toMatchObject({ _id: String(ada.id), email: ada.email, role: "user", active: false, garage: null });
  expect(listAccountsJson([])).toEqual([]);
});

test("the numbers at a glance", () => {
  const grace = admin();
  const day = (days: number) => ({ createdAt: now() - days * DAY });
  const ada = makeUser(day(6));
  makeUser(day(8));
  makeUser(day(29));
  makeUser(day(31));
  const garage = makeGarage(ada);
  makeVehicle(garage);
  makeVehicle(garage);
  const ticket = { category: "Bug Report", subject: "s", description: "d", createdAt: 1, updatedAt: 1 };
  for (const status of ["New", "In Progress", "Closed"] as const) insertRow(schema.tickets, { ...ticket, status });
  for (const status of ["pending", "approved", "rejected"] as const) makeEvent(ada, { status });
  const accounts = { newIn7Days: 2, newIn30Days: 4 };
  expect(getSiteCounts(grace)).toEqual({ ...accounts, garages: 1, vehicles: 2 });
  expect(getQueueCounts(grace)).toMatchObject({ tickets: 2, events: 1 });
});

describe("the log", () => {
  function aFewActs() {
    let time = Date.UTC(2030, 0, 1);
    setClock(() => (time += 1000));
    const [grace, rut] = [admin(), viewerOf(makeAdmin({ name: "Rut" }))];
    const [ada, bob] = [makeUser({ name: "Ada" }), makeUser({ name: "Bob", email: "bob@example.com" })];
    setUserActive(grace, ada.id, { active: false, reason: "Spam" });
    setUserActive(rut, bob.id, { active: false });
    setUserActive(rut, ada.id, { active: true });
    grantRole("bob@example.com");
    return { grace, rut, ada, bob };
  }

  test("is empty at first, without filters; then newest first, as text", () => {
    const first = admin();
    expect(listAudit(first, log(), PAGE)).toMatchObject({ total: 0, rows: [] });
    expect(listAuditChoices(first)).toEqual({ actors: [], actions: [], subjectTypes: [] });
    const { grace, bob, ada } = aFewActs();
    const { rows, total } = listAudit(grace, log(), PAGE);
    expect(total).toBe(4);
    const actions = ["grant-admin", "reactivate", "deactivate", "deactivate"];
    expect(rows.map(({ action }) => action)).toEqual(actions.map((act) => `user.${act}`));
    const granted = { actor: "command-line", actorName: "command line", subjectId: String(bob.id), subjectName: "Bob" };
    const role = { field: "role", before: "user", after: "admin" };
    expect(rows[0]).toMatchObject({ ...granted, changes: [role], reason: null });
    const deactivation = { field: "active", before: "yes", after: "no" };
    expect(rows[3]).toMatchObject({
      actor: String(grace.id),
      subjectName: "Ada",
      changes: [deactivation],
      reason: "Spam",
    });
    removeRow(users, ada.id);
    expect(listAudit(grace, log(), PAGE).rows[3]).toMatchObject({ subjectId: String(ada.id), subjectName: null });
  });

  test("names what an act was about, not its number", () => {
    const grace = admin();
    const { vehicle } = makeOwner({ name: "Ada" });
    const bob = makeUser({ name: "Bob" });
    // From before decisions, when an admin deleted comments.
    const before = { text: "Spam", user: String(bob.id), vehicle: String(vehicle.id) };
    recordAdminAction(grace, { action: "comment.delete", subjectType: "comment", subjectId: 9, before });
    const [row] = listAudit(grace, log(), PAGE).rows;
    expect(row).toMatchObject({ subjectType: "comment", subjectName: "Bob’s comment on 1967 Lotus Elan" });
    expect(row?.changes).toEqual([
      { field: "text", before: "Spam", after: null },
      { field: "user", before: "Bob", after: null },
      { field: "vehicle", before: "1967 Lotus Elan", after: null },
    ]);
    removeRow(users, bob.id);
    expect(listAudit(grace, log(), PAGE).rows[0]?.subjectName).toBe("Deleted member’s comment on 1967 Lotus Elan");
  });

  test("is filtered by actor, action and subject, and paged", () => {
    const { grace, rut, ada } = aFewActs();
    const countEntries = (values: Record<string, string>) => listAudit(grace, log(values), PAGE).total;
    expect(countEntries({ actor: String(rut.id) })).toBe(2);
    expect(countEntries({ actor: "command-line" })).toBe(1);
    expect(countEntries({ action: "user.deactivate" })).toBe(2);
    expect(countEntries({ subjectType: "user", subjectId: String(ada.id) })).toBe(2);
    expect(countEntries({ actor: String(rut.id), action: "user.deactivate" })).toBe(1);
    expect(countEntries({ actor: "", action: "", subjectType: "ticket" })).toBe(0);
    expect(listAudit(grace, log(), { page: 2, limit: 3 })).toMatchObject({ total: 4, rows: [{ reason: "Spam" }] });
    expect(() => log({ actor: "1 OR 1=1" })).toThrow("Unknown actor.");
    const actorOptions = [grace, rut].map(({ id, name }) => ({ value: String(id), name }));
    const actors = [...actorOptions, { value: "command-line", name: "command line" }];
    const actions = ["user.deactivate", "user.grant-admin", "user.reactivate"];
    expect(listAuditChoices(grace)).toEqual({ actors, actions, subjectTypes: ["user"] });
  });
});
