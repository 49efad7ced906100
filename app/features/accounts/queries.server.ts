import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { garages, users } from "~/db/schema";
import { inOrderOf } from "~/lib/rows";

const garageOfMember = prepared((database) =>
  database
    .select({ active: users.active, verifiedAt: users.verifiedAt, garageId: garages.id })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(eq(users.id, sql.placeholder("id")))
    .prepare(),
);

/**
 * A member as everybody may know of one: verified and not deactivated.
 * @returns the member's garage, if there is one; undefined where there is no such member
 */
export function findMember(userId: number): { garageId: number | null } | undefined {
  const row = garageOfMember().get({ id: userId });
  if (!row?.active || row.verifiedAt === null) return undefined;
  return { garageId: row.garageId };
}

/** Whether somebody else is an admin who can log in: the last one stays (decisions, Identity and sessions). */
export function hasOtherAdmin(userId: number): boolean {
  const other = and(eq(users.role, "admin"), eq(users.active, true), ne(users.id, userId));
  return db().select({ id: users.id }).from(users).where(other).limit(1).get() !== undefined;
}

/** What a list shows of a person. */
export interface PersonView {
  id: string;
  name: string;
  avatar: string;
  location: string;
  /** Null without a garage. */
  garageName: string | null;
}

const peopleById = prepared((database) =>
  database
    .select({
      id: sql<string>`CAST(${users.id} AS TEXT)`,
      name: users.name,
      avatar: users.avatar,
      location: users.location,
      garageName: garages.name,
    })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(isAmongIds(users.id), sql`+users.active = 1`, isNotNull(users.verifiedAt)))
    .prepare(),
);

/** Members with these ids, as everybody may know of them, in the order of the ids. */
export function listPeopleById(ids: readonly number[]): PersonView[] {
  if (ids.length === 0) return [];
  return inOrderOf(ids, peopleById().all({ ids: JSON.stringify(ids) }));
}
