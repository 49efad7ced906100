import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applications, mailOutbox, signUps, users } from "~/db/schema";
import { env } from "~/env.server";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { getUserByEmail } from "~/features/accounts/admins.server";
import { login } from "~/features/accounts/login.server";
import { hashPassword, requestPasswordReset } from "~/features/accounts/passwords.server";
import { findAccount } from "~/features/accounts/queries.server";
import { forgotPasswordSchema, loginSchema, signUpSchema } from "~/features/accounts/schema.server";
import { resendVerification, signUp, verifyEmail } from "~/features/accounts/sign-up.server";
import { consumeMailLimit } from "~/http/limits/login.server";
import { submitResetRequest } from "~/http/session/sign-up.server";
import { decode } from "~/lib/decode";
import { now } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { makeUser, viewerOf } from "../support/make-rows";
import { allRows, insertRow } from "../support/rows";

const PASSWORD = "correct horse";
const LETTERS = "ada@bücher.example";
const ASCII = "ada@xn--bcher-kva.example";

const TYPED = [LETTERS, ASCII, "ADA@Bu\u0308cher.example", "ada＠bücher．example", "a\u200bda@b\u00adücher.example"];

const newUser = (email: string) =>
  decode(signUpSchema, { name: "Ada", email, password: PASSWORD, passwordConfirm: PASSWORD });
const entering = (email: string, password = PASSWORD) => login(decode(loginSchema, { email, password }));

async function openAccount(email: string): Promise<number> {
  await signUp(newUser(email));
  const mails = await deliveredTo();
  return verifyEmail(tokenIn(mails.at(-1)))!;
}

describe.each([LETTERS, ASCII])("an account of %s", (ownAddress) => {
  test("shows it as it was typed, and is entered with it in every form", async () => {
    const id = await openAccount(ownAddress);
    expect(allRows(users).map(({ email }) => email)).toEqual([ownAddress]);
    for (const email of TYPED) expect(await entering(email)).toBe(id);
    expect(getUserByEmail(TYPED[3]!).id).toBe(id);
  });

  test("a sign-up with another form of the address is refused by mail", async () => {
    await openAccount(ownAddress);
    for (const email of TYPED) await signUp(newUser(email));
    const subjects = (await deliveredTo()).slice(1).map(({ subject }) => subject);
    expect(subjects).toEqual(TYPED.map(() => "You already have an account"));
  });

  test("gets its link for a new password, whichever form was typed", async () => {
    await openAccount(ownAddress);
    for (const email of TYPED) requestPasswordReset(decode(forgotPasswordSchema, { email }));
    const mails = (await deliveredTo()).slice(1);
    expect(mails).toHaveLength(TYPED.length);
    for (const mail of mails) expect(tokenIn(mail)).not.toBe("");
  });

  test("opening or deleting the account removes what is pending for either form", async () => {
    for (const email of [LETTERS, ASCII]) await signUp(newUser(email));
    const answer = { name: "Ada", passwordHash: "-", answer: "", createdAt: now() };
    for (const email of [LETTERS, ASCII]) insertRow(applications, { email, ...answer });
    const id = await openAccount(ownAddress);
    expect([allRows(signUps), allRows(applications)]).toEqual([[], []]);
    for (const email of [LETTERS, ASCII]) {
      await signUp(newUser(email));
      requestPasswordReset({ email });
    }
    await deleteAccount(viewerOf({ id }));
    const unsentMails = allRows(mailOutbox).filter(({ sentAt }) => sentAt === null);
    expect([allRows(users), allRows(signUps), unsentMails]).toEqual([[], [], []]);
  });
});

test("a pending sign-up is found by the other form: its password, and a request for another link", async () => {
  await signUp(newUser(LETTERS));
  await expect(entering(ASCII)).rejects.toMatchObject({ code: "forbidden" });
  resendVerification({ email: ASCII });
  // Mail goes to the ASCII form.
  expect((await deliveredTo(ASCII)).map(tokenIn)).toHaveLength(2);
});

test("two accounts of former days, one of each form, are both entered", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const [lettersId, asciiId] = [LETTERS, ASCII].map((email) => makeUser({ email, passwordHash }).id);
  expect([await entering(LETTERS), await entering(ASCII)]).toEqual([lettersId, asciiId]);
});

test("an account of former days with other letters before the @ is entered, and can choose a new password", async () => {
  const email = "zoë@example.com";
  const { id } = makeUser({ email, passwordHash: await hashPassword(PASSWORD) });
  expect(await entering("Zoe\u0308@example.com")).toBe(id);
  await submitResetRequest({ email });
  expect((await deliveredTo(email)).map(tokenIn)).toHaveLength(1);
});

test("domains of one company are different ones", () => {
  makeUser({ email: "ada@bucher.example" });
  expect(findAccount(LETTERS)).toBeUndefined();
});

describe("limits", () => {
  beforeAll(() => void Object.assign(env(), { RATE_LIMITS: "on" }));
  afterAll(() => void Object.assign(env(), { RATE_LIMITS: "off" }));

  test("count the mails to both forms together", async () => {
    const address = (at: number) => (at % 2 === 0 ? "eve@bücher.example" : "eve@xn--bcher-kva.example");
    const allowed: boolean[] = [];
    for (let index = 0; index < 20; index++) allowed.push(await consumeMailLimit("reset", address(index)));
    const alone: boolean[] = [];
    for (let index = 0; index < 20; index++) alone.push(await consumeMailLimit("reset", "eve@example.com"));
    expect(allowed).toEqual(alone);
    expect(allowed.at(-1)).toBe(false);
  });
});
