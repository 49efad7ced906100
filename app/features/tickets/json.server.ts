import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { TicketJson } from "./json-shapes.server";
import { TICKET_NOT_FOUND } from "./policy";
import { selectTickets } from "./queries.server";
import { countTickets, findFullRow, listFullRows, type TicketFullRow } from "./rows.server";
import type { TicketQuery } from "./schema.server";

const toJson = ({ id, name, email, createdAt, userId: _, ...rest }: TicketFullRow): TicketJson => ({
  _id: id,
  ...rest,
  submittedBy: { name, email },
  createdAt: toIso(createdAt),
});

/** `GET /tickets`. @throws DomainError forbidden for anybody but an admin */
export function listTicketsJson(viewer: Viewer, query: TicketQuery, page: Page): Paged<TicketJson> {
  const selection = selectTickets(viewer, query);
  return { rows: listFullRows(selection, page).map(toJson), total: countTickets(selection.matching), ...page };
}

/** One ticket. @throws DomainError forbidden for anybody but an admin; not_found */
export function ticketJson(viewer: Viewer, id: number): TicketJson {
  requireAdmin(viewer);
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  return toJson(row);
}
