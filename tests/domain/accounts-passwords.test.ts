import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { login } from "~/features/accounts/login.server";
import { requestPasswordReset, resetPassword } from "~/features/accounts/passwords.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { signUp } from "~/features/accounts/sign-up.server";
import { verifyEmail, verifyWithPassword } from "~/features/accounts/verification.server";
import { HOUR, now, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { makeUser } from "../support/people";

const EMAIL = "grace@example.com";
const OLD = "the old password";
const NEW = { password: "a brand new one", passwordConfirm: "a brand new one" };
const FAILED = { code: "invalid", message: "Failed to reset password. Token may be invalid or expired." };
const ANSWER = "If an account exists, a password reset link has been sent to your email.";

let userId: number;

beforeEach(async () => {
  await signUp({ name: "Grace", email: EMAIL, password: OLD, passwordConfirm: OLD });
  userId = verifyEmail(tokenIn((await deliveredTo(EMAIL))[0]));
});

async function resetToken(): Promise<string> {
  expect(requestPasswordReset({ email: EMAIL })).toBe(ANSWER);
  return tokenIn((await deliveredTo(EMAIL)).at(-1));
}

describe("resetting a password", () => {
  it("works once, and ends every session of the person and of nobody else", async () => {
    const other = startSession(makeUser().id, "");
    const sessions = [startSession(userId, ""), startSession(userId, "")];
    const token = await resetToken();
    expect(await resetPassword(token, NEW)).toBe(userId);
    expect(sessions.map(findViewer)).toEqual([null, null]);
    expect(findViewer(other)).not.toBeNull();
    await expect(resetPassword(token, NEW)).rejects.toMatchObject(FAILED);
    await expect(login({ email: EMAIL, password: OLD })).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await login({ email: EMAIL, password: NEW.password })).toBe(userId);
  });

  it("makes every other link of the person worthless", async () => {
    const first = await resetToken();
    const second = await resetToken();
    await resetPassword(second, NEW);
    await expect(resetPassword(first, NEW)).rejects.toMatchObject(FAILED);
  });

  it("lets one of two simultaneous uses through", async () => {
    const token = await resetToken();
    const uses = await Promise.allSettled([resetPassword(token, NEW), resetPassword(token, NEW)]);
    expect(uses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("holds for an hour", async () => {
    const token = await resetToken();
    const start = now();
    setClock(() => start + HOUR);
    await expect(resetPassword(token, NEW)).rejects.toMatchObject(FAILED);
  });

  it("does not take the link of another purpose", async () => {
    await signUp({ name: "New", email: "new@example.com", password: OLD, passwordConfirm: OLD });
    const verification = tokenIn((await deliveredTo("new@example.com"))[0]);
    await expect(resetPassword(verification, NEW)).rejects.toMatchObject(FAILED);
    const token = await resetToken();
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining({ code: "invalid" }));
  });

  it("opens the account of somebody who never verified it, with the password they choose", async () => {
    await signUp({ name: "New", email: "new@example.com", password: OLD, passwordConfirm: OLD });
    await deliveredTo("new@example.com");
    requestPasswordReset({ email: "new@example.com" });
    const mail = (await deliveredTo("new@example.com")).at(-1);
    expect(mail?.subject).toBe("Verify your email address");
    await verifyWithPassword(tokenIn(mail), NEW);
    expect(await login({ email: "new@example.com", password: NEW.password })).toBeGreaterThan(0);
  });

  it("refuses a password that is easy to guess, which does not cost the link", async () => {
    const token = await resetToken();
    await expect(resetPassword(token, { password: "grace1906", passwordConfirm: "grace1906" })).rejects.toMatchObject({
      code: "invalid",
      fields: { password: ["This password is too easy to guess."] },
    });
    expect(await resetPassword(token, NEW)).toBe(userId);
  });

  it("tells the owner", async () => {
    await resetPassword(await resetToken(), NEW);
    const mail = (await deliveredTo(EMAIL)).at(-1);
    expect(mail?.subject).toBe("You have a new password");
    expect(mail?.links).toEqual(["http://localhost:3000/forgot-password"]);
    expect(mail?.text).not.toContain(NEW.password);
  });

  it("answers unknown, malformed and deactivated addresses the same, and mails none of them", async () => {
    db().update(users).set({ active: false }).where(eq(users.id, userId)).run();
    const before = await deliveredTo(EMAIL);
    for (const email of [EMAIL, "nobody@example.com", "no address", ""]) {
      expect(requestPasswordReset({ email })).toBe(ANSWER);
    }
    expect(await deliveredTo(EMAIL)).toEqual(before);
    expect(await deliveredTo("nobody@example.com")).toEqual([]);
  });

  it("is refused to somebody who was deactivated after the mail", async () => {
    const token = await resetToken();
    db().update(users).set({ active: false }).where(eq(users.id, userId)).run();
    await expect(resetPassword(token, NEW)).rejects.toMatchObject(FAILED);
  });
});

describe("a deactivated account", () => {
  it("is refused at login, but only after the right password", async () => {
    db().update(users).set({ active: false }).where(eq(users.id, userId)).run();
    await expect(login({ email: EMAIL, password: OLD })).rejects.toMatchObject({
      code: "forbidden",
      message: "This account has been deactivated.",
    });
    await expect(login({ email: EMAIL, password: "wrong" })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
