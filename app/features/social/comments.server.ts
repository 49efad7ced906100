import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { comments, users, vehicles } from "~/db/schema";
import { seenComments, seenVehicles, shownComments } from "~/db/scopes.server";
import { isAdmin, ownedParams, type Role, seenParams, type Viewer } from "~/features/accounts/policy";
import { blockedByViewer, countWithheldComments, requireNoBlock, VISITOR_ID } from "~/features/blocks/queries.server";
import { hideDirectly } from "~/features/cases/decisions.server";
import { holdEdit, holdRow, withOwnEdits } from "~/features/holds/holding.server";
import { notifyComment } from "~/features/notifications/notify.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { DomainError } from "~/lib/errors";
import { type PageParams, type Part, pageOfBoth, toPartedList } from "~/lib/paging";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { now } from "~/lib/time";
import { writeComment } from "./holding.server";
import {
  COMMENT_NOT_FOUND,
  canDeleteComment,
  canEditComment,
  NOT_YOUR_COMMENT,
  NOT_YOUR_COMMENT_TO_EDIT,
  PARENT_NOT_FOUND,
  removesComment,
} from "./policy";
import type { CommentChange, CommentInput } from "./schema.server";

export const commentColumns = {
  id: comments.id,
  /** First comment of the thread, possibly deleted; null for the first comment itself. */
  parentId: comments.parentId,
  text: comments.text,
  authorId: comments.userId,
  authorName: sql<string>`${users.name}`,
  authorAvatar: sql<string>`${users.avatar}`,
  authorRole: sql<Role>`${users.role}`,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  hidden: comments.hidden,
};

/** The second is for viewers who have blocked one of the authors. */
export const shownUnder = and(eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments);
export const unblockedUnder = and(shownUnder, sql`NOT ${blockedByViewer(comments.userId)}`);

// The author is left-joined, so that the comments' index decides the order.
const pageOf = (condition: SQL | undefined) =>
  prepared((database) =>
    database
      .select(commentColumns)
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(condition)
      .orderBy(asc(comments.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const commentsOfVehicle = pageOf(shownUnder);
const unblockedComments = pageOf(unblockedUnder);

// As in the index `comments_thread`.
export const threadId = sql<number>`coalesce(${comments.parentId}, ${comments.id})`;

/** Last visible comment of the row's thread, and of all threads. */
const lastOfThread = sql`(SELECT max(shown.id) FROM comments AS shown WHERE shown.vehicle_id = ${comments.vehicleId}
  AND shown.hidden = 0 AND coalesce(shown.parent_id, shown.id) = ${threadId})`;
const lastOfAll = sql`(SELECT shown.id FROM comments AS shown WHERE shown.vehicle_id = ${sql.placeholder("vehicleId")}
  AND shown.hidden = 0 ORDER BY coalesce(shown.parent_id, shown.id) DESC, shown.id DESC LIMIT 1)`;

const viewerHiddenComments = prepared((database) =>
  database
    .select({
      ...commentColumns,
      threadId,
      /** The visible comment before it, or null. */
      afterCommentId: sql<number | null>`coalesce(${lastOfThread}, ${lastOfAll})`,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        eq(comments.vehicleId, sql.placeholder("vehicleId")),
        gt(comments.hidden, 0),
        eq(comments.userId, sql.placeholder("viewerId")),
      ),
    )
    .prepare(),
);

export function listOwnHiddenComments(viewer: Viewer | null, vehicleId: number) {
  const rows = viewer === null ? [] : viewerHiddenComments().all({ vehicleId, viewerId: viewer.id });
  return rows.sort((a, b) => a.threadId - b.threadId || a.id - b.id);
}

const seenComment = prepared((database) =>
  database
    .select({
      ...commentColumns,
      vehicleId: comments.vehicleId,
      vehicleOwnerId: sql<number>`${vehicles.userId}`,
      isBlocked: blockedByViewer(comments.userId),
    })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, sql.placeholder("id")), seenComments, seenVehicles))
    .prepare(),
);

/**
 * Admins also see comments of users they have blocked, authors new words pending review.
 * @throws DomainError not_found, also if it or its vehicle is hidden from the viewer
 */
export function getCommentRow(id: number, viewer: Viewer | null = null) {
  const row = seenComment().get({ id, ...seenParams(viewer) });
  if (!row || (row.isBlocked && !isAdmin(viewer))) throw new DomainError("not_found", COMMENT_NOT_FOUND);
  return withOwnWords(viewer, [row])[0]!;
}

export const withOwnWords = <Row extends CommentRow>(viewer: Viewer | null, rows: readonly Row[]): Row[] =>
  withOwnEdits("comment", viewer, rows, ({ authorId }) => authorId);

export type CommentRow = ReturnType<ReturnType<typeof commentsOfVehicle>["all"]>[number];

/**
 * The public comments that the viewer sees.
 * @returns their number as `total`, and as `withheld` that of comments by users whom the viewer has blocked
 * @throws DomainError not_found for the vehicle
 */
export function countSeenComments(vehicleId: number, viewer: Viewer | null) {
  const { commentCount, userId } = getVehicleFacts(vehicleId, seenParams(viewer));
  const withheldCount = countWithheldComments(viewer, [vehicleId]).get(vehicleId) ?? 0;
  return { total: commentCount - withheldCount, withheld: withheldCount, vehicleOwnerId: userId };
}

/**
 * Oldest first, without threads and comments by users whom the viewer has blocked; then the viewer's own hidden ones.
 * @throws DomainError not_found for the vehicle
 */
export function listCommentRows(vehicleId: number, page: PageParams, viewer: Viewer | null = null) {
  const { total, withheld } = countSeenComments(vehicleId, viewer);
  const params = { vehicleId, viewerId: viewer?.id ?? VISITOR_ID };
  const pages = withheld > 0 ? unblockedComments : commentsOfVehicle;
  const visibleComments = { total, read: (part: Part) => withOwnWords(viewer, pages().all({ ...params, ...part })) };
  return pageOfBoth<CommentRow>(page, visibleComments, toPartedList(listOwnHiddenComments(viewer, vehicleId)));
}

/** @throws DomainError not_found; forbidden */
export function getCommentToDelete(id: number, viewer: Viewer) {
  const comment = getCommentRow(id, viewer);
  if (!canDeleteComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT);
  return { ...pick(comment, "id", "text", "authorName", "vehicleId"), removes: removesComment(viewer, comment) };
}

const visibleComment = prepared((database) =>
  database
    .select({ id: comments.id, parentId: comments.parentId, authorId: comments.userId })
    .from(comments)
    .where(
      and(eq(comments.id, sql.placeholder("id")), eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments),
    )
    .prepare(),
);

/** Visible. */
export const findCommentUnder = (vehicleId: number, id: number) => visibleComment().get({ id, vehicleId });

/**
 * The parent comment's thread, even if the parent is a reply itself.
 * @throws DomainError invalid if the parent is not visible, or on another vehicle; forbidden if its author or the
 *   viewer has blocked the other
 */
function threadToJoin(viewer: Viewer, id: number, vehicleId: number): number {
  const comment = visibleComment().get({ id, vehicleId });
  if (!comment) throw new DomainError("invalid", PARENT_NOT_FOUND, { parent: [PARENT_NOT_FOUND] });
  requireNoBlock(viewer, comment.authorId);
  return comment.parentId ?? comment.id;
}

/**
 * @returns the comment's id
 * @throws DomainError not_found, also for another user's hidden vehicle; forbidden if a block exists between the viewer
 *   and the owner or the parent comment's author; invalid without a visible parent
 */
export function addComment(viewer: Viewer, vehicleId: number, { text, parent = null }: CommentInput): number {
  return transaction(() => {
    const { userId } = getVehicleFacts(vehicleId, ownedParams(viewer));
    requireNoBlock(viewer, userId);
    const parentId = parent === null ? null : threadToJoin(viewer, parent, vehicleId);
    const row = { vehicleId, userId: viewer.id, parentId, text, createdAt: now() };
    const { id } = db().insert(comments).values(row).returning({ id: comments.id }).get();
    holdRow(viewer, "comment", id, text, row.createdAt);
    notifyComment(id);
    return id;
  });
}

/** @throws DomainError not_found; forbidden for others than its author */
export function getCommentToEdit(id: number, viewer: Viewer) {
  const comment = getCommentRow(id, viewer);
  if (!canEditComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT_TO_EDIT);
  return comment;
}

/**
 * Without a change it writes nothing.
 * @throws DomainError not_found; forbidden for others than its author, and if a block exists between author and the
 *   vehicle's owner
 */
export function editComment(
  viewer: Viewer,
  id: number,
  { text }: CommentChange,
  precondition: Precondition = NO_PRECONDITION,
): { vehicleId: number } {
  return transaction(() => {
    const comment = getCommentToEdit(id, viewer);
    requireNoBlock(viewer, comment.vehicleOwnerId);
    precondition();
    if (text !== undefined && text !== comment.text) {
      const edit = { text, editedAt: now() };
      if (!holdEdit(viewer, "comment", id, edit, text)) writeComment(id, edit);
    }
    return { vehicleId: comment.vehicleId };
  });
}

/**
 * For its author, the vehicle's owner and admins. Replies stay. An admin hides another user's comment by a decision,
 * and the author is notified.
 * @param facts an admin's reason, for the author
 * @throws DomainError not_found; forbidden
 */
export function deleteComment(viewer: Viewer, id: number, facts?: string): { vehicleId: number } {
  return transaction(() => {
    const comment = getCommentRow(id, viewer);
    if (!canDeleteComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT);
    if (removesComment(viewer, comment)) hideDirectly(viewer, "comment", id, facts);
    else db().delete(comments).where(eq(comments.id, id)).run();
    return { vehicleId: comment.vehicleId };
  });
}
