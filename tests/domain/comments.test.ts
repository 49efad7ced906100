import { and, count, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { auditLog, comments, users, vehicles } from "~/db/schema";
import { listComments, pageOfComment } from "~/features/social/comment-threads.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { commentJson, listCommentsJson } from "~/features/social/json.server";
import { commentInput } from "~/features/social/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeAdmin, makeOwner, makeUser, viewerOf } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

const NOON = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => NOON));

const page = { page: 1, limit: 20 };
const say = (text: string) => decode(commentInput, { text });
const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();

function counts(vehicle: { id: number }) {
  const shown = and(eq(comments.vehicleId, vehicle.id), eq(comments.hidden, false));
  return [
    db().select({ count: vehicles.commentCount }).from(vehicles).where(eq(vehicles.id, vehicle.id)).get()?.count,
    db().select({ count: count() }).from(comments).where(shown).get()?.count,
  ];
}

describe("the text", () => {
  test.each(["", "   ", "\n\t \r\n", "\u200b\u2060", "\u0000"])("may not be blank: %j", (text) => {
    const refusal = { code: "invalid", fields: { text: ["Please write a comment."] } };
    expect(() => say(text)).toThrow(expect.objectContaining(refusal));
    expect(() => decode(commentInput, {})).toThrow(expect.objectContaining(refusal));
  });

  test("is trimmed, keeps its paragraphs, and has at most 2,000 characters", () => {
    expect(say("  One.\r\n\r\nTwo.  ").text).toBe("One.\n\nTwo.");
    expect(say("x".repeat(2000)).text).toHaveLength(2000);
    expect(() => say("x".repeat(2001))).toThrow(/at most 2,000 characters/);
    expect(() => decode(commentInput, { text: ["x"] })).toThrow(expect.objectContaining({ code: "invalid" }));
  });
});

describe("comments of a vehicle", () => {
  test("come oldest first with their authors, and are counted", () => {
    const { vehicle, viewer } = makeOwner({ name: "Olga" });
    const ada = makeUser({ name: "Ada" });
    const first = addComment(viewerOf(ada), vehicle.id, say("Lovely."));
    const second = addComment(viewer, vehicle.id, say("Thanks."));
    expect(listComments(vehicle.id, null, page)).toEqual({
      ...page,
      total: 2,
      lastPage: 1,
      continues: false,
      rows: [
        {
          id: String(first),
          threadId: String(first),
          text: "Lovely.",
          authorId: String(ada.id),
          authorName: "Ada",
          authorAvatar: "default.jpg",
          isByOwner: false,
          postedAt: "2026-05-01T12:00:00.000Z",
          posted: "just now",
          postedExactly: "1 May 2026 at 12:00 UTC",
          viewerIsAuthor: false,
          viewerCanDelete: false,
        },
        expect.objectContaining({ id: String(second), authorName: "Olga", isByOwner: true }),
      ],
    });
    expect(counts(vehicle)).toEqual([2, 2]);
    expect(listCommentsJson(vehicle.id, page).rows[1]).toEqual(commentJson(second));
    expect(commentJson(first)).toEqual({
      _id: String(first),
      text: "Lovely.",
      parent: null,
      user: { _id: String(ada.id), name: "Ada", avatar: "default.jpg" },
      createdAt: "2026-05-01T12:00:00.000Z",
    });
  });

  test("are read page by page; the newest stands on the last", () => {
    const { vehicle, viewer } = makeOwner();
    const ids = ["1", "2", "3", "4", "5"].map((text) => addComment(viewer, vehicle.id, { text }));
    expect(listComments(vehicle.id, null, { page: 2, limit: 2 }).rows.map(({ text }) => text)).toEqual(["3", "4"]);
    expect(ids.map((id) => pageOfComment({ id, parentId: null, vehicleId: vehicle.id }, 2))).toEqual([1, 1, 2, 2, 3]);
  });

  test("are of a vehicle that is there", () => {
    const { vehicle, user } = makeOwner();
    const ada = viewerOf(makeUser());
    const id = addComment(ada, vehicle.id, say("Hello"));
    activate(user, false);
    const gone = expect.objectContaining({ code: "not_found" });
    for (const vehicleId of [vehicle.id, 987654]) {
      expect(() => addComment(ada, vehicleId, say("Hello"))).toThrow(gone);
      expect(() => listComments(vehicleId, ada, page)).toThrow(gone);
    }
    expect(() => deleteComment(ada, id)).toThrow(gone);
    expect(() => commentJson(id)).toThrow(gone);
  });

  test("leave with their author's account and come back", () => {
    const { vehicle, viewer } = makeOwner();
    const ada = makeUser();
    const id = addComment(viewerOf(ada), vehicle.id, say("Hello"));
    addComment(viewer, vehicle.id, say("Hi"));
    activate(ada, false);
    expect(listComments(vehicle.id, null, page)).toMatchObject({ total: 1, rows: [{ text: "Hi" }] });
    expect(counts(vehicle)).toEqual([1, 1]);
    expect(() => deleteComment(viewer, id)).toThrow(expect.objectContaining({ code: "not_found" }));
    activate(ada, true);
    expect(listComments(vehicle.id, null, page).rows.map(({ text }) => text)).toEqual(["Hello", "Hi"]);
  });
});

describe("deleting a comment", () => {
  test.each(["author", "owner", "admin"])("the %s may, and the button says so", (who) => {
    const { vehicle, viewer: owner } = makeOwner();
    const author = makeUser();
    const id = addComment(viewerOf(author), vehicle.id, say("Hello"));
    const people = { author: viewerOf(author), owner, admin: viewerOf(makeAdmin({ name: "Root" })) };
    const actor = people[who as keyof typeof people];
    expect(listComments(vehicle.id, actor, page).rows[0]?.viewerCanDelete).toBe(true);
    expect(deleteComment(actor, id)).toEqual({ vehicleId: vehicle.id });
    expect(counts(vehicle)).toEqual([0, 0]);
    expect(() => deleteComment(actor, id)).toThrow(expect.objectContaining({ code: "not_found" }));
    const logged = db().select().from(auditLog).all();
    if (who !== "admin") return expect(logged).toEqual([]);
    expect(logged).toMatchObject([
      {
        actorId: actor.id,
        actorName: "Root",
        action: "comment.delete",
        subjectType: "comment",
        subjectId: String(id),
        before: { text: "Hello", user: String(author.id), vehicle: String(vehicle.id) },
        after: null,
        createdAt: NOON,
      },
    ]);
  });

  test("a stranger may not", () => {
    const { vehicle } = makeOwner();
    const id = addComment(viewerOf(makeUser()), vehicle.id, say("Hello"));
    const { viewer: stranger } = makeOwner();
    expect(listComments(vehicle.id, stranger, page).rows[0]?.viewerCanDelete).toBe(false);
    expect(() => deleteComment(stranger, id)).toThrow(expect.objectContaining({ code: "forbidden" }));
    expect(() => deleteComment(stranger, 987654)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(counts(vehicle)).toEqual([1, 1]);
  });

  test("an admin's own comment is nothing for the log", () => {
    const { vehicle } = makeOwner();
    const admin = viewerOf(makeAdmin());
    deleteComment(admin, addComment(admin, vehicle.id, say("Hello")));
    expect(db().select().from(auditLog).all()).toEqual([]);
  });
});

test("comments are read along their index, with statistics too", () => {
  const { vehicle, viewer } = makeOwner();
  for (let at = 0; at < 50; at++) makeOwner();
  const rows = Array.from({ length: 200 }, () => ({ vehicleId: vehicle.id, userId: makeUser().id, createdAt: NOON }));
  db()
    .insert(comments)
    .values(rows.map((row) => ({ ...row, text: "Hello" })))
    .run();
  analyzeDatabase();
  const statements = statementsOf(() => {
    listComments(vehicle.id, viewer, page);
    const id = addComment(viewer, vehicle.id, { text: "x" });
    addComment(viewer, vehicle.id, { text: "y", parent: id });
    pageOfComment({ id, parentId: null, vehicleId: vehicle.id }, 20);
    listCommentsJson(vehicle.id, page);
    deleteComment(viewer, id);
  }).filter((text) => /^(select|delete)/i.test(text));
  expect(statements.length).toBeGreaterThanOrEqual(6);
  for (const statement of statements) expect([statement, slowSteps(statement)]).toEqual([statement, []]);
});
