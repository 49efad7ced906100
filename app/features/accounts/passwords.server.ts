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
 * Mails a link to choose a new password. Whether there is an account is only looked at when the mail is rendered, so
 * that every address gets the same answer after the same work, even where something fails.
 * @returns the text to show
 */
export function requestPasswordReset({ email }: { email: string }): string {
  try {
    if (hasEmailForm(email)) transaction(() => enqueueMail(ACCOUNT_MAIL.reset, email));
  } catch (error) {
    logJobFault(error, "password reset could not be queued");
  }
  return ACCOUNT_MESSAGES.resetRequested;
}

/**
 * Sets a new password by the link that was mailed, and tells the owner by mail. Every session of the person ends and
 * every link is used up.
 * @param chosen checked before; a refused password does not cost the link
 * @returns the person's id
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 1 h; at `password`
 * where it is easy to guess
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
 * Changes the viewer's password and tells them by mail. Every session of theirs ends, this one too: whoever asked gets a
 * new one. Reset links that are still about are void.
 * @throws DomainError invalid at `passwordCurrent` for a wrong current password, at `password` for one easy to guess
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
    // Only where nobody was faster: two changes at once must not both count on the old password.
    const same = and(eq(users.id, viewer.id), eq(users.passwordHash, user.passwordHash));
    if (db().update(users).set({ passwordHash }).where(same).run().changes === 0) throw wrongPassword();
    revokeMailTokens(viewer.id);
    endUserSessions(viewer.id);
    enqueueMail(ACCOUNT_MAIL.passwordChanged, user.email);
  });
}

/** argon2id (accounts README, Passwords). The library's const enum cannot be imported by this project's compiler. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of random bytes, verified where there is no account, so that both cases take the same time. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ycn/B0rvozPIkvMZwd9lyA$SZvVqkCQOaujsEnrjvbXcTaRPfLbqosM+lLLOrLKzSQ";

/** What is longer is nobody's password, nor worth the work: accents on one letter are sorted in quadratic time. */
const MAX_INPUT_LENGTH = 10 * MAX_PASSWORD;

/** The same letters typed on another system count as the same password. */
const typed = (password: string) => (password.length > MAX_INPUT_LENGTH ? password : password.normalize("NFC"));

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/**
 * Whether `password` is the one behind `passwordHash`. Takes as long where there is none.
 * @param passwordHash undefined for an account that does not exist
 */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, typed(password)).catch(() => false);
  return passwordHash !== undefined && matches;
}

/** Whose password it is to be. */
interface PasswordOwner {
  name: string;
  email: string;
  /** The site's name where it is about to have another than now. */
  site?: string;
}

/** Shorter parts of a name are ignored: too many good passwords contain them. */
const SHORTEST_PART = 2;

let common: Promise<Set<string>> | undefined;

/** The most used passwords of leaked ones, lower case; read once, where the first password is chosen. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(plain)),
  );
  return common;
}

const plain = (text: string) => text.normalize("NFC").toLowerCase();
const lettersOf = (text: string) => fold(text).replace(/[^\p{L}]/gu, "");
const lettersAndDigitsOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

/** What fingers run along: rows of keyboards, the alphabet, digits. */
const ROWS = [
  ..."1234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn".split(" "),
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
];
/** Longer runs are made of these; shorter ones are in many good passwords. */
const RUN_LENGTHS = [3, 4, 5];

/** Parts of the rows, forward and backward. */
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join("")]).flatMap((row) =>
  RUN_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, row.length - length + 1) }, (_, at) => row.slice(at, at + length)),
  ),
);

/** Nothing but runs and signs that are repeated, whatever separates them, or two signs in turn. */
function isPattern(password: string): boolean {
  const text = plain(password).replace(/[\s._-]/g, "") || plain(password);
  const repeated = [...new Set(text)].flatMap((sign) => RUN_LENGTHS.map((length) => sign.repeat(length)));
  return /^(.{1,2}?)\1+.?$/u.test(text) || isMadeOf(text, [...RUNS, ...repeated]);
}

/** What everybody who knows the person would try: name, address, the parts of both, the site's name. */
function obviousWords({ name, email, site = siteName() }: PasswordOwner): string[] {
  const [local = ""] = email.split("@");
  const parts = [name, local].flatMap((whole) => whole.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [name, email, local, ...parts, site];
  return words.filter((word) => [...word].length >= SHORTEST_PART);
}

/** Whether `text` is nothing but some of `words` in a row, however often. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = [true];
  for (let at = 0; at < text.length; at += 1) {
    if (!reached[at]) continue;
    for (const word of words) if (text.startsWith(word, at)) reached[at + word.length] = true;
  }
  return text !== "" && reached[text.length] === true;
}

/** Nothing but obvious words, whatever digits and signs stand around and between them. */
function isObvious(password: string, owner: PasswordOwner): boolean {
  const words = obviousWords(owner);
  const inForm = (form: (text: string) => string) => words.map(form).filter((word) => word.length >= SHORTEST_PART);
  return (
    isMadeOf(lettersOf(password), inForm(lettersOf)) ||
    isMadeOf(lettersAndDigitsOf(password), inForm(lettersAndDigitsOf))
  );
}

/**
 * Refuses the most used passwords, patterns, and those made of what is known of the person.
 * @param password of an accepted length
 * @throws DomainError invalid at `password`
 */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  const used = await commonPasswords();
  if (used.has(plain(password)) || isPattern(password) || isObvious(password, owner))
    throw invalidField("password", ACCOUNT_MESSAGES.passwordTooEasy);
}
