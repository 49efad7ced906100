import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { users, vehicles } from "~/db/schema";
import { deleteAccount, deleteGarage } from "~/features/account-deletion/commands.server";
import { setUserActive } from "~/features/accounts/admins.server";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { itemAt, itemId, MAIL_MODES, NOTIFICATION_KINDS } from "~/features/notifications/kinds";
import { countUnread, listItems, markAllRead, markRead, openNotification } from "~/features/notifications/list.server";
import { createMailRun } from "~/features/notifications/mail/enqueue.server";
import { changeSettings } from "~/features/notifications/settings/queries.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { followUser, setLike, unfollowUser } from "~/features/social/reactions.server";
import { deleteReview, reviewGarage } from "~/features/social/reviews.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { TICKET_STATUSES } from "~/features/tickets/limits";
import { deleteVehicle } from "~/features/vehicles/commands.server";
import { DomainError } from "~/lib/errors";
import { DAY, HOUR, MINUTE, setClock } from "~/lib/time";
import { GOOD_EVENT } from "../support/good-event";
import { makeAdmin, makeEntry, makeGarage, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { CONSISTENCY_QUERIES, newsOf, ownRows, rows } from "../support/notification-checks";
import { numbers } from "../support/population";
import { changeRow, findRow } from "../support/rows";

/** Against a slow query. */
function checkList(userId: number) {
  const [rowsOfUser, news] = [ownRows(userId), newsOf(userId)];
  const ids = [...rowsOfUser.map(({ id }) => String(id)), ...news.map(({ owner, day }) => `news-${owner}-${day}`)];
  const unread =
    rowsOfUser.filter((row) => !row.is_read).length + news.filter(({ newest, seen }) => newest > seen).length;
  expect(countUnread(userId)).toBe(unread);
  const notifications = [1, 2, 3].map((page) => listItems({ id: userId }, { page, limit: 7 }));
  const visible = notifications.flatMap((page) => page.rows);
  expect(new Set(visible.map(itemId)).size).toBe(visible.length);
  expect(visible.length).toBe(Math.min(21, ids.length));
  expect(visible.every((item) => ids.includes(itemId(item)))).toBe(true);
  expect(visible.map(itemAt)).toEqual(visible.map(itemAt).sort((a, b) => b - a));
  expect(notifications[0]).toMatchObject({ unread, total: ids.length });
}

const STEPS = 300;
const REQUEST = { category: "Bug Report", subject: "Upside down", description: "Photos lie on their heads." } as const;

test("random actions keep numbers, lists and hidden rows consistent", async () => {
  const random = numbers(1);
  const below = (count: number) => Math.floor(random() * count);
  const choose = <Thing>(of: readonly Thing[]): Thing => of[below(of.length)]!;
  const start = Date.UTC(2026, 4, 1);
  let time = start;
  setClock(() => time);

  const admins = [makeAdmin(), makeAdmin()];
  const newcomer = () => {
    const user = makeUser();
    const garage = makeGarage(user);
    for (let number = 0; number < 2; number += 1) makeVehicle(garage);
    return user;
  };
  for (let number = 0; number < 6; number += 1) newcomer();

  type Id = { id: number };
  const pick = (query: string): Id | undefined => {
    const brokenRows = rows<Id>(query);
    return brokenRows.length > 0 ? choose(brokenRows) : undefined;
  };
  const anybody = () => pick("SELECT id FROM users")!;
  const active = () => viewerOf(pick("SELECT id FROM users WHERE active = 1")!);
  const admin = () => viewerOf(choose(admins));
  const adminOrActive = () => (random() < 0.5 ? admin() : active());
  const idOf = (table: string) => pick(`SELECT id FROM ${table}`)?.id ?? 0;
  const remove = (table: string) => db().run(sql.raw(`DELETE FROM ${table} WHERE id = ${idOf(table)}`));
  const round = createMailRun();

  const actions: Record<string, [weight: number, act: () => unknown]> = {
    like: [14, () => setLike(active(), idOf("vehicles"), random() < 0.7)],
    follow: [8, () => followUser(active(), anybody().id)],
    unfollow: [3, () => unfollowUser(active(), anybody().id)],
    comment: [8, () => addComment(active(), idOf("vehicles"), { text: "Nice" })],
    answer: [
      3,
      () => {
        const [at] = rows<{ id: number; v: number }>(`SELECT id, vehicle_id AS v FROM comments
          WHERE id = ${idOf("comments")}`);
        if (at) addComment(active(), at.v, { text: "And", parent: at.id });
      },
    ],
    deleteComment: [3, () => deleteComment(adminOrActive(), idOf("comments"))],
    review: [4, () => reviewGarage(active(), idOf("garages"), { rating: 1 + below(5), review: "Good" })],
    deleteReview: [2, () => deleteReview(adminOrActive(), idOf("reviews"))],
    deactivate: [3, () => setUserActive(admin(), anybody().id, { active: false })],
    reactivate: [6, () => setUserActive(admin(), anybody().id, { active: true })],
    mute: [4, () => blockUser(active(), anybody().id, "mute")],
    unmute: [3, () => unblockUser(active(), anybody().id, "mute")],
    block: [
      3,
      () => {
        const [viewer, { id }] = [active(), anybody()];
        blockUser(viewer, id, "block");
        const between = `IN (${viewer.id}, ${id})`;
        expect(rows(`SELECT * FROM follows WHERE follower_id ${between} AND followed_id ${between}`)).toEqual([]);
        expect(
          rows(`SELECT * FROM likes JOIN vehicles ON vehicles.id = vehicle_id
          WHERE likes.user_id ${between} AND vehicles.user_id ${between} AND likes.user_id <> vehicles.user_id`),
        ).toEqual([]);
      },
    ],
    unblock: [3, () => unblockUser(active(), anybody().id, "block")],
    open: [
      4,
      () => {
        const viewer = active();
        const notifications = listItems(viewer, { page: 1, limit: 9 }).rows;
        if (notifications.length > 0) openNotification(viewer, itemId(choose(notifications)), random() < 0.8);
      },
    ],
    markSome: [
      3,
      () => {
        const ids = listItems(anybody(), { page: 1, limit: 5 }).rows.map(itemId);
        markRead(random() < 0.7 ? active() : anybody(), [...ids, "0", "news-0-0", "news-999999999999999-999999", "x"]);
      },
    ],
    markAll: [2, () => markAllRead(active())],
    settings: [
      4,
      () =>
        changeSettings(active().id, {
          paused: random() < 0.3,
          settings: { [choose(NOTIFICATION_KINDS)]: { site: random() < 0.6, mail: choose(MAIL_MODES) } },
        }),
    ],
    mails: [2, () => round()],
    addVehicle: [
      3,
      () => {
        // Suspended users add nothing.
        const garageQuery =
          "SELECT garages.id, user_id AS userId FROM garages JOIN users ON users.id = user_id WHERE active = 1";
        const garages = rows<{ id: number; userId: number }>(garageQuery);
        if (garages.length > 0) makeVehicle(choose(garages));
      },
    ],
    addPhoto: [3, () => withVehicle((at) => makePhoto(at))],
    addEntry: [3, () => withVehicle((at) => makeEntry(at))],
    deleteEntry: [1, () => remove("build_entries")],
    deletePhoto: [1, () => remove("photos")],
    deleteVehicle: [
      2,
      () => {
        const at = someVehicle();
        return at && deleteVehicle(viewerOf({ id: at.userId }), at.id);
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
    decide: [3, () => (random() < 0.5 ? approveEvent : rejectEvent)(admin(), idOf("events"))],
    deleteEvent: [1, () => remove("events")],
    ticket: [2, () => submitTicket(random() < 0.8 ? active() : null, REQUEST)],
    answerTicket: [2, () => replyToTicket(admin(), idOf("tickets"), "Done")],
    moveTicket: [2, () => changeTicketStatus(admin(), idOf("tickets"), choose(TICKET_STATUSES))],
    role: [
      0.5,
      () => {
        const { id } = anybody();
        if (admins.every((admin) => admin.id !== id)) changeRow(users, id, { role: choose(["user", "admin"]) });
      },
    ],
  };
  const someVehicle = () => findRow(vehicles, idOf("vehicles"));
  function withVehicle(act: (at: { id: number; userId: number }) => unknown) {
    const at = someVehicle();
    if (at && findRow(users, at.userId)?.active) act(at);
  }

  const total = Object.values(actions).reduce((sum, [weight]) => sum + weight, 0);
  const nextAct = () => {
    let remainingWeight = random() * total;
    for (const [name, [weight, act]] of Object.entries(actions)) {
      remainingWeight -= weight;
      if (remainingWeight < 0) return { name, act };
    }
    throw new Error("no act");
  };

  const done: string[] = [];
  let acted = 0;
  for (let step = 0; step < STEPS; step += 1) {
    time += choose([1, MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, DAY]);
    const { name, act } = nextAct();
    done.push(name);
    try {
      await act();
      acted += 1;
    } catch (error) {
      // Some actions are forbidden.
      if (!(error instanceof DomainError)) throw error;
    }
    for (const [queryName, query] of Object.entries(CONSISTENCY_QUERIES))
      expect(rows(query), `${queryName} after step ${step}: ${done.slice(-5).join(", ")}`).toEqual([]);
    checkList(anybody().id);
  }
  expect(acted).toBeGreaterThan(STEPS / 2);
});
