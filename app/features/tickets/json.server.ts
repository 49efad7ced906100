import { z } from "zod";
import { createdAt } from "~/features/accounts/json.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { TICKET_NOT_FOUND } from "./policy";
import { countTickets, findFullRow, listFullRows, selectTickets, type TicketFullRow } from "./queries.server";
import type { TicketQuery } from "./schema.server";

const toJson = ({ id, name, email, createdAt, userId: _, ...rest }: TicketFullRow): TicketJson => ({
  _id: String(id),
  ...rest,
  submittedBy: { name, email },
  createdAt: toIso(createdAt),
});

/** `GET /tickets`. @throws DomainError forbidden for non-admins */
export function listTicketsJson(viewer: Viewer, query: TicketQuery, page: PageParams): Paged<TicketJson> {
  const selection = selectTickets(viewer, query);
  return { rows: listFullRows(selection, page).map(toJson), total: countTickets(selection.matching), ...page };
}

/** @throws DomainError forbidden for non-admins; not_found */
export function ticketJson(viewer: Viewer, id: number): TicketJson {
  requireAdmin(viewer);
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  return toJson(row);
}

export const ticketShape = z
  .strictObject({
    _id: z.string(),
    category: z.string(),
    subject: z.string(),
    description: z.string(),
    status: z.string(),
    about: z.string().meta({ description: "The path of what is reported" }),
    submittedBy: z.strictObject({ name: z.string(), email: z.string() }),
    createdAt,
  })
  .meta({ id: "Ticket" });

type TicketJson = z.infer<typeof ticketShape>;
