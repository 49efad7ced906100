import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { mailColumns } from "~/features/operations/components/mail-table";
import { MAIL_STATES, MAX_MAIL_SEARCH, OPERATIONS_MESSAGES } from "~/features/operations/limits";
import {
  dropMail,
  isMailSent,
  listOutbox,
  mailQuery,
  retryMail,
  sendTestMail,
} from "~/features/operations/outbox.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { type RequestArgs, requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { FilterForm, FilterInput, FilterSelect } from "~/ui/filters/filter-form";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Mail")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  const params = new URL(request.url).searchParams;
  const asked = decode(mailQuery, Object.fromEntries(params));
  return { isSent: isMailSent(), asked, list: listOutbox(viewer, asked, parsePage(params, PER_PAGE)) };
});

const changeBy = (change: typeof retryMail, message: string) => ({
  run: async (args: RequestArgs) => {
    const { mailId } = (await readForm(args.request)).values;
    change(await requireUser(args), requireId(mailId, OPERATIONS_MESSAGES.noMail));
    return redirectWithToast("/admin/mail", message);
  },
});

type TestMail = Awaited<ReturnType<typeof sendTestMail>>;

export const action = formActions<TestMail | Response>(
  { audience: "admin", body: "text", limit: "moderate" },
  {
    test: { limit: "testMail", run: async (args) => sendTestMail(await requireUser(args)) },
    retry: changeBy(retryMail, OPERATIONS_MESSAGES.mailRetried),
    drop: changeBy(dropMail, OPERATIONS_MESSAGES.mailDropped),
  },
);

export const clientAction = formClientAction("Something went wrong.");

export default function MailPage() {
  const { isSent, asked, list } = useLoaderData<typeof loader>();
  const isFiltered = asked.state !== undefined || asked.q !== "";
  return (
    <Page>
      <PageHeader title="Mail" />
      <div className="mb-8 grid gap-4">
        {isSent ? null : <Notice type="error">{OPERATIONS_MESSAGES.mailIsOff}</Notice>}
        <ActionNotice />
        <PageForm intent="test">
          <SubmitButton busy="Sending…">Send a test email to me</SubmitButton>
        </PageForm>
      </div>
      <Section id="outbox" title="Outbox">
        <FilterForm key={JSON.stringify(asked)} label="Outbox" all="/admin/mail" isFiltered={isFiltered}>
          <FilterInput id="mail-search" name="q" label="Address" defaultValue={asked.q} maxLength={MAX_MAIL_SEARCH} />
          <FilterSelect
            id="mail-state"
            name="state"
            label="State"
            value={asked.state}
            options={MAIL_STATES}
            all={asked.q === "" ? "Unsent" : "All"}
          />
        </FilterForm>
        <Table
          caption={plural(list.total, isFiltered ? "email" : "unsent email")}
          columns={mailColumns(isSent)}
          rows={list.rows}
          rowKey={({ _id }) => _id}
          empty="No emails here."
        />
        <Pagination {...list} anchor="outbox" />
      </Section>
    </Page>
  );
}

/** The row of a retried or dropped email may be gone, so its refusal is above the list. */
function ActionNotice() {
  const data = useActionData<FormFailure | TestMail>();
  if (data === undefined) return null;
  if ("message" in data) return data.values.intent === "test" ? null : <Notice type="error">{data.message}</Notice>;
  const email = <bdi>{data.email}</bdi>;
  return data.answer === null ? (
    <Notice type="error">SMTP_URL is not set, so the test email to {email} is saved as a file in MAIL_DIR.</Notice>
  ) : (
    <Notice type="success">
      The mail server accepted the test email to {email}. Its answer: <code>{data.answer}</code>
    </Notice>
  );
}
