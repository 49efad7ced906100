import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { comments, users, vehicles } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { listComments, pageOfComment } from "~/features/social/comment-threads.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { commentJson, listCommentsJson } from "~/features/social/json.server";
import { commentInput } from "~/features/social/schema.server";
import { threadsOf } from "~/features/social/threads";
import { decode } from "~/lib/decode";
import { DAY, formatAgo, HOUR, MINUTE, SECOND, setClock } from "~/lib/time";
import { makeOwner, makeUser, makeVehicle, viewerOf } from "../support/people";

const NOON = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => NOON));

const page = { page: 1, limit: 20 };
const GONE = "The comment you are replying to is no longer available.";

/** A vehicle, its owner, a guest, and how they comment. */
function world() {
  const { user, vehicle, viewer: owner, garage } = makeOwner({ name: "Olga" });
  const guest = makeUser({ name: "Gus" });
  const say = (who: { id: number }, text: string, parent?: number) =>
    addComment(viewerOf(who), vehicle.id, { text, ...(parent === undefined ? {} : { parent }) });
  return { user, garage, vehicle, owner, guest, say };
}

/** The threads of a page: the first comment's text, or null for one that is not shown, and the answers'. */
const shown = (vehicleId: number, at = page) =>
  threadsOf(listComments(vehicleId, null, at).rows).map(({ first, answers }) => [
    first?.text ?? null,
    ...answers.map(({ text }) => text),
  ]);

const countOf = (id: number) =>
  db().select({ count: vehicles.commentCount }).from(vehicles).where(eq(vehicles.id, id)).get()?.count;

const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();

describe("an answer", () => {
  test("stands under its comment, the oldest first, whatever was said in between", () => {
    const { vehicle, user, guest, say } = world();
    const one = say(guest, "One");
    say(guest, "Two");
    say(user, "One, first", one);
    say(guest, "Three");
    say(guest, "One, second", one);
    expect(shown(vehicle.id)).toEqual([["One", "One, first", "One, second"], ["Two"], ["Three"]]);
    expect(countOf(vehicle.id)).toBe(5);
  });

  test("to an answer joins the first comment", () => {
    const { vehicle, user, guest, say } = world();
    const first = say(guest, "First");
    const second = say(user, "Second", first);
    const third = say(guest, "Third", second);
    expect(commentJson(third).parent).toBe(String(first));
    expect(shown(vehicle.id)).toEqual([["First", "Second", "Third"]]);
  });

  test("tells the API its thread; the order there stays the oldest first", () => {
    const { vehicle, user, guest, say } = world();
    const first = say(guest, "First");
    const second = say(guest, "Second");
    const answer = say(user, "Answer", first);
    expect(listCommentsJson(vehicle.id, page).rows.map(({ _id, parent }) => [_id, parent])).toEqual([
      [String(first), null],
      [String(second), null],
      [String(answer), String(first)],
    ]);
  });

  test("is to a comment that is shown under the same vehicle", () => {
    const { vehicle, garage, guest, owner, say } = world();
    const hidden = makeUser();
    const others = addComment(owner, makeVehicle(garage).id, { text: "Elsewhere" });
    const gone = say(hidden, "Hidden");
    activate(hidden, false);
    for (const parent of [others, gone, 987654]) {
      expect(() => addComment(viewerOf(guest), vehicle.id, { text: "Hello", parent })).toThrow(
        expect.objectContaining({ code: "invalid", message: GONE, fields: { parent: [GONE] } }),
      );
    }
    expect(countOf(vehicle.id)).toBe(0);
    expect(db().select().from(comments).where(eq(comments.text, "Hello")).all()).toEqual([]);
  });

  test.each([["x"], ["0"], ["-1"], ["1e3"], [1], [1.5], [true], [[]], [{}]])(
    "has a parent that is an id: %j",
    (parent) => {
      const refusal = { code: "invalid", fields: { parent: [GONE] } };
      expect(() => decode(commentInput, { text: "Hello", parent })).toThrow(expect.objectContaining(refusal));
    },
  );

  test.each([undefined, null, ""])("is none where the parent is %j", (parent) => {
    expect(decode(commentInput, { text: "Hello", parent }).parent ?? null).toBeNull();
  });
});

describe("a first comment that goes", () => {
  test("leaves a place while it has answers, which can still be answered; the counter counts what is shown", () => {
    const { vehicle, user, guest, owner, say } = world();
    const first = say(guest, "First");
    const second = say(user, "Second", first);
    say(guest, "Another");
    deleteComment(owner, first);
    expect(shown(vehicle.id)).toEqual([[null, "Second"], ["Another"]]);
    expect(countOf(vehicle.id)).toBe(2);
    const third = say(guest, "Third", second);
    expect(commentJson(third).parent).toBe(String(first));
    expect(() => say(guest, "Fourth", first)).toThrow(GONE);
    deleteComment(owner, second);
    expect(shown(vehicle.id)).toEqual([[null, "Third"], ["Another"]]);
    deleteComment(owner, third);
    expect(shown(vehicle.id)).toEqual([["Another"]]);
    expect(countOf(vehicle.id)).toBe(1);
  });

  test("with its author's account leaves the same place", async () => {
    const { vehicle, user, guest, say } = world();
    const first = say(guest, "First");
    say(user, "Second", first);
    say(guest, "Third", first);
    await deleteAccount(viewerOf(guest));
    expect(shown(vehicle.id)).toEqual([[null, "Second"]]);
    expect(countOf(vehicle.id)).toBe(1);
  });

  test("comes back with a deactivated author, and so do answers", () => {
    const { vehicle, user, guest, say } = world();
    const first = say(guest, "First");
    say(user, "Second", first);
    say(guest, "Third", first);
    activate(guest, false);
    expect(shown(vehicle.id)).toEqual([[null, "Second"]]);
    expect(countOf(vehicle.id)).toBe(1);
    activate(guest, true);
    expect(shown(vehicle.id)).toEqual([["First", "Second", "Third"]]);
    expect(countOf(vehicle.id)).toBe(3);
  });
});

describe("pages", () => {
  const at = (number: number) => ({ page: number, limit: 4 });
  const pageOf = (vehicleId: number, id: number) => {
    const row = db().select().from(comments).where(eq(comments.id, id)).get()!;
    return pageOfComment({ ...row, vehicleId }, 4);
  };

  test("keep few answers with their comment, and say where each comment stands", () => {
    const { vehicle, guest, say } = world();
    const roots = ["A", "B", "C", "D", "E"].map((text) => say(guest, text));
    const answers = ["D1", "D2"].map((text) => say(guest, text, roots[3]));
    expect(shown(vehicle.id, at(1))).toEqual([["A"], ["B"], ["C"], ["D", "D1", "D2"]]);
    expect(shown(vehicle.id, at(2))).toEqual([["E"]]);
    expect(listComments(vehicle.id, null, at(2))).toMatchObject({ total: 7, lastPage: 2, continues: false });
    expect([...roots, ...answers].map((id) => pageOf(vehicle.id, id))).toEqual([1, 1, 1, 1, 2, 1, 1]);
  });

  test("are one less where nothing is left for the last", () => {
    const { vehicle, guest, say } = world();
    const roots = ["A", "B", "C", "D"].map((text) => say(guest, text));
    const answer = say(guest, "D1", roots[3]);
    expect(listComments(vehicle.id, null, at(1))).toMatchObject({ total: 5, lastPage: 1 });
    expect(shown(vehicle.id, at(1)).at(-1)).toEqual(["D", "D1"]);
    expect(pageOf(vehicle.id, answer)).toBe(1);
    expect(listComments(vehicle.id, null, at(2)).rows).toEqual([]);
  });

  test("cut a long thread; the next page goes on with it", () => {
    const { vehicle, guest, say } = world();
    const first = say(guest, "A");
    const answers = ["1", "2", "3", "4", "5", "6"].map((text) => say(guest, text, first));
    const second = say(guest, "B");
    expect(shown(vehicle.id, at(1))).toEqual([["A", "1", "2", "3"]]);
    expect(listComments(vehicle.id, null, at(2))).toMatchObject({ continues: true, lastPage: 2 });
    expect(shown(vehicle.id, at(2))).toEqual([[null, "4", "5", "6"], ["B"]]);
    expect([first, ...answers, second].map((id) => pageOf(vehicle.id, id))).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });

  test("hold every comment once, however the threads lie", () => {
    const { vehicle, guest, say } = world();
    const ids: number[] = [];
    for (let number = 0; number < 40; number++) {
      // Now and then a new thread; answers to any of the earlier comments.
      const parent = number % 5 === 0 ? undefined : ids[(number * 7) % ids.length];
      ids.push(say(guest, String(number), parent));
    }
    for (const limit of [1, 2, 3, 4, 7, 20]) {
      const seen: string[] = [];
      const { lastPage } = listComments(vehicle.id, null, { page: 1, limit });
      for (let number = 1; number <= lastPage; number++) {
        for (const { id } of listComments(vehicle.id, null, { page: number, limit }).rows) {
          const row = db()
            .select()
            .from(comments)
            .where(eq(comments.id, Number(id)))
            .get()!;
          expect(pageOfComment(row, limit), `${id} of ${limit} a page`).toBe(number);
          seen.push(id);
        }
      }
      expect(seen.length, `${limit} a page`).toBe(40);
      expect(new Set(seen).size).toBe(40);
    }
  });
});

test("the owner's comments and the viewer's own are known", () => {
  const { vehicle, user, guest, owner, say } = world();
  say(guest, "Mine", say(user, "The owner's"));
  const rows = listComments(vehicle.id, owner, page).rows;
  expect(rows.map(({ isByOwner, viewerIsAuthor }) => [isByOwner, viewerIsAuthor])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("times are told in words, and after a month as dates", () => {
  const ago = (ms: number) => formatAgo(NOON - ms);
  expect(
    [-HOUR, 0, 59 * SECOND, MINUTE, HOUR - 1, HOUR, 23 * HOUR, DAY, 3 * DAY + HOUR, 31 * DAY - 1, 31 * DAY].map(ago),
  ).toEqual([
    "just now",
    "just now",
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "23 hours ago",
    "1 day ago",
    "3 days ago",
    "30 days ago",
    "31 March 2026",
  ]);
});
