import { and, asc, count, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { comments, users } from "~/db/schema";
import { shownComments, toHiddenMarks } from "~/db/scopes.server";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import { canBlock } from "~/features/blocks/policy";
import { VISITOR_ID } from "~/features/blocks/queries.server";
import { findHidingDecisions, type HidingDecision } from "~/features/cases/queries.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { type Paged, type PageParams, pageCount, toOffset } from "~/lib/paging";
import { formatAgo, formatTime, toIso } from "~/lib/time";
import { commentColumns, findCommentUnder, listOwnHiddenComments, threadId } from "./comments.server";
import { canDeleteComment, removesComment } from "./policy";

// Thread by thread, each comment before its replies.

const shownUnder = and(eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments);

// The author is left-joined, so that the comments' index decides the order.
const inThreads = prepared((database) =>
  database
    .select({ ...commentColumns, threadId })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(shownUnder)
    .orderBy(asc(threadId), asc(comments.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

type Row = ReturnType<ReturnType<typeof inThreads>["all"]>[number];

export interface Conversation extends Paged<CommentView> {
  lastPage: number;
  /** The first comments continue a thread of the previous page. */
  isContinued: boolean;
  /** By users whom the viewer has blocked: missing in `rows`, but counted. */
  withheld?: number[];
}

/**
 * Oldest thread first, each comment before its replies.
 * @throws DomainError not_found for the vehicle
 */
export function listComments(vehicleId: number, viewer: Viewer | null, page: PageParams): Conversation {
  const { commentCount: total, userId: vehicleOwnerId } = getVehicleFacts(vehicleId, seenParams(viewer));
  const { limit } = page;
  // The thread of the comment before the page may continue here.
  const before = page.page > 1 ? 1 : 0;
  const params = { vehicleId, viewerId: viewer?.id ?? VISITOR_ID };
  const storedRows =
    total === 0 ? [] : inThreads().all({ ...params, limit: before + limit, offset: toOffset(page) - before });
  const own = listOwnHiddenComments(viewer, vehicleId);
  const all = withHidden(storedRows.slice(before), own, page);
  const rows = all.filter(({ isBlocked }) => !isBlocked);
  const hiding = findHidingDecisions(
    "comment",
    rows.filter(({ hidden }) => toHiddenMarks(hidden).hiddenByStaff).map(({ id }) => id),
  );
  const withheld = all.filter(({ isBlocked }) => isBlocked).map(({ id }) => id);
  return {
    rows: rows.map((row) => toView(row, vehicleOwnerId, viewer, hiding.get(row.id))),
    total: total + own.length,
    ...page,
    lastPage: pageCount({ total, limit }),
    isContinued: before === 1 && rows[0] !== undefined && rows[0].threadId === storedRows[0]?.threadId,
    ...(withheld.length > 0 && { withheld }),
  };
}

/** Each at the end of its thread or of all. */
function withHidden(visibleRows: readonly Row[], own: ReturnType<typeof listOwnHiddenComments>, { page }: PageParams) {
  const after = (id: number | null) => own.filter((row) => row.afterCommentId === id);
  return [...(page === 1 ? after(null) : []), ...visibleRows.flatMap((row) => [row, ...after(row.id)])];
}

export type CommentView = ReturnType<typeof toView>;

function toView(row: Row, vehicleOwnerId: number, viewer: Viewer | null, hiding?: HidingDecision) {
  const { id, text, authorId, authorName, authorAvatar, authorRole, createdAt } = row;
  return {
    id,
    /** Own id unless a reply. */
    threadId: row.threadId,
    text,
    authorId,
    authorName,
    authorAvatar,
    /** The author owns the vehicle. */
    isByOwner: authorId === vehicleOwnerId,
    // ISO 8601, relative, and to the minute.
    postedAt: toIso(createdAt),
    posted: formatAgo(createdAt),
    postedExactly: formatTime(createdAt),
    viewerIsAuthor: viewer?.id === authorId,
    viewerCanDelete: canDeleteComment(viewer, { authorId, vehicleOwnerId }),
    ...(removesComment(viewer, { authorId, vehicleOwnerId }) && { viewerRemoves: true }),
    ...toHiddenMarks(row.hidden),
    /** For the author. */
    ...(hiding && { why: hiding.why, decision: `/cases/${hiding.caseId}` }),
    ...(canBlock(viewer, { id: authorId, role: authorRole }) && { viewerCanBlock: true }),
  };
}

const countBefore = prepared((database) => {
  const [id, thread] = [sql.placeholder("id"), sql.placeholder("threadId")];
  return database
    .select({ before: count() })
    .from(comments)
    .where(and(shownUnder, sql`(${threadId}, ${comments.id}) < (${thread}, ${id})`))
    .prepare();
});

/** From 1. */
export function pageOfComment(comment: { id: number; parentId: number | null; vehicleId: number }, limit: number) {
  const { id, parentId, vehicleId } = comment;
  const { before = 0 } = countBefore().get({ id, threadId: parentId ?? id, vehicleId }) ?? {};
  return Math.floor(before / limit) + 1;
}

/** @param id of a deleted comment too: then the start of the conversation */
export function commentPath(vehicleId: number, id: number, limit: number, viewer: Viewer | null = null): string {
  const own = findCommentUnder(vehicleId, id)
    ? undefined
    : listOwnHiddenComments(viewer, vehicleId).find((row) => row.id === id);
  if (own?.afterCommentId === null) return `/vehicles/${vehicleId}#comment-${id}`;
  const comment = findCommentUnder(vehicleId, own?.afterCommentId ?? id);
  if (!comment) return `/vehicles/${vehicleId}#comments`;
  const page = pageOfComment({ ...comment, vehicleId }, limit);
  return `/vehicles/${vehicleId}${page > 1 ? `?page=${page}` : ""}#comment-${id}`;
}
