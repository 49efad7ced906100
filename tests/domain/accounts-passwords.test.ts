import { beforeEach, describe, expect, it } from "vitest";
import { users } from "~/db/schema";
import { isReauthenticated, login, requireReauthentication } from "~/features/accounts/login.server";
import { hashPassword, requestPasswordReset, resetPassword } from "~/features/accounts/passwords.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { signUp, verifyEmail, verifyWithPassword } from "~/features/accounts/sign-up.server";
import { HOUR, MINUTE, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { passTime } from "../support/clock";
import { makeUser, viewerOf } from "../support/make-rows";
import { changeRow } from "../support/rows";

const EMAIL = "grace@example.com";
const OLD = "the old password";
const NEW = { password: "a brand new one", passwordConfirm: "a brand new one" };
const FAILED = { code: "invalid", message: "Failed to reset password. Token may be invalid or expired." };
const ANSWER = "If an account exists, a password reset link has been sent to your email.";

let userId: number;

beforeEach(async () => {
  await signUp({ name: "Grace", email: EMAIL, password: OLD, passwordConfirm: OLD });
  userId = verifyEmail(tokenIn((await deliveredTo(EMAIL))[0]))!;
});

async function resetToken(): Promise<string> {
  expect(requestPasswordReset({ email: EMAIL })).toBe(ANSWER);
  return tokenIn((await deliveredTo(EMAIL)).at(-1));
}

describe("resetting a password", () => {
  it("works once, ends all sessions of the account only, and mails the owner", async () => {
    const otherSession = startSession(makeUser().id, "");
    const sessions = [startSession(userId, ""), startSession(userId, "")];
    const token = await resetToken();
    expect(await resetPassword(token, NEW)).toBe(userId);
    expect(sessions.map(findViewer)).toEqual([null, null]);
    expect(findViewer(otherSession)).not.toBeNull();
    await expect(resetPassword(token, NEW)).rejects.toMatchObject(FAILED);
    await expect(login({ email: EMAIL, password: OLD })).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await login({ email: EMAIL, password: NEW.password })).toBe(userId);
    const mail = (await deliveredTo(EMAIL)).at(-1);
    expect(mail?.subject).toBe("You have a new password");
    expect(mail?.links).toEqual(["http://localhost:3000/forgot-password"]);
    expect(mail?.text).not.toContain(NEW.password);
  });

  it.each<[string, () => unknown]>([
    ["another one of the person's was used", async () => resetPassword(await resetToken(), NEW)],
    ["an hour has gone by", () => passTime(HOUR)],
    ["the account was deactivated after the mail", () => changeRow(users, userId, { active: false })],
  ])("is refused if %s", async (_, happen) => {
    const token = await resetToken();
    await happen();
    await expect(resetPassword(token, NEW)).rejects.toMatchObject(FAILED);
  });

  it("lets one of two simultaneous uses through; a password that is easy to guess does not cost the link", async () => {
    const token = await resetToken();
    const uses = await Promise.allSettled([resetPassword(token, NEW), resetPassword(token, NEW)]);
    expect(uses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const otherToken = await resetToken();
    const easy = resetPassword(otherToken, { password: "grace1906", passwordConfirm: "grace1906" });
    const fields = { password: ["This password is too easy to guess."] };
    await expect(easy).rejects.toMatchObject({ code: "invalid", fields });
    expect(await resetPassword(otherToken, NEW)).toBe(userId);
  });

  it("does not take the link of another purpose", async () => {
    await signUp({ name: "New", email: "new@example.com", password: OLD, passwordConfirm: OLD });
    const verification = tokenIn((await deliveredTo("new@example.com"))[0]);
    await expect(resetPassword(verification, NEW)).rejects.toMatchObject(FAILED);
    const token = await resetToken();
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining({ code: "invalid" }));
  });

  it("verifies an unverified account, with the chosen password", async () => {
    await signUp({ name: "New", email: "new@example.com", password: OLD, passwordConfirm: OLD });
    await deliveredTo("new@example.com");
    requestPasswordReset({ email: "new@example.com" });
    const mail = (await deliveredTo("new@example.com")).at(-1);
    expect(mail?.subject).toBe("Verify your email address");
    await verifyWithPassword(tokenIn(mail), NEW);
    expect(await login({ email: "new@example.com", password: NEW.password })).toBeGreaterThan(0);
  });

  it("responds alike to unknown, malformed and deactivated addresses, and mails none of them", async () => {
    changeRow(users, userId, { active: false });
    const before = await deliveredTo(EMAIL);
    for (const email of [EMAIL, "nobody@example.com", "no address", ""])
      expect(requestPasswordReset({ email })).toBe(ANSWER);
    expect(await deliveredTo(EMAIL)).toEqual(before);
    expect(await deliveredTo("nobody@example.com")).toEqual([]);
  });
});

it("a deactivated account is refused at login, but only after the right password", async () => {
  changeRow(users, userId, { active: false });
  const forbidden = { code: "forbidden", message: "This account has been deactivated." };
  await expect(login({ email: EMAIL, password: OLD })).rejects.toMatchObject(forbidden);
  await expect(login({ email: EMAIL, password: "wrong" })).rejects.toMatchObject({ code: "unauthenticated" });
});

const NOON = Date.UTC(2026, 5, 1, 12);
const isRefused = (attempt: Promise<unknown>, message: string) =>
  expect(attempt).rejects.toMatchObject({ code: "forbidden", message, fields: { password: [message] } });

async function loggedIn() {
  setClock(() => NOON);
  const user = makeUser({ passwordHash: await hashPassword("right one") });
  return { viewer: viewerOf(user), token: startSession(user.id, "") };
}

it("within 15 minutes of the login no password is required; later a right one counts for 15 more", async () => {
  const { viewer, token } = await loggedIn();
  const otherSession = startSession(viewer.id, "");
  setClock(() => NOON + 15 * MINUTE - 1);
  expect(isReauthenticated(token)).toBe(true);
  await requireReauthentication(viewer, token);
  await requireReauthentication(viewer, token, "wrong one");
  const later = NOON + 15 * MINUTE;
  setClock(() => later);
  expect(isReauthenticated(token)).toBe(false);
  for (const password of [undefined, ""])
    await isRefused(requireReauthentication(viewer, token, password), "Please enter your password again.");
  await isRefused(requireReauthentication(viewer, token, "wrong one"), "Your password is not correct.");
  expect(isReauthenticated(token)).toBe(false);
  await requireReauthentication(viewer, token, "right one");
  expect([token, otherSession, "unknown"].map(isReauthenticated)).toEqual([true, false, false]);
  setClock(() => later + 15 * MINUTE);
  expect(isReauthenticated(token)).toBe(false);
});
