import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireAdmin } from "~/features/accounts/policy";
import { changeTicketStatus, replyToTicket } from "~/features/tickets/commands.server";
import { StatusChip, StatusForm } from "~/features/tickets/components/ticket-status";
import { categoryLabel, TICKET_LIMITS, TICKET_MESSAGES, type TicketStatus } from "~/features/tickets/limits";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { getTicket, type TicketEvent, type TicketView } from "~/features/tickets/queries.server";
import { replyInput, statusInput } from "~/features/tickets/schema.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser, withMemberAndId } from "~/http/session/session.server";
import { mailTo } from "~/lib/email";
import { requireId } from "~/lib/ids";
import { formatTime, toIso } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { Fact } from "~/ui/facts";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { ArrowLeftIcon } from "~/ui/icons";
import { Page, Prose, Section } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Ticket ${data.id}: ${data.subject}`),
];

export const loader = pageLoader(async ({ request, context, params }) => {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  return getTicket(viewer, requireId(params.ticketId, TICKET_NOT_FOUND));
}, TICKET_MESSAGES.listFailed);

const changeStatus = withMemberAndId("ticketId", TICKET_NOT_FOUND, async (viewer, id, { request }) => {
  const { status } = await readInput(request, statusInput);
  changeTicketStatus(viewer, id, status);
  return redirectWithToast(`/admin/tickets/${id}`, `Ticket ${id} is now ${status}.`);
});

const reply = withMemberAndId("ticketId", TICKET_NOT_FOUND, async (viewer, id, { request }) => {
  const { text } = await readInput(request, replyInput);
  const { mailed } = replyToTicket(viewer, id, text);
  return redirectWithToast(`/admin/tickets/${id}#history`, mailed ? "Reply sent." : "Reply saved with the ticket.");
});

export const action = formActions(
  { audience: "admin", body: "text", limit: "moderate" },
  {
    status: { run: changeStatus, failed: TICKET_MESSAGES.statusFailed },
    reply: { run: reply, deduplicateBy: "fields" },
  },
  "status",
);

export const clientAction = formClientAction((intent) =>
  intent === "reply" ? "Something went wrong." : TICKET_MESSAGES.statusFailed,
);

export default function TicketPage() {
  const ticket = useLoaderData<typeof loader>();
  return (
    <Page>
      <Link to="/admin/tickets" className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeftIcon className="size-4" /> Support Inbox
      </Link>
      <div className="mt-2 mb-8 flex flex-wrap items-center gap-3">
        <h1 dir="auto" className="min-w-0">
          {ticket.subject}
        </h1>
        <span className="text-grey tabular-nums">No. {ticket.id}</span>
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Facts ticket={ticket} />
        <div className="min-w-0 lg:order-first">
          <div className="border-t border-line pt-4">
            <Prose text={ticket.description} />
          </div>
          <Section id="history" title="History">
            <TicketHistory createdAt={ticket.createdAt} events={ticket.events} />
          </Section>
          <ReplyForm ticket={ticket} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ ticket }: { ticket: TicketView }) {
  const { status, category, about, name, email, userId } = ticket;
  return (
    <aside aria-label="About this ticket" className="self-start rounded-lg border border-line bg-surface p-5">
      <dl className="space-y-3">
        <Fact label="Status">
          <StatusChip status={status} />
        </Fact>
        <Fact label="Category">{categoryLabel(category)}</Fact>
        {about === "" ? null : (
          <Fact label="About">
            <Link to={about} className="link break-all">
              <bdi>{about}</bdi>
            </Link>
          </Fact>
        )}
        <Fact label="From">
          {userId === null ? (
            name || "Visitor"
          ) : (
            <Link to={`/profile/${userId}`} className="link">
              {name || "Member"}
            </Link>
          )}
        </Fact>
        <Fact label="Email">
          {email === "" ? (
            <span className="text-grey">None given</span>
          ) : (
            <a href={mailTo(email)} className="link">
              <EmailAddress address={email} />
            </a>
          )}
        </Fact>
      </dl>
      <div className="mt-5 border-t border-line pt-5 empty:hidden">
        <StatusForm ticket={ticket} />
      </div>
    </aside>
  );
}

function ReplyForm({ ticket }: { ticket: TicketView }) {
  const hint =
    ticket.email === "" ? (
      "There is no email address to send it to, so it is only saved here."
    ) : (
      <>
        This goes to <EmailAddress address={ticket.email} /> by email and is kept here.
      </>
    );
  return (
    <Section id="answer" title="Reply">
      {/* A new reply starts with an empty field. */}
      <PageForm once draft key={ticket.events.length} intent="reply" className="max-w-form">
        <TextArea name="text" label="Your reply" rows={6} maxLength={TICKET_LIMITS.reply} hint={hint} />
        <SubmitButton busy="Sending…">{ticket.email === "" ? "Save reply" : "Send reply"}</SubmitButton>
      </PageForm>
    </Section>
  );
}

/** Oldest first: steps as lines, replies in full. */
function TicketHistory({ createdAt, events }: { createdAt: number; events: TicketEvent[] }) {
  return (
    <ol className="space-y-5 border-l-2 border-line pl-5">
      <li>
        <Line at={createdAt}>Received</Line>
      </li>
      {events.map((event) => (
        <li key={event.id}>
          {event.kind === "status" ? (
            <Line at={event.at}>
              <bdi>{event.who}</bdi> set it to <StatusChip status={event.after as TicketStatus} />
            </Line>
          ) : (
            <>
              <Line at={event.at}>
                <bdi>{event.who}</bdi> replied
              </Line>
              <div className="mt-2 rounded-md border border-line bg-surface px-4 py-3">
                <Prose text={event.text} />
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Line({ at, children }: { at: number; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{children}</span>{" "}
      <time dateTime={toIso(at)} className="text-sm text-grey tabular-nums">
        {formatTime(at)}
      </time>
    </p>
  );
}
