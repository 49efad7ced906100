import { oneLine } from "~/lib/mask-tokens";

/** Why a mail was not sent, without secrets, addresses and texts of mails. */
export interface MailFailure {
  /** The mail client's or the system's name for it, such as ECONNREFUSED. */
  code?: string;
  /** What the mail server answered with, such as 550. */
  smtpCode?: number;
  /** The first line of its answer; without one, what went wrong before it could answer. */
  answer: string;
  /** Of the mail server, with its port. */
  host?: string;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  /** Set by our transport. */
  host?: string;
}

/** @param error what a transport, or a mail's renderer, has thrown */
export function describeMailFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { answer: oneLine(String(error)) };
  const { code, responseCode, response, message, host } = error as SmtpError;
  return {
    ...(typeof code === "string" && { code }),
    ...(responseCode !== undefined && { smtpCode: responseCode }),
    answer: oneLine(response === undefined ? message : response.replace(/^\d{3}[- ]/, "")),
    ...(host !== undefined && { host }),
  };
}

/** The same in one line for admins: "550 5.1.1 No such mailbox (mail.example.com:25)". */
export function mailFailureLine({ smtpCode, answer, host }: MailFailure): string {
  return [smtpCode, answer, host && `(${host})`].filter(Boolean).join(" ");
}

/** Where a server refuses who sends, and not whom the mail goes to: "authentication required". */
const AUTHENTICATION_REQUIRED = 530;

/** Whether the mail server refused the recipient, or the mail itself, for good: another try would end alike. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as SmtpError;
  const isFinal = responseCode >= 500 && responseCode < 600 && responseCode !== AUTHENTICATION_REQUIRED;
  return isFinal && (command === "RCPT TO" || command === "DATA");
}
