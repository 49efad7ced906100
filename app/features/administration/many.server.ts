import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases, holds, users } from "~/db/schema";
import { setUserActive } from "~/features/accounts/admins.server";
import { requireAdmin, requireStaff, type Viewer } from "~/features/accounts/policy";
import { refusalInput } from "~/features/accounts/registration/schema.server";
import { claimCase, decideCase } from "~/features/cases/decisions.server";
import { setUserRole } from "~/features/moderation/commands.server";
import { refuseHold, releaseHold } from "~/features/moderation/held/commands.server";
import { listUsersById } from "~/features/moderation/queries.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { isolate } from "~/lib/text";
import { endSessionsOf } from "./account.server";
import { MANY_ACTS, type ManyAct } from "./limits";
import type { ManyInput } from "./schema.server";

function listNames(viewer: Viewer, list: (typeof MANY_ACTS)[ManyAct][0], ids: number[]): [id: number, name: string][] {
  switch (list) {
    case "/admin/users":
      return listUsersById(ids).map(({ id, name, email }) => [id, `${isolate(name)}, ${email}`]);
    case "/moderation": {
      const title = sql<string>`coalesce(${cases.snapshot} ->> '$.title', ${cases.kind})`;
      const isOther = sql`${cases.personId} IS NOT ${viewer.id}`;
      const rows = db()
        .select({ id: cases.id, title })
        .from(cases)
        .where(and(inArray(cases.id, ids), isOther))
        .all();
      return rows.map(({ id, title }) => [id, `Case ${id}: ${isolate(title)}`]);
    }
    case "/moderation/held":
      return db()
        .select({ id: holds.id, kind: holds.kind, name: users.name })
        .from(holds)
        .innerJoin(users, eq(users.id, holds.userId))
        .where(inArray(holds.id, ids))
        .all()
        .map(({ id, kind, name }) => [id, `${kind} by ${isolate(name)}`]);
  }
}

/** In the order of `ids`, with isolates. @throws DomainError forbidden for whom the list is not */
export function nameMany(viewer: Viewer, { act, ids }: Pick<ManyInput, "act" | "ids">): { id: number; name: string }[] {
  const [list] = MANY_ACTS[act];
  (list === "/admin/users" ? requireAdmin : requireStaff)(viewer);
  const names = new Map(listNames(viewer, list, [...ids.keys()]));
  return [...ids.keys()].map((id) => ({ id, name: names.get(id) ?? `No. ${id}` }));
}

type Run = (viewer: Viewer, id: number, more: { reason: string; revision: string | undefined }) => unknown;

const NO_ACTION = { measure: "none", rule: "", facts: "", days: undefined, hideAll: false } as const;

const RUNS: Record<ManyAct, Run> = {
  deactivate: (viewer, id, { reason }) => setUserActive(viewer, id, { active: false, reason }),
  reactivate: (viewer, id, { reason }) => setUserActive(viewer, id, { active: true, reason }),
  "end-sessions": endSessionsOf,
  moderator: (viewer, id) => setUserRole(viewer, id, "moderator"),
  claim: claimCase,
  none: (viewer, id) => decideCase(viewer, id, NO_ACTION),
  publish: (viewer, id, { revision }) => releaseHold(viewer, id, revision),
  reject: (viewer, id, { reason, revision }) => refuseHold(viewer, id, reason, revision),
};

export type ManyResult = Awaited<ReturnType<typeof runMany>>;

/**
 * One transaction each, so that a refused one stops no other.
 * @param check before each; throws if the viewer's rights have changed
 * @throws DomainError like `nameMany` and `check`; invalid without the reason for a rejection
 */
export async function runMany(viewer: Viewer, input: ManyInput, check: () => unknown) {
  const rows = nameMany(viewer, input);
  if (input.act === "reject") decode(refusalInput, input);
  const refused: ((typeof rows)[number] & { message: string })[] = [];
  for (const row of rows) {
    await check();
    try {
      await RUNS[input.act](viewer, row.id, { reason: input.reason, revision: input.ids.get(row.id) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ ...row, message: error.message });
    }
  }
  return { done: rows.length - refused.length, refused };
}
