import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, garages } from "~/db/schema";
import { toBlocksView } from "~/features/blocks/queries.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { listReviewsJson, reviewJson } from "~/features/social/json.server";
import { followUser, getViewerState, toFollowView } from "~/features/social/reactions.server";
import { deleteReview, listReviews, reviewGarage, toReviewForm } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { decode } from "~/lib/decode";
import { DAY, setClock } from "~/lib/time";
import { makeAdmin, makeOwner, makeUser, setActive, viewerOf } from "../support/make-rows";
import { fieldErrors, refusalLike } from "../support/refusal";
import { allRows, findRow } from "../support/rows";

const NOON = Date.UTC(2026, 4, 1, 12);
const AT = "2026-05-01T12:00:00.000Z";
beforeEach(() => setClock(() => NOON));

const page = { page: 1, limit: 20 };
const good = { rating: 4, review: "Tidy." };
function counts({ id }: { id: number }) {
  const { reviewCount, ratingSum } = findRow(garages, id)!;
  return [reviewCount, ratingSum];
}

describe("a review's content", () => {
  test.each([1, 5, "3", " 2 "])("%j is a rating", (rating) => {
    expect(decode(reviewInput, { rating, review: "Fine" }).rating).toBe(Number(rating));
  });

  test.each([0, 6, -1, 4.5, "4.5", "five", "", null, undefined, true, [5], "5stars", 1e21])("%j is none", (rating) => {
    const fields = { rating: ["Please choose a rating from 1 to 5."] };
    expect(fieldErrors(() => decode(reviewInput, { rating, review: "Fine" }))).toEqual(fields);
  });

  test("needs a text of at most 2,000 characters", () => {
    for (const review of [" \n ", undefined])
      expect(() => decode(reviewInput, { rating: 5, review })).toThrow(/few words/);
    expect(decode(reviewInput, { rating: 5, review: "x".repeat(2000) }).review).toHaveLength(2000);
    expect(() => decode(reviewInput, { rating: 5, review: "x".repeat(2001) })).toThrow(/at most 2,000/);
  });
});

describe("reviewing a garage", () => {
  test("shows it with its author, and in the average", () => {
    const { garage } = makeOwner();
    const [ada, bea] = [makeUser({ name: "Ada" }), makeUser()];
    const { id, replaced } = reviewGarage(viewerOf(ada), garage.id, good);
    expect(replaced).toBe(false);
    reviewGarage(viewerOf(bea), garage.id, { rating: 5, review: "Very tidy." });
    const list = listReviews(garage.id, viewerOf(bea), page);
    expect(list).toMatchObject({ total: 2, page: 1, limit: 20 });
    expect(list.rows.map(({ rating }) => rating)).toEqual([5, 4]);
    const author = { authorId: ada.id, authorName: "Ada", authorAvatar: "default.jpg", authorRole: "user" };
    const when = { written: "just now", writtenExactly: "1 May 2026 at 12:00 UTC", writtenAt: AT };
    const asReader = { viewerIsAuthor: false, viewerCanBlock: true, viewerCanDelete: false };
    expect(list.rows[1]).toEqual({ id, ...good, ...author, ...when, ...asReader });
    expect(counts(garage)).toEqual([2, 9]);
    expect(getGaragePage(garage.id, null)).toMatchObject({ averageRating: 4.5, reviewCount: 2 });
    expect(listReviewsJson(garage.id, page).rows[1]).toEqual({
      _id: String(id),
      ...good,
      user: { _id: String(ada.id), name: "Ada", avatar: "default.jpg" },
      createdAt: AT,
    });
  });

  test("a second time replaces the first", () => {
    const { garage } = makeOwner();
    const ada = viewerOf(makeUser());
    const first = reviewGarage(ada, garage.id, good);
    setClock(() => NOON + DAY);
    expect(reviewGarage(ada, garage.id, { rating: 2, review: "Dusty." })).toEqual({ id: first.id, replaced: true });
    const expected = { total: 1, rows: [{ rating: 2, review: "Dusty.", writtenExactly: "2 May 2026 at 12:00 UTC" }] };
    expect(listReviews(garage.id, null, page)).toMatchObject(expected);
    expect(reviewJson(first.id).createdAt).toBe(AT);
    expect(counts(garage)).toEqual([1, 2]);
  });

  test("is refused to the garage's owner, who sees no form", () => {
    const { garage, user, viewer } = makeOwner();
    expect(() => reviewGarage(viewer, garage.id, good)).toThrow(refusalLike("forbidden"));
    const ada = viewerOf(makeUser());
    for (const reader of [viewer, null, ada]) {
      const form = { viewerCanReview: reader === ada, own: null };
      expect(getViewerState(reader, garage.id, user.id).reviewForm).toMatchObject(form);
    }
    const { id } = reviewGarage(ada, garage.id, good);
    const ownReview = { id, ...good };
    followUser(ada, user.id);
    for (const reader of [viewer, null, ada, viewerOf(makeUser())]) {
      expect(getViewerState(reader, garage.id, user.id)).toEqual({
        follow: toFollowView(reader, user.id, reader === ada),
        reviewForm: toReviewForm(reader, user.id, reader === ada ? { id, ...good } : null),
        blockState: toBlocksView(reader, user.id, { blocks: false, mutes: false, role: "user" }),
      });
    }
    const expected = { follow: { following: true }, reviewForm: { viewerCanReview: true, own: ownReview } };
    expect(getViewerState(ada, garage.id, user.id)).toMatchObject(expected);
    expect(counts(garage)).toEqual([1, 4]);
  });

  test("is of a garage that is there, with its author there too", () => {
    const { garage, user } = makeOwner();
    const bea = makeUser();
    const ada = viewerOf(makeUser());
    const { id } = reviewGarage(ada, garage.id, good);
    const hidden = reviewGarage(viewerOf(bea), garage.id, good);
    setActive(bea, false);
    expect(() => deleteReview(viewerOf(makeAdmin()), hidden.id)).toThrow(refusalLike("not_found"));
    setActive(user, false);
    const notFound = refusalLike("not_found", "Could not load garage. The user or garage may not exist.");
    for (const garageId of [garage.id, 987654]) {
      expect(() => reviewGarage(ada, garageId, good)).toThrow(notFound);
      expect(() => listReviews(garageId, ada, page)).toThrow(notFound);
    }
    expect(() => deleteReview(ada, id)).toThrow(refusalLike("not_found"));
    expect(() => reviewJson(id)).toThrow(refusalLike("not_found"));
  });
});

test.each(["author", "admin"])("deleting a review: the %s may, and sees the button", (role) => {
  const { garage } = makeOwner();
  const author = makeUser();
  const { id } = reviewGarage(viewerOf(author), garage.id, good);
  const actor = role === "author" ? viewerOf(author) : viewerOf(makeAdmin());
  expect(listReviews(garage.id, actor, page).rows[0]?.viewerCanDelete).toBe(true);
  expect(deleteReview(actor, id)).toEqual({ garageId: garage.id });
  expect(counts(garage)).toEqual([0, 0]);
  expect(getGaragePage(garage.id, null).averageRating).toBeNull();
  expect(() => deleteReview(actor, id)).toThrow(refusalLike("not_found"));
  const act = { actorId: actor.id, action: "case.hide", after: { about: `/reviews/${id}`, measure: "hide" } };
  expect(allRows(auditLog)).toMatchObject(role === "admin" ? [act] : []);
});

test("deleting a review: the garage's owner and strangers may not", () => {
  const { garage, viewer } = makeOwner();
  const { id } = reviewGarage(viewerOf(makeUser()), garage.id, good);
  for (const outsider of [viewer, makeOwner().viewer]) {
    expect(listReviews(garage.id, outsider, page).rows[0]?.viewerCanDelete).toBe(false);
    expect(() => deleteReview(outsider, id)).toThrow(refusalLike("forbidden"));
  }
  expect(counts(garage)).toEqual([1, 4]);
});
