import { and, asc, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { comments, users, vehicles } from "~/db/schema";
import { shownComments, shownVehicles } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged, pageCount } from "~/lib/paging";
import { formatDate, now, toIso } from "~/lib/time";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { COMMENT_NOT_FOUND, canDeleteComment, isAuthorOrVehicleOwner, NOT_YOUR_COMMENT } from "./policy";
import type { CommentInput } from "./schema.server";

const columns = {
  id: comments.id,
  text: comments.text,
  authorId: comments.userId,
  authorName: sql<string>`${users.name}`,
  authorAvatar: sql<string>`${users.avatar}`,
  createdAt: comments.createdAt,
};

// The author is left-joined, so that the comments' index decides the order.
const commentsOfVehicle = prepared((database) =>
  database
    .select(columns)
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
    .select({ ...columns, vehicleId: comments.vehicleId, vehicleOwnerId: sql<number>`${vehicles.userId}` })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, sql.placeholder("id")), shownComments, shownVehicles))
    .prepare(),
);

/**
 * A comment that is shown.
 * @throws DomainError not_found, also while its author or the vehicle's owner is deactivated
 */
export function getCommentRow(id: number) {
  const row = shownComment().get({ id });
  if (!row) throw new DomainError("not_found", COMMENT_NOT_FOUND);
  return row;
}

export type CommentRow = ReturnType<typeof listCommentRows>["rows"][number];

/** What whoever has just read the vehicle knows already; else it is looked up. */
type CommentedVehicle = Pick<ReturnType<typeof getVehicleFacts>, "userId" | "commentCount">;

/**
 * A page of a vehicle's comments, the oldest first.
 * @throws DomainError not_found for the vehicle
 */
export function listCommentRows(vehicleId: number, page: Page, vehicle: CommentedVehicle = getVehicleFacts(vehicleId)) {
  const { commentCount: total, userId: vehicleOwnerId } = vehicle;
  const rows = total === 0 ? [] : commentsOfVehicle().all({ vehicleId, limit: page.limit, offset: offsetOf(page) });
  return { rows, total, vehicleOwnerId, ...page };
}

/** A comment as the vehicle's page shows it. */
export type CommentView = ReturnType<typeof toView>;

/**
 * A page of a vehicle's comments as its page shows them to `viewer`, the oldest first.
 * @throws DomainError not_found for the vehicle
 */
export function listComments(
  vehicleId: number,
  viewer: Viewer | null,
  page: Page,
  vehicle?: CommentedVehicle,
): Paged<CommentView> {
  const { rows, vehicleOwnerId, ...list } = listCommentRows(vehicleId, page, vehicle);
  return { ...list, rows: rows.map((row) => toView(row, vehicleOwnerId, viewer)) };
}

function toView(row: CommentRow, vehicleOwnerId: number, viewer: Viewer | null) {
  const { id, text, authorId, authorName, authorAvatar, createdAt } = row;
  return {
    id: String(id),
    text,
    authorId: String(authorId),
    authorName,
    authorAvatar,
    // ISO 8601, and as people read it.
    postedAt: toIso(createdAt),
    posted: formatDate(createdAt),
    viewerCanDelete: canDeleteComment(viewer, { authorId, vehicleOwnerId }),
  };
}

/**
 * A comment for the second step before it goes.
 * @throws DomainError not_found; forbidden
 */
export function getCommentToDelete(id: number, viewer: Viewer) {
  const comment = getCommentRow(id);
  if (!canDeleteComment(viewer, comment)) throw new DomainError("forbidden", NOT_YOUR_COMMENT);
  const { text, authorName, vehicleId } = comment;
  return { id: String(id), text, authorName, vehicleId: String(vehicleId) };
}

/** The page of a vehicle's comments on which the newest stands. */
export function lastCommentPage(vehicleId: number, limit: number): number {
  return pageCount({ total: getVehicleFacts(vehicleId).commentCount, limit });
}

const insertComment = prepared((database) =>
  database
    .insert(comments)
    .values({
      vehicleId: sql.placeholder("vehicleId"),
      userId: sql.placeholder("userId"),
      text: sql.placeholder("text"),
      createdAt: sql.placeholder("createdAt"),
    })
    .returning({ id: comments.id })
    .prepare(),
);

/**
 * Posts a comment under a vehicle.
 * @returns the comment's id
 * @throws DomainError not_found, also while the vehicle's owner is deactivated
 */
export function addComment(viewer: Viewer, vehicleId: number, { text }: CommentInput): number {
  return transaction(() => {
    getVehicleFacts(vehicleId);
    return insertComment().get({ vehicleId, userId: viewer.id, text, createdAt: now() })!.id;
  });
}

/**
 * Deletes a comment: its author, the vehicle's owner and an admin may. What an admin
 * deletes of other people's is logged.
 * @returns the vehicle it stood under
 * @throws DomainError not_found; forbidden
 */
export function deleteComment(viewer: Viewer, id: number): { vehicleId: number } {
  return transaction(() => {
    const comment = getCommentRow(id);
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
