import { eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { checkPassword } from "./password-hash.server";
import { type LoginInput, MESSAGES } from "./schema";

const credentials = prepared((database) =>
  database
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      active: users.active,
      verifiedAt: users.verifiedAt,
    })
    .from(users)
    .where(eq(users.email, sql.placeholder("email")))
    .prepare(),
);

/**
 * Checks who somebody is. Takes the same time for an address without an account.
 * @returns the person's id
 * @throws DomainError unauthenticated for a wrong address or password; forbidden, after a correct password only, for
 * an account that is not verified yet (field `verification`) or is deactivated
 */
export async function login({ email, password }: LoginInput): Promise<number> {
  const user = credentials().get({ email });
  const correct = await checkPassword(user?.passwordHash, password);
  if (!user || !correct) throw new DomainError("unauthenticated", MESSAGES.loginFailed);
  if (!user.active) throw new DomainError("forbidden", MESSAGES.deactivated);
  if (user.verifiedAt === null) {
    throw new DomainError("forbidden", MESSAGES.unverified, { verification: [MESSAGES.unverified] });
  }
  return user.id;
}
