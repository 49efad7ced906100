import { env } from "~/env.server";
import { accountMails } from "~/features/accounts/mails.server";
import { sendMail } from "~/services/mail/transport.server";
import { deliverDueMails, type MailRenderers } from "~/services/mail/worker.server";
import { listMails, type Mail } from "./mail";

/**
 * @returns all mails so far, or those to `address`
 * @param renderers default: of accounts
 */
export async function deliveredTo(address?: string, renderers: MailRenderers = accountMails): Promise<Mail[]> {
  await deliverDueMails(renderers, sendMail);
  return listMails({ mailDir: env().MAIL_DIR }, address);
}

export function tokenIn(mail: Mail | undefined): string {
  const link = mail?.links.find((address) =>
    /\/(verify-email|reset-password|confirm-email|undo-email)\//.test(address),
  );
  if (!link) throw new Error(`no token in the mail: ${mail?.subject}`);
  return new URL(link).pathname.split("/").at(-1)!;
}
