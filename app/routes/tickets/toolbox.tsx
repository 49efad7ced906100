import { type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { submitTicket } from "~/features/tickets/commands.server";
import { StatusChip } from "~/features/tickets/components/ticket-status";
import { isSitePath, TICKET_CATEGORIES, TICKET_LIMITS, TICKET_MESSAGES } from "~/features/tickets/limits";
import { findSubmitter, listOwnTickets, type OwnTicketView } from "~/features/tickets/queries.server";
import { ticketInput } from "~/features/tickets/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { getViewer } from "~/http/session/session.server";
import { formatTime, toIso } from "~/lib/time";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { Tips } from "~/ui/forms/beside-form";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader, Prose, Section } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Tool Box"),
  {
    name: "description",
    content: `Questions, problems, ideas and reports: write to ${siteNameOf(matches)}’s pit crew.`,
  },
];

/** `?category=User+Report&about=/garages/3` */
function prefilled(params: URLSearchParams) {
  const category = TICKET_CATEGORIES.find(([value]) => value === params.get("category"))?.[0] ?? "";
  const reportedPath = params.get("about") ?? "";
  return { category, about: isSitePath(reportedPath) ? reportedPath : "" };
}

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await getViewer({ request, context });
  const { searchParams } = new URL(request.url);
  const { category, about } = prefilled(searchParams);
  const submitter = viewer ? findSubmitter(viewer) : { name: "", email: "" };
  const ownTickets = viewer ? listOwnTickets(viewer) : [];
  return { sent: searchParams.has("sent"), about, initial: { category, ...submitter }, own: ownTickets };
});

export const action = pageAction({
  audience: "anyone",
  limit: "ticket",
  deduplicateBy: "fields",
  run: async ({ request, context }) => {
    const viewer = await getViewer({ request, context });
    submitTicket(viewer, await readInput(request, ticketInput));
    return redirect("/toolbox?sent");
  },
});

export const clientAction = formClientAction("Something went wrong.");

const CATEGORY_OPTIONS = [["", "Please choose"], ...TICKET_CATEGORIES] as const;

export default function ToolBox() {
  const { sent, about, initial, own } = useLoaderData<typeof loader>();
  if (sent) return <Thanks />;
  return (
    <Page narrow beside={<Tips title="Before you write" tips={TIPS} />}>
      <PageHeader
        title="Tool Box"
        lead="Ask a question, report a problem or suggest an idea. The pit crew will read it."
      />
      <PageForm once draft initial={initial}>
        {about === "" ? null : <ReportedPath path={about} />}
        <SelectField name="category" label="Category" options={CATEGORY_OPTIONS} />
        <Field name="subject" label="Subject" maxLength={TICKET_LIMITS.subject} />
        <TextArea
          name="description"
          label="Description"
          rows={8}
          maxLength={TICKET_LIMITS.description}
          hint="What happened, where, and what did you expect?"
        />
        <Field name="name" label="Name" optional maxLength={TICKET_LIMITS.name} autoComplete="name" />
        <Field
          name="email"
          type="email"
          label="Email"
          optional
          maxLength={TICKET_LIMITS.email}
          autoComplete="email"
          hint="For our reply. Without it, we can read your request but not answer it."
        />
        <SubmitButton busy="Sending…">Send request</SubmitButton>
      </PageForm>
      <OwnTickets tickets={own} />
    </Page>
  );
}

const TIPS = [
  "Something breaks the rules? Use Report on its page. Moderators then see exactly what you mean.",
  "Forgot your password? “Forgot your password?” on the login page is quicker than we are.",
  "Log in before you write, and our replies appear on this page too.",
];

function ReportedPath({ path }: { path: string }) {
  return (
    <div className="mb-6 rounded-md bg-sunk px-4 py-3">
      <input type="hidden" name="about" value={path} />
      <span>About:</span>{" "}
      <Link to={path} className="link break-all">
        <bdi>{path}</bdi>
      </Link>
    </div>
  );
}

function Thanks() {
  return (
    <Page narrow>
      <PageHeader title="Tool Box" />
      <Notice type="success">{TICKET_MESSAGES.received}</Notice>
      <p className="mt-4">If you left an email address, we will reply to it.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/" kind="primary">
          Go to Homepage
        </ButtonLink>
        <ButtonLink to="/toolbox">Send another request</ButtonLink>
      </div>
    </Page>
  );
}

function OwnTickets({ tickets }: { tickets: OwnTicketView[] }) {
  if (tickets.length === 0) return null;
  return (
    <Section id="requests" title="Your requests">
      <ul className="divide-y divide-line border-y border-line">
        {tickets.map((ticket) => (
          <li key={ticket.id} id={`request-${ticket.id}`} className="scroll-mt-24 py-4">
            <p className="font-bold">
              <bdi>{ticket.subject}</bdi>
            </p>
            <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-grey">
              <StatusChip status={ticket.status} />
              <span>No. {ticket.id}</span>
              <Moment at={ticket.at} />
            </div>
            {ticket.replies.map((reply) => (
              <div key={reply.id} className="mt-3 rounded-md border border-line bg-surface px-4 py-3">
                <p className="mb-1 text-sm text-grey">
                  The pit crew answered, <Moment at={reply.at} />
                </p>
                <Prose text={reply.text} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Moment({ at }: { at: number }) {
  return (
    <time dateTime={toIso(at)} className="tabular-nums">
      {formatTime(at)}
    </time>
  );
}
