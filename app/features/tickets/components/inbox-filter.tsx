import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { FilterChoice } from "~/ui/filter-choice";
import { TICKET_CATEGORIES, TICKET_LIMITS, TICKET_STATUSES } from "../limits";
import type { TicketQuery } from "../schema.server";

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
        <FilterChoice
          id="ticket-status"
          name="status"
          label="Status"
          chosen={asked.status}
          options={TICKET_STATUSES.map((s) => [s, s])}
        />
        <FilterChoice
          id="ticket-category"
          name="category"
          label="Category"
          chosen={asked.category}
          options={TICKET_CATEGORIES}
        />
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
