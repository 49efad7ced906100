import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/db/client.server";
import { follows, likes, mailOutbox, notifications, users } from "~/db/schema";
import { env } from "~/env.server";
import type { MailMode, NotificationKind } from "~/features/notifications/kinds";
import {
  createMailRun,
  enqueueDigest,
  latestDigest,
  listDueDigests,
  listUsersAwaitingNews,
  listUsersDueNow,
  listUsersWithNews,
} from "~/features/notifications/mail/enqueue.server";
import { notificationMails } from "~/features/notifications/mail/notify-mails.server";
import { notifyDecision, notifyFollow, notifyLike } from "~/features/notifications/notify.server";
import { changeSettings } from "~/features/notifications/settings/queries.server";
import { addComment } from "~/features/social/comments.server";
import { DAY, HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { openTransport } from "~/services/mail/transport.server";
import { deliverDueMails } from "~/services/mail/worker.server";
import { makeEvent } from "../support/events";
import { makeAdmin, makeEntry, makeOwner, makeUser, makeVehicle, setActive, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";
import { type SmtpInbox, startSmtp } from "../support/smtp";

const NOON = Date.UTC(2031, 4, 7, 12);
const SEVEN = NOON + 19 * HOUR;
const MONDAY = Date.UTC(2031, 4, 12, 7);

let inbox: SmtpInbox;
let clock = NOON;
let round = createMailRun();

beforeAll(async () => {
  inbox = await startSmtp();
});
afterAll(() => inbox.stop());
beforeEach(() => {
  inbox.mails.length = 0;
  clock = NOON;
  setClock(() => clock);
  round = createMailRun();
});

const deliver = () =>
  deliverDueMails(
    notificationMails,
    openTransport({
      SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
      MAIL_DIR: "",
      MAIL_FROM: "Paddock <a@paddock.example>",
    }),
  );

async function mailsAt(time: number) {
  clock = time;
  await round();
  await deliver();
  return inbox.mails.splice(0);
}

async function onlyMailAt(time: number) {
  const [mail, ...others] = await mailsAt(time);
  expect(others).toEqual([]);
  return mail;
}

const subjectsAt = async (time: number) => (await mailsAt(time)).map(({ subject }) => subject);

const want = (user: { id: number }, kind: NotificationKind, mail: MailMode) =>
  changeSettings(user.id, { settings: { [kind]: { mail } } });

const followedBy = (name: string, user: { id: number }) => notifyFollow(makeUser({ name }).id, user.id);

function likedBy(name: string, vehicle: { id: number; userId: number }) {
  const { id } = makeUser({ name });
  transaction(() => {
    insertRow(likes, { userId: id, vehicleId: vehicle.id, createdAt: now() });
    notifyLike(id, vehicle);
  });
}

test("digests are sent by UTC hour, weekly ones on Mondays, through clock changes", () => {
  const at = (day: number, hour: number, minute = 0) => Date.UTC(2031, 2, day, hour, minute);
  // Around the last Sunday of March, when clocks change.
  expect(latestDigest("daily", at(30, 6, 59), 7)).toBe(at(29, 7));
  expect(latestDigest("daily", at(30, 7), 7)).toBe(at(30, 7));
  expect(latestDigest("daily", at(30, 6, 59), 0)).toBe(at(30, 0));
  expect(latestDigest("weekly", at(31, 6, 59), 7)).toBe(at(24, 7));
  expect(latestDigest("weekly", at(31, 7), 7)).toBe(at(31, 7));
  expect(latestDigest("weekly", at(26, 23), 23)).toBe(at(24, 23));
  expect(new Date(latestDigest("weekly", NOON, 7)).getUTCDay()).toBe(1);
});

describe("at once", () => {
  test("is sent two minutes after the first notification, with all pending ones", async () => {
    const owner = makeOwner({ name: "Ada", email: "ada@example.com" });
    want(owner.user, "follow", "once");
    want(owner.user, "like", "once");
    likedBy("Bob Ray", owner.vehicle);
    // A growing group keeps its age.
    clock = NOON + 110 * SECOND;
    likedBy("Cleo Roy", owner.vehicle);
    expect(await subjectsAt(NOON + 2 * MINUTE - 1)).toEqual([]);
    followedBy("Dan Tan", owner.user);
    const mail = await onlyMailAt(NOON + 2 * MINUTE);
    expect(mail).toMatchObject({ to: ["ada@example.com"], subject: "2 new notifications on Paddock" });
    for (const { id } of allRows(notifications))
      expect(mail?.text).toMatch(new RegExp(`^ {2}http://localhost:\\d+/notifications/${id}$`, "m"));
    expect(mail?.text).toContain("* Dan Tan now follows you\n");
    expect(mail?.html).toContain("<bdi>Cleo Roy</bdi> and 1 other like your <bdi>1967 Elan</bdi>");
    expect(mail?.html).not.toContain("<img");
    expect(await subjectsAt(NOON + HOUR)).toEqual([]);
    likedBy("Eve", owner.vehicle);
    expect(await subjectsAt(NOON + HOUR + 2 * MINUTE)).toEqual(["Eve and 2 others like your 1967 Elan"]);
  });

  test("ends with what stops it: a link for each kind and one for all, and one click for its kinds", async () => {
    const owner = makeOwner();
    want(owner.user, "follow", "once");
    want(owner.user, "like", "once");
    followedBy("Bob", owner.user);
    const [single] = await mailsAt(NOON + 2 * MINUTE);
    likedBy("Cleo", owner.vehicle);
    followedBy("Dan", owner.user);
    const [commonMail] = await mailsAt(NOON + 4 * MINUTE);
    const key = findRow(users, owner.user.id)?.unsubscribeKey;
    expect(key).toMatch(/^[\w-]{22}$/);
    const address = (name: string) =>
      expect.stringMatching(new RegExp(`^<http://localhost:\\d+/unsubscribe/${key}\\.${name}>$`));
    const oneClick = { "list-unsubscribe-post": "List-Unsubscribe=One-Click" };
    expect(single?.headers).toMatchObject({ "list-unsubscribe": address("follow"), ...oneClick });
    expect(commonMail?.headers).toMatchObject({ "list-unsubscribe": address("follow-like"), ...oneClick });
    for (const name of ["follow", "like", "all"])
      for (const part of [commonMail?.text, commonMail?.html])
        expect(part).toMatch(new RegExp(`/unsubscribe/${key}\\.${name}\\b`));
    expect(single?.text).not.toContain(`${key}.like`);
    expect(single?.text).toContain("Stop emails about new followers:\n");
  });

  test("mails about one thing are one thread, and quote what was written", async () => {
    const owner = makeOwner();
    want(owner.user, "like", "once");
    want(owner.user, "comment", "once");
    const author = viewerOf(makeUser({ name: "Bob Ray" }));
    addComment(author, owner.vehicle.id, { text: "What a car!" });
    const comment = await onlyMailAt(NOON + 2 * MINUTE);
    likedBy("Cleo", owner.vehicle);
    addComment(author, owner.vehicle.id, { text: "Again." });
    const commonMail = await onlyMailAt(NOON + 4 * MINUTE);
    likedBy("Dan", makeVehicle(owner.garage));
    likedBy("Eve", owner.vehicle);
    const others = await onlyMailAt(NOON + 6 * MINUTE);
    const threads = [comment, commonMail, others].map((mail) => mail?.headers.references);
    const thread = `<vehicle-${owner.vehicle.id}@paddock.example>`;
    expect(threads).toEqual([thread, thread, undefined]);
    expect(comment?.text).toContain("Bob Ray commented on your 1967 Elan:\n\n“What a car!”\n");
    expect(commonMail?.text).toContain("* Bob Ray commented on your 1967 Elan: “Again.”\n");
  });

  test("what was read, taken back or switched off before it is sent is left out, and nothing left is no mail", async () => {
    const owner = makeOwner();
    for (const kind of ["follow", "like"] as const) want(owner.user, kind, "once");
    const follower = makeUser();
    insertRow(follows, { followerId: follower.id, followedId: owner.user.id, createdAt: now() });
    notifyFollow(follower.id, owner.user.id);
    likedBy("Bob Ray", owner.vehicle);
    clock = NOON + 2 * MINUTE;
    await round();
    db().delete(follows).run();
    await deliver();
    expect(inbox.mails.splice(0).map(({ subject }) => subject)).toEqual(["Bob Ray likes your 1967 Elan"]);
    for (const undo of [
      () => db().update(notifications).set({ isRead: true }).run(),
      () => setActive(owner.user, false),
      () => changeSettings(owner.user.id, { paused: true }),
      () => want(owner.user, "follow", "off"),
    ]) {
      db().update(users).set({ active: true, mailPaused: false }).run();
      followedBy("Cleo", owner.user);
      clock += 3 * MINUTE;
      await round();
      expect(allRows(mailOutbox).filter(({ attempts }) => attempts === 0)).toHaveLength(1);
      undo();
      await deliver();
      expect(inbox.mails).toEqual([]);
    }
  });
});

describe("digests", () => {
  test("hold what has waited since before their hour, daily and weekly, once, and no word of what was read", async () => {
    const owner = makeOwner({ email: "ada@example.com" });
    want(owner.user, "follow", "daily");
    want(owner.user, "like", "weekly");
    expect(await subjectsAt(NOON)).toEqual([]);
    followedBy("Bob Ray", owner.user);
    likedBy("Cleo", owner.vehicle);
    followedBy("Reader", owner.user);
    changeRow(notifications, 3, { isRead: true });
    expect(await subjectsAt(SEVEN - 1)).toEqual([]);
    expect(await subjectsAt(SEVEN)).toEqual(["Bob Ray now follows you"]);
    followedBy("Dan Tan", owner.user);
    expect(await subjectsAt(SEVEN + HOUR)).toEqual([]);
    expect(await subjectsAt(MONDAY - 1)).toEqual(["Dan Tan now follows you"]);
    followedBy("Eve", owner.user);
    const mail = await onlyMailAt(MONDAY);
    expect(mail?.subject).toBe("2 new notifications on Paddock");
    expect(mail?.text).toMatch(/Eve now follows you[\s\S]*Cleo likes your 1967 Elan/);
    expect(await subjectsAt(MONDAY + 7 * DAY)).toEqual([]);
  });

  test("are sent after downtime, by a process without state", async () => {
    const owner = makeOwner();
    want(owner.user, "follow", "daily");
    want(owner.user, "like", "weekly");
    followedBy("Bob Ray", owner.user);
    likedBy("Cleo", owner.vehicle);
    round = createMailRun();
    expect(await subjectsAt(MONDAY + 26 * HOUR)).toEqual(["2 new notifications on Paddock"]);
    round = createMailRun();
    expect(await subjectsAt(MONDAY + 26 * HOUR)).toEqual([]);
  });

  test("are not sent to paused or deactivated users, nor later", async () => {
    const [paused, inactive, well] = [makeUser(), makeUser(), makeUser({ email: "well@example.com" })];
    for (const user of [paused, inactive, well]) {
      want(user, "follow", "daily");
      followedBy("Bob Ray", user);
    }
    changeSettings(paused.id, { paused: true });
    setActive(inactive, false);
    clock = SEVEN;
    await round();
    expect(allRows(mailOutbox).map(({ recipient }) => recipient)).toEqual(["well@example.com"]);
    expect((await mailsAt(SEVEN)).map(({ to }) => to)).toEqual([["well@example.com"]]);
    expect(allRows(notifications).filter(({ mail }) => mail === "daily")).toEqual([]);
    changeSettings(paused.id, { paused: false });
    db().update(users).set({ active: true }).run();
    expect(await subjectsAt(SEVEN + DAY)).toEqual([]);
  });

  test("an hour that is set is the hour", async () => {
    env().DIGEST_HOUR = 18;
    try {
      const user = makeUser();
      want(user, "follow", "daily");
      followedBy("Bob Ray", user);
      expect(await subjectsAt(NOON + 6 * HOUR - 1)).toEqual([]);
      expect(await subjectsAt(NOON + 6 * HOUR)).toHaveLength(1);
    } finally {
      env().DIGEST_HOUR = 7;
    }
  });

  test("a decision set to digest is in the digest", async () => {
    const user = makeUser();
    const event = makeEvent(user, { title: "Meet" });
    notifyDecision(event, "approved", makeAdmin().id);
    want(user, "decision", "daily");
    notifyDecision(event, "approved", makeAdmin().id);
    expect(await subjectsAt(SEVEN)).toEqual(["Your event “Meet” was approved"]);
  });

  test("many lines are cut, and counted", async () => {
    const user = makeUser();
    want(user, "follow", "daily");
    for (let i = 0; i < 54; i += 1) followedBy(`Fan ${i}`, user);
    changeRow(notifications, 1, { isRead: true });
    const [mail] = await mailsAt(SEVEN);
    expect(mail?.subject).toBe("53 new notifications on Paddock");
    expect(mail?.text.match(/^\* /gm)).toHaveLength(50);
    expect(mail?.text).toContain("And 3 more.");
  });
});

describe("news of followed garages", () => {
  function fanOf(owner: { user: { id: number } }, mail: MailMode) {
    const fan = makeUser();
    insertRow(follows, { followerId: fan.id, followedId: owner.user.id, createdAt: NOON - DAY });
    want(fan, "news", mail);
    return fan;
  }

  test("at once: two minutes old, together with what else waits, and never twice", async () => {
    const owner = makeOwner({ name: "Ada" });
    const fan = fanOf(owner, "once");
    const otherFan = fanOf(makeOwner(), "once");
    expect(await subjectsAt(NOON + 10 * MINUTE)).toEqual([]);
    makeEntry(owner.vehicle);
    expect(await subjectsAt(NOON + 12 * MINUTE - 1)).toEqual([]);
    expect(await subjectsAt(NOON + 12 * MINUTE)).toEqual(["Ada added a build entry to their 1967 Elan"]);
    expect(await subjectsAt(NOON + 13 * MINUTE)).toEqual([]);
    want(fan, "follow", "once");
    followedBy("Bob", fan);
    clock += MINUTE;
    makeVehicle(owner.garage);
    const mail = await onlyMailAt(NOON + 15 * MINUTE);
    expect(mail?.text).toMatch(
      /Ada added a vehicle: 1967 Elan\n {2}http:\S+\/notifications\/news-\d+-\d+\n[\s\S]*Bob now follows you/,
    );
    expect(mail?.headers["list-unsubscribe"]).toContain(".follow-news>");
    // The first run checks everything, repeats nothing.
    round = createMailRun();
    expect(await subjectsAt(NOON + 20 * MINUTE)).toEqual([]);
    makeVehicle(owner.garage);
    round = createMailRun();
    expect(await subjectsAt(NOON + 23 * MINUTE)).toEqual(["Ada added a vehicle: 1967 Elan"]);
    expect(otherFan.id).not.toBe(fan.id);
  });

  test("in digests, daily and weekly, but not what was seen on the site", async () => {
    const owner = makeOwner({ name: "Ada" });
    fanOf(owner, "daily");
    const weekly = fanOf(owner, "weekly");
    const follower = fanOf(owner, "daily");
    clock += MINUTE;
    makeEntry(owner.vehicle);
    clock += MINUTE;
    changeRow(users, follower.id, { newsSeenAt: clock });
    expect(await subjectsAt(SEVEN)).toEqual(["Ada added a build entry to their 1967 Elan"]);
    expect(await subjectsAt(SEVEN + DAY)).toEqual([]);
    changeSettings(weekly.id, { settings: { news: { site: false } } });
    const mail = await onlyMailAt(MONDAY);
    // Without an on-site notification, straight to the entry.
    expect(mail?.text).toMatch(
      /^Hello .*,\n\nAda added a build entry to their 1967 Elan\.\n\nSee it on Paddock:\nhttp:\S+\/build\/\d+\n/,
    );
    expect(await subjectsAt(MONDAY + DAY)).toEqual([]);
  });
});

test("due users are found by index among those with such settings", () => {
  const looks = {
    once: () => listUsersDueNow(5, 5),
    digests: () => listDueDigests(5, { daily: 5, weekly: 5 }),
    makers: () => listUsersWithNews(5, 9),
    readers: () => listUsersAwaitingNews(5, 9, [1, 2]),
  };
  for (const [name, look] of Object.entries(looks)) {
    const [statement] = statementsOf(() => look());
    const steps = planOf(statement!).filter((line) => /^(SCAN|SEARCH) (?!value|json_each)/.test(line));
    expect(steps, name).not.toEqual([]);
    for (const step of steps) expect(step, name).toMatch(/^SEARCH \w+ (EXISTS )?USING (COVERING )?INDEX \w+ \(\w+[=>]/);
  }
  expect(planOf(statementsOf(looks.once)[0]!).join()).toContain("COVERING INDEX notifications_mail");
  const statements = statementsOf(() => enqueueDigest(5, { daily: 5, weekly: 5 }));
  const claimStatement = statements.find((text) => /^update "notifications"/.test(text));
  expect(planOf(claimStatement!).join()).toContain("INDEX notifications_mail (mail=? AND user_id=? AND mail_since<?)");
});
