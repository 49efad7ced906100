import { beforeEach, expect, test } from "vitest";
import {
  emailChanges,
  identities,
  mailTokens,
  passkeys,
  recoveryCodes,
  registrationSettings,
  secondSteps,
  sessions,
  signUps,
  users,
} from "~/db/schema";
import {
  confirmEmailChange,
  findPendingEmail,
  findRequestedChange,
  requestEmailChange,
  sweepEmailChanges,
  undoEmailChange,
} from "~/features/accounts/email-change.server";
import { EMAIL_MESSAGES } from "~/features/accounts/limits";
import { login } from "~/features/accounts/login.server";
import { hashPassword, resetPassword } from "~/features/accounts/passwords.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { signUp } from "~/features/accounts/sign-up.server";
import { createMailToken } from "~/features/accounts/tokens.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { makeUser, viewerOf } from "../support/make-rows";
import { allRows, changeRow, insertRow } from "../support/rows";

const PASSWORD = "rust never sleeps";
const NEW = "ada.new@example.com";

let ada: ReturnType<typeof makeUser>;
let session: string;

beforeEach(async () => {
  ada = makeUser({ email: "ada@example.com", passwordHash: await hashPassword(PASSWORD) });
  session = startSession(ada.id, "Firefox");
});

const ask = (email = NEW, password = PASSWORD) =>
  requestEmailChange(viewerOf(ada), session, { email, password }, async () => true);

const lastTo = async (address: string) => (await deliveredTo(address)).at(-1);
const emailOf = (id: number) => allRows(users).find((user) => user.id === id)?.email;

async function change(email = NEW) {
  await ask(email);
  return confirmEmailChange(tokenIn(await lastTo(email)), session);
}

test("the address changes with the mailed link, which works once; other sessions end", async () => {
  const other = startSession(ada.id, "Safari");
  expect(await ask()).toBe(EMAIL_MESSAGES.requested);
  expect([emailOf(ada.id), findViewer(other)?.id]).toEqual([ada.email, ada.id]);
  const token = tokenIn(await lastTo(NEW));
  // Confirmed in a browser without a session.
  expect(confirmEmailChange(token, "")).toBe(ada.id);
  expect([emailOf(ada.id), findViewer(other), findViewer(session)?.id]).toEqual([NEW, null, ada.id]);
  expect(() => confirmEmailChange(token, "")).toThrow(EMAIL_MESSAGES.confirmFailed);
  expect(await login({ email: NEW, password: PASSWORD })).toBe(ada.id);
  await expect(login({ email: ada.email, password: PASSWORD })).rejects.toThrow("Login failed");
  expect((await lastTo(ada.email))?.subject).toBe("Your email address was changed");
});

test("needs the password, and another address", async () => {
  await expect(ask(NEW, "wrong")).rejects.toMatchObject({
    code: "invalid",
    fields: { password: [expect.any(String)] },
  });
  await expect(ask("ADA@example.com".toLowerCase())).rejects.toMatchObject({
    fields: { email: [EMAIL_MESSAGES.same] },
  });
  expect(allRows(emailChanges)).toEqual([]);
});

test("an address of somebody else gets the same words; only its owner is told", async () => {
  makeUser({ email: NEW });
  expect(await ask()).toBe(EMAIL_MESSAGES.requested);
  const mail = await lastTo(NEW);
  expect([mail?.subject, mail?.links.some((link) => link.includes("confirm-email"))]).toEqual([
    "You already have an account",
    false,
  ]);
});

test("a password that changes meanwhile refuses the request", async () => {
  const slow = requestEmailChange(viewerOf(ada), session, { email: NEW, password: PASSWORD }, async () => {
    changeRow(users, ada.id, { passwordHash: "another" });
    return true;
  });
  await expect(slow).rejects.toMatchObject({ fields: { password: [expect.any(String)] } });
  expect(allRows(emailChanges)).toEqual([]);
});

test("a domain refused while the link was on its way is refused", async () => {
  await ask();
  const token = tokenIn(await lastTo(NEW));
  insertRow(registrationSettings, { id: 1, refusedDomains: ["example.com"] });
  expect(() => confirmEmailChange(token, session)).toThrow(EMAIL_MESSAGES.confirmFailed);
  expect(emailOf(ada.id)).toBe(ada.email);
});

test("an address taken while the link was on its way is refused", async () => {
  await ask();
  const token = tokenIn(await lastTo(NEW));
  makeUser({ email: NEW });
  expect(findRequestedChange(token)).toBeUndefined();
  expect(() => confirmEmailChange(token, session)).toThrow(EMAIL_MESSAGES.confirmFailed);
  expect(emailOf(ada.id)).toBe(ada.email);
});

test("a second request replaces the first; a link is too old after a day", async () => {
  await ask("first@example.com");
  const first = tokenIn(await lastTo("first@example.com"));
  await ask();
  expect(() => confirmEmailChange(first, session)).toThrow();
  const token = tokenIn(await lastTo(NEW));
  const later = now() + DAY + 1;
  setClock(() => later);
  expect(() => confirmEmailChange(token, session)).toThrow();
  sweepEmailChanges();
  expect(allRows(emailChanges)).toEqual([]);
});

test("a new password ends a change that waits, also if its mail is still on its way", async () => {
  await ask();
  await resetPassword(createMailToken(ada.id), { password: "an owner’s own", passwordConfirm: "an owner’s own" });
  expect(await lastTo(NEW)).toBeUndefined();
  expect(findPendingEmail(viewerOf(ada))).toBeNull();
});

test("confirming ends reset links and pending sign-ups of the address", async () => {
  await signUp({ name: "Eve", email: NEW, password: PASSWORD, passwordConfirm: PASSWORD });
  await change();
  expect(allRows(signUps)).toEqual([]);
  expect(allRows(mailTokens).map(({ purpose }) => purpose)).toEqual([]);
});

test("the old inbox takes it back: sessions, password and later changes end, and a new password is chosen", async () => {
  await change();
  const undo = tokenIn(await lastTo(ada.email));
  // The intruder goes on: another address, and another password.
  await change("further@example.com");
  await resetPassword(createMailToken(ada.id), { password: "an intruder’s own", passwordConfirm: "an intruder’s own" });
  const { userId, resetToken } = undoEmailChange(undo);
  expect([userId, emailOf(ada.id), allRows(sessions), allRows(emailChanges)]).toEqual([ada.id, ada.email, [], []]);
  for (const password of [PASSWORD, "an intruder’s own"])
    await expect(login({ email: ada.email, password })).rejects.toThrow("Login failed");
  const password = "back in the driver seat";
  await resetPassword(resetToken, { password, passwordConfirm: password });
  expect(await login({ email: ada.email, password })).toBe(ada.id);
  expect(() => undoEmailChange(undo)).toThrow(EMAIL_MESSAGES.undoFailed);
});

test("taking it back ends ways in of the week before, whose mails may not have arrived", async () => {
  const key = { userId: ada.id, publicKey: "", transports: "", signCount: 0, name: "Firefox" };
  const add = (credentialId: string, createdAt: number) => insertRow(passkeys, { ...key, credentialId, createdAt });
  add("of the owner", now() - 8 * DAY);
  add("of the intruder", now() - HOUR);
  insertRow(identities, { userId: ada.id, issuer: "https://keys.example", subject: "i", createdAt: now() - HOUR });
  await change();
  undoEmailChange(tokenIn(await lastTo(ada.email)));
  expect(allRows(passkeys).map(({ credentialId }) => credentialId)).toEqual(["of the owner"]);
  expect(allRows(identities)).toEqual([]);
});

test.each([
  ["of the intruder", HOUR, 0],
  ["of the owner", 8 * DAY, 1],
])("taking it back ends a second step %s only, with its codes", async (_whose, age, left) => {
  const at = now() - age;
  insertRow(secondSteps, { userId: ada.id, secret: "s", createdAt: at, confirmedAt: at });
  insertRow(recoveryCodes, { userId: ada.id, codeHash: "h" });
  await change();
  undoEmailChange(tokenIn(await lastTo(ada.email)));
  expect([allRows(secondSteps).length, allRows(recoveryCodes).length]).toEqual([left, left]);
});

test("nothing is taken back after 7 days, or once another account has the address", async () => {
  await change();
  const undo = tokenIn(await lastTo(ada.email));
  const heir = makeUser({ email: ada.email });
  expect(() => undoEmailChange(undo)).toThrow(EMAIL_MESSAGES.undoTaken);
  changeRow(users, heir.id, { email: "heir@example.com" });
  const later = now() + 7 * DAY + HOUR;
  setClock(() => later);
  expect(() => undoEmailChange(undo)).toThrow(EMAIL_MESSAGES.undoFailed);
  expect(emailOf(ada.id)).toBe(NEW);
});
