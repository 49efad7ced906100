import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, comments, vehicles } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { addComment, deleteComment, editComment } from "~/features/social/comments.server";
import { groupThreads } from "~/features/social/components/comment-thread";
import { listComments, pageOfComment } from "~/features/social/conversation.server";
import { commentJson, listCommentsJson } from "~/features/social/json.server";
import { commentInput } from "~/features/social/schema.server";
import { decode } from "~/lib/decode";
import { DAY, formatAgo, HOUR, MINUTE, SECOND, setClock } from "~/lib/time";
import { newestCase, report } from "../support/cases";
import { makeAdmin, makeOwner, makeUser, makeVehicle, setActive, viewerOf } from "../support/make-rows";
import { refusalLike } from "../support/refusal";
import { allRows, changeRow, findRow } from "../support/rows";
import { splitList } from "../support/split-list";

const NOON = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => NOON));

const page = { page: 1, limit: 20 };
const say = (text: string) => decode(commentInput, { text });
const countOf = ({ id }: { id: number }) => findRow(vehicles, id)?.commentCount;

test.each(["", "   ", "\n\t \r\n", "\u200b\u2060", "\u0000"])("the text: may not be blank: %j", (text) => {
  const refusal = { code: "invalid", fields: { text: ["Please write a comment."] } };
  expect(() => say(text)).toThrow(expect.objectContaining(refusal));
  expect(() => decode(commentInput, {})).toThrow(expect.objectContaining(refusal));
});

test("the text: is trimmed, keeps its paragraphs, and has at most 2,000 characters", () => {
  expect(say("  One.\r\n\r\nTwo.  ").text).toBe("One.\n\nTwo.");
  expect(say("x".repeat(2000)).text).toHaveLength(2000);
  expect(() => say("x".repeat(2001))).toThrow(/at most 2,000 characters/);
  expect(() => decode(commentInput, { text: ["x"] })).toThrow(expect.objectContaining({ code: "invalid" }));
});

test("comments of a vehicle: come oldest first with their authors, and are counted", () => {
  const { vehicle, viewer } = makeOwner({ name: "Olga" });
  const ada = makeUser({ name: "Ada" });
  const first = addComment(viewerOf(ada), vehicle.id, say("Lovely."));
  const second = addComment(viewer, vehicle.id, say("Thanks."));
  const author = {
    authorId: ada.id,
    authorName: "Ada",
    authorAvatar: "default.jpg",
    authorRole: "user",
    isByOwner: false,
  };
  const when = { posted: "just now", postedExactly: "1 May 2026 at 12:00 UTC", postedAt: "2026-05-01T12:00:00.000Z" };
  const asVisitor = { viewerIsAuthor: false, viewerCanDelete: false };
  const id = first;
  expect(listComments(vehicle.id, null, page)).toEqual({
    ...page,
    total: 2,
    withheld: 0,
    lastPage: 1,
    isContinued: false,
    rows: [
      { id, threadId: id, text: "Lovely.", ...author, ...when, ...asVisitor },
      expect.objectContaining({ id: second, authorName: "Olga", isByOwner: true }),
    ],
  });
  expect(listComments(vehicle.id, viewer, page).rows.map((row) => row.viewerIsAuthor)).toEqual([false, true]);
  expect(countOf(vehicle)).toBe(2);
  expect(listCommentsJson(vehicle.id, page).rows[1]).toEqual(commentJson(second));
  expect(commentJson(first)).toEqual({
    _id: String(first),
    text: "Lovely.",
    editedAt: null,
    parent: null,
    user: { _id: String(ada.id), name: "Ada", avatar: "default.jpg" },
    createdAt: "2026-05-01T12:00:00.000Z",
  });
});

test("comments of a vehicle: are of a vehicle that is there", () => {
  const { vehicle, user } = makeOwner();
  const ada = viewerOf(makeUser());
  const id = addComment(ada, vehicle.id, say("Hello"));
  setActive(user, false);
  const notFound = expect.objectContaining({ code: "not_found" });
  for (const vehicleId of [vehicle.id, 987654]) {
    expect(() => addComment(ada, vehicleId, say("Hello"))).toThrow(notFound);
    expect(() => listComments(vehicleId, ada, page)).toThrow(notFound);
  }
  expect(() => deleteComment(ada, id)).toThrow(notFound);
  expect(() => commentJson(id)).toThrow(notFound);
});

test.each(["author", "owner", "admin"])("deleting a comment: the %s may, and sees the button", (role) => {
  const { vehicle, viewer: owner } = makeOwner();
  const author = makeUser();
  const id = addComment(viewerOf(author), vehicle.id, say("Hello"));
  const users = { author: viewerOf(author), owner, admin: viewerOf(makeAdmin({ name: "Root" })) };
  const actor = users[role as keyof typeof users];
  expect(listComments(vehicle.id, actor, page).rows[0]?.viewerCanDelete).toBe(true);
  expect(deleteComment(actor, id)).toEqual({ vehicleId: vehicle.id });
  expect(countOf(vehicle)).toBe(0);
  expect(() => deleteComment(actor, id)).toThrow(expect.objectContaining({ code: "not_found" }));
  const logRows = allRows(auditLog);
  if (role !== "admin") return expect(logRows).toEqual([]);
  expect(logRows).toMatchObject([
    {
      ...{ actorId: actor.id, actorName: "Root", action: "case.hide", subjectType: "case" },
      after: { about: `/comments/${id}`, measure: "hide" },
      createdAt: NOON,
    },
  ]);
});

test("deleting a comment: a stranger may not; an admin's own comment is nothing for the log", () => {
  const { vehicle } = makeOwner();
  const id = addComment(viewerOf(makeUser()), vehicle.id, say("Hello"));
  const { viewer: stranger } = makeOwner();
  expect(listComments(vehicle.id, stranger, page).rows[0]?.viewerCanDelete).toBe(false);
  expect(() => deleteComment(stranger, id)).toThrow(expect.objectContaining({ code: "forbidden" }));
  expect(() => deleteComment(stranger, 987654)).toThrow(expect.objectContaining({ code: "not_found" }));
  expect(countOf(vehicle)).toBe(1);
  const admin = viewerOf(makeAdmin());
  deleteComment(admin, addComment(admin, vehicle.id, say("Hello")));
  expect(allRows(auditLog)).toEqual([]);
});

const GONE = "The comment you are replying to is no longer available.";

function world() {
  const { user, vehicle, viewer: owner, garage } = makeOwner({ name: "Olga" });
  const guest = makeUser({ name: "Gus" });
  const say = (user: { id: number }, text: string, parent?: number) =>
    addComment(viewerOf(user), vehicle.id, { text, ...(parent === undefined ? {} : { parent }) });
  return { user, garage, vehicle, owner, guest, say };
}

/** First comment's text (null if hidden) and the replies'. */
const threadTexts = (vehicleId: number, at = page) =>
  groupThreads(listComments(vehicleId, null, at).rows).map(({ first, answers }) => [
    first?.text ?? null,
    ...answers.map(({ text }) => text),
  ]);

describe("a reply", () => {
  test("is listed under its comment, oldest first, also a reply to a reply; the API sorts by time and names threads", () => {
    const { vehicle, user, guest, say } = world();
    const firstComment = say(guest, "One");
    say(guest, "Two");
    const answer = say(user, "One, first", firstComment);
    say(guest, "Three");
    say(guest, "One, second", answer);
    expect(threadTexts(vehicle.id)).toEqual([["One", "One, first", "One, second"], ["Two"], ["Three"]]);
    const threads = listCommentsJson(vehicle.id, page).rows.map(({ text, parent }) => `${text}: ${parent}`);
    expect(threads).toEqual([
      "One: null",
      "Two: null",
      `One, first: ${firstComment}`,
      "Three: null",
      `One, second: ${firstComment}`,
    ]);
    expect(countOf(vehicle)).toBe(5);
  });

  test("is to a comment that is shown under the same vehicle", () => {
    const { vehicle, garage, guest, owner, say } = world();
    const hidden = makeUser();
    const others = addComment(owner, makeVehicle(garage).id, { text: "Elsewhere" });
    const hiddenComment = say(hidden, "Hidden");
    setActive(hidden, false);
    for (const parent of [others, hiddenComment, 987654])
      expect(() => addComment(viewerOf(guest), vehicle.id, { text: "Hello", parent })).toThrow(
        expect.objectContaining({ code: "invalid", message: GONE, fields: { parent: [GONE] } }),
      );
    expect(countOf(vehicle)).toBe(0);
    expect(allRows(comments).filter(({ text }) => text === "Hello")).toEqual([]);
  });

  test.each([["x"], ["0"], ["-1"], ["1e3"], [1], [1.5], [true], [[]], [{}]])(
    "has a parent that is an id: %j",
    (parent) => {
      const refusal = { code: "invalid", fields: { parent: [GONE] } };
      expect(() => decode(commentInput, { text: "Hello", parent })).toThrow(expect.objectContaining(refusal));
    },
  );

  test.each([undefined, null, ""])("is refused if the parent is %j", (parent) => {
    expect(decode(commentInput, { text: "Hello", parent }).parent ?? null).toBeNull();
  });
});

describe("a deleted first comment", () => {
  test("leaves a placeholder while it has replies, which accept more; the counter counts visible comments", () => {
    const { vehicle, user, guest, owner, say } = world();
    const first = say(guest, "First");
    const second = say(user, "Second", first);
    say(guest, "Another");
    deleteComment(owner, first);
    expect(threadTexts(vehicle.id)).toEqual([[null, "Second"], ["Another"]]);
    expect(countOf(vehicle)).toBe(2);
    const third = say(guest, "Third", second);
    expect(commentJson(third).parent).toBe(String(first));
    expect(() => say(guest, "Fourth", first)).toThrow(GONE);
    deleteComment(owner, second);
    expect(threadTexts(vehicle.id)).toEqual([[null, "Third"], ["Another"]]);
    deleteComment(owner, third);
    expect(threadTexts(vehicle.id)).toEqual([["Another"]]);
    expect(countOf(vehicle)).toBe(1);
  });

  test("returns with a reactivated author, as replies do; with a deleted account it leaves a placeholder", async () => {
    const { vehicle, user, guest, owner, say } = world();
    const first = say(guest, "First");
    say(user, "Second", first);
    say(guest, "Third", first);
    const isAPlace = () => expect([threadTexts(vehicle.id), countOf(vehicle)]).toEqual([[[null, "Second"]], 1]);
    setActive(guest, false);
    isAPlace();
    expect(() => deleteComment(owner, first)).toThrow(expect.objectContaining({ code: "not_found" }));
    setActive(guest, true);
    expect([threadTexts(vehicle.id), countOf(vehicle)]).toEqual([[["First", "Second", "Third"]], 3]);
    await deleteAccount(viewerOf(guest));
    isAPlace();
  });
});

describe("pages", () => {
  const at = (number: number) => ({ page: number, limit: 4 });
  const pageOf = (vehicleId: number, id: number) => {
    const row = findRow(comments, id)!;
    return pageOfComment({ ...row, vehicleId }, 4);
  };

  test("split a long thread, continued on the next page", () => {
    const { vehicle, guest, say } = world();
    const first = say(guest, "A");
    const replies = ["1", "2", "3", "4", "5", "6"].map((text) => say(guest, text, first));
    const second = say(guest, "B");
    expect(threadTexts(vehicle.id, at(1))).toEqual([["A", "1", "2", "3"]]);
    expect(listComments(vehicle.id, null, at(2))).toMatchObject({ isContinued: true, lastPage: 2 });
    expect(threadTexts(vehicle.id, at(2))).toEqual([[null, "4", "5", "6"], ["B"]]);
    expect([first, ...replies, second].map((id) => pageOf(vehicle.id, id))).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });

  test("hold every comment once, however the threads lie", () => {
    const { vehicle, guest, say } = world();
    const ids: number[] = [];
    for (let number = 0; number < 40; number++) {
      const parent = number % 5 === 0 ? undefined : ids[(number * 7) % ids.length];
      ids.push(say(guest, String(number), parent));
    }
    for (const limit of [1, 2, 3, 4, 7, 20]) {
      const visitedIds: number[] = [];
      const { lastPage } = listComments(vehicle.id, null, { page: 1, limit });
      for (let number = 1; number <= lastPage; number++) {
        for (const { id } of listComments(vehicle.id, null, { page: number, limit }).rows) {
          const row = findRow(comments, id)!;
          expect(pageOfComment(row, limit), `${id} of ${limit} a page`).toBe(number);
          visitedIds.push(id);
        }
      }
      expect(visitedIds.length, `${limit} a page`).toBe(40);
      expect(new Set(visitedIds).size).toBe(40);
    }
  });
});

test("times are relative, and after a month dates", () => {
  const ages = [-HOUR, 0, 59 * SECOND, MINUTE, HOUR - 1, HOUR, 23 * HOUR, DAY, 3 * DAY + HOUR, 31 * DAY - 1, 31 * DAY];
  expect(ages.map((ms) => formatAgo(NOON - ms))).toEqual(
    splitList(`just now | just now | just now | 1 minute ago | 59 minutes ago | 1 hour ago | 23 hours ago | 1 day ago
      3 days ago | 30 days ago | 31 March 2026`),
  );
});

describe("an edit of a comment", () => {
  const editable = () => {
    const { vehicle, viewer: owner } = makeOwner();
    const ada = viewerOf(makeUser());
    return { vehicle, owner, ada, id: addComment(ada, vehicle.id, { text: "Nice." }) };
  };

  test("is its author's alone, and marked; the same text is none", () => {
    const { vehicle, owner, ada, id } = editable();
    for (const outsider of [owner, viewerOf(makeAdmin())])
      expect(() => editComment(outsider, id, { text: "Ugly." })).toThrow(refusalLike("forbidden"));
    for (const change of [{}, { text: "Nice." }]) editComment(ada, id, change);
    expect(commentJson(id)).toMatchObject({ text: "Nice.", editedAt: null });
    editComment(ada, id, { text: "Very nice." });
    expect(commentJson(id)).toMatchObject({ text: "Very nice.", editedAt: expect.any(String) });
    expect(listComments(vehicle.id, null, page).rows[0]).toHaveProperty("editedExactly");
  });

  test("leaves the old text in the case that reported it", () => {
    const { ada, id } = editable();
    report(`/comments/${id}`, viewerOf(makeUser()));
    editComment(ada, id, { text: "Very nice." });
    expect(newestCase().snapshot).toMatchObject({ text: "Nice." });
  });

  test("is refused between people who have blocked each other, and where the vehicle is hidden", () => {
    const { vehicle, owner, ada, id } = editable();
    blockUser(owner, ada.id, "block");
    expect(() => editComment(ada, id, { text: "Ugly." })).toThrow(refusalLike("forbidden"));
    unblockUser(owner, ada.id, "block");
    changeRow(vehicles, vehicle.id, { hidden: 2 });
    expect(() => editComment(ada, id, { text: "Ugly." })).toThrow(refusalLike("not_found"));
  });
});
