import { and, asc, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { comments, users, vehicles } from "~/db/schema";
import { shownComments, shownVehicles } from "~/db/scopes.server";
import { isAdmin, type Role, type Viewer } from "~/features/accounts/policy";
import { blockedByViewer, VISITOR } from "~/features/blocks/columns.server";
import { requireNoBlock } from "~/features/blocks/queries.server";
import { notifyComment } from "~/features/notifications/notify.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page } from "~/lib/paging";
import { now } from "~/lib/time";
import { recordAdminAct } from "~/services/log/audit-log.server";
import {
  ANSWERED_NOT_FOUND,
  COMMENT_NOT_FOUND,
  canDeleteComment,
  isAuthorOrVehicleOwner,
  NOT_YOUR_COMMENT,
} from "./policy";
import type { CommentInput } from "./schema.server";

/** What a comment's row holds, pages and API alike. */
export const commentColumns = {
  id: comments.id,
  /** The first comment of the thread, where this is an answer. It may be gone. */
  parentId: comments.parentId,
  text: comments.text,
  authorId: comments.userId,
  authorName: sql<string>`${users.name}`,
  authorAvatar: sql<string>`${users.avatar}`,
  authorRole: sql<Role>`${users.role}`,
  createdAt: comments.createdAt,
  /** By somebody whom the viewer has blocked: read, so that pages stay the same for all, but not shown. */
  isBlocked: blockedByViewer(comments.userId),
};

// The author is left-joined, so that the comments' index decides the order.
const commentsOfVehicle = prepared((database) =>
  database
    .select(commentColumns)
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments))
    .orderBy(asc(comments.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const shownComment = prepared((database) =>
  database
    .select({ ...commentColumns, vehicleId: comments.vehicleId, vehicleOwnerId: sql<number>`${vehicles.userId}` })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, sql.placeholder("id")), shownComments, shownVehicles))
    .prepare(),
);

/**
 * A comment that is shown to the viewer; an admin has to see those of people they blocked as well.
 * @throws DomainError not_found, also while its author or the vehicle's owner is deactivated
 */
export function getCommentRow(id: number, viewer: Viewer | null = null) {
  const row = shownComment().get({ id, viewerId: viewer?.id ?? VISITOR });
  if (!row || (row.isBlocked && !isAdmin(viewer))) throw new DomainError("not_found", COMMENT_NOT_FOUND);
  return row;
}

export type CommentRow = ReturnType<typeof listCommentRows>["rows"][number];

/**
 * A page of a vehicle's comments, the oldest first, whatever they answer; without those by people whom the viewer has
 * blocked, which count all the same.
 * @throws DomainError not_found for the vehicle
 */
export function listCommentRows(vehicleId: number, page: Page, viewer: Viewer | null = null) {
  const { commentCount: total } = getVehicleFacts(vehicleId);
  const asked = { vehicleId, viewerId: viewer?.id ?? VISITOR, limit: page.limit, offset: offsetOf(page) };
  const rows = total === 0 ? [] : commentsOfVehicle().all(asked);
  return { rows: rows.filter(({ isBlocked }) => !isBlocked), total, ...page };
}

/**
 * A comment for the second step before it goes.
 * @throws DomainError not_found; forbidden
 */
export function getCommentToDelete(id: number, viewer: Viewer) {
  const comment = getCommentRow(id, viewer);
  if (!canDeleteComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT);
  const { text, authorName, vehicleId } = comment;
  return { id: String(id), text, authorName, vehicleId: String(vehicleId) };
}

const answered = prepared((database) =>
  database
    .select({ id: comments.id, parentId: comments.parentId, authorId: comments.userId })
    .from(comments)
    .where(
      and(eq(comments.id, sql.placeholder("id")), eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments),
    )
    .prepare(),
);

/** A shown comment under a vehicle, for whoever looks for its place; undefined where there is none. */
export const findCommentUnder = (vehicleId: number, id: number) => answered().get({ id, vehicleId });

/**
 * The thread that an answer to a comment joins: the one of that comment, also where it is an answer itself.
 * @throws DomainError invalid where the comment is not shown, or under another vehicle; forbidden where its author or the
 *   viewer has blocked the other
 */
function threadToJoin(viewer: Viewer, id: number, vehicleId: number): number {
  const comment = answered().get({ id, vehicleId });
  if (!comment) throw new DomainError("invalid", ANSWERED_NOT_FOUND, { parent: [ANSWERED_NOT_FOUND] });
  requireNoBlock(viewer, comment.authorId);
  return comment.parentId ?? comment.id;
}

const insertComment = prepared((database) =>
  database
    .insert(comments)
    .values({
      vehicleId: sql.placeholder("vehicleId"),
      userId: sql.placeholder("userId"),
      parentId: sql.placeholder("parentId"),
      text: sql.placeholder("text"),
      createdAt: sql.placeholder("createdAt"),
    })
    .returning({ id: comments.id })
    .prepare(),
);

/**
 * Posts a comment under a vehicle, or an answer to one.
 * @returns the comment's id
 * @throws DomainError not_found, also while the vehicle's owner is deactivated; forbidden where the owner, or whoever
 *   is answered, and the viewer have blocked each other; invalid where what it answers is not there
 */
export function addComment(viewer: Viewer, vehicleId: number, { text, parent = null }: CommentInput): number {
  return transaction(() => {
    const { userId } = getVehicleFacts(vehicleId);
    requireNoBlock(viewer, userId);
    const parentId = parent === null ? null : threadToJoin(viewer, parent, vehicleId);
    const { id } = insertComment().get({ vehicleId, userId: viewer.id, parentId, text, createdAt: now() })!;
    notifyComment(viewer.id, { id: vehicleId, userId }, id);
    return id;
  });
}

/**
 * Deletes a comment: its author, the vehicle's owner and an admin may. Answers to it stay. What an admin deletes of other
 * people's is logged.
 * @returns the vehicle it stood under
 * @throws DomainError not_found; forbidden
 */
export function deleteComment(viewer: Viewer, id: number): { vehicleId: number } {
  return transaction(() => {
    const comment = getCommentRow(id, viewer);
    if (!canDeleteComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT);
    db().delete(comments).where(eq(comments.id, id)).run();
    if (!isAuthorOrVehicleOwner(viewer, comment)) {
      const { text, authorId, vehicleId } = comment;
      const before = { text, user: String(authorId), vehicle: String(vehicleId) };
      recordAdminAct(viewer, { action: "comment.delete", subjectType: "comment", subjectId: id, before });
    }
    return { vehicleId: comment.vehicleId };
  });
}
