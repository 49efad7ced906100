import { and, asc, eq, gt, isNull, like, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import {
  applications,
  blocks,
  eventAttendances,
  eventChanges,
  events,
  follows,
  invites,
  likes,
  networkBlocks,
  reviews,
  vehicles,
} from "~/db/schema";
import { addDates, addSeries } from "~/features/events/series/dates.server";
import type { Repeat } from "~/features/events/time/repeat";
import { fold } from "~/lib/text";
import { DAY, HOUR } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { coprimeStep, drawExponential, pickDistinct } from "./draws";
import { storeEventPictures } from "./images";
import { createInserter, nextId, writeInBatches } from "./insert";
import type { Owners } from "./owners";
import { createPlacer } from "./places";
import type { Random } from "./random";
import { CANCEL_REASON, createEventMaker, suitableDay } from "./texts/events";
import { createReviewer } from "./texts/phrases";

interface Follow {
  followed: number;
  createdAt: number;
}

/** A few have many followers. @returns the number of rows */
export async function seedFollows(random: Random, owners: Owners, now: number): Promise<number> {
  const { count } = owners;
  const step = coprimeStep(random, count);
  const mean = Math.min(count > 100_000 ? 2 : 6, (count - 1) / 3);
  const insert = createInserter(follows);
  let rowCount = 0;
  const draft = (follower: number) => {
    const followsByOwner = new Map<number, Follow>();
    for (let remainingFollows = drawExponential(random, mean); remainingFollows > 0 && count > 1; remainingFollows--) {
      // Skewed towards low indexes; the step spreads the popular ones over the years.
      const followedIndex = (Math.floor(count * random.next() ** 1.7) * step) % count;
      if (followedIndex === follower) continue;
      const earliest = Math.max(owners.openedAt[follower]!, owners.openedAt[followedIndex]!);
      followsByOwner.set(followedIndex, {
        followed: followedIndex,
        createdAt: Math.floor(earliest + random.next() * (now - earliest)),
      });
    }
    return { follower, follows: [...followsByOwner.values()] };
  };
  await writeInBatches(
    count,
    draft,
    ({ follows }) => 1 + follows.length,
    (drafts) => {
      for (const { follower, follows } of drafts) {
        for (const { followed, createdAt } of follows) {
          insert({ followerId: owners.userIds[follower]!, followedId: owners.userIds[followed]!, createdAt });
          rowCount++;
        }
      }
    },
  );
  return rowCount;
}

/** A few for some garages, one per author. @returns the number of rows */
export async function seedReviews(random: Random, owners: Owners, now: number): Promise<number> {
  const insert = createInserter(reviews);
  const review = createReviewer(random, owners.count > 60);
  let rowCount = 0;
  const draft = (owner: number) => {
    const usedTexts = new Set<string>();
    return pickDistinct(random, owners.count, Math.min(drawExponential(random, 1.8), 5), owner)
      .flatMap((author) => {
        const text = review();
        if (text === undefined) return [];
        const earliest = Math.max(owners.openedAt[owner]!, owners.openedAt[author]!);
        const createdAt = Math.floor(earliest + random.next() * (now - earliest));
        return [{ owner, author, createdAt, ...text }];
      })
      .filter(({ review }) => !usedTexts.has(review) && usedTexts.add(review))
      .sort((a, b) => a.createdAt - b.createdAt);
  };
  await writeInBatches(
    owners.count,
    draft,
    (drafts) => 1 + drafts.length,
    (batch) => {
      for (const { owner, author, createdAt, rating, review } of batch.flat()) {
        const [garageId, userId] = [owners.garageIds[owner]!, owners.userIds[author]!];
        insert({ garageId, userId, rating, review, createdAt, updatedAt: createdAt });
        rowCount++;
      }
    },
  );
  return rowCount;
}

/** Registration is open in the demo, but staff should see the page. */
export function seedApplications(passwordHash: string, now: number): void {
  for (const [index, { name, answer }] of APPLICANTS.entries()) {
    const email = `applicant${nextId("users")}-${index + 1}@example.com`;
    const createdAt = now - (APPLICANTS.length - index) * 9 * HOUR;
    db().insert(applications).values({ name, email, passwordHash, answer, createdAt }).run();
  }
}

const APPLICANTS = [
  {
    name: "Henrik Aalto",
    answer: "I have owned the same Saab 96 since 1981 and would like to write down how it was kept going.",
  },
  {
    name: "Priya Raman",
    answer: "A friend with a garage here told me. I am restoring my father’s 1974 Premier Padmini.",
  },
  { name: "Best Deals", answer: "We sell number plates and would like to tell your members about our offers." },
] as const;

/** The first owner mutes a followed user, and blocks one without any relation, because a block would end it. */
export function seedBlocks(owners: Owners, createdAt: number): void {
  const [userId, ...others] = owners.userIds;
  if (userId === undefined) return;
  const isFan = (fanId: number, ownerId: number) =>
    findFollow(fanId, ownerId) !== undefined ||
    db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .innerJoin(likes, eq(likes.vehicleId, vehicles.id))
      .where(and(eq(vehicles.userId, ownerId), eq(likes.userId, fanId)))
      .get() !== undefined;
  const mutedId = others.find((otherId) => findFollow(userId, otherId));
  if (mutedId !== undefined) db().insert(blocks).values({ userId, otherId: mutedId, kind: "mute", createdAt }).run();
  const blockedId = others.find((otherId) => !isFan(userId, otherId) && !isFan(otherId, userId));
  if (blockedId !== undefined)
    db().insert(blocks).values({ userId, otherId: blockedId, kind: "block", createdAt }).run();
}

const findFollow = (followerId: number, followedId: number) =>
  db()
    .select({ followedId: follows.followedId })
    .from(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.followedId, followedId)))
    .get();

/** Index, if there are enough events; approved, in the future. */
const CANCELLED_INDEX = 2;

/** Index of the event with a pending change to one hour later; approved, in the future. */
const CHANGED_INDEX = 1;

/**
 * In the coming months: mostly approved, every sixth pending, one or two past, one cancelled, one with a pending
 * change.
 */
export async function seedEvents(random: Random, owners: Owners, hasPictures: boolean, now: number): Promise<number> {
  const count = Math.min(Math.max(2, Math.ceil(owners.count / 2)), 12) + Math.min(Math.floor(owners.count / 50), 400);
  const insert = createInserter(events);
  const place = createPlacer();
  const today = Math.floor(now / DAY) * DAY;
  const makeEvent = createEventMaker(random);
  const pictures = hasPictures ? await storeEventPictures(count) : [];
  const draft = (index: number) => {
    const owner = random.int(0, owners.count - 1);
    const { openingHour, hours, day, ...event } = makeEvent(index, owners.locations[owner]!);
    const isPast = index % 11 === 10;
    const earliestStart = today + (isPast ? -random.int(40, 90) : 6 + (index % 40) * 8 + random.int(0, 5)) * DAY;
    const startDay = suitableDay(earliestStart, day, random.chance(0.5));
    const startsAt = startDay + openingHour * HOUR;
    const createdAt = Math.floor(Math.max(owners.openedAt[owner]!, Math.min(now, startDay) - random.int(20, 60) * DAY));
    const picture = random.chance(0.8) ? pictures[index % pictures.length] : undefined;
    const isApproved = index % 6 !== 3;
    const decidedAt = isApproved ? Math.min(createdAt + DAY, now) : null;
    const cancelledAt = index === CANCELLED_INDEX ? Math.max(decidedAt ?? now, now - DAY) : null;
    const lastSignUpAt = Math.min(cancelledAt ?? now, startDay);
    const guests = isApproved ? draftGuests(random, owners, Math.min(createdAt + DAY, now), lastSignUpAt) : [];
    const row = {
      ...event,
      userId: owners.userIds[owner]!,
      titleFolded: fold(event.title),
      image: picture ?? null,
      startDate: wallClock(startsAt),
      endDate: wallClock(startsAt + hours * HOUR),
      status: isApproved ? ("approved" as const) : ("pending" as const),
      decidedAt,
      createdAt,
      cancelledAt,
      cancelReason: cancelledAt === null ? null : CANCEL_REASON,
      sequence: cancelledAt === null ? 0 : 1,
      updatedAt: cancelledAt ?? decidedAt ?? createdAt,
    };
    const oneHourLater = { startDate: wallClock(startsAt + HOUR), endDate: wallClock(startsAt + (hours + 1) * HOUR) };
    const requestedAt = Math.max(row.updatedAt + 1, now - HOUR);
    const change = index === CHANGED_INDEX ? { ...oneHourLater, createdAt: requestedAt, updatedAt: requestedAt } : null;
    return { row, guests, change };
  };
  const insertGuest = guestWriter();
  await writeInBatches(
    count,
    draft,
    ({ guests }) => 1 + guests.length,
    (drafts) => {
      let eventId = nextId("events");
      for (const { row, guests, change } of drafts) {
        insert({ ...row, ...place(row.location) });
        if (change)
          db()
            .insert(eventChanges)
            .values({ eventId, ...change })
            .run();
        for (const guest of guests) insertGuest(eventId, owners, guest);
        eventId++;
      }
    },
  );
  return count;
}

/** Last visits from now to a year ago, a block and invitations. @param userId the first sample account */
export function seedAdministration(userId: number, now: number): void {
  const seen = sql`max(created_at, ${now} - (id * 7 % 20) * (id * 7 % 20) * ${DAY})`;
  db().run(sql`INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    SELECT id, 'sample ' || id, ${seen}, ${seen}, ${seen} + ${30 * DAY} FROM users WHERE id >= ${userId}`);
  const block = { network: "203.0.113.0/24", reason: "A wave of spam accounts", createdAt: now - 10 * DAY };
  db()
    .insert(networkBlocks)
    .values({ ...block, endsAt: now + 20 * DAY })
    .onConflictDoNothing()
    .run();
  const invite = { userId, createdAt: now - 2 * DAY, endsAt: now + 28 * DAY };
  for (const [name, uses] of [["rosa", 1] as const, ["henk", 0] as const])
    db()
      .insert(invites)
      .values({ ...invite, token: newToken(), email: `${name}@club.example`, uses })
      .run();
}

const SERIES: [title: string, repeat: Repeat][] = [
  ["First Sunday Coffee", { every: "month", week: 1, count: 20 }],
  ["Air-Cooled Evening", { every: "week", weeks: 2, count: 10 }],
];

/** Makes the next event of each title the first date of a series. @returns the number of other dates */
export function seedSeries(now: number): number {
  let added = 0;
  for (const [title, repeat] of SERIES) {
    const isNext = and(like(events.title, `${title}%`), eq(events.status, "approved"), isNull(events.cancelledAt));
    const isComing = and(isNext, gt(events.startDate, wallClock(now)));
    const event = db().select().from(events).where(isComing).orderBy(asc(events.startDate)).get();
    if (!event?.userId) continue;
    const seriesId = addSeries(event.userId, event.startDate, repeat);
    const row = { seriesId, recurrenceDate: event.startDate.slice(0, 10) };
    db().update(events).set(row).where(eq(events.id, event.id)).run();
    added += addDates(seriesId);
  }
  return added;
}

interface Guest {
  owner: number;
  bringsVehicle: boolean;
  createdAt: number;
}

/** Most with a vehicle; created between `from` and `to`. */
function draftGuests(random: Random, owners: Owners, earliestAt: number, latestAt: number): Guest[] {
  return pickDistinct(random, owners.count, Math.min(drawExponential(random, 5), 30), -1).map((owner) => {
    const earliest = Math.min(Math.max(earliestAt, owners.openedAt[owner]!), latestAt);
    const createdAt = Math.floor(earliest + random.next() * (latestAt - earliest));
    return { owner, bringsVehicle: random.chance(0.8), createdAt };
  });
}

/** A guest brings the oldest vehicle of the garage, if any. */
function guestWriter() {
  const insert = createInserter(eventAttendances);
  const oldest = db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(eq(vehicles.garageId, sql.placeholder("garageId")))
    .orderBy(asc(vehicles.createdAt), asc(vehicles.id))
    .limit(1)
    .prepare();
  return (eventId: number, owners: Owners, { owner, bringsVehicle, createdAt }: Guest) => {
    const vehicleId = bringsVehicle ? (oldest.get({ garageId: owners.garageIds[owner]! })?.id ?? null) : null;
    insert({ eventId, userId: owners.userIds[owner]!, vehicleId, createdAt });
  };
}

/** "2027-05-01T09:00". */
function wallClock(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}
