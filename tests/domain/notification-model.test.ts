import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { deleteGarage } from "~/features/account-deletion/delete-garage.server";
import { blockUser, muteUser, unblockUser, unmuteUser } from "~/features/blocks/commands.server";
import { submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { setUserActive } from "~/features/moderation/commands.server";
import { KINDS, MAIL_MODES } from "~/features/notifications/kinds";
import { countUnread, listTold } from "~/features/notifications/list.server";
import { mailRounds } from "~/features/notifications/mail-rounds.server";
import { markAllRead, markRead, openNotification } from "~/features/notifications/read.server";
import { changeSettings } from "~/features/notifications/settings.server";
import { toldAt, toldId } from "~/features/notifications/told";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { followUser, unfollowUser } from "~/features/social/follows.server";
import { setLike } from "~/features/social/likes.server";
import { deleteReview, reviewGarage } from "~/features/social/reviews.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { deleteVehicle } from "~/features/vehicles/commands.server";
import { DomainError } from "~/lib/errors";
import { HOUR, MINUTE, setClock } from "~/lib/time";
import { GOOD_EVENT } from "../support/good-event";
import { makeAdmin, makeEntry, makeGarage, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/people";
import { BROKEN, newsOf, ownRows, rows } from "../support/told-truth";

/** Mulberry32: the same steps in every run. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Number, list and marks of a person against the same read the slow way. */
function checkList(userId: number) {
  const [own, news] = [ownRows(userId), newsOf(userId)];
  const ids = [...own.map(({ id }) => String(id)), ...news.map(({ owner, day }) => `news-${owner}-${day}`)];
  const unread = own.filter((row) => !row.is_read).length + news.filter(({ newest, seen }) => newest > seen).length;
  expect(countUnread(userId)).toBe(unread);
  const told = [1, 2, 3].map((page) => listTold({ id: userId }, { page, limit: 7 }));
  const shown = told.flatMap((page) => page.rows);
  expect(new Set(shown.map(toldId)).size).toBe(shown.length);
  expect(shown.length).toBe(Math.min(21, ids.length));
  expect(shown.every((one) => ids.includes(toldId(one)))).toBe(true);
  expect(shown.map(toldAt)).toEqual(shown.map(toldAt).sort((a, b) => b - a));
  expect(told[0]).toMatchObject({ unread, total: ids.length });
}

const STEPS = 300;

test("whatever people do, numbers, lists and hidden things stay true", async () => {
  const random = seeded(1);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Thing>(of: readonly Thing[]): Thing => of[below(of.length)]!;
  const start = Date.UTC(2026, 4, 1);
  let time = start;
  setClock(() => time);

  const admins = [makeAdmin(), makeAdmin()];
  const newcomer = () => {
    const person = makeUser();
    const garage = makeGarage(person);
    for (let number = 0; number < 2; number += 1) makeVehicle(garage);
    return person;
  };
  for (let number = 0; number < 6; number += 1) newcomer();

  type Id = { id: number };
  const pick = (query: string): Id | undefined => {
    const found = rows<Id>(query);
    return found.length > 0 ? one(found) : undefined;
  };
  const anybody = () => pick("SELECT id FROM users")!;
  const active = () => viewerOf(pick("SELECT id FROM users WHERE active = 1")!);
  const admin = () => viewerOf(one(admins));
  const vehicle = () => pick("SELECT id FROM vehicles")?.id ?? 0;
  const round = mailRounds();

  const acts: Record<string, [weight: number, act: () => unknown]> = {
    like: [14, () => setLike(active(), vehicle(), random() < 0.7)],
    follow: [8, () => followUser(active(), anybody().id)],
    unfollow: [3, () => unfollowUser(active(), anybody().id)],
    comment: [8, () => addComment(active(), vehicle(), { text: "Nice" })],
    answer: [
      3,
      () => {
        const [at] = rows<{ id: number; v: number }>(`SELECT id, vehicle_id AS v FROM comments
          WHERE id = ${pick("SELECT id FROM comments")?.id ?? 0}`);
        if (at) addComment(active(), at.v, { text: "And", parent: at.id });
      },
    ],
    deleteComment: [
      3,
      () => deleteComment(random() < 0.5 ? admin() : active(), pick("SELECT id FROM comments")?.id ?? 0),
    ],
    review: [
      4,
      () => reviewGarage(active(), pick("SELECT id FROM garages")?.id ?? 0, { rating: 1 + below(5), review: "Good" }),
    ],
    deleteReview: [2, () => deleteReview(random() < 0.5 ? admin() : active(), pick("SELECT id FROM reviews")?.id ?? 0)],
    deactivate: [3, () => setUserActive(admin(), anybody().id, { active: false })],
    reactivate: [6, () => setUserActive(admin(), anybody().id, { active: true })],
    mute: [4, () => muteUser(active(), anybody().id)],
    unmute: [3, () => unmuteUser(active(), anybody().id)],
    block: [
      3,
      () => {
        const [viewer, { id }] = [active(), anybody()];
        blockUser(viewer, id);
        const between = `IN (${viewer.id}, ${id})`;
        expect(rows(`SELECT * FROM follows WHERE follower_id ${between} AND followed_id ${between}`)).toEqual([]);
        expect(
          rows(`SELECT * FROM likes JOIN vehicles ON vehicles.id = vehicle_id
          WHERE likes.user_id ${between} AND vehicles.user_id ${between} AND likes.user_id <> vehicles.user_id`),
        ).toEqual([]);
      },
    ],
    unblock: [3, () => unblockUser(active(), anybody().id)],
    open: [
      4,
      () => {
        const viewer = active();
        const told = listTold(viewer, { page: 1, limit: 9 }).rows;
        if (told.length > 0) openNotification(viewer, toldId(one(told)), random() < 0.8);
      },
    ],
    markSome: [
      3,
      () => {
        const ids = listTold(anybody(), { page: 1, limit: 5 }).rows.map(toldId);
        markRead(random() < 0.7 ? active() : anybody(), [...ids, "0", "news-0-0", "news-999999999999999-999999", "x"]);
      },
    ],
    markAll: [2, () => markAllRead(active())],
    settings: [
      4,
      () =>
        changeSettings(active().id, {
          paused: random() < 0.3,
          settings: { [one(KINDS)]: { site: random() < 0.6, mail: one(MAIL_MODES) } },
        }),
    ],
    mails: [2, () => round()],
    addVehicle: [
      3,
      () => {
        const garage = pick("SELECT id FROM garages");
        const [owner] = garage
          ? rows<{ user: number }>(`SELECT user_id AS user FROM garages WHERE id = ${garage.id}`)
          : [];
        // Somebody deactivated adds nothing.
        if (garage && owner && viewerIsActive(owner.user)) makeVehicle({ id: garage.id, userId: owner.user });
      },
    ],
    addPhoto: [3, () => withVehicle((at) => makePhoto(at))],
    addEntry: [3, () => withVehicle((at) => makeEntry(at))],
    deleteEntry: [
      1,
      () => db().run(sql.raw(`DELETE FROM build_entries WHERE id = ${pick("SELECT id FROM build_entries")?.id ?? 0}`)),
    ],
    deletePhoto: [
      1,
      () => db().run(sql.raw(`DELETE FROM photos WHERE id = ${pick("SELECT id FROM photos")?.id ?? 0}`)),
    ],
    deleteVehicle: [
      2,
      () => {
        const [at] = rows<{ id: number; user: number }>(
          `SELECT id, user_id AS user FROM vehicles WHERE id = ${vehicle()}`,
        );
        return at && deleteVehicle(viewerOf({ id: at.user }), at.id);
      },
    ],
    deleteGarage: [0.4, () => deleteGarage(active())],
    deleteAccount: [
      0.6,
      async () => {
        const viewer = active();
        if (viewer.role === "admin") return;
        await deleteAccount(viewer);
        newcomer();
      },
    ],
    event: [2, () => submitEvent(active(), { ...GOOD_EVENT, allDay: false } as never, {})],
    decide: [3, () => (random() < 0.5 ? approveEvent : rejectEvent)(admin(), pick("SELECT id FROM events")?.id ?? 0)],
    deleteEvent: [
      1,
      () => db().run(sql.raw(`DELETE FROM events WHERE id = ${pick("SELECT id FROM events")?.id ?? 0}`)),
    ],
    ticket: [
      2,
      () =>
        submitTicket(random() < 0.8 ? active() : null, {
          category: "Bug Report",
          subject: "Upside down",
          description: "My photos lie on their heads.",
        }),
    ],
    answerTicket: [2, () => replyToTicket(admin(), pick("SELECT id FROM tickets")?.id ?? 0, "Done")],
    moveTicket: [
      2,
      () =>
        changeTicketStatus(
          admin(),
          pick("SELECT id FROM tickets")?.id ?? 0,
          one(["In Progress", "Closed", "New"] as never[]),
        ),
    ],
    role: [
      0.5,
      () => {
        const { id } = anybody();
        if (admins.every((known) => known.id !== id)) {
          db()
            .update(users)
            .set({ role: one(["user", "admin"] as const) })
            .where(sql`id = ${id}`)
            .run();
        }
      },
    ],
  };
  const viewerIsActive = (id: number) => rows(`SELECT 1 FROM users WHERE id = ${id} AND active = 1`).length > 0;
  function withVehicle(act: (at: { id: number; userId: number }) => unknown) {
    const at = rows<{ id: number; userId: number }>(
      `SELECT id, user_id AS userId FROM vehicles WHERE id = ${vehicle()}`,
    )[0];
    if (at && viewerIsActive(at.userId)) act(at);
  }

  const total = Object.values(acts).reduce((sum, [weight]) => sum + weight, 0);
  const nextAct = () => {
    let left = random() * total;
    for (const [name, [weight, act]] of Object.entries(acts)) {
      left -= weight;
      if (left < 0) return { name, act };
    }
    throw new Error("no act");
  };

  const done: string[] = [];
  let acted = 0;
  for (let step = 0; step < STEPS; step += 1) {
    time += one([1, MINUTE, 10 * MINUTE, HOUR, 5 * HOUR]);
    const { name, act } = nextAct();
    done.push(name);
    try {
      await act();
      acted += 1;
    } catch (error) {
      // Chance asks for much that is not allowed.
      if (!(error instanceof DomainError)) throw error;
    }
    for (const [what, query] of Object.entries(BROKEN)) {
      expect(rows(query), `${what} after step ${step}: ${done.slice(-5).join(", ")}`).toEqual([]);
    }
    checkList(anybody().id);
  }
  expect(acted).toBeGreaterThan(STEPS / 2);
});
