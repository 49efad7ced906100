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

// The conversation under a vehicle as its page shows it: thread after thread, each comment followed by its answers.

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

/** What whoever has just read the vehicle knows already; else it is looked up. */
interface CommentedVehicle extends Pick<ReturnType<typeof getVehicleFacts>, "userId" | "commentCount"> {
  /** Whether the viewer has a comment here that others do not see. */
  hasHiddenComment?: boolean;
}

/** A page of the conversation; its comments in the order of the threads. */
export interface Conversation extends Paged<CommentView> {
  lastPage: number;
  /** The first comments go on with a thread of the page before. */
  isContinued: boolean;
  /** Of this page, those by people whom the viewer has blocked: they are left out of `rows`, and count all the same. */
  withheld?: string[];
}

/**
 * A page of a vehicle's comments as its page shows them to `viewer`: the oldest thread first, and in each the comment
 * before its answers.
 * @throws DomainError not_found for the vehicle
 */
export function listComments(
  vehicleId: number,
  viewer: Viewer | null,
  page: PageParams,
  known: CommentedVehicle = getVehicleFacts(vehicleId, seenParams(viewer)),
): Conversation {
  const { commentCount: total, userId: vehicleOwnerId, hasHiddenComment = true } = known;
  const { limit } = page;
  // With the one before the page, whose thread may go on here.
  const before = page.page > 1 ? 1 : 0;
  const asked = { vehicleId, viewerId: viewer?.id ?? VISITOR_ID };
  const found =
    total === 0 ? [] : inThreads().all({ ...asked, limit: before + limit, offset: toOffset(page) - before });
  const own = hasHiddenComment ? listOwnHiddenComments(viewer, vehicleId) : [];
  const all = withHidden(found.slice(before), own, page);
  const rows = all.filter(({ isBlocked }) => !isBlocked);
  const hiding = findHidingDecisions(
    "comment",
    rows.filter(({ hidden }) => toHiddenMarks(hidden).hiddenByStaff).map(({ id }) => id),
  );
  const withheld = all.filter(({ isBlocked }) => isBlocked).map(({ id }) => String(id));
  return {
    rows: rows.map((row) => toView(row, vehicleOwnerId, viewer, hiding.get(row.id))),
    total: total + own.length,
    ...page,
    lastPage: pageCount({ total, limit }),
    isContinued: before === 1 && rows[0] !== undefined && rows[0].threadId === found[0]?.threadId,
    ...(withheld.length > 0 && { withheld }),
  };
}

/** A page of comments with those that only their author sees, each in its thread, or behind all. */
function withHidden(shown: readonly Row[], own: ReturnType<typeof listOwnHiddenComments>, { page }: PageParams) {
  const behind = (id: number | null) => own.filter((row) => row.behind === id);
  return [...(page === 1 ? behind(null) : []), ...shown.flatMap((row) => [row, ...behind(row.id)])];
}

export type CommentView = ReturnType<typeof toView>;

function toView(row: Row, vehicleOwnerId: number, viewer: Viewer | null, hiding?: HidingDecision) {
  const { id, text, authorId, authorName, authorAvatar, authorRole, createdAt } = row;
  return {
    id: String(id),
    /** The first comment of its thread: its own id where it answers none. */
    threadId: String(row.threadId),
    text,
    authorId: String(authorId),
    authorName,
    authorAvatar,
    /** The vehicle is the author's. */
    isByOwner: authorId === vehicleOwnerId,
    // ISO 8601, in words, and to the minute.
    postedAt: toIso(createdAt),
    posted: formatAgo(createdAt),
    postedExactly: formatTime(createdAt),
    viewerIsAuthor: viewer?.id === authorId,
    viewerCanDelete: canDeleteComment(viewer, { authorId, vehicleOwnerId }),
    ...(removesComment(viewer, { authorId, vehicleOwnerId }) && { viewerRemoves: true }),
    ...toHiddenMarks(row.hidden),
    /** What its author reads of the decision that hides it. */
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

/** The page of a vehicle's conversation on which a comment stands, from 1. */
export function pageOfComment(comment: { id: number; parentId: number | null; vehicleId: number }, limit: number) {
  const { id, parentId, vehicleId } = comment;
  const { before = 0 } = countBefore().get({ id, threadId: parentId ?? id, vehicleId }) ?? {};
  return Math.floor(before / limit) + 1;
}

/**
 * Where a comment stands: its vehicle's page with the part of the conversation that has it.
 * @param id also of a comment that is not there any more: then it is the conversation's beginning
 */
export function commentPath(vehicleId: number, id: number, limit: number, viewer: Viewer | null = null): string {
  const own = findCommentUnder(vehicleId, id)
    ? undefined
    : listOwnHiddenComments(viewer, vehicleId).find((row) => row.id === id);
  if (own?.behind === null) return `/vehicles/${vehicleId}#comment-${id}`;
  const comment = findCommentUnder(vehicleId, own?.behind ?? id);
  if (!comment) return `/vehicles/${vehicleId}#comments`;
  const page = pageOfComment({ ...comment, vehicleId }, limit);
  return `/vehicles/${vehicleId}${page > 1 ? `?page=${page}` : ""}#comment-${id}`;
}
