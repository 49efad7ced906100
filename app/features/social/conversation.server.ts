import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { comments, users } from "~/db/schema";
import { toHiddenMarks } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { canBlock } from "~/features/blocks/policy";
import { VISITOR_ID } from "~/features/blocks/queries.server";
import { findHidingDecisions, type HidingDecision } from "~/features/cases/queries.server";
import { type Paged, type PageParams, pageCount, toOffset } from "~/lib/paging";
import { formatAgo, formatTime, toIso } from "~/lib/time";
import {
  commentColumns,
  countSeenComments,
  findCommentUnder,
  listOwnHiddenComments,
  shownUnder,
  threadId,
  unblockedUnder,
  withOwnWords,
} from "./comments.server";
import { canDeleteComment, removesComment } from "./policy";

// Thread by thread, each comment before its replies.

/** The reply's thread begins with a comment by a user whom the viewer has blocked. */
const firstIsBlocked =
  sql`EXISTS (SELECT 1 FROM comments AS first CROSS JOIN blocks WHERE first.id = ${comments.parentId}
  AND first.hidden = 0 AND blocks.user_id = ${sql.placeholder("viewerId")} AND blocks.other_id = first.user_id
  AND blocks.kind = 'block')`.mapWith(Boolean);

// The author is left-joined, so that the comments' index decides the order.
const threadsOf = <Columns extends object>(condition: SQL | undefined, columns: Columns) =>
  prepared((database) =>
    database
      .select({ ...commentColumns, threadId, ...columns })
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(condition)
      .orderBy(asc(threadId), asc(comments.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const inThreads = threadsOf(shownUnder, {});
const unblockedInThreads = threadsOf(unblockedUnder, { firstIsBlocked });

type OwnHiddenRow = ReturnType<typeof listOwnHiddenComments>[number];
type Row =
  | ReturnType<ReturnType<typeof inThreads>["all"]>[number]
  | ReturnType<ReturnType<typeof unblockedInThreads>["all"]>[number]
  | OwnHiddenRow;

export interface Conversation extends Paged<CommentView> {
  lastPage: number;
  /** The first comments continue a thread of the previous page. */
  isContinued: boolean;
  /** By users whom the viewer has blocked: neither in `rows` nor in `total`. */
  withheld: number;
}

/**
 * Oldest thread first, each comment before its replies.
 * @throws DomainError not_found for the vehicle
 */
export function listComments(vehicleId: number, viewer: Viewer | null, page: PageParams): Conversation {
  const { total, withheld, vehicleOwnerId } = countSeenComments(vehicleId, viewer);
  const { limit } = page;
  // The thread of the comment before the page may continue here.
  const before = page.page > 1 ? 1 : 0;
  const params = { vehicleId, viewerId: viewer?.id ?? VISITOR_ID };
  const pages = withheld > 0 ? unblockedInThreads : inThreads;
  const storedRows =
    total === 0 ? [] : pages().all({ ...params, limit: before + limit, offset: toOffset(page) - before });
  const hiddenComments = listOwnHiddenComments(viewer, vehicleId);
  const rows = withHidden(withOwnWords(viewer, storedRows.slice(before)), hiddenComments, page);
  const hiding = findHidingDecisions(
    "comment",
    rows.filter(({ hidden }) => toHiddenMarks(hidden).hiddenByStaff).map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => toView(row, vehicleOwnerId, viewer, hiding.get(row.id))),
    total: total + hiddenComments.length,
    ...page,
    lastPage: pageCount({ total, limit }),
    isContinued: before === 1 && rows[0] !== undefined && rows[0].threadId === storedRows[0]?.threadId,
    withheld,
  };
}

/** Each at the end of its thread or of all. */
function withHidden(visibleRows: readonly Row[], hiddenRows: readonly OwnHiddenRow[], { page }: PageParams): Row[] {
  const after = (id: number | null) => hiddenRows.filter((row) => row.afterCommentId === id);
  return [...(page === 1 ? after(null) : []), ...visibleRows.flatMap((row) => [row, ...after(row.id)])];
}

export type CommentView = ReturnType<typeof toView>;

function toView(row: Row, vehicleOwnerId: number, viewer: Viewer | null, hiding?: HidingDecision) {
  const { id, text, authorId, authorName, authorAvatar, authorRole, createdAt, editedAt } = row;
  return {
    id,
    /** Own id unless a reply. */
    threadId: row.threadId,
    /** The thread's first comment is by a user whom the viewer has blocked. */
    ...("firstIsBlocked" in row && row.firstIsBlocked && { firstIsBlocked: true }),
    text,
    authorId,
    authorName,
    authorAvatar,
    authorRole,
    /** The author owns the vehicle. */
    isByOwner: authorId === vehicleOwnerId,
    // ISO 8601, relative, and to the minute.
    postedAt: toIso(createdAt),
    posted: formatAgo(createdAt),
    postedExactly: formatTime(createdAt),
    ...(editedAt !== null && { editedAt: toIso(editedAt), editedExactly: formatTime(editedAt) }),
    viewerIsAuthor: viewer?.id === authorId,
    viewerCanDelete: canDeleteComment(viewer, { authorId, vehicleOwnerId }),
    ...(removesComment(viewer, { authorId, vehicleOwnerId }) && { viewerRemoves: true }),
    ...toHiddenMarks(row.hidden),
    /** For the author. */
    ...(hiding && { why: hiding.why, decision: `/cases/${hiding.caseId}` }),
    ...(canBlock(viewer, { id: authorId, role: authorRole }) && { viewerCanBlock: true }),
  };
}

const countBefore = (condition: SQL | undefined) =>
  prepared((database) => {
    const [id, thread] = [sql.placeholder("id"), sql.placeholder("threadId")];
    return database
      .select({ before: count() })
      .from(comments)
      .where(and(condition, sql`(${threadId}, ${comments.id}) < (${thread}, ${id})`))
      .prepare();
  });

const shownBefore = countBefore(shownUnder);
const unblockedBefore = countBefore(unblockedUnder);

/** From 1. */
export function pageOfComment(
  comment: { id: number; parentId: number | null; vehicleId: number },
  limit: number,
  viewer: Viewer | null = null,
) {
  const { id, parentId, vehicleId } = comment;
  const params = { id, threadId: parentId ?? id, vehicleId };
  const row = viewer ? unblockedBefore().get({ ...params, viewerId: viewer.id }) : shownBefore().get(params);
  return Math.floor((row?.before ?? 0) / limit) + 1;
}

/** @param id of a deleted comment too: then the start of the conversation */
export function commentPath(vehicleId: number, id: number, limit: number, viewer: Viewer | null = null): string {
  const hiddenComment = findCommentUnder(vehicleId, id)
    ? undefined
    : listOwnHiddenComments(viewer, vehicleId).find((row) => row.id === id);
  if (hiddenComment?.afterCommentId === null) return `/vehicles/${vehicleId}#comment-${id}`;
  const comment = findCommentUnder(vehicleId, hiddenComment?.afterCommentId ?? id);
  if (!comment) return `/vehicles/${vehicleId}#comments`;
  const page = pageOfComment({ ...comment, vehicleId }, limit, viewer);
  return `/vehicles/${vehicleId}${page > 1 ? `?page=${page}` : ""}#comment-${id}`;
}
