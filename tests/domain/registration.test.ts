import { describe, expect, test } from "vitest";
import { publicVersion } from "~/db/client.server";
import { applications, auditLog, invites, notifications, signUps, users } from "~/db/schema";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { login } from "~/features/accounts/login.server";
import { requestPasswordReset } from "~/features/accounts/passwords.server";
import { ADMINS_ONLY, STAFF_ONLY, type Viewer } from "~/features/accounts/policy";
import { checkRegistration } from "~/features/accounts/registration/admission.server";
import {
  acceptApplication,
  changeRegistrationSettings,
  createInvite,
  refuseApplication,
  revokeInvite,
} from "~/features/accounts/registration/commands.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import {
  countOpenInvites,
  getRegistrationSettings,
  listApplications,
  listInvites,
} from "~/features/accounts/registration/queries.server";
import {
  inviteInput,
  type RegistrationChanges,
  refusalInput,
  registrationInput,
  registrationPatch,
} from "~/features/accounts/registration/schema.server";
import { resendVerification, signUp, verifyEmail, verifyWithPassword } from "~/features/accounts/sign-up.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { listAudit } from "~/features/moderation/audit.server";
import { auditQuery } from "~/features/moderation/schema.server";
import { listItems } from "~/features/notifications/list.server";
import { notificationPath, notificationText } from "~/features/notifications/messages";
import { notifyStaff } from "~/features/notifications/notify.server";
import { decode } from "~/lib/decode";
import { DAY, now, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { admin, member, moderator } from "../support/make-rows";
import { fieldErrors, refusal } from "../support/refusal";
import { allRows, changeRow } from "../support/rows";

const PASSWORD = "correct horse";
const newUser = (email: string, more: { invite?: string; answer?: string } = {}) => ({
  ...{ name: "Ada", email, password: PASSWORD, passwordConfirm: PASSWORD },
  ...more,
});
const PAGE = { page: 1, limit: 50 };

const set = (changes: RegistrationChanges) => changeRegistrationSettings(admin(), changes);
const tokenOf = ({ link }: { link: string }) => new URL(link).searchParams.get("invite")!;
const inviteOf = (maker: Viewer, uses = 1, days = 7) => {
  const created = createInvite(maker, { uses, days });
  return { ...created, token: tokenOf(created) };
};
const linkOf = async (email: string) => tokenIn((await deliveredTo(email)).at(-1));
const applied = () => notifyStaff("applications", null);

/** @returns the user's id; null for a pending application */
async function comeIn(email: string, more: { invite?: string; answer?: string } = {}): Promise<number | null> {
  await signUp(newUser(email, more));
  return verifyEmail(await linkOf(email), { applied });
}

/** @returns its id */
async function applyAs(email: string, answer = "I like cars."): Promise<number> {
  await comeIn(email, { answer });
  return allRows(applications).find((row) => row.email === email)!.id;
}

const isTrusted = (id: number | null) => allRows(users).find((user) => user.id === id)!.trusted;

describe("the registration settings", () => {
  test("is open until an admin changes it; changes are logged", () => {
    expect(getRegistrationSettings()).toEqual({
      ...{ registration: "open", question: "", refusedDomains: [], membersInvite: false, firstPosts: "off" },
    });
    const grace = admin();
    const before = publicVersion();
    changeRegistrationSettings(grace, { registration: "approval", question: "Why?" });
    changeRegistrationSettings(grace, { registration: "approval" });
    expect(changeRegistrationSettings(grace, { firstPosts: "links" })).toMatchObject({
      registration: "approval",
      firstPosts: "links",
    });
    // Visitors' cached pages are stale.
    expect(publicVersion()).toBe(before + 2);
    expect(allRows(auditLog)).toMatchObject([
      {
        ...{ action: "door.change", subjectType: "door", actorId: grace.id },
        ...{ before: { registration: "open", question: "" }, after: { registration: "approval", question: "Why?" } },
      },
      { before: { firstPosts: "off" }, after: { firstPosts: "links" } },
    ]);
    expect(listAudit(grace, decode(auditQuery, {}), PAGE).rows[0]).toMatchObject({ subjectName: "Registration" });
    changeRegistrationSettings(grace, { refusedDomains: ["spam.example", "junk.example"] });
    expect(listAudit(grace, decode(auditQuery, {}), PAGE).rows[0]?.changes).toEqual([
      { field: "refusedDomains", before: null, after: "spam.example, junk.example" },
    ]);
    for (const viewer of [moderator(), member()])
      expect(() => changeRegistrationSettings(viewer, { registration: "closed" })).toThrow(ADMINS_ONLY);
  });

  test("takes domains one a line or as a list, however they are spelt, and nothing else", () => {
    const domainsText = "Spam.Example\n\n @junk.example\n*.spam.example";
    expect(decode(registrationInput, { registration: "open", firstPosts: "off", refusedDomains: domainsText })).toEqual(
      {
        ...{ registration: "open", question: "", membersInvite: false, firstPosts: "off" },
        refusedDomains: ["junk.example", "spam.example"],
      },
    );
    const patch = (refusedDomains: unknown) => decode(registrationPatch, { refusedDomains });
    expect(patch(["bücher.example"])).toEqual({ refusedDomains: ["xn--bcher-kva.example"] });
    expect(decode(registrationPatch, { membersInvite: true })).toEqual({ membersInvite: true });
    const refusedDomains = ["“spam” is not a domain, such as example.com."];
    expect(fieldErrors(() => patch(["spam"]))).toEqual({ refusedDomains });
    const wrong = { registration: "ajar", question: "q".repeat(501), firstPosts: "some" };
    expect(Object.keys(fieldErrors(() => decode(registrationPatch, wrong)))).toEqual(Object.keys(wrong));
    expect(Object.keys(fieldErrors(() => patch(5)))).toEqual(["refusedDomains"]);
  });

  test("closed refuses everyone, with invites and earlier links too", async () => {
    const { token } = inviteOf(admin());
    await signUp(newUser("ada@example.com", { invite: token }));
    const link = await linkOf("ada@example.com");
    set({ registration: "closed" });
    const closed = { code: "forbidden", message: REGISTRATION_MESSAGES.closed };
    expect(checkRegistration(token).refusal).toBe(REGISTRATION_MESSAGES.closed);
    await expect(signUp(newUser("bea@example.com", { invite: token }))).rejects.toMatchObject(closed);
    expect(refusal(() => verifyEmail(link))).toMatchObject(closed);
    set({ registration: "open" });
    expect(isTrusted(verifyEmail(link))).toBe(true);
  });
});

describe("invites", () => {
  test("alone open accounts if the settings require them, up to their limit", async () => {
    set({ registration: "invite" });
    await expect(signUp(newUser("a@example.com"))).rejects.toMatchObject({ message: REGISTRATION_MESSAGES.inviteOnly });
    const { token, id } = inviteOf(admin(), 2);
    const ada = await comeIn("a@example.com", { invite: token });
    expect(isTrusted(ada)).toBe(true);
    // The first verified address gets the invite's last use.
    for (const email of ["b@example.com", "c@example.com"]) await signUp(newUser(email, { invite: token }));
    const [first, second] = [await linkOf("b@example.com"), await linkOf("c@example.com")];
    expect(verifyEmail(first)).toBeGreaterThan(0);
    expect(refusal(() => verifyEmail(second))).toMatchObject({
      code: "forbidden",
      message: REGISTRATION_MESSAGES.inviteDead,
    });
    await expect(verifyWithPassword(second, { password: PASSWORD, passwordConfirm: PASSWORD })).rejects.toMatchObject({
      message: REGISTRATION_MESSAGES.inviteDead,
    });
    expect(allRows(invites)).toMatchObject([{ id: Number(id), uses: 0 }]);
    await expect(signUp(newUser("d@example.com", { invite: token }))).rejects.toMatchObject({ code: "forbidden" });
    sweepAccounts();
    expect(allRows(invites)).toEqual([]);
  });

  test("end with their time, their creator, or by revocation, by the creator only", async () => {
    set({ registration: "invite", membersInvite: true });
    const ada = member();
    const { token, id } = inviteOf(ada);
    const isLive = () => checkRegistration(token).refusal === null;
    expect(isLive()).toBe(true);
    for (const [offChange, onChange] of [
      [{ active: false }, { active: true }],
      [{ suspendedUntil: now() + DAY }, { suspendedUntil: null }],
    ] as const) {
      changeRow(users, ada.id, offChange);
      expect(isLive()).toBe(false);
      changeRow(users, ada.id, onChange);
    }
    set({ membersInvite: false });
    expect(isLive()).toBe(false);
    set({ membersInvite: true });
    const start = now();
    setClock(() => start + 7 * DAY);
    expect([isLive(), countOpenInvites(ada.id)]).toEqual([false, 0]);
    setClock(() => start);
    for (const staffMember of [admin(), moderator()])
      expect(refusal(() => revokeInvite(staffMember, Number(id))).code).toBe("not_found");
    revokeInvite(ada, Number(id));
    expect([isLive(), listInvites(ada, PAGE).rows]).toEqual([false, []]);
  });

  test("are created by admins, and by members if they may: fewer, and for fewer people", () => {
    const ada = member();
    expect(refusal(() => createInvite(ada, { uses: 1, days: 1 })).message).toBe(REGISTRATION_MESSAGES.cannotInvite);
    set({ membersInvite: true });
    expect(refusal(() => createInvite(ada, { uses: 11, days: 1 })).fields).toEqual({
      uses: [REGISTRATION_MESSAGES.tooManyUses],
    });
    for (let count = 0; count < 5; count++) createInvite(ada, { uses: 10, days: 90 });
    expect(refusal(() => createInvite(ada, { uses: 1, days: 1 }))).toMatchObject({ code: "conflict" });
    const grace = admin();
    for (let count = 0; count < 6; count++) createInvite(grace, { uses: 100, days: 90 });
    expect(listInvites(grace, PAGE).total).toBe(6);
    for (const wrong of [{}, { uses: 0, days: 0 }, { uses: 101, days: 91 }, { uses: "2.5", days: "x" }])
      expect(Object.keys(fieldErrors(() => decode(inviteInput, wrong)))).toEqual(["uses", "days"]);
    expect(decode(inviteInput, { uses: "3", days: 7 })).toEqual({ uses: 3, days: 7 });
  });

  test("count while registration is open too; a dead one is as none", async () => {
    const { token } = inviteOf(admin());
    expect(isTrusted(await comeIn("a@example.com", { invite: token }))).toBe(true);
    expect(checkRegistration(token)).toMatchObject({ inviteId: null, refusal: null });
    expect(isTrusted(await comeIn("b@example.com", { invite: token }))).toBe(false);
  });
});

describe("by approval", () => {
  const ask = () => set({ registration: "approval", question: "What do you drive?" });

  test("the question is shown, and the application waits in place of an account", async () => {
    ask();
    const [mo, grace] = [moderator(), admin()];
    await expect(signUp(newUser("ada@example.com"))).rejects.toMatchObject({
      ...{ code: "invalid", fields: { answer: [REGISTRATION_MESSAGES.answerRequired] } },
    });
    expect(await comeIn("ada@example.com", { answer: "An Elan." })).toBeNull();
    expect([allRows(signUps), allRows(users).some(({ email }) => email === "ada@example.com")]).toEqual([[], false]);
    for (const [password, refusal] of [
      [PASSWORD, { code: "forbidden", message: REGISTRATION_MESSAGES.waits, fields: {} }],
      // The response for an unknown address.
      ["not the right one", { code: "unauthenticated", message: ACCOUNT_MESSAGES.loginFailed, fields: {} }],
    ] as const)
      await expect(login({ email: "ada@example.com", password })).rejects.toMatchObject(refusal);
    const mailCount = (await deliveredTo("ada@example.com")).length;
    resendVerification({ email: "ada@example.com" });
    requestPasswordReset({ email: "ada@example.com" });
    expect(await deliveredTo("ada@example.com")).toHaveLength(mailCount);
    const [application] = listApplications(mo, PAGE).rows;
    expect(application).toEqual({
      id: expect.any(Number),
      name: "Ada",
      answer: "An Elan.",
      createdAt: expect.any(Number),
    });
    expect(listApplications(grace, PAGE).rows).toEqual([{ ...application, email: "ada@example.com" }]);
    for (const viewer of [mo, grace]) {
      const [notification] = listItems(viewer, PAGE).rows;
      expect(notificationText(notification!)).toBe("1 application is waiting for a decision");
      expect(notificationPath(notification!)).toBe("/moderation/applications");
    }
    expect(() => listApplications(member(), PAGE)).toThrow(STAFF_ONLY);
  });

  test("without a question no reply is required; an invite opens the account at once", async () => {
    set({ registration: "approval" });
    const { token } = inviteOf(admin());
    expect(checkRegistration("")).toMatchObject({ applies: true, question: "" });
    expect(checkRegistration(token)).toMatchObject({ applies: false });
    expect(isTrusted(await comeIn("a@example.com", { invite: token, answer: "Hello." }))).toBe(true);
    expect(await comeIn("b@example.com")).toBeNull();
    expect(allRows(applications)).toMatchObject([{ email: "b@example.com", answer: "" }]);
  });

  test("a yes opens the account, with the password of the sign-up, and is mailed", async () => {
    ask();
    const [mo, grace] = [moderator(), admin()];
    const id = await applyAs("ada@example.com");
    acceptApplication(mo, id);
    const userId = await login({ email: "ada@example.com", password: PASSWORD });
    expect([isTrusted(userId), allRows(applications), allRows(notifications)]).toEqual([true, [], []]);
    const mail = (await deliveredTo("ada@example.com")).at(-1)!;
    expect(mail.subject).toBe("Your application was accepted");
    expect(mail.links.map((link) => new URL(link).pathname)).toEqual(["/login"]);
    const conflict = { code: "conflict", message: REGISTRATION_MESSAGES.alreadyDecided };
    for (const decideAgain of [
      () => acceptApplication(grace, id),
      () => refuseApplication(grace, id, "Too late for that."),
    ])
      expect(refusal(decideAgain)).toMatchObject(conflict);
    expect(refusal(() => acceptApplication(grace, 999_999)).code).toBe("not_found");
    const act = { action: "application.accept", actorId: mo.id, subjectId: String(id) };
    expect(allRows(auditLog).at(-1)).toMatchObject({ ...act, after: { user: String(userId) } });
  });

  test("a rejection is mailed with its reason, and deleted after 30 days with the application", async () => {
    ask();
    const mo = moderator();
    const start = now();
    const id = await applyAs("ada@example.com");
    for (const reason of ["", "Too short", "r".repeat(501)])
      expect(Object.keys(fieldErrors(() => decode(refusalInput, { reason })))).toEqual(["reason"]);
    expect(() => refuseApplication(member(), id, "Not about vehicles.")).toThrow(STAFF_ONLY);
    refuseApplication(mo, id, "Not about vehicles.");
    expect(listApplications(mo, PAGE).total).toBe(0);
    expect(allRows(notifications)).toEqual([]);
    expect(allRows(applications)).toMatchObject([{ passwordHash: "", refusedAt: expect.any(Number) }]);
    const mail = (await deliveredTo("ada@example.com")).at(-1)!;
    expect(mail.subject).toBe("Your application was not accepted");
    expect(mail.text).toContain("Not about vehicles.");
    expect(refusal(() => acceptApplication(admin(), id)).code).toBe("conflict");
    expect(JSON.stringify(allRows(auditLog).at(-1))).not.toMatch(/Ada|Not about/);
    setClock(() => start + 30 * DAY - 1);
    sweepAccounts();
    expect(allRows(applications)).toHaveLength(1);
    setClock(() => start + 30 * DAY + 60_000);
    sweepAccounts();
    expect(allRows(applications)).toEqual([]);
  });

  test("a second application starts anew; an invite meanwhile ends the wait", async () => {
    ask();
    const first = await applyAs("ada@example.com", "An Elan.");
    const second = await applyAs("ada@example.com", "An Elan, and an Europa.");
    expect(allRows(applications)).toMatchObject([{ id: second, answer: "An Elan, and an Europa." }]);
    expect(refusal(() => acceptApplication(moderator(), first)).code).toBe("not_found");
    refuseApplication(moderator(), second, "Not about vehicles.");
    await applyAs("ada@example.com", "Really.");
    expect(await comeIn("ada@example.com", { invite: inviteOf(admin()).token })).toBeGreaterThan(0);
    expect(allRows(applications)).toEqual([]);
  });
});

test("a refused domain: gets the usual response, and no mail; so do its subdomains", async () => {
  set({ refusedDomains: ["spam.example"] });
  for (const email of ["a@spam.example", "a@mail.spam.example"]) {
    const { message } = await signUp(newUser(email, { invite: inviteOf(admin()).token }));
    expect(message).toBe(ACCOUNT_MESSAGES.signedUp);
    resendVerification({ email });
    requestPasswordReset({ email });
    expect(await deliveredTo(email)).toEqual([]);
  }
  expect(await comeIn("a@notspam.example")).toBeGreaterThan(0);
});

test("a refused domain: holds for links from before; accounts from before stay", async () => {
  await comeIn("old@spam.example");
  await signUp(newUser("new@spam.example"));
  const link = await linkOf("new@spam.example");
  set({ refusedDomains: ["spam.example"] });
  expect(refusal(() => verifyEmail(link)).message).toBe(ACCOUNT_MESSAGES.verificationFailed);
  expect(await login({ email: "old@spam.example", password: PASSWORD })).toBeGreaterThan(0);
});
