import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { TICKET_CATEGORIES, TICKET_LIMITS, TICKET_STATUSES, type TicketQuery } from "../schema";

/** What the inbox shows: by state, by category, by words of the subject. The sort stays. */
export function InboxFilter({ asked, filtered }: { asked: TicketQuery; filtered: boolean }) {
  return (
    <Form method="get" role="search" aria-label="Tickets" className="mb-8">
      <input type="hidden" name="sort" value={asked.sort} />
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full md:w-auto md:min-w-56 md:flex-1">
          <label htmlFor="ticket-subject" className="mb-1 block font-bold">
            Subject
          </label>
          <input
            type="search"
            id="ticket-subject"
            name="subject"
            defaultValue={asked.subject}
            maxLength={TICKET_LIMITS.search}
            autoComplete="off"
            className="input"
          />
        </div>
        <Choice name="status" label="Status" chosen={asked.status} options={TICKET_STATUSES.map((s) => [s, s])} />
        <Choice name="category" label="Category" chosen={asked.category} options={TICKET_CATEGORIES} />
        <Button className="min-h-12">Filter</Button>
        {filtered ? (
          <ButtonLink to="/admin/tickets" kind="quiet" className="min-h-12">
            Show all
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  chosen: string | undefined;
  options: readonly (readonly [string, string])[];
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <div className="min-w-36 flex-1 md:flex-none">
      <label htmlFor={`ticket-${name}`} className="mb-1 block font-bold">
        {label}
      </label>
      <select id={`ticket-${name}`} name={name} defaultValue={chosen ?? ""} className="input">
        <option value="">All</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
