import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireAdmin } from "~/features/accounts/policy";
import { changeTicketStatus, replyToTicket } from "~/features/tickets/commands.server";
import { TicketHistory } from "~/features/tickets/components/ticket-history";
import { StatusChip, StatusForm } from "~/features/tickets/components/ticket-status";
import { categoryLabel, TICKET_LIMITS, TICKET_MESSAGES } from "~/features/tickets/limits";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { getTicket, type TicketView } from "~/features/tickets/queries.server";
import { replyInput, statusInput } from "~/features/tickets/schema.server";
import { formActions, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { ArrowLeftIcon } from "~/ui/icons";
import { keepTyped } from "~/ui/keep-typed";
import { Page, Plate, Prose, Section } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Ticket ${data.id}: ${data.subject} · Paddock` : "Paddock" },
];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  return getTicket(viewer, requireId(params.ticketId, TICKET_NOT_FOUND));
}, TICKET_MESSAGES.listFailed);

/** The arguments of both forms: the admin, the ticket's id and the form data. */
async function readTicketForm({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { values } = await readForm(request);
  return { viewer, id: requireId(params.ticketId, TICKET_NOT_FOUND), values };
}

async function changeStatus(args: ActionFunctionArgs) {
  const { viewer, id, values } = await readTicketForm(args);
  const { status } = decode(statusInput, values);
  changeTicketStatus(viewer, id, status);
  return redirectWithToast(`/admin/tickets/${id}`, `Ticket ${id} is now ${status}.`);
}

async function reply(args: ActionFunctionArgs) {
  const { viewer, id, values } = await readTicketForm(args);
  const { mailed } = replyToTicket(viewer, id, decode(replyInput, values).text);
  return redirectWithToast(`/admin/tickets/${id}#history`, mailed ? "Reply sent." : "Reply saved with the ticket.");
}

export const action = formActions(
  { audience: "admin", body: "text", limit: "moderate" },
  { status: { run: changeStatus, failed: TICKET_MESSAGES.statusFailed }, reply: { run: reply, keepsWords: true } },
  "status",
);

export const clientAction = keepTyped((intent) =>
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
        <h1 className="min-w-0 break-words">{ticket.subject}</h1>
        <Plate>No. {ticket.id}</Plate>
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Facts ticket={ticket} />
        <div className="min-w-0 lg:order-first">
          <div className="border-t-2 border-ink pt-4">
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
              {about}
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
            <span className="text-grey">None left</span>
          ) : (
            <a href={`mailto:${email}`} className="link break-all">
              {email}
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-grey">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function ReplyForm({ ticket }: { ticket: TicketView }) {
  const hint =
    ticket.email === ""
      ? "There is no email address to send it to, so it is only saved here."
      : `Goes to ${ticket.email} by mail, and is kept here.`;
  return (
    <Section id="answer" title="Reply">
      {/* A new reply starts with an empty field. */}
      <PageForm draft key={ticket.events.length} intent="reply" className="max-w-form">
        <TextArea name="text" label="Your reply" rows={6} maxLength={TICKET_LIMITS.reply} hint={hint} />
        <SubmitButton busy="Sending…">{ticket.email === "" ? "Save reply" : "Send reply"}</SubmitButton>
      </PageForm>
    </Section>
  );
}
