import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Of the text part, in order. */
  links: string[];
}

type Mailbox = { mailDir: string };

/** ms; only a missing mail takes as long. */
const MAIL_TIMEOUT_MS = 60_000;
const returnedMails = new WeakMap<Mailbox, Set<string>>();

function mailFiles({ mailDir }: Mailbox): string[] {
  if (!existsSync(mailDir)) return [];
  return readdirSync(mailDir)
    .filter((name) => name.endsWith(".eml"))
    .sort();
}

async function parseMail(file: string): Promise<Mail> {
  const mail = await PostalMime.parse(readFileSync(file));
  const text = mail.text ?? "";
  return {
    from: mail.from?.address ?? "",
    to: (mail.to ?? []).map(({ address }) => address ?? ""),
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    links: [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link),
  };
}

/** Oldest first. */
export async function listMails(server: Mailbox, address?: string): Promise<Mail[]> {
  const mails = await Promise.all(mailFiles(server).map((name) => parseMail(path.join(server.mailDir, name))));
  return mails.filter((mail) => address === undefined || mail.to.includes(address));
}

/**
 * The next mail to `address` that no earlier call returned.
 * @param pattern subject or text
 */
export async function readMail(server: Mailbox, address: string, pattern = /(?:)/): Promise<Mail> {
  const returned = returnedMails.get(server) ?? new Set<string>();
  returnedMails.set(server, returned);
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    for (const name of mailFiles(server)) {
      if (returned.has(name)) continue;
      const mail = await parseMail(path.join(server.mailDir, name));
      if (!mail.to.includes(address) || !(pattern.test(mail.subject) || pattern.test(mail.text))) continue;
      returned.add(name);
      return mail;
    }
    await pause(20);
  }
  const subjects = (await listMails(server)).map((mail) => `${mail.to.join(", ")}: ${mail.subject}`);
  throw new Error(`no mail to ${address} came; there are:\n${subjects.join("\n")}`);
}

/** In the next mail with such a link. */
export async function mailedPath(server: Mailbox, address: string, pattern: RegExp): Promise<string> {
  const { links } = await readMail(server, address, pattern);
  return new URL(links.find((link) => pattern.test(link))!).pathname;
}
