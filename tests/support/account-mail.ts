import { env } from "~/env.server";
import { accountMails } from "~/features/accounts/mails.server";
import { deliverDueMails } from "~/services/mail/delivery.server";
import { sendMail } from "~/services/mail/transport.server";
import { listMails, type Mail } from "./mail";

/** Delivers what is due in this process's outbox, as the worker does, and hands out all mails to `address` so far. */
export async function deliveredTo(address: string): Promise<Mail[]> {
  await deliverDueMails(accountMails, sendMail);
  return listMails({ mailDir: env().MAIL_DIR }, address);
}

/** The token in a mail's link to `/verify-email/…` or `/reset-password/…`. */
export function tokenIn(mail: Mail | undefined): string {
  const link = mail?.links.find((address) => /\/(verify-email|reset-password)\//.test(address));
  if (!link) throw new Error(`no token in the mail: ${mail?.subject}`);
  return new URL(link).pathname.split("/").at(-1)!;
}
