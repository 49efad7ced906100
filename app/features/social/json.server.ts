import { personJson } from "~/features/accounts/json.server";
import type { PersonInListJson, PersonJson } from "~/features/accounts/json-shapes.server";
import type { Viewer } from "~/features/accounts/policy";
import type { PersonView } from "~/features/accounts/queries.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type CommentRow, getCommentRow, listCommentRows } from "./comments.server";
import type { FollowState } from "./follows.server";
import type { CommentJson, ReviewJson } from "./json-shapes.server";
import { listFollowersOf, listLikers } from "./people.server";
import { getReviewRow, listReviewRows, type ReviewRow } from "./reviews.server";

type Author = Pick<CommentRow, "authorId" | "authorName" | "authorAvatar">;

function authorJson({ authorId, authorName, authorAvatar }: Author): PersonJson {
  return { _id: String(authorId), name: authorName, avatar: authorAvatar };
}

function toCommentJson(row: CommentRow): CommentJson {
  const { id, text, parentId, createdAt } = row;
  const parent = parentId === null ? null : String(parentId);
  return { _id: String(id), text, parent, user: authorJson(row), createdAt: toIso(createdAt) };
}

function toReviewJson(row: ReviewRow): ReviewJson {
  const { id, rating, review, createdAt } = row;
  return { _id: String(id), rating, review, user: authorJson(row), createdAt: toIso(createdAt) };
}

/** @throws DomainError not_found */
export function commentJson(id: number): CommentJson {
  return toCommentJson(getCommentRow(id));
}

/** Those the viewer may see, the oldest first. @throws DomainError not_found for the vehicle */
export function listCommentsJson(vehicleId: number, page: Page, viewer: Viewer | null = null): Paged<CommentJson> {
  const { rows, total } = listCommentRows(vehicleId, page, viewer);
  return { rows: rows.map(toCommentJson), total, ...page };
}

/** @throws DomainError not_found */
export function reviewJson(id: number): ReviewJson {
  return toReviewJson(getReviewRow(id));
}

/** Those the viewer may see, the newest first. @throws DomainError not_found for the garage */
export function listReviewsJson(garageId: number, page: Page, viewer: Viewer | null = null): Paged<ReviewJson> {
  const { rows, total } = listReviewRows(garageId, viewer, page);
  return { rows: rows.map(toReviewJson), total, ...page };
}

const peopleJson = ({ rows, ...list }: Paged<PersonView>) => ({ ...list, rows: rows.map(personJson) });

/** Who likes a vehicle, the newest first. @throws DomainError not_found */
export function listLikersJson(vehicleId: number, page: Page): Paged<PersonInListJson> {
  return peopleJson(listLikers(getVehicleFacts(vehicleId), page));
}

/** Who follows a garage's owner, the newest first. @throws DomainError not_found */
export function listFollowersJson(garageId: number, page: Page): Paged<PersonInListJson> {
  const { ownerId, followerCount } = getGaragePage(garageId, null);
  return peopleJson(listFollowersOf({ id: Number(ownerId), followerCount }, page));
}

/** What follow and unfollow answer. */
export function followJson({ following, followerCount }: FollowState) {
  return { following: following.map(String), followerCount };
}
