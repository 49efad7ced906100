import { and, asc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { comments, users } from "~/db/schema";
import { shownComments } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { VISITOR } from "~/features/blocks/columns.server";
import { canBlock } from "~/features/blocks/policy";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { offsetOf, type Page, type Paged, pageCount } from "~/lib/paging";
import { formatAgo, formatTime, toIso } from "~/lib/time";
import { commentColumns, findCommentUnder } from "./comments.server";
import { canDeleteComment } from "./policy";
import { cutPage, lastPageOf, overhangOf, pageOf } from "./threads";

// The conversation under a vehicle as its page shows it: thread after thread, each comment followed by its answers.

// As the index `comments_thread` has it.
const threadId = sql<number>`coalesce(${comments.parentId}, ${comments.id})`;
const shownUnder = and(eq(comments.vehicleId, sql.placeholder("vehicleId")), shownComments);

/** The thread of one comment: the last of all, and the one before the last page. */
const threadAt = (direction: "ASC" | "DESC", skip: ReturnType<typeof sql.placeholder> | 0) => sql<number | null>`(
  SELECT coalesce(parent_id, id) FROM comments AS one WHERE vehicle_id = ${sql.placeholder("vehicleId")} AND hidden = 0
  ORDER BY coalesce(parent_id, id) ${sql.raw(direction)}, id ${sql.raw(direction)} LIMIT 1 OFFSET ${skip})`;

// The author is left-joined, so that the comments' index decides the order.
const inThreads = prepared((database) =>
  database
    .select({
      ...commentColumns,
      threadId,
      lastThread: threadAt("DESC", 0),
      borderThread: threadAt("ASC", sql.placeholder("border")),
    })
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
type CommentedVehicle = Pick<ReturnType<typeof getVehicleFacts>, "userId" | "commentCount">;

/** A page of the conversation; its comments in the order of the threads. */
export interface Conversation extends Paged<CommentView> {
  lastPage: number;
  /** The first comments go on with a thread of the page before. */
  continues: boolean;
  /** Of this page, those by people whom the viewer has blocked: they are left out of `rows`, and count all the same. */
  withheld?: string[];
}

/**
 * A page of a vehicle's comments as its page shows them to `viewer`: the oldest thread first, and in each the comment
 * before its answers. A page may hold some answers more or less, so that threads stay together (`threads.ts`).
 * @throws DomainError not_found for the vehicle
 */
export function listComments(
  vehicleId: number,
  viewer: Viewer | null,
  page: Page,
  { commentCount: total, userId: vehicleOwnerId }: CommentedVehicle = getVehicleFacts(vehicleId),
): Conversation {
  const { limit } = page;
  const pages = pageCount({ total, limit });
  const before = page.page > 1 ? 1 : 0;
  const read = {
    vehicleId,
    viewerId: viewer?.id ?? VISITOR,
    limit: before + limit + overhangOf(limit) + 1,
    offset: offsetOf(page) - before,
    border: Math.max(0, (pages - 1) * limit - 1),
  };
  const found = total === 0 ? [] : inThreads().all(read);
  const { rows: all, continues } = cutPage(before ? found[0] : undefined, found.slice(before), limit);
  const rows = all.filter(({ isBlocked }) => !isBlocked);
  const withheld = all.filter(({ isBlocked }) => isBlocked).map(({ id }) => String(id));
  const through = found[0] !== undefined && found[0].lastThread === found[0].borderThread;
  const lastPage = lastPageOf(total, limit, through);
  return {
    rows: rows.map((row) => toView(row, vehicleOwnerId, viewer)),
    total,
    ...page,
    lastPage,
    continues: continues && rows[0]?.threadId === all[0]?.threadId,
    ...(withheld.length > 0 && { withheld }),
  };
}

/** A comment as the vehicle's page shows it. */
export type CommentView = ReturnType<typeof toView>;

function toView(row: Row, vehicleOwnerId: number, viewer: Viewer | null) {
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
    ...(canBlock(viewer, { id: authorId, role: authorRole }) && { viewerCanBlock: true }),
  };
}

const placeInThreads = prepared((database) => {
  const [id, thread] = [sql.placeholder("id"), sql.placeholder("threadId")];
  const count = (which: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${which}), 0)`;
  return database
    .select({
      start: count(sql`${threadId} < ${thread}`),
      index: count(sql`${threadId} < ${thread} OR (${threadId} = ${thread} AND ${comments.id} < ${id})`),
      end: count(sql`${threadId} <= ${thread}`),
    })
    .from(comments)
    .where(shownUnder)
    .prepare();
});

/** The page of a vehicle's conversation on which a comment stands, from 1. */
export function pageOfComment(comment: { id: number; parentId: number | null; vehicleId: number }, limit: number) {
  const { id, parentId, vehicleId } = comment;
  const place = placeInThreads().get({ id, threadId: parentId ?? id, vehicleId });
  return place ? pageOf(place, limit) : 1;
}

/**
 * Where a comment stands: its vehicle's page with the part of the conversation that has it.
 * @param id also of a comment that is not there any more: then it is the conversation's beginning
 */
export function commentPath(vehicleId: number, id: number, limit: number): string {
  const comment = findCommentUnder(vehicleId, id);
  if (!comment) return `/vehicles/${vehicleId}#comments`;
  const page = pageOfComment({ ...comment, vehicleId }, limit);
  return `/vehicles/${vehicleId}${page > 1 ? `?page=${page}` : ""}#comment-${id}`;
}
