import { describe, expect, it } from "vitest";
import { db } from "~/db/client.server";
import { login } from "~/features/accounts/login.server";
import { MESSAGES } from "~/features/accounts/schema";
import { signUp } from "~/features/accounts/sign-up.server";
import { isVerificationAlive, resendVerification, verifyEmail } from "~/features/accounts/verification.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";

const ADA = { name: "Ada", email: "ada@example.com", password: "correct horse", passwordConfirm: "correct horse" };
const FAILED = { code: "invalid", message: "Verification failed. The link may be expired." };

const userOf = (email: string) =>
  db()
    .query.users.findFirst({ where: (t, { eq }) => eq(t.email, email) })
    .sync();

describe("signing up", () => {
  it("opens an account that the mailed link verifies, once", async () => {
    expect(await signUp(ADA)).toBe(MESSAGES.signedUp);
    expect(userOf(ADA.email)).toMatchObject({ name: "Ada", role: "user", active: true, verifiedAt: null });
    const [mail, ...more] = await deliveredTo(ADA.email);
    expect(more).toEqual([]);
    const token = tokenIn(mail);
    expect(isVerificationAlive(token)).toBe(true);
    expect(verifyEmail(token)).toBe(userOf(ADA.email)?.id);
    expect(userOf(ADA.email)?.verifiedAt).not.toBeNull();
    expect(isVerificationAlive(token)).toBe(false);
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining(FAILED));
  });

  it("tells the owner of a verified address by mail only, and changes nothing", async () => {
    await signUp(ADA);
    verifyEmail(tokenIn((await deliveredTo(ADA.email))[0]));
    const before = userOf(ADA.email);
    expect(await signUp({ ...ADA, name: "Mallory", password: "another password" })).toBe(MESSAGES.signedUp);
    expect(userOf(ADA.email)).toEqual(before);
    const mail = (await deliveredTo(ADA.email))[1];
    expect(mail?.subject).toBe("You already have an account");
    expect(mail?.links.map((link) => new URL(link).pathname)).toEqual(["/login", "/forgot-password"]);
    expect(mail?.text).not.toContain("Mallory");
  });

  it("lets the newest sign-up count while the address is not verified, and voids older links", async () => {
    await signUp(ADA);
    const older = tokenIn((await deliveredTo(ADA.email))[0]);
    await signUp({ ...ADA, name: "Ada King", password: "the second one" });
    expect(() => verifyEmail(older)).toThrow(expect.objectContaining(FAILED));
    const mails = await deliveredTo(ADA.email);
    expect(mails).toHaveLength(2);
    const userId = verifyEmail(tokenIn(mails[1]));
    expect(userOf(ADA.email)?.name).toBe("Ada King");
    await expect(login({ email: ADA.email, password: ADA.password })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await login({ email: ADA.email, password: "the second one" })).toBe(userId);
  });

  it("replaces a mail that has not left yet, instead of sending two", async () => {
    await signUp(ADA);
    await signUp(ADA);
    expect(await deliveredTo(ADA.email)).toHaveLength(1);
  });

  it("holds for 24 hours, from the moment the mail is made", async () => {
    const start = now();
    await signUp(ADA);
    setClock(() => start + HOUR);
    const token = tokenIn((await deliveredTo(ADA.email))[0]);
    setClock(() => start + HOUR + DAY - 1);
    expect(isVerificationAlive(token)).toBe(true);
    setClock(() => start + HOUR + DAY);
    expect(isVerificationAlive(token)).toBe(false);
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining(FAILED));
  });
});

describe("sending the link again", () => {
  it("mails an account that waits; one use makes all its links worthless", async () => {
    await signUp(ADA);
    await deliveredTo(ADA.email);
    expect(resendVerification(ADA)).toBe(MESSAGES.resent);
    const [first, second] = (await deliveredTo(ADA.email)).map(tokenIn);
    expect(first).not.toBe(second);
    verifyEmail(second!);
    expect(() => verifyEmail(first!)).toThrow(expect.objectContaining(FAILED));
  });

  it("answers the same for a verified and an unknown address, mails neither and keeps neither", async () => {
    await signUp(ADA);
    verifyEmail(tokenIn((await deliveredTo(ADA.email))[0]));
    expect(resendVerification(ADA)).toBe(MESSAGES.resent);
    expect(resendVerification({ email: "nobody@example.com" })).toBe(MESSAGES.resent);
    expect(await deliveredTo(ADA.email)).toHaveLength(1);
    expect(await deliveredTo("nobody@example.com")).toEqual([]);
    expect(db().query.mailOutbox.findMany().sync()).toHaveLength(1);
  });
});

describe("logging in", () => {
  it("refuses an account that is not verified, but only after the right password", async () => {
    await signUp(ADA);
    await expect(login({ email: ADA.email, password: "wrong" })).rejects.toMatchObject({
      code: "unauthenticated",
      message: "Login failed. Check your credentials.",
      fields: {},
    });
    await expect(login(ADA)).rejects.toMatchObject({
      code: "forbidden",
      fields: { verification: [MESSAGES.unverified] },
    });
  });

  it("says the same of a wrong password and an unknown address", async () => {
    await signUp(ADA);
    const refusals = await Promise.all(
      [ADA.email, "nobody@example.com", "no address at all"].map((email) =>
        login({ email, password: "wrong password" }).catch((error) => ({ ...error, message: error.message })),
      ),
    );
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
  });
});
