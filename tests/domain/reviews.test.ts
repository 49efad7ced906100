import { and, count, eq, sql, sum } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { auditLog, garages, reviews, users } from "~/db/schema";
import { toPeaceView } from "~/features/blocks/queries.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { followUser, getFollowView } from "~/features/social/follows.server";
import { listReviewsJson, reviewJson } from "~/features/social/json.server";
import { deleteReview, getReviewForm, listReviews, reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { getStanding } from "~/features/social/standing.server";
import { decode } from "~/lib/decode";
import { DAY, setClock } from "~/lib/time";
import { makeAdmin, makeOwner, makeUser, viewerOf } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

const NOON = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => NOON));

const page = { page: 1, limit: 20 };
const good = { rating: 4, review: "Tidy." };
const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();

function counts(garage: { id: number }) {
  const shown = and(eq(reviews.garageId, garage.id), eq(reviews.hidden, false));
  const kept = db()
    .select({ count: garages.reviewCount, sum: garages.ratingSum })
    .from(garages)
    .where(eq(garages.id, garage.id))
    .get();
  const counted = db()
    .select({ count: count(), sum: sql<number>`coalesce(${sum(reviews.rating)}, 0)` })
    .from(reviews)
    .where(shown)
    .get();
  expect(kept).toEqual(counted);
  return [kept?.count, kept?.sum];
}

describe("what a review says", () => {
  test.each([1, 5, "3", " 2 "])("%j is a rating", (rating) => {
    expect(decode(reviewInput, { rating, review: "Fine" }).rating).toBe(Number(rating));
  });

  test.each([0, 6, -1, 4.5, "4.5", "five", "", null, undefined, true, [5], "5stars", 1e21])("%j is none", (rating) => {
    const fields = { rating: ["Please choose a rating from 1 to 5."] };
    expect(() => decode(reviewInput, { rating, review: "Fine" })).toThrow(
      expect.objectContaining({ code: "invalid", fields }),
    );
  });

  test("needs a text of at most 2,000 characters", () => {
    expect(() => decode(reviewInput, { rating: 5, review: " \n " })).toThrow(/few words/);
    expect(() => decode(reviewInput, { rating: 5 })).toThrow(/few words/);
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
    expect(list.rows[1]).toEqual({
      id: String(id),
      ...good,
      authorId: String(ada.id),
      authorName: "Ada",
      authorAvatar: "default.jpg",
      writtenAt: "2026-05-01T12:00:00.000Z",
      written: "just now",
      writtenExactly: "1 May 2026 at 12:00 UTC",
      viewerIsAuthor: false,
      viewerCanBlock: true,
      viewerCanDelete: false,
    });
    expect(counts(garage)).toEqual([2, 9]);
    expect(getGaragePage(garage.id, null)).toMatchObject({ averageRating: 4.5, reviewCount: 2 });
    expect(listReviewsJson(garage.id, page).rows[1]).toEqual({
      _id: String(id),
      ...good,
      user: { _id: String(ada.id), name: "Ada", avatar: "default.jpg" },
      createdAt: "2026-05-01T12:00:00.000Z",
    });
  });

  test("a second time replaces the first", () => {
    const { garage } = makeOwner();
    const ada = viewerOf(makeUser());
    const first = reviewGarage(ada, garage.id, good);
    setClock(() => NOON + DAY);
    expect(reviewGarage(ada, garage.id, { rating: 2, review: "Dusty." })).toEqual({ id: first.id, replaced: true });
    expect(listReviews(garage.id, null, page)).toMatchObject({
      total: 1,
      rows: [{ rating: 2, review: "Dusty.", writtenExactly: "2 May 2026 at 12:00 UTC" }],
    });
    expect(reviewJson(first.id).createdAt).toBe("2026-05-01T12:00:00.000Z");
    expect(counts(garage)).toEqual([1, 2]);
  });

  test("is not for its owner, and the form says so", () => {
    const { garage, user, viewer } = makeOwner();
    expect(() => reviewGarage(viewer, garage.id, good)).toThrow(expect.objectContaining({ code: "forbidden" }));
    const ada = viewerOf(makeUser());
    expect(getReviewForm(viewer, garage.id, user.id)).toMatchObject({ viewerCanReview: false, own: null });
    expect(getReviewForm(null, garage.id, user.id)).toMatchObject({ viewerCanReview: false, own: null });
    expect(getReviewForm(ada, garage.id, user.id)).toMatchObject({ viewerCanReview: true, own: null });
    const { id } = reviewGarage(ada, garage.id, good);
    const own = { id: String(id), ...good };
    expect(getReviewForm(ada, garage.id, user.id)).toMatchObject({ viewerCanReview: true, own });
    followUser(ada, user.id);
    for (const person of [viewer, null, ada, viewerOf(makeUser())]) {
      expect(getStanding(person, garage.id, user.id)).toEqual({
        follow: getFollowView(person, user.id),
        reviewForm: getReviewForm(person, garage.id, user.id),
        peace: toPeaceView(person, user.id, { blocks: false, mutes: false, role: "user" }),
      });
    }
    expect(getStanding(ada, garage.id, user.id)).toMatchObject({ follow: { following: true }, reviewForm: { own } });
    expect(counts(garage)).toEqual([1, 4]);
  });

  test("is of a garage that is there", () => {
    const { garage, user } = makeOwner();
    const ada = viewerOf(makeUser());
    const { id } = reviewGarage(ada, garage.id, good);
    activate(user, false);
    const gone = expect.objectContaining({
      code: "not_found",
      message: "Could not load garage. The user or garage may not exist.",
    });
    for (const garageId of [garage.id, 987654]) {
      expect(() => reviewGarage(ada, garageId, good)).toThrow(gone);
      expect(() => listReviews(garageId, ada, page)).toThrow(gone);
    }
    expect(() => deleteReview(ada, id)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => reviewJson(id)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("leaves with its author's account and comes back", () => {
    const { garage, viewer } = makeOwner();
    const [ada, bea] = [makeUser(), makeUser()];
    const { id } = reviewGarage(viewerOf(ada), garage.id, { rating: 1, review: "No." });
    reviewGarage(viewerOf(bea), garage.id, good);
    activate(ada, false);
    expect(listReviews(garage.id, viewer, page)).toMatchObject({ total: 1, rows: [good] });
    expect(counts(garage)).toEqual([1, 4]);
    expect(() => deleteReview(viewerOf(makeAdmin()), id)).toThrow(expect.objectContaining({ code: "not_found" }));
    activate(ada, true);
    expect(counts(garage)).toEqual([2, 5]);
  });
});

describe("deleting a review", () => {
  test.each(["author", "admin"])("the %s may, and the button says so", (who) => {
    const { garage } = makeOwner();
    const author = makeUser();
    const { id } = reviewGarage(viewerOf(author), garage.id, good);
    const actor = who === "author" ? viewerOf(author) : viewerOf(makeAdmin());
    expect(listReviews(garage.id, actor, page).rows[0]?.viewerCanDelete).toBe(true);
    expect(deleteReview(actor, id)).toEqual({ garageId: garage.id });
    expect(counts(garage)).toEqual([0, 0]);
    expect(getGaragePage(garage.id, null).averageRating).toBeNull();
    expect(() => deleteReview(actor, id)).toThrow(expect.objectContaining({ code: "not_found" }));
    const before = { ...good, user: String(author.id), garage: String(garage.id) };
    const act = { actorId: actor.id, action: "review.delete", subjectId: String(id), before };
    expect(db().select().from(auditLog).all()).toMatchObject(who === "admin" ? [act] : []);
  });

  test("the garage's owner and strangers may not", () => {
    const { garage, viewer } = makeOwner();
    const { id } = reviewGarage(viewerOf(makeUser()), garage.id, good);
    for (const other of [viewer, makeOwner().viewer]) {
      expect(listReviews(garage.id, other, page).rows[0]?.viewerCanDelete).toBe(false);
      expect(() => deleteReview(other, id)).toThrow(expect.objectContaining({ code: "forbidden" }));
    }
    expect(counts(garage)).toEqual([1, 4]);
  });
});

test("reviews are read along their index, with statistics too", () => {
  const { garage, user, viewer } = makeOwner();
  for (let at = 0; at < 50; at++) makeOwner();
  const times = { createdAt: NOON, updatedAt: NOON };
  const rows = Array.from({ length: 200 }, () => ({ garageId: garage.id, userId: makeUser().id, ...good, ...times }));
  db().insert(reviews).values(rows).run();
  analyzeDatabase();
  const ada = viewerOf(makeUser());
  const statements = statementsOf(() => {
    listReviews(garage.id, viewer, page);
    getReviewForm(ada, garage.id, user.id);
    getStanding(ada, garage.id, user.id);
    deleteReview(ada, reviewGarage(ada, garage.id, good).id);
  }).filter((text) => /^(select|delete)/i.test(text));
  expect(statements.length).toBeGreaterThanOrEqual(4);
  for (const statement of statements) expect([statement, slowSteps(statement)]).toEqual([statement, []]);
});
