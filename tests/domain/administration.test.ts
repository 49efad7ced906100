import { expect, test } from "vitest";
import { auditLog, cases, emailChanges, invites, mailOutbox, photos, secondSteps, sessions, users } from "~/db/schema";
import { grantRole } from "~/features/accounts/admins.server";
import type { Viewer } from "~/features/accounts/policy";
import { inviteByMail } from "~/features/accounts/registration/invitations.server";
import { startSession } from "~/features/accounts/sessions.server";
import {
  changeAddressOf,
  deleteAccountOf,
  endSessionsOf,
  exportDataOf,
  getAccountView,
  resendConfirmationOf,
  suspendMember,
  turnOffSecondStepOf,
} from "~/features/administration/account.server";
import { ADMINISTRATION_MESSAGES, MANY } from "~/features/administration/limits";
import { nameMany, runMany } from "~/features/administration/many.server";
import { type ManyInput, manyInput, toDecision } from "~/features/administration/schema.server";
import { listUsers } from "~/features/moderation/queries.server";
import { userQuery } from "~/features/moderation/schema.server";
import { csvLine } from "~/lib/csv";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { isolate } from "~/lib/text";
import { DAY, now, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { makeEvent } from "../support/events";
import { admin, makeAdmin, makeGarage, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";

const NOON = Date.UTC(2026, 5, 1, 12);

const actions = () => allRows(auditLog).map(({ action }) => action);
const DECISION = { rule: "Be kind", facts: "They insulted others in three comments.", days: 3, hideAll: false };

test("sessions end, logged, and the member gets a mail that names no admin", async () => {
  const ada = makeUser({ email: "ada@example.com" });
  startSession(ada.id, "");
  expect(endSessionsOf(admin(), ada.id)).toEqual({ name: ada.name });
  expect(allRows(sessions)).toEqual([]);
  expect(actions()).toEqual(["user.end-sessions"]);
  const [mail] = await deliveredTo("ada@example.com");
  expect(mail?.subject).toBe("You have been logged out");
  expect(mail?.text).not.toContain(admin().name);
});

test("another address waits for its link, both addresses get a mail, and the link can be sent again", async () => {
  setClock(() => NOON);
  const ada = makeUser({ email: "ada@example.com" });
  expect(() => resendConfirmationOf(admin(), ada.id)).toThrow(ADMINISTRATION_MESSAGES.nothingToConfirm);
  changeAddressOf(admin(), ada.id, { email: "new@example.com" });
  resendConfirmationOf(admin(), ada.id);
  expect(findRow(users, ada.id)?.email).toBe("ada@example.com");
  expect(getAccountView(admin(), ada.id).pendingEmail).toEqual({ email: "new@example.com", until: NOON + DAY });
  expect((await deliveredTo("new@example.com")).map(({ subject }) => subject)).toEqual([
    "Confirm your new email address",
    "Confirm your new email address",
  ]);
  expect((await deliveredTo("ada@example.com"))[0]?.subject).toBe("A new email address for your account");
  expect(() => changeAddressOf(admin(), ada.id, { email: "ada@example.com" })).toThrow(
    "This is the member’s address already.",
  );
  makeUser({ email: "bob@example.com" });
  expect(() => changeAddressOf(admin(), ada.id, { email: "bob@example.com" })).toThrow(
    "Another member has this address.",
  );
});

test("the second step goes with all sessions; without one: conflict", () => {
  const ada = makeUser();
  insertRow(secondSteps, { userId: ada.id, secret: "A", createdAt: now(), confirmedAt: now() });
  startSession(ada.id, "");
  turnOffSecondStepOf(admin(), ada.id);
  expect([allRows(secondSteps), allRows(sessions)]).toEqual([[], []]);
  expect(() => turnOffSecondStepOf(admin(), ada.id)).toThrow("is not on");
  expect(actions()).toEqual(["user.second-step-off"]);
  expect(allRows(mailOutbox)).toMatchObject([{ payload: { act: "secondStepOff" } }]);
});

test("a suspension is a decided case about the garage; without a garage: conflict", () => {
  setClock(() => NOON);
  const [ada, bob] = [makeUser(), makeUser()];
  makeGarage(ada);
  suspendMember(admin(), ada.id, DECISION);
  expect(findRow(users, ada.id)?.suspendedUntil).toBe(NOON + 3 * DAY);
  expect(allRows(cases)).toMatchObject([{ kind: "garage", state: "decided", measure: "suspend", personId: ada.id }]);
  expect(() => suspendMember(admin(), bob.id, DECISION)).toThrow(ADMINISTRATION_MESSAGES.nothingPublic);
  expect(() => toDecision({ ...DECISION, days: undefined })).toThrow("Please enter the number of days.");
});

test("a deletion is the member's own, also while suspended, and only then the mail goes out", async () => {
  const ada = makeUser({ email: "ada@example.com" });
  changeRow(users, ada.id, { suspendedUntil: now() + DAY });
  endSessionsOf(admin(), ada.id);
  await deleteAccountOf(admin(), ada.id);
  expect(findRow(users, ada.id)).toBeUndefined();
  expect(allRows(mailOutbox)).toMatchObject([{ recipient: "ada@example.com", payload: { act: "deleted" } }]);
  expect(actions()).toEqual(["user.end-sessions", "user.delete"]);
});

test("an export is logged and mailed", async () => {
  const ada = makeUser({ email: "ada@example.com" });
  const { zip } = await exportDataOf(admin(), ada.id);
  await new Response(zip).arrayBuffer();
  expect(actions()).toEqual(["user.export"]);
  expect((await deliveredTo("ada@example.com"))[0]?.subject).toBe("A copy of your data");
});

test("neither one's own account nor another admin's can be taken over, and nobody else may do any of it", async () => {
  const [self, other] = [admin(), makeAdmin()];
  const mod = viewerOf(makeUser({ role: "moderator" }));
  const ACTS = [
    changeAddressOf,
    resendConfirmationOf,
    turnOffSecondStepOf,
    suspendMember,
    deleteAccountOf,
    exportDataOf,
  ];
  for (const act of ACTS) {
    const run = async (viewer: ReturnType<typeof admin>, id: number) =>
      await act(viewer, id, { email: "new@example.com" } as never);
    await expect(run(self, other.id)).rejects.toThrow(ADMINISTRATION_MESSAGES.admin);
    await expect(run(self, self.id)).rejects.toThrow(ADMINISTRATION_MESSAGES.yourself);
    await expect(run(mod, other.id)).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(() => endSessionsOf(mod, other.id)).toThrow();
  expect(() => endSessionsOf(self, self.id)).toThrow(ADMINISTRATION_MESSAGES.yourself);
  expect(() => getAccountView(mod, other.id)).toThrow();
  expect([allRows(mailOutbox), actions()]).toEqual([[], []]);
});

const runEach = (viewer: Viewer, input: ManyInput) => runMany(viewer, input, () => {});

const many = (act: string, ...ids: (number | string)[]) => decode(manyInput, { act, ids: ids.join(" ") });

test("an act on many does each by itself, logged and mailed, and names those refused with the reason", async () => {
  const [grace, ada, bob] = [admin(), makeUser({ name: "Ada", email: "ada@example.com" }), makeUser()];
  expect(nameMany(grace, many("deactivate", ada.id, 999))).toEqual([
    { id: ada.id, name: `${isolate("Ada")}, ada@example.com` },
    { id: 999, name: "No. 999" },
  ]);
  const { done, refused } = await runEach(grace, many("deactivate", ada.id, grace.id, bob.id, 999));
  expect(done).toBe(2);
  expect(refused).toEqual([
    {
      id: grace.id,
      name: expect.stringContaining(isolate(grace.name)),
      message: "You cannot deactivate your own account.",
    },
    { id: 999, name: "No. 999", message: "This account does not exist." },
  ]);
  expect([findRow(users, ada.id)?.active, findRow(users, bob.id)?.active]).toEqual([false, false]);
  expect(actions()).toEqual(["user.deactivate", "user.deactivate"]);
  expect((await deliveredTo("ada@example.com")).map(({ subject }) => subject)).toEqual([
    "Your account was deactivated",
  ]);
  expect(await runEach(grace, many("reactivate", ada.id))).toEqual({ done: 1, refused: [] });
  const other = makeAdmin();
  const roles = await runEach(grace, many("moderator", ada.id, other.id));
  expect([roles.done, roles.refused.map(({ id }) => id)]).toEqual([1, [other.id]]);
  expect((await runEach(grace, many("end-sessions", ada.id, bob.id))).done).toBe(2);
});

test("cases and posts: a moderator takes no action, and is refused about staff and oneself", async () => {
  const mod = viewerOf(makeUser({ role: "moderator" }));
  const [ada, otherMod] = [makeUser(), makeUser({ role: "moderator" })];
  const caseOf = (person: { id: number }, thingId: number) =>
    insertRow(cases, {
      ...{ kind: "vehicle", thingId, about: `/vehicles/${thingId}`, personId: person.id, personName: "", createdAt: 1 },
      snapshot: { title: "A car" },
    }).id;
  const ids = [caseOf(ada, 1), caseOf(otherMod, 2), caseOf(mod, 3)];
  expect(nameMany(mod, many("none", ...ids)).map(({ name }) => name)).toEqual([
    `Case ${ids[0]}: ${isolate("A car")}`,
    `Case ${ids[1]}: ${isolate("A car")}`,
    `No. ${ids[2]}`,
  ]);
  const { done, refused } = await runEach(mod, many("none", ...ids));
  expect([done, refused.map(({ id }) => id)]).toEqual([1, ids.slice(1)]);
  expect(actions()).toEqual(["case.none"]);
  await expect(runEach(mod, many("reject", 1))).rejects.toMatchObject({ code: "invalid" });
  expect((await runEach(mod, many("publish", "1:AbC"))).refused).toMatchObject([{ id: 1, name: "No. 1" }]);
});

test("the act stops at the row where the viewer’s rights have changed", async () => {
  const [ada, bob] = [makeUser(), makeUser()];
  let rows = 0;
  const check = () => {
    if (++rows > 1) throw new DomainError("forbidden", "Your role has changed.");
  };
  await expect(runMany(admin(), many("deactivate", ada.id, bob.id), check)).rejects.toMatchObject({
    code: "forbidden",
  });
  expect([findRow(users, ada.id)?.active, findRow(users, bob.id)?.active]).toEqual([false, true]);
});

test("many are at least one and at most 100, and not for a role lost meanwhile", async () => {
  const ids = Array.from({ length: MANY + 1 }, (_, index) => index + 1);
  expect(() => many("deactivate", ...ids)).toThrow("Select at most 100 rows.");
  expect(many("deactivate", ...ids.slice(1)).ids.size).toBe(MANY);
  expect(() => many("deactivate")).toThrow("Select at least one row.");
  expect(() => many("delete", 1)).toThrow("Unknown action.");
  for (const id of ["x", "0", "1:", "-1", "1:<b>"]) expect(() => many("deactivate", id)).toThrow("list of ids");
  const mod = viewerOf(makeUser({ role: "moderator" }));
  await expect(runEach(mod, many("deactivate", 1))).rejects.toMatchObject({ code: "forbidden" });
  await expect(runEach(viewerOf(makeUser()), many("claim", 1))).rejects.toMatchObject({ code: "forbidden" });
});

test("members are found by role, state, joining, last visit and storage", () => {
  setClock(() => NOON);
  const grace = admin();
  const MB = 1024 * 1024;
  const [ada, bob] = [
    makeUser({ name: "Ada", createdAt: NOON - 400 * DAY }),
    makeUser({ name: "Bob", role: "moderator", createdAt: NOON - 3 * DAY, suspendedUntil: NOON + DAY }),
  ];
  const photo = makePhoto(makeVehicle(makeGarage(ada)), { bytes: 20 * MB });
  makeEvent(ada, { imageBytes: 90 * MB });
  changeRow(users, grace.id, { createdAt: NOON - 400 * DAY, lastSeenAt: NOON - 40 * DAY });
  const names = (query: object) =>
    listUsers(grace, decode(userQuery, { sort: "name", ...query }), { page: 1, limit: 50 }).rows.map(({ id }) => id);
  expect(names({ role: "moderator" })).toEqual([bob.id]);
  expect(names({ status: "suspended" })).toEqual([bob.id]);
  expect(names({ joined: "7" })).toEqual([bob.id]);
  expect(names({ seen: "not-30" })).toEqual([ada.id, grace.id]);
  expect(names({ storage: "100" })).toEqual([ada.id]);
  expect(names({ storage: "1000" })).toEqual([]);
  expect(names({ sort: "-storage" })[0]).toBe(ada.id);
  startSession(ada.id, "");
  expect([names({ seen: "7" }), names({ seen: "not-365" })]).toEqual([[ada.id, bob.id], []]);
  expect(getAccountView(grace, ada.id)).toMatchObject({ lastSeenAt: NOON, storageBytes: 110 * MB });
  endSessionsOf(grace, ada.id);
  expect(getAccountView(grace, ada.id)).toMatchObject({ lastSeenAt: NOON, sessions: 0 });
  changeRow(photos, photo.id, { bytes: MB });
  expect(getAccountView(grace, ada.id).storageBytes).toBe(91 * MB);
  for (const query of [{ role: "x" }, { joined: "8" }, { seen: "x" }, { storage: "1" }])
    expect(() => names(query)).toThrow("Unknown");
});

test("a cell of a spreadsheet is text, never a formula", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@a", "\tb", "\rc", 'say "hi"', "a=b", null, 7])).toBe(
    `"'=1+1","'+1","'-1","'@a","'\tb","'\rc","say ""hi""","a=b","","7"\r\n`,
  );
});

test("a new admin keeps no link, and no change of address, that another admin began", () => {
  const ada = makeUser({ email: "ada@example.com" });
  changeAddressOf(admin(), ada.id, { email: "ada@new.example" });
  insertRow(emailChanges, {
    ...{ userId: ada.id, oldEmail: "thief@example.com", newEmail: ada.email },
    ...{ createdAt: now(), confirmedAt: now() },
  });
  grantRole("ada@example.com");
  expect(allRows(emailChanges)).toEqual([]);
});

test("an invited address goes with the account that it opened", async () => {
  inviteByMail(admin(), { emails: ["ada@example.com"], days: 7 });
  const ada = makeUser({ email: "ada@example.com" });
  expect(allRows(invites)).toMatchObject([{ email: "ada@example.com" }]);
  await deleteAccountOf(admin(), ada.id);
  expect(allRows(invites)).toEqual([]);
});
