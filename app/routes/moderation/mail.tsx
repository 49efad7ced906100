import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { MailTable } from "~/features/operations/components/mail-table";
import { MAIL_STATES, OPERATIONS_MESSAGES } from "~/features/operations/limits";
import { isMailSent, listOutbox, retryMail, sendTestMail } from "~/features/operations/outbox.server";
import { mailQuery } from "~/features/operations/schema.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { formatCount, plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { FilterForm, FilterSelect } from "~/ui/filters/filter-form";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Mail")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  const params = new URL(request.url).searchParams;
  const query = decode(mailQuery, Object.fromEntries(params));
  return { isSent: isMailSent(), state: query.state, list: listOutbox(viewer, query, parsePage(params, PER_PAGE)) };
});

export const action = formActions<{ testMail: Awaited<ReturnType<typeof sendTestMail>> } | Response>(
  { audience: "admin", body: "text", limit: "moderate" },
  {
    test: {
      limit: "testMail",
      run: async (args) => ({ testMail: await sendTestMail(await requireUser(args)) }),
    },
    retry: {
      run: async (args) => {
        const viewer = await requireUser(args);
        retryMail(viewer, requireId((await readForm(args.request)).values.mailId, OPERATIONS_MESSAGES.noMail));
        return redirectWithToast("/admin/mail", OPERATIONS_MESSAGES.mailRetried);
      },
    },
  },
);

export const clientAction = formClientAction("Something went wrong.");

export default function MailPage() {
  const { isSent, state, list } = useLoaderData<typeof loader>();
  const { counts } = list;
  const data = useActionData<FormFailure | { testMail: { email: string; answer: string | null } }>();
  return (
    <Page>
      <PageHeader
        title="Mail"
        lead={`${formatCount(counts.waiting)} waiting, ${formatCount(counts.failed)} failed, ${formatCount(counts.sent)} ${isSent ? "sent" : "saved as files"} in 7 days.`}
      />
      {isSent ? null : <Notice type="error">{OPERATIONS_MESSAGES.mailIsOff}</Notice>}
      <Section id="test" title="Test">
        {data && "testMail" in data ? (
          <div className="mb-4">
            <Notice type={data.testMail.answer === null ? "error" : "success"}>
              <TestAnswer {...data.testMail} />
            </Notice>
          </div>
        ) : null}
        <PageForm intent="test">
          <SubmitButton busy="Sending…">Send a test email to me</SubmitButton>
        </PageForm>
      </Section>
      <Section id="outbox" title="Outbox">
        {data && "message" in data && data.values.intent === "retry" ? (
          <div className="mb-4">
            <Notice type="error">{data.message}</Notice>
          </div>
        ) : null}
        <FilterForm label="Outbox" all="/admin/mail" isFiltered={state !== undefined} preventScrollReset>
          <FilterSelect
            key={state}
            id="mail-state"
            name="state"
            label="State"
            value={state}
            options={MAIL_STATES}
            all="Waiting and failed"
          />
        </FilterForm>
        {list.rows.length > 0 ? (
          <MailTable rows={list.rows} caption={plural(list.total, state === undefined ? "unsent email" : "email")} />
        ) : (
          <EmptyState title="No emails here." />
        )}
        <Pagination {...list} anchor="outbox" />
      </Section>
    </Page>
  );
}

function TestAnswer({ email, answer }: { email: string; answer: string | null }) {
  if (answer === null)
    return (
      <>
        SMTP_URL is not set, so emails are not sent. The test email to <bdi>{email}</bdi> is saved as a file in
        MAIL_DIR.
      </>
    );
  return (
    <>
      The mail server accepted the test email to <bdi>{email}</bdi>. Its answer: <code>{answer}</code>
    </>
  );
}
