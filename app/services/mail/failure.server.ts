import { oneLine } from "~/lib/mask-tokens";

/** Without secrets, addresses and texts of mails. */
export interface MailFailure {
  /** From the mail client or the system, such as ECONNREFUSED. */
  code?: string;
  /** The mail server's reply code, such as 550. */
  smtpCode?: number;
  /** The first line of the reply; without a reply, the error message. */
  answer: string;
  /** Host and port of the mail server. */
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

/** @param error of a transport or a mail's renderer */
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

/** The failure in one line for admins: "550 5.1.1 No such mailbox (mail.example.com:25)". */
export function mailFailureLine({ smtpCode, answer, host }: MailFailure): string {
  return [smtpCode, answer, host && `(${host})`].filter(Boolean).join(" ");
}

/** The server refuses the sender, not the recipient: "authentication required". */
const AUTHENTICATION_REQUIRED = 530;

/** Whether the mail server refused the recipient or the mail permanently: a retry is useless. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as SmtpError;
  const isFinal = responseCode >= 500 && responseCode < 600 && responseCode !== AUTHENTICATION_REQUIRED;
  return isFinal && (command === "RCPT TO" || command === "DATA");
}
