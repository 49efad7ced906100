import { FilterChoice } from "~/ui/filters/filter-choice";
import { FilterForm, FilterText } from "~/ui/filters/filter-form";
import { TICKET_CATEGORIES, TICKET_LIMITS, TICKET_STATUSES } from "../limits";
import type { TicketQuery } from "../schema.server";

/** What the inbox shows: by state, by category, by words of the subject. The sort stays. */
export function InboxFilter({ asked, filtered }: { asked: TicketQuery; filtered: boolean }) {
  return (
    <FilterForm label="Tickets" all="/admin/tickets" filtered={filtered} sort={asked.sort}>
      <FilterText
        id="ticket-subject"
        name="subject"
        label="Subject"
        defaultValue={asked.subject}
        maxLength={TICKET_LIMITS.search}
      />
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
    </FilterForm>
  );
}
