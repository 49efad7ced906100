import { hash, verify } from "@node-rs/argon2";
import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { hasEmailForm } from "~/lib/email";
import { DomainError, invalidField } from "~/lib/errors";
import { fold } from "~/lib/text";
import { logJobFault } from "~/services/log/faults.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { siteName } from "~/services/site/site.server";
import { ACCOUNT_MESSAGES, MAX_PASSWORD } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import type { Viewer } from "./policy";
import { getAccount } from "./queries.server";
import type { ChangePasswordInput, ChosenPassword } from "./schema.server";
import { endUserSessions } from "./sessions.server";
import { findTokenUser, revokeMailTokens } from "./tokens.server";

/**
 * Only the mail's renderer looks for an account, so that every address gets the same response after the same work, even
 * after a fault.
 * @returns the text to show
 */
export function requestPasswordReset({ email }: { email: string }): string {
  try {
    if (hasEmailForm(email)) transaction(() => enqueueMail(ACCOUNT_MAIL.reset, email));
  } catch (error) {
    logJobFault(error, "password reset not queued");
  }
  return ACCOUNT_MESSAGES.resetRequested;
}

/**
 * Sets a new password by a mailed link and mails the owner. All sessions and links end.
 * @param chosen a refused password does not consume the link
 * @returns the user's id
 * @throws DomainError invalid if the link is wrong, used or older than 1 h, and at `password` if easy to guess
 */
export async function resetPassword(token: string, { password }: ChosenPassword): Promise<number> {
  const owner = getTokenOwner(token);
  await refuseCommonPassword(password, owner);
  const passwordHash = await hashPassword(password);
  return transaction(() => {
    const { id, email } = getTokenOwner(token);
    db().update(users).set({ passwordHash }).where(eq(users.id, id)).run();
    revokeMailTokens(id);
    endUserSessions(id);
    enqueueMail(ACCOUNT_MAIL.passwordReset, email);
    return id;
  });
}

function getTokenOwner(token: string) {
  const userId = findTokenUser(token);
  if (userId === undefined) throw new DomainError("invalid", ACCOUNT_MESSAGES.resetFailed);
  return getAccount(userId);
}

const wrongPassword = () => invalidField("passwordCurrent", ACCOUNT_MESSAGES.currentPasswordWrong);

/**
 * Mails the viewer. All sessions end, including the current one: the caller starts a new one. Reset links become
 * invalid.
 * @throws DomainError invalid at `passwordCurrent` if wrong, at `password` if easy to guess
 */
export async function changePassword(
  viewer: Viewer,
  { passwordCurrent, password }: ChangePasswordInput,
): Promise<void> {
  const user = getAccount(viewer.id);
  if (!(await checkPassword(user.passwordHash, passwordCurrent))) throw wrongPassword();
  await refuseCommonPassword(password, user);
  const passwordHash = await hashPassword(password);
  transaction(() => {
    // Fails if a concurrent change has replaced the old password.
    const isUnchangedUser = and(eq(users.id, viewer.id), eq(users.passwordHash, user.passwordHash));
    if (db().update(users).set({ passwordHash }).where(isUnchangedUser).run().changes === 0) throw wrongPassword();
    revokeMailTokens(viewer.id);
    endUserSessions(viewer.id);
    enqueueMail(ACCOUNT_MAIL.passwordChanged, user.email);
  });
}

/** argon2id (accounts README, Passwords). This project's compiler cannot import the library's const enum. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of random bytes: no password matches, and comparing takes as long as for any account. */
export const NO_PASSWORD =
  "$argon2id$v=19$m=19456,t=2,p=1$ycn/B0rvozPIkvMZwd9lyA$SZvVqkCQOaujsEnrjvbXcTaRPfLbqosM+lLLOrLKzSQ";

/** Normalizing longer input is slow: accents on one letter are sorted in quadratic time. */
const MAX_INPUT_LENGTH = 10 * MAX_PASSWORD;

/** Systems encode the same letters differently; NFC makes them equal. */
const normalizePassword = (password: string) =>
  password.length > MAX_INPUT_LENGTH ? password : password.normalize("NFC");

export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), COST);
}

/** @param passwordHash undefined without an account; takes the same time */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NO_PASSWORD, normalizePassword(password)).catch(() => false);
  return passwordHash !== undefined && matches;
}

interface PasswordOwner {
  name: string;
  email: string;
  /** The site's name, if it is about to change. */
  site?: string;
}

/** Too many good passwords contain shorter parts. */
const SHORTEST_PART = 2;

let common: Promise<Set<string>> | undefined;

/** Most used leaked passwords, lower case; loaded on first use. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(plain)),
  );
  return common;
}

const plain = (text: string) => text.normalize("NFC").toLowerCase();
const lettersOf = (text: string) => fold(text).replace(/[^\p{L}]/gu, "");
const lettersAndDigitsOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

const ROWS = [
  ..."1234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn".split(" "),
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
];
/** Longer runs consist of these; many good passwords contain shorter ones. */
const RUN_LENGTHS = [3, 4, 5];

/** Forward and backward. */
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join("")]).flatMap((row) =>
  RUN_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, row.length - length + 1) }, (_, index) => row.slice(index, index + length)),
  ),
);

/** Only runs and repetitions with any separators, or two alternating characters. */
function isPattern(password: string): boolean {
  const text = plain(password).replace(/[\s._-]/g, "") || plain(password);
  const repetitions = [...new Set(text)].flatMap((sign) => RUN_LENGTHS.map((length) => sign.repeat(length)));
  return /^(.{1,2}?)\1+.?$/u.test(text) || consistsOf(text, [...RUNS, ...repetitions]);
}

function obviousWords({ name, email, site = siteName() }: PasswordOwner): string[] {
  const [local = ""] = email.split("@");
  const parts = [name, local].flatMap((whole) => whole.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [name, email, local, ...parts, site];
  return words.filter((word) => [...word].length >= SHORTEST_PART);
}

/** Words may repeat. */
function consistsOf(text: string, words: readonly string[]): boolean {
  const reachable = [true];
  for (let index = 0; index < text.length; index += 1) {
    if (!reachable[index]) continue;
    for (const word of words) if (text.startsWith(word, index)) reachable[index + word.length] = true;
  }
  return text !== "" && reachable[text.length] === true;
}

/** Any digits and signs may surround the words. */
function isObvious(password: string, owner: PasswordOwner): boolean {
  const words = obviousWords(owner);
  const inForm = (form: (text: string) => string) => words.map(form).filter((word) => word.length >= SHORTEST_PART);
  return (
    consistsOf(lettersOf(password), inForm(lettersOf)) ||
    consistsOf(lettersAndDigitsOf(password), inForm(lettersAndDigitsOf))
  );
}

/**
 * Refuses common passwords, patterns, and personal words.
 * @param password of an accepted length
 * @throws DomainError invalid at `password`
 */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  const commonOnes = await commonPasswords();
  if (commonOnes.has(plain(password)) || isPattern(password) || isObvious(password, owner))
    throw invalidField("password", ACCOUNT_MESSAGES.passwordTooEasy);
}
