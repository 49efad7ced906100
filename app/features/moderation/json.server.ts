import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { listAccountsJson } from "~/features/accounts/json.server";
import type { UserJson } from "~/features/accounts/json-shapes.server";
import type { Viewer } from "~/features/accounts/policy";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { selectUsers } from "./queries.server";
import type { UserQuery } from "./schema.server";

/** `GET /users`. @throws DomainError forbidden for anybody but an admin */
export function listUsersJson(viewer: Viewer, query: UserQuery, page: Page): Paged<UserJson> {
  const { matching, order, total } = selectUsers(viewer, query);
  const rows = db()
    .select({ id: users.id })
    .from(users)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  return { rows: listAccountsJson(rows.map(({ id }) => id)), total: total(), ...page };
}
