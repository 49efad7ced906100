import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { tickets } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { TicketJson } from "./json-shapes.server";
import { TICKET_NOT_FOUND } from "./policy";
import { selectTickets, ticketColumns } from "./queries.server";
import type { TicketQuery } from "./schema.server";

const columns = { ...ticketColumns, description: tickets.description, about: tickets.about };

type Row = Omit<TicketJson, "_id" | "submittedBy" | "createdAt"> & {
  id: string;
  name: string;
  email: string;
  createdAt: number;
};

const toJson = ({ id, name, email, createdAt, ...rest }: Row): TicketJson => ({
  _id: id,
  ...rest,
  submittedBy: { name, email },
  createdAt: toIso(createdAt),
});

/** `GET /tickets`. @throws DomainError forbidden for anybody but an admin */
export function listTicketsJson(viewer: Viewer, query: TicketQuery, page: Page): Paged<TicketJson> {
  const { matching, order, total } = selectTickets(viewer, query);
  const rows = db()
    .select(columns)
    .from(tickets)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  return { rows: rows.map(toJson), total: total(), ...page };
}

/** One ticket. @throws DomainError forbidden for anybody but an admin; not_found */
export function ticketJson(viewer: Viewer, id: number): TicketJson {
  requireAdmin(viewer);
  const row = db().select(columns).from(tickets).where(eq(tickets.id, id)).get();
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  return toJson(row);
}
