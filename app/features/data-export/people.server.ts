import { and, asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { blocks, follows, mutes, users } from "~/db/schema";
import { shownFollows, shownMembers } from "~/db/scopes.server";
import { toIso } from "~/lib/time";

const since = ({ id, name, at }: { id: number; name: string; at: number }) => ({
  id: String(id),
  name,
  since: toIso(at),
});

/** Whom somebody follows, or who follows them, with their names and since when. */
export function followsOf(userId: number, direction: "following" | "followers") {
  const [own, other] =
    direction === "following" ? [follows.followerId, follows.followedId] : [follows.followedId, follows.followerId];
  return (
    db()
      .select({ id: users.id, name: users.name, at: follows.createdAt })
      .from(follows)
      .innerJoin(users, eq(users.id, other))
      // Who is deactivated is shown to nobody.
      .where(and(eq(own, userId), shownFollows))
      .orderBy(asc(follows.createdAt))
      .all()
      .map(since)
  );
}

/** Whom somebody has blocked. Who is deactivated is shown to nobody. */
export function blockedBy(userId: number) {
  return db()
    .select({ id: users.id, name: users.name, at: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.userId, userId), shownMembers))
    .orderBy(asc(blocks.createdAt))
    .all()
    .map(since);
}

/** The same of mutes. */
export function mutedBy(userId: number) {
  return db()
    .select({ id: users.id, name: users.name, at: mutes.createdAt })
    .from(mutes)
    .innerJoin(users, eq(users.id, mutes.mutedId))
    .where(and(eq(mutes.userId, userId), shownMembers))
    .orderBy(asc(mutes.createdAt))
    .all()
    .map(since);
}
