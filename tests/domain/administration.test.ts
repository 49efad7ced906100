import { expect, test } from "vitest";
import { auditLog, cases, mailOutbox, secondSteps, sessions, users } from "~/db/schema";
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
import { ADMINISTRATION_MESSAGES } from "~/features/administration/limits";
import { toDecision } from "~/features/administration/schema.server";
import { DAY, now, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { admin, makeAdmin, makeGarage, makeUser, viewerOf } from "../support/make-rows";
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
  const ada = makeUser({ email: "ada@example.com" });
  expect(() => resendConfirmationOf(admin(), ada.id)).toThrow(ADMINISTRATION_MESSAGES.nothingToConfirm);
  changeAddressOf(admin(), ada.id, "new@example.com");
  resendConfirmationOf(admin(), ada.id);
  expect(findRow(users, ada.id)?.email).toBe("ada@example.com");
  expect(getAccountView(admin(), ada.id).pendingEmail).toBe("new@example.com");
  expect((await deliveredTo("new@example.com")).map(({ subject }) => subject)).toEqual([
    "Confirm your new email address",
    "Confirm your new email address",
  ]);
  expect((await deliveredTo("ada@example.com"))[0]?.subject).toBe("A new email address for your account");
  expect(() => changeAddressOf(admin(), ada.id, "ada@example.com")).toThrow("This is the member’s address already.");
});

test("the second step goes with all sessions; without one: conflict", () => {
  const ada = makeUser();
  insertRow(secondSteps, { userId: ada.id, secret: "A", createdAt: now(), confirmedAt: now() });
  startSession(ada.id, "");
  turnOffSecondStepOf(admin(), ada.id);
  expect([allRows(secondSteps), allRows(sessions)]).toEqual([[], []]);
  expect(() => turnOffSecondStepOf(admin(), ada.id)).toThrow("is not on");
  expect(actions()).toEqual(["user.second-step-off"]);
});

test("a suspension is a decided case about the garage; without a garage: conflict", () => {
  setClock(() => NOON);
  const [ada, bob] = [makeUser(), makeUser()];
  makeGarage(ada);
  suspendMember(admin(), ada.id, toDecision(DECISION));
  expect(findRow(users, ada.id)?.suspendedUntil).toBe(NOON + 3 * DAY);
  expect(allRows(cases)).toMatchObject([{ kind: "garage", state: "decided", measure: "suspend", personId: ada.id }]);
  expect(() => suspendMember(admin(), bob.id, toDecision(DECISION))).toThrow(ADMINISTRATION_MESSAGES.nothingPublic);
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
      await act(viewer, id, "new@example.com" as never);
    await expect(run(self, other.id)).rejects.toThrow(ADMINISTRATION_MESSAGES.admin);
    await expect(run(self, self.id)).rejects.toThrow(ADMINISTRATION_MESSAGES.yourself);
    await expect(run(mod, other.id)).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(() => endSessionsOf(mod, other.id)).toThrow();
  expect(() => endSessionsOf(self, self.id)).toThrow(ADMINISTRATION_MESSAGES.yourself);
  expect(() => getAccountView(mod, other.id)).toThrow();
  expect([allRows(mailOutbox), actions()]).toEqual([[], []]);
});
