import { and, count, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { invites, users } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { isEmail, notEmail } from "~/lib/email";
import { DomainError } from "~/lib/errors";
import { emailText } from "~/lib/fields.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { cutText } from "~/lib/text";
import { DAY, now, toIso } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { requireAdmin, type Viewer } from "../policy";
import { INVITATION_LIMITS, INVITATION_MESSAGES, REGISTRATION_MESSAGES } from "./limits";
import { REGISTRATION_MAIL } from "./mails.server";
import { isRefusedAddress } from "./queries.server";
import { inviteInput } from "./schema.server";

/** A list, or text such as a column of a CSV file: everything with an @ is an address. */
export const invitationsInput = z.object({
  emails: z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/[\s,;<>"]+/).filter((word) => word.includes("@")) : value),
      z.array(z.string(INVITATION_MESSAGES.required), INVITATION_MESSAGES.required),
    )
    .transform((words, context) => {
      const emails = [...new Set(words.map((word) => String(emailText(word))))];
      const wrong = emails.find((email) => !isEmail(email));
      const problem =
        emails.length === 0
          ? INVITATION_MESSAGES.required
          : emails.length > INVITATION_LIMITS.addresses
            ? INVITATION_MESSAGES.tooMany(emails.length)
            : wrong !== undefined && `“${cutText(wrong, 100)}”: ${notEmail(wrong)}`;
      if (problem) context.addIssue({ code: "custom", message: problem });
      return emails;
    })
    .meta({ type: "array", items: { type: "string" } }),
  days: inviteInput.shape.days,
});

export const invitationResultShape = z.strictObject({
  invited: z.int(),
  members: z.int().meta({ description: "Already have an account" }),
  waiting: z.int().meta({ description: "Have an open invitation" }),
  refused: z.int().meta({ description: "Addresses that may not sign up" }),
});

export type InvitationResult = z.infer<typeof invitationResultShape>;

/** Each address gets its own invite by mail. @throws DomainError forbidden for non-admins */
export function inviteByMail(admin: Viewer, { emails, days }: z.output<typeof invitationsInput>): InvitationResult {
  requireAdmin(admin);
  return transaction(() => {
    const result: InvitationResult = { invited: 0, members: 0, waiting: 0, refused: 0 };
    for (const email of emails) {
      const kind = hasAccount(email)
        ? "members"
        : hasOpenInvitation(email)
          ? "waiting"
          : isRefusedAddress(email)
            ? "refused"
            : "invited";
      result[kind] += 1;
      if (kind !== "invited") continue;
      const invite = { userId: admin.id, token: newToken(), uses: 1, endsAt: now() + days * DAY, createdAt: now() };
      const { id } = db()
        .insert(invites)
        .values({ ...invite, email })
        .returning({ id: invites.id })
        .get();
      enqueueMail(REGISTRATION_MAIL.invitation, email, { inviteId: id });
    }
    if (result.invited > 0)
      recordAdminAction(admin, { action: "invitation.send", subjectType: "user", subjectId: admin.id, after: result });
    return result;
  });
}

const hasAccount = (email: string) =>
  db()
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, emailForms(email)))
    .get() !== undefined;

const hasOpenInvitation = (email: string) =>
  db()
    .select({ id: invites.id })
    .from(invites)
    .where(and(inArray(invites.email, emailForms(email)), gt(invites.uses, 0), gt(invites.endsAt, now())))
    .get() !== undefined;

export const invitationShape = z
  .strictObject({
    _id: z.string(),
    email: z.string(),
    state: z.enum(["open", "used", "expired"]),
    endsAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Invitation" });

export type Invitation = z.infer<typeof invitationShape>;

const stateOf = ({ uses, endsAt }: { uses: number; endsAt: number }): Invitation["state"] =>
  uses <= 0 ? "used" : endsAt <= now() ? "expired" : "open";

/** Mailed ones, newest first, until 30 days after their end. @throws DomainError forbidden for non-admins */
export function listInvitations(admin: Viewer, page: PageParams): Paged<Invitation> {
  requireAdmin(admin);
  const isMailed = isNotNull(invites.email);
  const rows = db()
    .select()
    .from(invites)
    .where(isMailed)
    .orderBy(desc(invites.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all();
  return {
    rows: rows.map(({ id, email, uses, endsAt, createdAt }) => ({
      ...{ _id: String(id), email: email ?? "", state: stateOf({ uses, endsAt }) },
      ...{ endsAt: toIso(endsAt), createdAt: toIso(createdAt) },
    })),
    total: db().select({ total: count() }).from(invites).where(isMailed).get()?.total ?? 0,
    ...page,
  };
}

/** Of any admin. @throws DomainError forbidden for non-admins; not_found */
export function revokeInvitation(admin: Viewer, id: number): { email: string } {
  requireAdmin(admin);
  return transaction(() => {
    const invite = db()
      .delete(invites)
      .where(and(eq(invites.id, id), isNotNull(invites.email)))
      .returning()
      .get();
    if (!invite) throw new DomainError("not_found", REGISTRATION_MESSAGES.noInvite);
    recordAdminAction(admin, { action: "invitation.revoke", subjectType: "invite", subjectId: id });
    return { email: invite.email ?? "" };
  });
}
