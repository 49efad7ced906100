import { and, count, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { invites } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { isEmail, notEmail } from "~/lib/email";
import { DomainError } from "~/lib/errors";
import { emailText, listField } from "~/lib/fields.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { cutText } from "~/lib/text";
import { DAY, now, toIso } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { requireAdmin, type Viewer } from "../policy";
import { findAccount } from "../queries.server";
import { INVITATION_LIMITS, INVITATION_MESSAGES } from "./limits";
import { REGISTRATION_MAIL } from "./mails.server";
import { isRefusedAddress } from "./queries.server";
import { inviteInput } from "./schema.server";

const addressField = z.string(INVITATION_MESSAGES.required).refine(isEmail, {
  error: ({ input }) => `“${cutText(String(input), 100)}”: ${notEmail(input)}`,
});

/** A list, or text such as a column of a CSV file: everything with an @ is an address. */
export const invitationsInput = z.object({
  emails: z
    .preprocess(
      (value) => {
        const words =
          typeof value === "string" ? value.split(/[\s,;<>"]+/).filter((word) => word.includes("@")) : value;
        return Array.isArray(words) ? [...new Set(words.map(emailText))] : words;
      },
      listField(addressField, {
        ...{ max: INVITATION_LIMITS.addresses, invalid: INVITATION_MESSAGES.required },
        tooMany: ({ input }) => INVITATION_MESSAGES.tooMany((input as unknown[]).length),
      }),
    )
    .refine((emails) => emails.length > 0, INVITATION_MESSAGES.required)
    .meta({ type: "array", items: { type: "string" } }),
  days: inviteInput.shape.days,
});

export const invitationResultShape = z.strictObject({
  invited: z.int(),
  members: z.array(z.string()).meta({ description: "Addresses that have an account" }),
  refused: z.array(z.string()).meta({ description: "Addresses that may not sign up" }),
});

export type InvitationResult = z.infer<typeof invitationResultShape>;

/** Each address gets its own invite by mail, instead of one that is open. @throws DomainError forbidden for non-admins */
export function inviteByMail(admin: Viewer, { emails, days }: z.output<typeof invitationsInput>): InvitationResult {
  requireAdmin(admin);
  return transaction(() => {
    const result: InvitationResult = { invited: 0, members: [], refused: [] };
    let lastId = 0;
    for (const email of emails) {
      if (findAccount(email)) result.members.push(email);
      else if (isRefusedAddress(email)) result.refused.push(email);
      else {
        const isUnused = and(inArray(invites.email, emailForms(email)), gt(invites.uses, 0));
        db().delete(invites).where(isUnused).run();
        const times = { endsAt: now() + days * DAY, createdAt: now() };
        const invite = { userId: admin.id, token: newToken(), uses: 1, email, ...times };
        lastId = db().insert(invites).values(invite).returning({ id: invites.id }).get().id;
        enqueueMail(REGISTRATION_MAIL.invitation, email, { inviteId: lastId });
        result.invited += 1;
      }
    }
    // Without addresses, which may be erased.
    const act = { action: "invitation.send", subjectType: "invite", subjectId: lastId };
    if (result.invited > 0) recordAdminAction(admin, { ...act, after: { invited: result.invited } });
    return result;
  });
}

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
export function revokeInvitation(admin: Viewer, id: number): void {
  requireAdmin(admin);
  transaction(() => {
    const isIt = and(eq(invites.id, id), isNotNull(invites.email));
    if (db().delete(invites).where(isIt).run().changes === 0)
      throw new DomainError("not_found", INVITATION_MESSAGES.none);
    recordAdminAction(admin, { action: "invitation.revoke", subjectType: "invite", subjectId: id });
  });
}
