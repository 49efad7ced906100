import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { blocks, garages, mutes, users } from "~/db/schema";
import { shownMembersById } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { MOST_LISTED } from "./limits";

const columns = {
  id: users.id,
  name: users.name,
  avatar: users.avatar,
  garageId: garages.id,
  garageName: garages.name,
};

// Somebody's own rows are few, so they may be sorted.
const blocked = prepared((database) =>
  database
    .select({ ...columns, since: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(eq(blocks.userId, sql.placeholder("viewerId")), shownMembersById))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(MOST_LISTED)
    .prepare(),
);

const muted = prepared((database) =>
  database
    .select({ ...columns, since: mutes.createdAt })
    .from(mutes)
    .innerJoin(users, eq(users.id, mutes.mutedId))
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(eq(mutes.userId, sql.placeholder("viewerId")), shownMembersById))
    .orderBy(desc(mutes.createdAt), desc(mutes.mutedId))
    .limit(MOST_LISTED)
    .prepare(),
);

export type ListedRow = ReturnType<ReturnType<typeof blocked>["all"]>[number];

/** Whom the viewer has blocked and muted, the newest first (blocks README). Deactivated people are left out. */
export function listPeopleRows({ id: viewerId }: Viewer) {
  return { blocked: blocked().all({ viewerId }), muted: muted().all({ viewerId }) };
}

/** A person that `/settings/people` lists. */
export type ListedPersonView = ReturnType<typeof toView>;

function toView({ id, name, avatar, garageId, garageName }: ListedRow) {
  const garage = garageId === null || garageName === null ? null : { id: String(garageId), name: garageName };
  return { id: String(id), name, avatar, garage };
}

/** The same as the settings show it. */
export function listPeople(viewer: Viewer) {
  const { blocked, muted } = listPeopleRows(viewer);
  return { blocked: blocked.map(toView), muted: muted.map(toView) };
}
