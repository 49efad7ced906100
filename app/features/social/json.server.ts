import { z } from "zod";
import { toHiddenMarks } from "~/db/scopes.server";
import {
  createdAt,
  hiddenMarks,
  type PersonInListJson,
  type PersonJson,
  personJson,
  personShape,
} from "~/features/accounts/json.server";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import type { PersonView } from "~/features/accounts/queries.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type CommentRow, getCommentRow, listCommentRows } from "./comments.server";
import { type FollowState, listGarageFollowers, listLikers } from "./reactions.server";
import { getReview, listReviewRows, type ReviewRow } from "./reviews.server";

type Author = Pick<CommentRow, "authorId" | "authorName" | "authorAvatar">;

function authorJson({ authorId, authorName, authorAvatar }: Author): PersonJson {
  return { _id: String(authorId), name: authorName, avatar: authorAvatar };
}

function toCommentJson(row: CommentRow): CommentJson {
  const { id, text, parentId, createdAt, editedAt } = row;
  const parent = parentId === null ? null : String(parentId);
  return {
    _id: String(id),
    text,
    parent,
    user: authorJson(row),
    createdAt: toIso(createdAt),
    editedAt: editedAt === null ? null : toIso(editedAt),
    ...toHiddenMarks(row.hidden),
  };
}

function toReviewJson(row: ReviewRow): ReviewJson {
  const { id, rating, review, createdAt } = row;
  return {
    _id: String(id),
    rating,
    review,
    user: authorJson(row),
    createdAt: toIso(createdAt),
    ...toHiddenMarks(row.hidden),
  };
}

/** @throws DomainError not_found */
export function commentJson(id: number, viewer: Viewer | null = null): CommentJson {
  return toCommentJson(getCommentRow(id, viewer));
}

/** Visible ones, oldest first. @throws DomainError not_found for the vehicle */
export function listCommentsJson(
  vehicleId: number,
  page: PageParams,
  viewer: Viewer | null = null,
): Paged<CommentJson> {
  const { rows, total } = listCommentRows(vehicleId, page, viewer);
  return { rows: rows.map(toCommentJson), total, ...page };
}

/** @throws DomainError not_found */
export function reviewJson(id: number, viewer: Viewer | null = null): ReviewJson {
  return toReviewJson(getReview(id, viewer));
}

/** Visible ones, newest first. @throws DomainError not_found for the garage */
export function listReviewsJson(garageId: number, page: PageParams, viewer: Viewer | null = null): Paged<ReviewJson> {
  const { rows, total } = listReviewRows(garageId, viewer, page);
  return { rows: rows.map(toReviewJson), total, ...page };
}

const peopleJson = ({ rows, ...list }: Paged<PersonView>) => ({ ...list, rows: rows.map(personJson) });

/** Newest first. @throws DomainError not_found */
export function listLikersJson(
  vehicleId: number,
  page: PageParams,
  viewer: Viewer | null = null,
): Paged<PersonInListJson> {
  return peopleJson(listLikers(getVehicleFacts(vehicleId, seenParams(viewer)), page));
}

/** Newest first. @throws DomainError not_found */
export function listFollowersJson(
  garageId: number,
  page: PageParams,
  viewer: Viewer | null = null,
): Paged<PersonInListJson> {
  const { ownerId, followerCount } = getGaragePage(garageId, viewer);
  return peopleJson(listGarageFollowers({ id: ownerId, followerCount }, page));
}

export function followJson({ following, followerCount }: FollowState) {
  return { following: following.map(String), followerCount };
}

export const commentShape = z
  .strictObject({
    _id: z.string(),
    text: z.string(),
    parent: z.string().nullable().meta({
      description: "For a reply, the first comment of the thread; it may have been deleted",
    }),
    user: personShape,
    createdAt,
    editedAt: createdAt.nullable().meta({ description: "Last edit; null without one" }),
    ...hiddenMarks,
  })
  .meta({ id: "Comment" });

type CommentJson = z.infer<typeof commentShape>;

export const reviewShape = z
  .strictObject({
    _id: z.string(),
    rating: z.int().min(1).max(5),
    review: z.string(),
    user: personShape,
    createdAt,
    ...hiddenMarks,
  })
  .meta({ id: "Review" });

type ReviewJson = z.infer<typeof reviewShape>;

export const followMembers = {
  following: z.array(z.string()).meta({ description: "Ids of the members you follow" }),
  followerCount: z.int().meta({ description: "The other member’s" }),
};
