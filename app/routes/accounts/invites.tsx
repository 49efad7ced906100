import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { InviteTable } from "~/features/accounts/components/invite-table";
import { isAdmin } from "~/features/accounts/policy";
import { createInvite } from "~/features/accounts/registration/commands.server";
import { INVITE_LIMITS, REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { canInvite } from "~/features/accounts/registration/policy";
import { getRegistrationSettings, listInvites } from "~/features/accounts/registration/queries.server";
import { inviteInput } from "~/features/accounts/registration/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Invites")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const list = listInvites(viewer, parsePage(new URL(request.url).searchParams, PER_PAGE));
  const mostUses = isAdmin(viewer) ? INVITE_LIMITS.uses : INVITE_LIMITS.memberUses;
  return { list, mostUses, viewerCanInvite: canInvite(viewer, getRegistrationSettings()) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: REGISTRATION_MESSAGES.inviteFailed,
  deduplicateBy: "fields",
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    createInvite(viewer, decode(inviteInput, (await readForm(request)).values));
    return redirectWithToast("/settings/invites", REGISTRATION_MESSAGES.inviteMade);
  },
});

export const clientAction = formClientAction(REGISTRATION_MESSAGES.inviteFailed);

export default function InvitesPage() {
  const { list, mostUses, viewerCanInvite } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Invites" lead="Anyone with the link can sign up." />
      {list.rows.length > 0 ? <InviteTable {...list} /> : <EmptyState title="You have no open invites." />}
      <Pagination {...list} />
      {viewerCanInvite ? (
        <Section id="new-invite" title="New invite">
          <NewInvite mostUses={mostUses} after={list.rows[0]?.id} key={list.rows[0]?.id} />
        </Section>
      ) : (
        <div className="mt-8">
          <Notice>{REGISTRATION_MESSAGES.cannotInvite}</Notice>
        </div>
      )}
    </Page>
  );
}

/** @param after newest invite; detects repeated submits */
function NewInvite({ mostUses, after }: { mostUses: number; after: number | undefined }) {
  return (
    <PageForm once initial={{ uses: 1, days: 7 }} className="max-w-form">
      <input type="hidden" name="after" value={after ?? ""} />
      <Field
        name="uses"
        label="Number of uses"
        hint={`1 to ${mostUses}.`}
        type="number"
        min={1}
        max={mostUses}
        inputMode="numeric"
      />
      <Field
        name="days"
        label="Days until it expires"
        hint={`1 to ${INVITE_LIMITS.days}.`}
        type="number"
        min={1}
        max={INVITE_LIMITS.days}
        inputMode="numeric"
      />
      <SubmitButton busy="Creating…">Create invite</SubmitButton>
    </PageForm>
  );
}
