import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { comments, users, vehicles } from "~/db/schema";
import { isHiddenItself, seenComments, shownComments } from "~/db/scopes.server";
import { isAdmin, requireStaff, seenParams, type Viewer } from "~/features/accounts/policy";
import { blockedByViewer } from "~/features/blocks/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { toIso } from "~/lib/time";
import { threadId } from "./comments.server";

/** Comments on each side. */
const NEIGHBOURS = 2;

const columns = {
  id: comments.id,
  parentId: comments.parentId,
  authorName: sql<string>`${users.name}`,
  text: comments.text,
  hidden: comments.hidden,
  createdAt: comments.createdAt,
};

const reportedComment = prepared((database) =>
  database
    .select({
      ...columns,
      vehicleId: comments.vehicleId,
      ...{ year: vehicles.year, make: vehicles.make, model: vehicles.model },
    })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(eq(comments.id, sql.placeholder("id")))
    .prepare(),
);

// Of users whom they have blocked, admins see comments, moderators do not.
const isReadable = sql`(${sql.placeholder("viewerIsAdmin")} OR NOT ${blockedByViewer(comments.userId)})`;

const parentComment = prepared((database) =>
  database
    .select(columns)
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, sql.placeholder("parentId")), seenComments, isReadable))
    .prepare(),
);

/** In the index `comments_thread`; the author is left-joined, so that this index decides the order. */
const neighbours = (side: SQL, toOrder: typeof asc) =>
  prepared((database) =>
    database
      .select(columns)
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(
        and(
          eq(comments.vehicleId, sql.placeholder("vehicleId")),
          shownComments,
          // Row values alone do not enter an index of an expression.
          sql`${threadId} ${side}= ${sql.placeholder("threadId")}`,
          sql`(${threadId}, ${comments.id}) ${side} (${sql.placeholder("threadId")}, ${sql.placeholder("id")})`,
          ne(comments.id, sql.placeholder("parentId")),
          isReadable,
        ),
      )
      .orderBy(toOrder(threadId), toOrder(comments.id))
      .limit(NEIGHBOURS)
      .prepare(),
  );

const commentsBefore = neighbours(sql.raw("<"), desc);
const commentsAfter = neighbours(sql.raw(">"), asc);

export type CommentContext = NonNullable<ReturnType<typeof findCommentContext>>;

/**
 * A comment, even if hidden, with its parent and its public neighbours in the order of the page.
 * @returns undefined if deleted
 * @throws DomainError forbidden for non-staff
 */
export function findCommentContext(viewer: Viewer, id: number) {
  requireStaff(viewer);
  const reported = reportedComment().get({ id });
  if (!reported) return undefined;
  const { vehicleId, parentId } = reported;
  const viewerParams = { ...seenParams(viewer), viewerIsAdmin: Number(isAdmin(viewer)) };
  const params = { ...viewerParams, id, vehicleId, threadId: parentId ?? id, parentId: parentId ?? 0 };
  const parent = parentId === null ? undefined : parentComment().get(params);
  const before = commentsBefore().all(params).reverse();
  // The parent opens the thread, so it stands before the thread's other comments.
  const threadStart = before.findIndex((row) => (row.parentId ?? row.id) === parentId);
  const parentIndex = threadStart < 0 ? before.length : threadStart;
  const rows = [
    ...before.slice(0, parentIndex),
    ...(parent ? [parent] : []),
    ...before.slice(parentIndex),
    reported,
    ...commentsAfter().all(params),
  ];
  return {
    vehicle: { id: vehicleId, name: vehicleName(reported) },
    /** The reply's parent is deleted, or hidden from the viewer. */
    isParentMissing: parentId !== null && parent === undefined,
    comments: rows.map((row) => ({
      ...{ id: row.id, authorName: row.authorName, text: row.text, createdAt: toIso(row.createdAt) },
      isReply: row.parentId !== null,
      isReported: row.id === id,
      isHidden: isHiddenItself(row.hidden),
    })),
  };
}
