import { and, count, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { garages, reviews, users } from "~/db/schema";
import { seenGarages, seenReviews, shownReviews, toHiddenMarks } from "~/db/scopes.server";
import { type Role, seenParams, type Viewer } from "~/features/accounts/policy";
import { canBlock } from "~/features/blocks/policy";
import { blockedByViewer, countWithheldReviews, requireNoBlock, VISITOR_ID } from "~/features/blocks/queries.server";
import { hideDirectly } from "~/features/cases/decisions.server";
import { findHidingDecisions, type HidingDecision } from "~/features/cases/queries.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { findHold, holdEdit, holdRow, withEdit, withOwnEdits } from "~/features/holds/holding.server";
import { notifyReview } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { ALL, type Paged, type PageParams, type Part, pageOfBoth, toPartedList } from "~/lib/paging";
import { NO_PRECONDITION, type Precondition, revisionOf } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { formatAgo, formatTime, now, toIso } from "~/lib/time";
import { writeReview } from "./holding.server";
import {
  canDeleteReview,
  canReviewGarage,
  NOT_YOUR_REVIEW,
  OWN_GARAGE,
  REVIEW_NOT_FOUND,
  removesReview,
} from "./policy";
import type { ReviewInput } from "./schema.server";

const columns = {
  id: reviews.id,
  /** 1 to 5. */
  rating: reviews.rating,
  review: reviews.review,
  authorId: reviews.userId,
  authorName: sql<string>`${users.name}`,
  authorAvatar: sql<string>`${users.avatar}`,
  authorRole: sql<Role>`${users.role}`,
  hidden: reviews.hidden,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
};

// The author is left-joined, so that the reviews' index decides the order.
const pageOf = (...conditions: SQL[]) =>
  prepared((database) =>
    database
      .select(columns)
      .from(reviews)
      .leftJoin(users, eq(users.id, reviews.userId))
      .where(and(eq(reviews.garageId, sql.placeholder("garageId")), ...conditions))
      .orderBy(desc(reviews.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const notBlocked = sql`NOT ${blockedByViewer(reviews.userId)}`;

const reviewsOfGarage = pageOf(shownReviews);
const unblockedReviews = pageOf(shownReviews, notBlocked);
// At most one.
const hiddenReview = pageOf(eq(reviews.userId, sql.placeholder("viewerId")), gt(reviews.hidden, 0));

const seenReview = prepared((database) =>
  database
    .select({ ...columns, garageId: reviews.garageId })
    .from(reviews)
    .innerJoin(garages, eq(garages.id, reviews.garageId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.id, sql.placeholder("id")), seenReviews, seenGarages))
    .prepare(),
);

const seenGarage = prepared((database) =>
  database
    .select({ userId: garages.userId, reviewCount: garages.reviewCount })
    .from(garages)
    .where(and(eq(garages.id, sql.placeholder("id")), seenGarages))
    .prepare(),
);

/** @param viewer default: public garages only */
function getReviewedGarage(id: number, viewer: Viewer | null = null) {
  const row = seenGarage().get({ id, ...seenParams(viewer) });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return row;
}

const newerThan = prepared((database) =>
  database
    .select({ before: count() })
    .from(reviews)
    .where(
      and(
        eq(reviews.garageId, sql.placeholder("garageId")),
        shownReviews,
        gt(reviews.id, sql.placeholder("id")),
        notBlocked,
      ),
    )
    .prepare(),
);

/** Works for a deleted review too. @param limit reviews per page */
export function reviewPath(garageId: number, id: number, limit: number, viewer: Viewer | null): string {
  const { before = 0 } = newerThan().get({ garageId, id, viewerId: viewer?.id ?? VISITOR_ID }) ?? {};
  const page = Math.floor(before / limit) + 1;
  return `/garages/${garageId}/reviews${page > 1 ? `?page=${page}` : ""}#review-${id}`;
}

const withOwnWords = <Row extends { id: number; hidden: number; authorId: number }>(
  viewer: Viewer | null,
  rows: readonly Row[],
) => withOwnEdits("review", viewer, rows, ({ authorId }) => authorId);

/** @throws DomainError not_found, also if it or its garage is hidden from the viewer */
export const getReview = (id: number, viewer: Viewer | null) => withOwnWords(viewer, [getReviewRow(id, viewer)])[0]!;

/** As others see it. @throws DomainError not_found, also if it or its garage is hidden from the viewer */
export function getReviewRow(id: number, viewer: Viewer | null = null) {
  const row = seenReview().get({ id, ...seenParams(viewer) });
  if (!row) throw new DomainError("not_found", REVIEW_NOT_FOUND);
  return row;
}

export type ReviewRow = ReturnType<typeof listReviewRows>["rows"][number];

/**
 * Newest first, after the viewer's own hidden one, without those by users whom the viewer has blocked.
 * @returns also the number of these, as `withheld`
 * @throws DomainError not_found for the garage
 */
export function listReviewRows(garageId: number, viewer: Viewer | null, page: PageParams) {
  const { reviewCount } = getReviewedGarage(garageId, viewer);
  const withheldCount = countWithheldReviews(viewer, garageId).reviewCount;
  const params = { garageId, viewerId: viewer?.id ?? VISITOR_ID };
  // Users cannot review their own garage.
  const mayHaveOwn = viewer !== null && viewer.garageId !== garageId;
  const ownRows = mayHaveOwn ? hiddenReview().all({ ...params, ...ALL }) : [];
  const pages = withheldCount > 0 ? unblockedReviews : reviewsOfGarage;
  const readPart = (part: Part) => withOwnWords(viewer, pages().all({ ...params, ...part }));
  return {
    ...pageOfBoth(page, toPartedList(ownRows), { total: reviewCount - withheldCount, read: readPart }),
    withheld: withheldCount,
  };
}

export type ReviewView = ReturnType<typeof toView>;

export interface ReviewListView extends Paged<ReviewView> {
  /** By users whom the viewer has blocked: neither in `rows` nor in `total`. */
  withheld: number;
}

/**
 * Newest first.
 * @throws DomainError not_found for the garage
 */
export function listReviews(garageId: number, viewer: Viewer | null, page: PageParams): ReviewListView {
  const { rows, ...list } = listReviewRows(garageId, viewer, page);
  const hiding = findHidingDecisions(
    "review",
    rows.filter(({ hidden }) => toHiddenMarks(hidden).hiddenByStaff).map(({ id }) => id),
  );
  return { ...list, rows: rows.map((row) => toView(row, viewer, hiding.get(row.id))) };
}

function toView(row: ReviewRow, viewer: Viewer | null, hiding?: HidingDecision) {
  const { id, rating, review, authorId, authorName, authorAvatar, authorRole, updatedAt } = row;
  return {
    id,
    rating,
    review,
    authorId,
    authorName,
    authorAvatar,
    authorRole,
    // Last edit: ISO 8601, relative, and to the minute.
    writtenAt: toIso(updatedAt),
    written: formatAgo(updatedAt),
    writtenExactly: formatTime(updatedAt),
    viewerIsAuthor: viewer?.id === authorId,
    viewerCanDelete: canDeleteReview(viewer, { authorId }),
    ...(removesReview(viewer, { authorId }) && { viewerRemoves: true }),
    ...toHiddenMarks(row.hidden),
    /** For the author. */
    ...(hiding && { why: hiding.why, decision: `/cases/${hiding.caseId}` }),
    ...(canBlock(viewer, { id: authorId, role: authorRole }) && { viewerCanBlock: true }),
  };
}

/** @throws DomainError not_found; forbidden */
export function getReviewToDelete(id: number, viewer: Viewer) {
  const row = getReview(id, viewer);
  if (!canDeleteReview(viewer, row)) throw new DomainError("forbidden", NOT_YOUR_REVIEW);
  return { ...pick(row, "id", "rating", "review", "authorName", "garageId"), removes: removesReview(viewer, row) };
}

type OwnReview = Pick<typeof reviews.$inferSelect, "id" | "rating" | "review">;

export type ReviewFormView = ReturnType<typeof toReviewForm>;

/** @param ownReview the viewer's review, which the form then edits */
export function toReviewForm(viewer: Viewer | null, ownerId: number, ownReview: OwnReview | null) {
  const viewerCanReview = canReviewGarage(viewer, { userId: ownerId });
  return {
    viewerIsLoggedIn: viewer !== null,
    viewerCanReview,
    own: viewerCanReview && ownReview ? pick(ownReview, "id", "rating", "review") : null,
    revision: revisionOf(viewerCanReview && ownReview ? pick(ownReview, "rating", "review") : {}),
  };
}

/** Hidden or not, with new words pending review. */
export function findOwnReview(viewer: Viewer, garageId: number) {
  const row = db()
    .select({ id: reviews.id, rating: reviews.rating, review: reviews.review })
    .from(reviews)
    .where(and(eq(reviews.garageId, garageId), eq(reviews.userId, viewer.id)))
    .get();
  return row && withEdit(row, findHold("review", row.id));
}

/**
 * A second review replaces the first.
 * @returns the review's id, and whether it replaced one
 * @throws DomainError not_found; forbidden for the garage's owner, and if the owner or the viewer has blocked the other
 */
export function reviewGarage(
  viewer: Viewer,
  garageId: number,
  input: ReviewInput,
  precondition: Precondition = NO_PRECONDITION,
): { id: number; replaced: boolean } {
  return transaction(() => {
    const garage = getReviewedGarage(garageId);
    if (!canReviewGarage(viewer, garage)) throw new DomainError("forbidden", OWN_GARAGE);
    requireNoBlock(viewer, garage.userId);
    const { rating, review } = input;
    precondition();
    const before = findOwnReview(viewer, garageId);
    if (before) {
      const edit = { rating, review, updatedAt: now() };
      if (!holdEdit(viewer, "review", before.id, edit, review)) writeReview(before.id, edit);
      return { id: before.id, replaced: true };
    }
    const row = { garageId, userId: viewer.id, rating, review, createdAt: now(), updatedAt: now() };
    const { id } = db().insert(reviews).values(row).returning({ id: reviews.id }).get();
    holdRow(viewer, "review", id, review, row.createdAt);
    notifyReview(id);
    return { id, replaced: false };
  });
}

/**
 * For its author and admins. An admin hides another user's review by a decision, and the author is notified.
 * @param facts an admin's reason, for the author
 * @throws DomainError not_found; forbidden
 */
export function deleteReview(viewer: Viewer, id: number, facts?: string): { garageId: number } {
  return transaction(() => {
    const row = getReviewRow(id, viewer);
    if (!canDeleteReview(viewer, row)) throw new DomainError("forbidden", NOT_YOUR_REVIEW);
    if (removesReview(viewer, row)) hideDirectly(viewer, "review", id, facts);
    else db().delete(reviews).where(eq(reviews.id, id)).run();
    return { garageId: row.garageId };
  });
}
