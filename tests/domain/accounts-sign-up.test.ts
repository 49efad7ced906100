import { describe, expect, it } from "vitest";
import { mailOutbox, signUps, signUpTokens, users } from "~/db/schema";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { login } from "~/features/accounts/login.server";
import { requestPasswordReset } from "~/features/accounts/passwords.server";
import {
  checkVerificationLink,
  resendVerification,
  signUp,
  verifyEmail,
  verifyWithPassword,
} from "~/features/accounts/sign-up.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { allRows } from "../support/rows";

const ADA = { name: "Ada", email: "ada@example.com", password: "correct horse", passwordConfirm: "correct horse" };
const MALLORY = { ...ADA, name: "Mallory", password: "mine, all mine" };
const FAILED = { code: "invalid", message: "Verification failed. The link may be expired." };

const userOf = (email: string) => allRows(users).find((user) => user.email === email);
const pendingRows = () => allRows(signUps);
const links = () => allRows(signUpTokens);
const withConfirmation = (password: string) => ({ password, passwordConfirm: password });

async function openAccount() {
  await signUp(ADA);
  verifyEmail(tokenIn((await deliveredTo(ADA.email))[0]));
}

describe("signing up", () => {
  it("waits outside of the accounts for the mailed link, which opens the account once", async () => {
    const { message, handle } = await signUp(ADA);
    expect([message, userOf(ADA.email)]).toEqual([ACCOUNT_MESSAGES.signedUp, undefined]);
    const [mail, ...more] = await deliveredTo(ADA.email);
    expect(more).toEqual([]);
    const token = tokenIn(mail);
    expect(checkVerificationLink(token, [handle])).toBe("sameBrowser");
    expect(checkVerificationLink(token, ["other"])).toBe("otherBrowser");
    expect(checkVerificationLink("x")).toBe("invalid");
    expect(verifyEmail(token)).toBe(userOf(ADA.email)?.id);
    const openUser = { name: "Ada", role: "user", active: true, verifiedAt: expect.any(Number) };
    expect(userOf(ADA.email)).toMatchObject(openUser);
    expect([checkVerificationLink(token, [handle]), pendingRows(), links()]).toEqual(["invalid", [], []]);
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining(FAILED));
  });

  it("notifies the address's owner by mail only, and changes nothing", async () => {
    await openAccount();
    const before = userOf(ADA.email);
    expect((await signUp(MALLORY)).message).toBe(ACCOUNT_MESSAGES.signedUp);
    const mail = (await deliveredTo(ADA.email))[1];
    expect(userOf(ADA.email)).toEqual(before);
    expect(mail?.subject).toBe("You already have an account");
    expect(mail?.links.map((link) => new URL(link).pathname)).toEqual(["/login", "/forgot-password"]);
    expect(mail?.text).not.toContain("Mallory");
    expect(links()).toEqual([]);
  });

  it("several sign-ups of an address each have their own link, name and password", async () => {
    const [first, second] = [await signUp(ADA), await signUp(MALLORY)];
    const [firstToken, secondToken] = (await deliveredTo(ADA.email)).map(tokenIn) as [string, string];
    const results = [firstToken, secondToken].map((token) =>
      [first, second].map(({ handle }) => checkVerificationLink(token, [handle])),
    );
    expect(results.map((row) => row.join()).sort()).toEqual(["otherBrowser,sameBrowser", "sameBrowser,otherBrowser"]);
    const ownToken = checkVerificationLink(firstToken, [first.handle]) === "sameBrowser" ? firstToken : secondToken;
    const userId = verifyEmail(ownToken);
    expect(userOf(ADA.email)?.name).toBe("Ada");
    expect(await login(ADA)).toBe(userId);
    await expect(login(MALLORY)).rejects.toMatchObject({ code: "unauthenticated" });
    const otherLink = ownToken === firstToken ? secondToken : firstToken;
    expect(() => verifyEmail(otherLink)).toThrow(expect.objectContaining(FAILED));
    await expect(verifyWithPassword(otherLink, withConfirmation("something of mine"))).rejects.toMatchObject(FAILED);
  });

  it("does the same work for every address", async () => {
    await openAccount();
    const rows = (email: string) => ({
      signUps: pendingRows().filter((row) => row.email === email).length,
      mails: allRows(mailOutbox)
        .filter(({ recipient, sentAt }) => recipient === email && sentAt === null)
        .map(({ kind, payload }) => `${kind} ${Object.keys(payload)}`),
    });
    for (const email of [ADA.email, "nobody@example.com"]) {
      await signUp({ ...MALLORY, email });
      resendVerification({ email });
      requestPasswordReset({ email });
      expect(rows(email)).toEqual({
        signUps: 1,
        mails: ["verify-email signUpId", "verify-email browserHashes", "reset-password "],
      });
    }
  });

  it("sends no mail above the address's limit", async () => {
    const { handle } = await signUp(ADA, { mayMail: async () => false });
    expect([await deliveredTo(ADA.email), pendingRows().length]).toEqual([[], 1]);
    resendVerification(ADA, [handle]);
    expect(checkVerificationLink(tokenIn((await deliveredTo(ADA.email))[0]), [handle])).toBe("sameBrowser");
  });

  it("is valid for 24 hours after its mail, and deleted after a week", async () => {
    const start = now();
    setClock(() => start);
    await signUp(ADA);
    setClock(() => start + HOUR);
    const token = tokenIn((await deliveredTo(ADA.email))[0]);
    setClock(() => start + HOUR + DAY - 1);
    expect(checkVerificationLink(token)).toBe("otherBrowser");
    setClock(() => start + HOUR + DAY);
    expect(checkVerificationLink(token)).toBe("invalid");
    expect(() => verifyEmail(token)).toThrow(expect.objectContaining(FAILED));
    setClock(() => start + DAY + 2 * HOUR);
    sweepAccounts();
    expect([pendingRows().length, links().length]).toEqual([1, 0]);
    setClock(() => start + 7 * DAY + 1);
    sweepAccounts();
    expect(pendingRows()).toEqual([]);
  });
});

describe("a link opened in another browser than the one that signed up", () => {
  const linkOf = async () => {
    await signUp(ADA);
    return tokenIn((await deliveredTo(ADA.email)).at(-1));
  };

  it("takes the password of the mail's reader, and stays valid if it is refused", async () => {
    const token = await linkOf();
    const easy = { code: "invalid", fields: { password: ["This password is too easy to guess."] } };
    await expect(verifyWithPassword(token, withConfirmation("ada@example.com"))).rejects.toMatchObject(easy);
    expect(checkVerificationLink(token)).toBe("otherBrowser");
    const userId = await verifyWithPassword(token, withConfirmation("the reader's own"));
    expect(await login({ email: ADA.email, password: "the reader's own" })).toBe(userId);
    await expect(login(ADA)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is used once by two at the same time", async () => {
    const token = await linkOf();
    const uses = [
      verifyWithPassword(token, withConfirmation("one of the two")),
      verifyWithPassword(token, withConfirmation("two of two")),
    ];
    expect((await Promise.allSettled(uses)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("sending the link again", () => {
  it("mails what waits; one use makes all its links worthless", async () => {
    await signUp(ADA);
    await deliveredTo(ADA.email);
    expect(resendVerification(ADA)).toBe(ACCOUNT_MESSAGES.resent);
    const [first, second] = (await deliveredTo(ADA.email)).map(tokenIn);
    expect(first).not.toBe(second);
    verifyEmail(second!);
    expect(() => verifyEmail(first!)).toThrow(expect.objectContaining(FAILED));
  });

  it("is for the browser's own sign-up, else for the newest", async () => {
    const ownSignUp = await signUp(ADA);
    const newest = await signUp(MALLORY);
    await deliveredTo(ADA.email);
    resendVerification(ADA, [ownSignUp.handle]);
    expect(checkVerificationLink(tokenIn((await deliveredTo(ADA.email))[2]), [ownSignUp.handle])).toBe("sameBrowser");
    resendVerification(ADA, ["of somebody else's browser"]);
    expect(checkVerificationLink(tokenIn((await deliveredTo(ADA.email))[3]), [newest.handle])).toBe("sameBrowser");
  });

  it("responds alike for an account and an unknown address, mails and stores neither", async () => {
    await openAccount();
    expect(resendVerification(ADA)).toBe(ACCOUNT_MESSAGES.resent);
    expect(resendVerification({ email: "nobody@example.com" })).toBe(ACCOUNT_MESSAGES.resent);
    expect(await deliveredTo(ADA.email)).toHaveLength(1);
    expect(await deliveredTo("nobody@example.com")).toEqual([]);
    expect(allRows(mailOutbox)).toHaveLength(1);
  });
});

describe("logging in", () => {
  it("costs a wrong password the same work with and without an account or sign-ups that wait", async () => {
    const emails = ["nobody@example.com", "one@example.com", "three@example.com"];
    for (const at of [1, 2, 2, 2]) await signUp({ ...ADA, email: emails[at]! });
    // CPU time of all threads, without other processes.
    const work = new Map(emails.map((email) => [email, 0]));
    for (let round = 0; round < 4; round += 1) {
      for (const email of emails) {
        const before = process.cpuUsage();
        await expect(login({ email, password: "wrong password" })).rejects.toThrow(ACCOUNT_MESSAGES.loginFailed);
        work.set(email, work.get(email)! + process.cpuUsage(before).user);
      }
    }
    expect(Math.max(...work.values()) / Math.min(...work.values())).toBeLessThan(1.5);
  });

  it("refuses unverified users, but only after the right password of one of the newest sign-ups", async () => {
    await signUp(MALLORY);
    for (const password of ["the second one", "the third one", ADA.password]) await signUp({ ...ADA, password });
    for (const password of ["wrong", MALLORY.password]) {
      const wrong = { code: "unauthenticated", message: "Login failed. Check your credentials.", fields: {} };
      await expect(login({ email: ADA.email, password })).rejects.toMatchObject(wrong);
    }
    for (const password of ["the second one", "the third one", ADA.password]) {
      const unverified = { code: "forbidden", fields: { verification: [ACCOUNT_MESSAGES.unverified] } };
      await expect(login({ email: ADA.email, password })).rejects.toMatchObject(unverified);
    }
  });

  it("responds alike to a wrong password and an unknown address", async () => {
    await signUp(ADA);
    const refusals = await Promise.all(
      [ADA.email, "nobody@example.com", "no address at all"].map((email) =>
        login({ email, password: "wrong password" }).catch((error) => ({ ...error, message: error.message })),
      ),
    );
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
  });

  it("a sign-up does not reveal whether the address has an account", async () => {
    await openAccount();
    const responses = [];
    for (const email of [ADA.email, "nobody@example.com"]) {
      await signUp({ ...MALLORY, email });
      await deliveredTo(email);
      responses.push(
        await login({ email, password: MALLORY.password }).catch(({ code, fields }) => ({ code, fields })),
      );
    }
    expect(responses[0]).toMatchObject({ code: "forbidden" });
    expect(responses[1]).toEqual(responses[0]);
  });
});
