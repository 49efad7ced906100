import { expect, test } from "vitest";
import { auditLog, blocks, eventChanges, events, notifications, users } from "~/db/schema";
import { grantRole, listStaff, revokeRole } from "~/features/accounts/admins.server";
import { ADMINS_ONLY } from "~/features/accounts/policy";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { getEventPage, listPendingEvents } from "~/features/events/queries.server";
import { changeAccount, setUserRole } from "~/features/moderation/commands.server";
import { accountInput } from "~/features/moderation/schema.server";
import { notifyStaff } from "~/features/notifications/notify.server";
import { decode } from "~/lib/decode";
import { makeEvent } from "../support/events";
import { admin, makeAdmin, makeUser, member, moderator, viewerOf } from "../support/make-rows";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";

const logRows = () => allRows(auditLog);
const roleOf = (id: number) => viewerOf({ id }).role;

test("an account becomes an admin by its address, in any spelling, and the log names the actor", () => {
  const ada = makeUser({ name: "Ada", email: "ada@example.com" });
  const granted = { name: "Ada", email: "ada@example.com", active: true, role: "admin" };
  expect(grantRole(" Ada@Example.com ")).toEqual(granted);
  expect(viewerOf(ada).role).toBe("admin");
  const act = { actorId: null, actorName: "command line", action: "user.grant-admin", subjectType: "user" };
  const change = { before: { role: "user" }, after: { role: "admin" } };
  expect(logRows()).toMatchObject([{ ...act, ...change, subjectId: String(ada.id) }]);
});

test("to grant it again or to revoke it from no admin changes nothing; an unknown address is refused", () => {
  makeAdmin({ email: "ada@example.com" });
  makeUser({ email: "eve@example.com" });
  grantRole("ada@example.com");
  expect(revokeRole("eve@example.com").email).toBe("eve@example.com");
  expect(listStaff().map(({ email }) => email)).toEqual(["ada@example.com"]);
  expect(logRows()).toEqual([]);
  const message = "No account has the address nobody@example.com.";
  expect(() => grantRole("nobody@example.com")).toThrow(message);
  expect(() => revokeRole("nobody@example.com")).toThrow(message);
});

test("the role can be revoked while another admin can log in; deactivated ones do not count", () => {
  makeAdmin({ email: "ada@example.com" });
  makeAdmin({ email: "bob@example.com" });
  makeAdmin({ email: "cat@example.com", active: false });
  expect(listStaff().map(({ email }) => email)).toEqual(["ada@example.com", "bob@example.com", "cat@example.com"]);
  revokeRole("ada@example.com");
  expect(listStaff().map(({ email }) => email)).toEqual(["bob@example.com", "cat@example.com"]);
  expect(logRows()).toMatchObject([
    { action: "user.revoke-admin", before: { role: "admin" }, after: { role: "user" } },
  ]);
  expect(() => revokeRole("bob@example.com")).toThrow("The last admin cannot be removed.");
});

test("moderators and admins can be granted and changed, while another admin can log in", () => {
  makeUser({ email: "ada@example.com" });
  makeAdmin({ email: "bob@example.com" });
  expect(grantRole("ada@example.com", "moderator").role).toBe("moderator");
  expect(listStaff().map(({ email, role }) => `${email} ${role}`)).toEqual([
    ...["ada@example.com moderator", "bob@example.com admin"],
  ]);
  expect(() => grantRole("bob@example.com", "moderator")).toThrow("The last admin cannot be removed.");
  grantRole("ada@example.com");
  grantRole("bob@example.com", "moderator");
  expect(revokeRole("bob@example.com").role).toBe("moderator");
  expect(logRows().map(({ action }) => action)).toEqual([
    ...["user.grant-moderator", "user.grant-admin", "user.grant-moderator", "user.revoke-moderator"],
  ]);
});

test("only an admin grants and revokes moderators, logged once, and makes no admin", () => {
  const grace = admin();
  const { id } = makeUser();
  setUserRole(grace, id, "moderator");
  setUserRole(grace, id, "moderator");
  expect(roleOf(id)).toBe("moderator");
  setUserRole(grace, id, "user");
  expect(roleOf(id)).toBe("user");
  expect(logRows().map(({ action }) => action)).toEqual(["user.grant-moderator", "user.revoke-moderator"]);
  const otherUser = makeAdmin();
  for (const userId of [otherUser.id, grace.id])
    expect(() => setUserRole(grace, userId, "user")).toThrow("on the command line");
  for (const viewer of [moderator(), member()])
    expect(() => setUserRole(viewer, makeUser().id, "moderator")).toThrow(ADMINS_ONLY);
  expect(() => setUserRole(grace, 999_999, "moderator")).toThrow("This account does not exist.");
});

test("the call takes either, or both in one; half of it is not done", () => {
  const grace = admin();
  const { id } = makeUser();
  expect(decode(accountInput, {})).toEqual({});
  expect(() => decode(accountInput, { role: "admin" })).toThrow();
  changeAccount(grace, id, decode(accountInput, { role: "moderator" }));
  expect(roleOf(id)).toBe("moderator");
  const otherAdmin = makeAdmin();
  expect(() => changeAccount(grace, otherAdmin.id, { active: false, role: "user" })).toThrow("on the command line");
  expect(findRow(users, otherAdmin.id)).toMatchObject({ active: true, role: "admin" });
});

test("a moderator decides on events except own ones; an admin, perhaps the only one, on own ones too", () => {
  const mo = moderator();
  const [firstEvent, secondEvent, ownEvent] = [null, null, mo].map((user) => makeEvent(user, { status: "pending" }));
  expect(listPendingEvents(mo, { page: 1, limit: 50 }).total).toBe(3);
  expect(getEventPage(firstEvent!.id, mo).viewerCanDecide).toBe(true);
  approveEvent(mo, firstEvent!.id);
  rejectEvent(mo, secondEvent!.id, "Too loud.");
  expect(getEventPage(ownEvent!.id, mo).viewerCanDecide).toBe(false);
  expect(() => rejectEvent(mo, ownEvent!.id)).toThrow("Another moderator has to decide on your own event.");
  const grace = admin();
  changeRow(events, ownEvent!.id, { userId: grace.id });
  rejectEvent(grace, ownEvent!.id);
  expect(() => rejectEvent(member(), ownEvent!.id)).toThrow(ADMINS_ONLY);
});

test("only an admin decides on staff's events and their changes, until the account is deleted", () => {
  const mo = moderator();
  const forbidden = expect.objectContaining({ code: "forbidden", message: CASE_MESSAGES.staff });
  for (const submitter of [moderator(), admin()]) {
    const { id } = makeEvent(submitter, { status: "pending" });
    expect(getEventPage(id, mo).viewerCanDecide).toBe(false);
    expect(listPendingEvents(mo, { page: 1, limit: 50 }).rows.find((row) => row.id === id)).toMatchObject({
      viewerCanDecide: false,
    });
    expect(() => rejectEvent(mo, id, "")).toThrow(forbidden);
    expect(getEventPage(id, admin()).viewerCanDecide).toBe(true);
    changeRow(events, id, { userId: null });
    rejectEvent(mo, id);
  }
  const live = makeEvent(moderator());
  insertRow(eventChanges, { eventId: live.id, status: "pending", title: "Another", createdAt: 1, updatedAt: 2 });
  const { revision } = getEventPage(live.id, mo).submission!;
  expect(getEventPage(live.id, mo).viewerCanDecide).toBe(false);
  expect(() => rejectEvent(mo, live.id, "", revision)).toThrow(forbidden);
  rejectEvent(admin(), live.id, "", revision);
});

test("staff are notified of pending items also of blocked and muted users, and not of their own", () => {
  const [mo, sender] = [moderator(), member()];
  const rows = [mo, sender].map(({ id }, index) => ({ userId: id, otherId: [sender, mo][index]!.id }));
  for (const row of rows) insertRow(blocks, { ...row, kind: "block", createdAt: 1 });
  notifyStaff("cases", sender.id);
  notifyStaff("events", mo.id);
  expect(allRows(notifications)).toMatchObject([{ userId: mo.id, detail: "cases" }]);
});

test("a moderator is notified of events and not of tickets; the notifications end with the role", () => {
  const grace = admin();
  const mo = moderator();
  notifyStaff("events", null);
  notifyStaff("tickets", null);
  const detailsOf = (id: number) =>
    allRows(notifications).flatMap(({ userId, detail }) => (userId === id ? detail : []));
  expect([detailsOf(grace.id), detailsOf(mo.id)]).toEqual([["events", "tickets"], ["events"]]);
  setUserRole(grace, mo.id, "user");
  expect(detailsOf(mo.id)).toEqual([]);
});
