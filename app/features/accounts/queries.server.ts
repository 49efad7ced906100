import { eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { garages, users } from "~/db/schema";

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
