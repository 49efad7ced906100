import { eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { newToken } from "~/lib/tokens.server";
import type { MailEnd } from "~/services/mail/layout";
import { KINDS, type Kind } from "./kinds";
import { isStopped, type Stop, stopMail } from "./settings.server";
import { KIND_WORDS } from "./settings-words";

/** Characters of a key: 132 random bits. */
const KEY_LENGTH = 22;
const ADDRESS = new RegExp(`^([\\w-]{${KEY_LENGTH}})\\.([a-z]+(?:-[a-z]+)*)$`);

export const UNKNOWN_STOP = "This link does not stop any mail";

/** The person's key, made at the first mail that needs it. It is not renewed: links in old mails go on working. */
function keyOf(userId: number): string {
  const own = eq(users.id, userId);
  const known = db().select({ key: users.unsubscribeKey }).from(users).where(own).get()?.key;
  if (known) return known;
  const key = newToken().slice(0, KEY_LENGTH);
  db().update(users).set({ unsubscribeKey: key }).where(own).run();
  return key;
}

const addressOf = (key: string, stop: Stop) =>
  `${publicUrl()}/unsubscribe/${key}.${stop === "all" ? "all" : stop.join("-")}`;

/**
 * The end of a mail about these kinds: a link that stops each, one that stops all, and what mail programs need to stop
 * all of its kinds with one click (RFC 8058). Made when the mail is sent.
 */
export function mailEnd(userId: number, kinds: readonly Kind[]): MailEnd {
  const key = keyOf(userId);
  return {
    links: [
      ...kinds.map((kind) => ({ label: `Stop mail about ${KIND_WORDS[kind]}`, url: addressOf(key, [kind]) })),
      { label: "Stop all mail about notifications", url: addressOf(key, "all") },
      { label: "Choose what you are mailed about", url: `${publicUrl()}/settings/notifications` },
    ],
    headers: {
      "List-Unsubscribe": `<${addressOf(key, kinds)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const owner = prepared((database) =>
  database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.unsubscribeKey, sql.placeholder("key")))
    .prepare(),
);

const isKind = (word: string): word is Kind => (KINDS as readonly string[]).includes(word);

/** @throws DomainError not_found for a token that is nobody's, or names no kind */
function getTarget(token: string): { userId: number; stop: Stop } {
  const [, key, what = ""] = ADDRESS.exec(token) ?? [];
  const words = [...new Set(what.split("-"))];
  const person = key === undefined ? undefined : owner().get({ key });
  if (!person || (what !== "all" && !words.every(isKind))) throw new DomainError("not_found", UNKNOWN_STOP);
  return { userId: person.id, stop: what === "all" ? "all" : words.filter(isKind) };
}

/** What a link stops, and whether that is stopped already. */
export interface StopView {
  /** "comments on your vehicles"; empty for all mail. */
  kinds: string[];
  stopped: boolean;
}

/**
 * What a link in a mail would stop. Changes nothing.
 * @throws DomainError not_found
 */
export function lookAtStop(token: string): StopView {
  const { userId, stop } = getTarget(token);
  return {
    kinds: stop === "all" ? [] : stop.map((kind) => KIND_WORDS[kind]),
    stopped: isStopped(userId, stop),
  };
}

/**
 * Does what a link in a mail is for. It may be repeated.
 * @throws DomainError not_found
 */
export function followStop(token: string): void {
  const { userId, stop } = getTarget(token);
  stopMail(userId, stop);
}
