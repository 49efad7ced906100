import type { Viewer } from "~/features/accounts/policy";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { TicketJson } from "./json-shapes.server";
import { getFullRow, listFullRows, type TicketFullRow } from "./rows.server";
import type { TicketQuery } from "./schema.server";

function toJson(row: TicketFullRow): TicketJson {
  const { id, category, subject, description, status, about, name, email, createdAt } = row;
  return {
    _id: id,
    ...{ category, subject, status },
    ...{ description, about, submittedBy: { name, email } },
    createdAt: toIso(createdAt),
  };
}

/** `GET /tickets`. @throws DomainError forbidden for anybody but an admin */
export function listTicketsJson(viewer: Viewer, query: TicketQuery, page: Page): Paged<TicketJson> {
  const { rows, ...list } = listFullRows(viewer, query, page);
  return { ...list, rows: rows.map(toJson) };
}

/** One ticket. @throws DomainError forbidden for anybody but an admin; not_found */
export function ticketJson(viewer: Viewer, id: number): TicketJson {
  return toJson(getFullRow(viewer, id));
}
