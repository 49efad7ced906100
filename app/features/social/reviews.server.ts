import { and, count, desc, eq, gt, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { garages, reviews, users } from "~/db/schema";
import { shownGarages, shownReviews } from "~/db/scopes.server";
import type { Role, Viewer } from "~/features/accounts/policy";
import { blockedByViewer, VISITOR } from "~/features/blocks/columns.server";
import { canBlock } from "~/features/blocks/policy";
import { requireNoBlock } from "~/features/blocks/queries.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { notifyReview } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { formatAgo, formatTime, now, toIso } from "~/lib/time";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { canDeleteReview, canReviewGarage, NOT_YOUR_REVIEW, OWN_GARAGE, REVIEW_NOT_FOUND } from "./policy";
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
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
};

// The author is left-joined, so that the reviews' index decides the order.
const reviewsOfGarage = prepared((database) =>
  database
    .select({ ...columns, isBlocked: blockedByViewer(reviews.userId) })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.garageId, sql.placeholder("garageId")), shownReviews))
    .orderBy(desc(reviews.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const shownReview = prepared((database) =>
  database
    .select({ ...columns, garageId: reviews.garageId })
    .from(reviews)
    .innerJoin(garages, eq(garages.id, reviews.garageId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.id, sql.placeholder("id")), shownReviews, shownGarages))
    .prepare(),
);

const reviewBy = prepared((database) =>
  database
    .select({ id: reviews.id, rating: reviews.rating, review: reviews.review })
    .from(reviews)
    .where(and(eq(reviews.garageId, sql.placeholder("garageId")), eq(reviews.userId, sql.placeholder("userId"))))
    .prepare(),
);

const shownGarage = prepared((database) =>
  database
    .select({ userId: garages.userId, reviewCount: garages.reviewCount })
    .from(garages)
    .where(and(eq(garages.id, sql.placeholder("id")), shownGarages))
    .prepare(),
);

function getReviewedGarage(id: number) {
  const row = shownGarage().get({ id });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return row;
}

const newerReviews = prepared((database) =>
  database
    .select({ count: count() })
    .from(reviews)
    .where(and(eq(reviews.garageId, sql.placeholder("garageId")), shownReviews, gt(reviews.id, sql.placeholder("id"))))
    .prepare(),
);

/** Where a review stands among all of its garage, also where it is not there any more. @param limit reviews a page */
export function reviewPath(garageId: number, id: number, limit: number): string {
  const page = Math.floor((newerReviews().get({ garageId, id })?.count ?? 0) / limit) + 1;
  return `/garages/${garageId}/reviews${page > 1 ? `?page=${page}` : ""}#review-${id}`;
}

/**
 * A review that is shown.
 * @throws DomainError not_found, also while its author or the garage's owner is deactivated
 */
export function getReviewRow(id: number) {
  const row = shownReview().get({ id });
  if (!row) throw new DomainError("not_found", REVIEW_NOT_FOUND);
  return row;
}

export type ReviewRow = Omit<ReturnType<typeof listReviewRows>["rows"][number], "isBlocked">;

/**
 * A page of a garage's reviews, the newest first; without those by people whom the viewer has blocked, which count all the
 * same.
 * @param total how many there are, from whoever has just read the garage; else it is looked up
 * @throws DomainError not_found for the garage
 */
export function listReviewRows(
  garageId: number,
  viewer: Viewer | null,
  page: Page,
  total = getReviewedGarage(garageId).reviewCount,
) {
  const asked = { garageId, viewerId: viewer?.id ?? VISITOR, limit: page.limit, offset: offsetOf(page) };
  const rows = total === 0 ? [] : reviewsOfGarage().all(asked);
  return { rows: rows.filter(({ isBlocked }) => !isBlocked), total, ...page };
}

/** A review as the garage's page shows it. */
export type ReviewView = ReturnType<typeof toView>;

/**
 * A page of a garage's reviews as its page shows them to `viewer`, the newest first.
 * @throws DomainError not_found for the garage
 */
export function listReviews(garageId: number, viewer: Viewer | null, page: Page, total?: number): Paged<ReviewView> {
  const { rows, ...list } = listReviewRows(garageId, viewer, page, total);
  return { ...list, rows: rows.map((row) => toView(row, viewer)) };
}

function toView(row: ReviewRow, viewer: Viewer | null) {
  const { id, rating, review, authorId, authorName, authorAvatar, authorRole, updatedAt } = row;
  return {
    id: String(id),
    rating,
    review,
    authorId: String(authorId),
    authorName,
    authorAvatar,
    // When it was last written: ISO 8601, in words, and to the minute.
    writtenAt: toIso(updatedAt),
    written: formatAgo(updatedAt),
    writtenExactly: formatTime(updatedAt),
    viewerIsAuthor: viewer?.id === authorId,
    viewerCanDelete: canDeleteReview(viewer, { authorId }),
    ...(canBlock(viewer, { id: authorId, role: authorRole }) && { viewerCanBlock: true }),
  };
}

/**
 * A review for the second step before it goes.
 * @throws DomainError not_found; forbidden
 */
export function getReviewToDelete(id: number, viewer: Viewer) {
  const row = getReviewRow(id);
  if (!canDeleteReview(viewer, row)) throw new DomainError("forbidden", NOT_YOUR_REVIEW);
  const { rating, review, authorName, garageId } = row;
  return { id: String(id), rating, review, authorName, garageId: String(garageId) };
}

type OwnReview = Pick<typeof reviews.$inferSelect, "id" | "rating" | "review">;

/** What the review form of a garage starts with. */
export type ReviewFormView = ReturnType<typeof getReviewForm>;

/**
 * How the viewer stands to the garage of `ownerId`.
 * @param readOwn gives the viewer's review from whoever has read it already; else it is looked up
 */
export function getReviewForm(
  viewer: Viewer | null,
  garageId: number,
  ownerId: number,
  readOwn: (viewer: Viewer) => OwnReview | undefined = ({ id }) => reviewBy().get({ garageId, userId: id }),
) {
  const viewerIsLoggedIn = viewer !== null;
  if (viewer === null || !canReviewGarage(viewer, { userId: ownerId })) {
    return { viewerIsLoggedIn, viewerCanReview: false, own: null };
  }
  const own = readOwn(viewer);
  // Where there is a review of the viewer's, the form edits it.
  return { viewerIsLoggedIn, viewerCanReview: true, own: own ? { ...own, id: String(own.id) } : null };
}

/**
 * Reviews a garage; a second review replaces the first.
 * @returns the review's id, and whether there was one before
 * @throws DomainError not_found; forbidden for the garage's owner, and where the owner or the viewer has blocked the other
 */
export function reviewGarage(viewer: Viewer, garageId: number, input: ReviewInput): { id: number; replaced: boolean } {
  return transaction(() => {
    const garage = getReviewedGarage(garageId);
    if (!canReviewGarage(viewer, garage)) throw new DomainError("forbidden", OWN_GARAGE);
    requireNoBlock(viewer, garage.userId);
    const { rating, review } = input;
    const before = reviewBy().get({ garageId, userId: viewer.id });
    if (before) {
      db().update(reviews).set({ rating, review, updatedAt: now() }).where(eq(reviews.id, before.id)).run();
      return { id: before.id, replaced: true };
    }
    const row = { garageId, userId: viewer.id, rating, review, createdAt: now(), updatedAt: now() };
    const { id } = db().insert(reviews).values(row).returning({ id: reviews.id }).get();
    notifyReview(viewer.id, garage.userId, id);
    return { id, replaced: false };
  });
}

/**
 * Deletes a review: its author and an admin may. What an admin deletes of other people's is logged.
 * @returns the garage it was of
 * @throws DomainError not_found; forbidden
 */
export function deleteReview(viewer: Viewer, id: number): { garageId: number } {
  return transaction(() => {
    const row = getReviewRow(id);
    if (!canDeleteReview(viewer, row)) throw new DomainError("forbidden", NOT_YOUR_REVIEW);
    db().delete(reviews).where(eq(reviews.id, id)).run();
    if (viewer.id !== row.authorId) {
      const { rating, review, authorId, garageId } = row;
      const before = { rating, review, user: String(authorId), garage: String(garageId) };
      recordAdminAct(viewer, { action: "review.delete", subjectType: "review", subjectId: id, before });
    }
    return { garageId: row.garageId };
  });
}
