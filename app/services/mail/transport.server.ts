import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { type Env, env } from "~/env.server";
import { oneLine } from "~/lib/mask-tokens";
import { cleanLine } from "~/lib/text";
import { now, SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { siteName } from "../site/site.server";
import type { MailContent } from "./layout.server";

interface Mail extends MailContent {
  /** One bare address. */
  to: string;
  /** Message-ID of every attempt, so that mail servers recognize duplicates; letters and digits. */
  id?: string;
}

export type SendMail = (mail: Mail) => Promise<unknown>;

/** The mail server's answer; null if saved as a file. */
type Transport = (mail: Mail) => Promise<string | null>;

const TIMEOUTS_MS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND };

/**
 * SMTP_URL's server; without one each mail becomes an .eml file in MAIL_DIR, named in the log.
 * @returns rejects if the handover fails
 */
export function openTransport(settings: Pick<Env, "SMTP_URL" | "MAIL_DIR" | "MAIL_FROM">): Transport {
  const { SMTP_URL, MAIL_DIR, MAIL_FROM } = settings;
  const sender = () => MAIL_FROM ?? `${siteName().replace(/[^\p{L}\p{N} ]/gu, "")} <noreply@localhost>`;
  if (SMTP_URL === undefined) return async (mail) => writeMail(MAIL_DIR, message(mail, sender()));
  const smtp = createTransport({ url: SMTP_URL, ...TIMEOUTS_MS, disableFileAccess: true, disableUrlAccess: true });
  const { host } = new URL(SMTP_URL);
  return async (mail) => {
    // The library's errors do not name the server.
    const sent = await smtp.sendMail(message(mail, sender())).catch((error) => {
      throw Object.assign(error, { host });
    });
    return oneLine(sent.response);
  };
}

let transport: Transport | undefined;

export const sendMail: Transport = (mail) => {
  transport ??= openTransport(env());
  return transport(mail);
};

/** The address is an object, never parsed: one recipient can never become two. */
function message({ to, subject, text, html, headers, id, thread }: Mail, from: string) {
  if (!/^[^\s,;<>"]+@[^\s,;<>"@]+$/.test(to)) throw new Error("the recipient is no bare address");
  const [, host = "localhost"] = /@([\w.-]+)/.exec(from) ?? [];
  return {
    from,
    to: { name: "", address: to },
    subject: cleanLine(subject),
    ...(id === undefined ? {} : { messageId: `<${id}@${host}>` }),
    ...(thread === undefined ? {} : { references: `<${thread}@${host}>` }),
    text: part("text/plain", text),
    html: part("text/html", html),
    headers: { "Auto-Submitted": "auto-generated", ...headers },
  };
}

let bytesWritten = 0;

/** Written to a temporary file, then renamed: readers only see complete mails. Mode 0600: it contains valid links. */
async function writeMail(folder: string, content: ReturnType<typeof message>): Promise<null> {
  const composer = createTransport({ streamTransport: true, buffer: true });
  const { message: bytes } = await composer.sendMail(content);
  const file = path.join(folder, fileName());
  const temporaryFile = `${file}.tmp`;
  try {
    await writeFile(temporaryFile, bytes.toString().replaceAll("\r\n", "\n"), { mode: 0o600, flag: "wx" });
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
  log.info({ file }, "mail written");
  return null;
}

/** Sorts by time, then by sequence; unique across processes. */
function fileName(): string {
  bytesWritten += 1;
  const time = new Date(now()).toISOString().replace(/[-:.]/g, "");
  return `${time}-${String(bytesWritten).padStart(6, "0")}-${randomBytes(4).toString("hex")}.eml`;
}

const MAX_LINE = 900;

/** Plain ASCII is sent as 7bit, so that a link in an .eml file can be copied; the composer encodes everything else. */
function part(type: string, body: string) {
  const lines = body.split("\n");
  if (!/^[\t\n\x20-\x7e]*$/.test(body) || lines.some((line) => line.length > MAX_LINE)) return body;
  const head = [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: 7bit", ""];
  return { raw: [...head, ...lines].join("\r\n") };
}
