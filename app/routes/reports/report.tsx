import { type MetaFunction, redirect } from "@remix-run/node";
import { Form, isRouteErrorResponse, Link, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ReportedThing } from "~/features/cases/components/reported-thing";
import { CASE_LIMITS, KIND_LABELS, REASON_LABELS } from "~/features/cases/limits";
import { lookAtThing, type ReportedView, submitReport } from "~/features/cases/reports.server";
import { reportInput, visitorReportInput } from "~/features/cases/schema.server";
import { isSitePath } from "~/features/tickets/limits";
import { consumeMailLimit } from "~/http/limits/login.server";
import { type PageError, pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { getViewer } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { Button, ButtonLink, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Page, PageHeader } from "~/ui/layout/page";

const FAILED = "Could not send your report.";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Report"),
  { name: "robots", content: "noindex" },
];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await getViewer({ request, context });
  const path = new URL(request.url).searchParams.get("about") ?? "";
  return { thing: path === "" ? null : lookAtThing(viewer, path), isVisitor: viewer === null };
}, FAILED);

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "report",
  failed: FAILED,
  deduplicateBy: "fields",
  run: async ({ request, context }) => {
    const viewer = await getViewer({ request, context });
    const input = await readInput(request, viewer === null ? visitorReportInput : reportInput);
    const isMailed = viewer !== null || (await consumeMailLimit("report", input.email));
    const { link } = submitReport(viewer, input, { mailed: isMailed });
    return redirect(`${new URL(link).pathname}?sent`);
  },
});

export const clientAction = formClientAction(FAILED);

export default function ReportPage() {
  const { thing, isVisitor } = useLoaderData<typeof loader>();
  if (thing === null) return <WhatAbout />;
  return (
    <Page narrow>
      <PageHeader
        title={`Report this ${KIND_LABELS[thing.kind].toLowerCase()}`}
        lead="Tell us what is wrong with it. A person will review your report."
      />
      <ReportedThing thing={thing} />
      <ReportForm thing={thing} isVisitor={isVisitor} />
      <Elsewhere>Only moderators and admins can see who you are. </Elsewhere>
    </Page>
  );
}

const REASON_OPTIONS = [["", "Please choose"], ...Object.entries(REASON_LABELS)] as const;

function ReportForm({ thing, isVisitor }: { thing: ReportedView; isVisitor: boolean }) {
  return (
    <PageForm once draft subject={{ about: thing.about }}>
      <SelectField name="reason" label="Reason" options={REASON_OPTIONS} />
      <TextArea
        name="text"
        label="What is wrong"
        rows={6}
        maxLength={CASE_LIMITS.text}
        hint="What breaks the rules or the law, and where we should look."
      />
      <Field
        name="law"
        label="Which law"
        optional
        maxLength={CASE_LIMITS.law}
        hint="If it is against the law and you know which one."
      />
      {isVisitor ? <WhoYouAre /> : null}
      <Checkbox name="goodFaith" label="I believe in good faith that this report is accurate." />
      <SubmitButton busy="Sending…">Send report</SubmitButton>
    </PageForm>
  );
}

/** For the reply; optional for reports of a crime against children. */
function WhoYouAre() {
  return (
    <>
      <Checkbox
        name="children"
        label="This is about a crime against children"
        hint="If so, choose “Against the law” above. You can leave the name and email blank."
      />
      <Field name="name" label="Your name" maxLength={CASE_LIMITS.name} autoComplete="name" />
      <Field
        name="email"
        type="email"
        label="Your email"
        autoComplete="email"
        hint="We’ll write to you when your report is decided."
      />
    </>
  );
}

function WhatAbout() {
  return (
    <Page narrow>
      <PageHeader
        title="Report"
        lead="Everything members publish has a Report link. Use it, or enter the address of the page."
      />
      <AddressForm />
    </Page>
  );
}

function AddressForm() {
  return (
    <>
      <Form method="get" action="/report">
        <Field name="about" label="Address of the page" inputMode="url" autoComplete="off" />
        <Button kind="primary">Continue</Button>
      </Form>
      <Elsewhere />
    </>
  );
}

function Elsewhere({ children }: { children?: ReactNode }) {
  return (
    <p className="mt-8 border-t border-line pt-6 text-grey">
      {children}To find out what is allowed and how we handle reports, read the{" "}
      <Link to="/rules" className="link">
        rules
      </Link>
      . To tell us about something else,{" "}
      <Link to="/toolbox" className="link">
        write to the Tool Box
      </Link>
      .
    </p>
  );
}

/** Unreportable: the viewer's own things, and missing ones. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [params] = useSearchParams();
  if (!isRouteErrorResponse(error) || ![403, 404].includes(error.status)) return <ErrorScreen />;
  const { message } = error.data as PageError;
  const isOwn = error.status === 403;
  const reportedPath = params.get("about") ?? "";
  return (
    <Page narrow>
      <PageHeader
        title={message}
        lead={isOwn ? undefined : "It may have been deleted already. You can enter the address of another page."}
      />
      {isOwn ? (
        <ButtonLink to={isSitePath(reportedPath) ? reportedPath : "/profile"}>Go back</ButtonLink>
      ) : (
        <AddressForm />
      )}
    </Page>
  );
}
