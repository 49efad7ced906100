import { expect, test } from "vitest";
import { comments, users } from "~/db/schema";
import { blockUser } from "~/features/blocks/commands.server";
import { findCommentContext } from "~/features/social/comment-context.server";
import { deleteComment } from "~/features/social/comments.server";
import { now } from "~/lib/time";
import { decideAbout } from "../support/cases";
import { admin, makeOwner, makeUser, moderator, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { findRow, insertRow } from "../support/rows";

const say = (vehicle: { id: number }, author: { id: number }, text: string, parentId: number | null = null) =>
  insertRow(comments, { vehicleId: vehicle.id, userId: author.id, text, parentId, createdAt: now() });

type Row = ReturnType<typeof say>;

/** Three threads; the second has four replies. */
function conversation() {
  const { vehicle, viewer: owner } = makeOwner({ name: "Olga" });
  const author = makeUser({ name: "Ada" });
  const [one, two, three] = ["One", "Two", "Three"].map((text) => say(vehicle, author, text)) as [Row, Row, Row];
  const replies = ["2a", "2b", "2c", "2d"].map((text) => say(vehicle, author, text, two.id));
  const [a, b, c, d] = replies as [Row, Row, Row, Row];
  return { vehicle, owner, author, one, two, three, a, b, c, d };
}

const textsAround = ({ id }: { id: number }, viewer = admin()) =>
  findCommentContext(viewer, id)?.comments.map(({ text, isReported }) => (isReported ? `>${text}` : text));

test("a comment stands between its neighbours of the page, a reply also below its parent", () => {
  const { one, two, three, a, b, d } = conversation();
  expect(textsAround(one)).toEqual([">One", "Two", "2a"]);
  expect(textsAround(two)).toEqual(["One", ">Two", "2a", "2b"]);
  expect(textsAround(a)).toEqual(["One", "Two", ">2a", "2b", "2c"]);
  expect(textsAround(b)).toEqual(["One", "Two", "2a", ">2b", "2c", "2d"]);
  expect(textsAround(d)).toEqual(["Two", "2b", "2c", ">2d", "Three"]);
  expect(textsAround(three)).toEqual(["2c", "2d", ">Three"]);
});

test("it names the vehicle, and says which comments are replies", () => {
  const { vehicle, b } = conversation();
  const context = findCommentContext(admin(), b.id)!;
  expect(context.vehicle).toEqual({ id: vehicle.id, name: `${vehicle.year} ${vehicle.make} ${vehicle.model}` });
  expect(context.comments.map(({ isReply }) => isReply)).toEqual([false, false, true, true, true, true]);
  expect(context.isParentMissing).toBe(false);
});

test("hidden neighbours are left out, a hidden parent and the comment itself are marked", () => {
  const { two, a, b, c } = conversation();
  for (const { id } of [a, b, two]) decideAbout(`/comments/${id}`);
  expect(textsAround(c)).toEqual(["One", "Two", ">2c", "2d", "Three"]);
  const marksOf = ({ id }: Row) =>
    findCommentContext(admin(), id)!.comments.flatMap(({ text, isHidden }) => (isHidden ? [text] : []));
  expect(marksOf(c)).toEqual(["Two"]);
  expect(marksOf(b)).toEqual(["Two", "2b"]);
});

test("a deleted parent is missing; a deleted comment has no conversation", () => {
  const { author, two, b } = conversation();
  deleteComment(viewerOf(findRow(users, author.id)!), two.id);
  const context = findCommentContext(admin(), b.id)!;
  expect([context.isParentMissing, context.comments[0]?.text]).toEqual([true, "One"]);
  deleteComment(viewerOf(findRow(users, author.id)!), b.id);
  expect(findCommentContext(admin(), b.id)).toBeUndefined();
});

test("a moderator does not read comments around it by a member they have blocked; an admin does", () => {
  const { vehicle, author, two } = conversation();
  const reply = say(vehicle, makeUser({ name: "Bob" }), "2e", two.id);
  const [mo, boss] = [moderator(), admin()];
  for (const viewer of [mo, boss]) blockUser(viewer, author.id, "block");
  expect(textsAround(reply, mo)).toEqual([">2e"]);
  expect(findCommentContext(mo, reply.id)?.isParentMissing).toBe(true);
  expect(textsAround(reply, boss)).toEqual(["Two", "2c", "2d", ">2e", "Three"]);
});

test("is for staff only", () => {
  const { one, owner } = conversation();
  expect(() => findCommentContext(owner, one.id)).toThrow(expect.objectContaining({ code: "forbidden" }));
});

test("the neighbours are read in the order of an index, without a sort", () => {
  const { b } = conversation();
  const viewer = admin();
  const statements = statementsOf(() => findCommentContext(viewer, b.id)).filter((text) => text.includes("limit"));
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    const plan = planOf(statement).join("\n");
    expect(plan).toMatch(/comments USING INDEX comments_thread \(vehicle_id=\? AND hidden=\? AND <expr>[<>]\?\)/);
    expect(plan).not.toContain("TEMP B-TREE");
  }
});
