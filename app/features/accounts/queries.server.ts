import { and, eq, ne, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { garages, users } from "~/db/schema";
import { shownMembers } from "~/db/scopes.server";
import { inOrderOf } from "~/lib/rows";
import { listPersonRows } from "./rows.server";

const shownMember = prepared((database) =>
  database
    .select({ garageId: garages.id, followerCount: users.followerCount })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(eq(users.id, sql.placeholder("id")), shownMembers))
    .prepare(),
);

/**
 * A member as everybody may know of one: verified and not deactivated.
 * @returns the member's garage, if there is one; undefined where there is no such member
 */
export function findMember(userId: number) {
  return shownMember().get({ id: userId });
}

/** Whether somebody else is an admin who can log in: the last one stays. */
export function hasOtherAdmin(userId: number): boolean {
  const other = and(eq(users.role, "admin"), eq(users.active, true), ne(users.id, userId));
  return db().select({ id: users.id }).from(users).where(other).limit(1).get() !== undefined;
}

/** What a list shows of a person. */
export type PersonView = ReturnType<typeof toPerson>;

const toPerson = (row: ReturnType<typeof listPersonRows>[number]) => ({ ...row, id: String(row.id) });

/** Members with these ids, as everybody may know of them, in the order of the ids. */
export function listPeopleById(ids: readonly number[]): PersonView[] {
  return inOrderOf(ids, listPersonRows(ids)).map(toPerson);
}
