import { oneLine } from "~/lib/mask-tokens";

/** Without secrets, addresses and texts of mails. */
export interface MailFailure {
  /** Such as ECONNREFUSED. */
  code?: string;
  smtpCode?: number;
  /** First line of the reply, or the error message. */
  answer: string;
  host?: string;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  host?: string;
}

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

/** For admins: "550 5.1.1 No such mailbox (mail.example.com:25)". */
export function mailFailureLine({ smtpCode, answer, host }: MailFailure): string {
  return [smtpCode, answer, host && `(${host})`].filter(Boolean).join(" ");
}

const AUTHENTICATION_REQUIRED = 530;

/** A retry is useless. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as SmtpError;
  const isFinal = responseCode >= 500 && responseCode < 600 && responseCode !== AUTHENTICATION_REQUIRED;
  return isFinal && (command === "RCPT TO" || command === "DATA");
}
