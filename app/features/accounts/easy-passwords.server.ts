import { type DomainError, invalidField } from "~/lib/errors";
import { fold } from "~/lib/text";
import { MESSAGES } from "./limits";

/** Whose password it is to be. */
export interface PasswordOwner {
  name: string;
  email: string;
}

const SITE = "Paddock";
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

/** What everybody who knows the person would try: name, address, the parts of both, the site's name. */
function obviousWords({ name, email }: PasswordOwner): string[] {
  const [local = ""] = email.split("@");
  const parts = [name, local].flatMap((whole) => whole.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [name, email, local, ...parts, SITE];
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
 * Refuses the most used passwords and those made of what is known of the person.
 * @param password of an accepted length
 * @throws DomainError invalid at `password`
 */
export async function refuseEasyPassword(password: string, owner: PasswordOwner): Promise<void> {
  const used = await commonPasswords();
  if (used.has(plain(password)) || isObvious(password, owner)) throw easy();
}

function easy(): DomainError {
  return invalidField("password", MESSAGES.passwordTooEasy);
}
