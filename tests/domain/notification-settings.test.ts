import { describe, expect, test } from "vitest";
import { mailOutbox, notificationSettings, notifications, users } from "~/db/schema";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { eventMails } from "~/features/events/mails.server";
import { defaultSetting, NOTIFICATION_KINDS } from "~/features/notifications/kinds";
import { getUnsubscribeView, mailFooter, unsubscribe } from "~/features/notifications/mail/notify-mails.server";
import { notifyFollow } from "~/features/notifications/notify.server";
import { changeSettings, getSettings } from "~/features/notifications/settings/queries.server";
import { settingsPatch } from "~/features/notifications/settings/schema.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { ticketInput } from "~/features/tickets/schema.server";
import { asJson, decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { makeEvent } from "../support/events";
import { makeAdmin, makeOwner, makeUser, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { refusal } from "../support/refusal";
import { allRows, findRow } from "../support/rows";
import { splitList } from "../support/split-list";

const storedRows = () => allRows(notificationSettings);
const modes = () => allRows(notifications).map(({ kind, mail }) => `${kind} ${mail}`);

describe("settings", () => {
  test("are the defaults until changed, and only differences are stored", () => {
    const { id } = makeUser();
    const settings = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, defaultSetting(kind)]));
    expect(getSettings(id)).toEqual({ paused: false, settings });
    setClock(() => 5000);
    const request = { like: { site: false }, comment: { mail: "daily" }, news: { mail: "weekly" } } as const;
    const changedSettings = changeSettings(id, { paused: true, settings: request });
    expect(changedSettings).toEqual(getSettings(id));
    const [like, news] = [
      { site: false, mail: "off" },
      { site: true, mail: "weekly" },
    ];
    expect(changedSettings).toMatchObject({ paused: true, settings: { like, news } });
    expect(storedRows()).toMatchObject([
      { kind: "like", ...like },
      { kind: "news", ...news, mailedAt: 5000 },
    ]);
    // Not reset by a change of mode.
    setClock(() => 9000);
    changeSettings(id, { settings: { news: { mail: "daily" } } });
    expect(storedRows()[1]).toMatchObject({ mail: "daily", mailedAt: 5000 });
    changeSettings(id, { paused: false, settings: { like: { site: true }, news: { mail: "off" } } });
    expect(storedRows()).toEqual([]);
  });

  test("a changed mode holds for what waits; Off takes it out, and what does not wait stays out", () => {
    const [{ user, garage }, fan] = [makeOwner(), makeUser()];
    notifyFollow(fan.id, user.id);
    changeSettings(user.id, { settings: { follow: { mail: "daily" }, review: { mail: "daily" } } });
    notifyFollow(fan.id, user.id);
    reviewGarage(viewerOf(fan), garage.id, { rating: 5, review: "Tidy." });
    expect(modes()).toEqual(["follow off", "follow daily", "review daily"]);
    changeSettings(user.id, { settings: { follow: { mail: "weekly" } } });
    expect(modes()).toEqual(["follow off", "follow weekly", "review daily"]);
    changeSettings(user.id, { settings: { follow: { mail: "off" } } });
    expect(modes()).toEqual(["follow off", "follow off", "review daily"]);
    const statements = statementsOf(() => changeSettings(user.id, { settings: { review: { mail: "weekly" } } })).find(
      (text) => /^update "notifications"/.test(text),
    );
    expect(planOf(statements!).join()).toContain("INDEX notifications_mail (mail=? AND user_id=?)");
  });

  test.each<[object, string]>([
    [{ paused: "yes" }, "paused"],
    [{ paused: 1 }, "paused"],
    [{ settings: [] }, "settings"],
    [{ settings: "all" }, "settings"],
    [{ settings: { like: "off" } }, "settings[like]"],
    [{ settings: { like: { mail: "hourly" } } }, "settings[like][mail]"],
    [{ settings: { like: { mail: ["off"] } } }, "settings[like][mail]"],
    [{ settings: { like: { site: "on" } } }, "settings[like][site]"],
  ])("%j is refused at %s", (values, field) => {
    expect(Object.keys(refusal(() => decode(settingsPatch, asJson(values))).fields)).toEqual([field]);
  });
});

describe("a link that stops mail", () => {
  const tokensOf = (id: number) =>
    mailFooter(id, ["comment", "review"]).links.flatMap(({ url }) => /\/unsubscribe\/(.+)$/.exec(url)?.[1] ?? []);

  test("stops its kinds or all, as often as it is used, and only when it is followed", () => {
    const { id } = makeUser();
    const [comment = "", , all = ""] = tokensOf(id);
    expect(getUnsubscribeView(comment)).toEqual({ kinds: ["comments on your vehicles"], stopped: false });
    expect(storedRows()).toEqual([]);
    unsubscribe(comment);
    unsubscribe(comment);
    expect(storedRows()).toMatchObject([{ kind: "comment", site: true, mail: "off" }]);
    expect(getUnsubscribeView(comment).stopped).toBe(true);
    expect(getUnsubscribeView(all)).toEqual({ kinds: [], stopped: false });
    unsubscribe(all);
    expect(getSettings(id).paused).toBe(true);
    changeSettings(id, { paused: false, settings: { comment: { mail: "daily" } } });
    expect(getUnsubscribeView(comment).stopped).toBe(false);
    expect(tokensOf(id)[0]).toBe(comment);
    unsubscribe(`${comment}-review`);
    expect(getSettings(id).settings.review.mail).toBe("off");
  });

  test.each([
    ...splitList(`
      all | x.all | .all | % | KEY | KEY. | KEY.owls | KEY.comment-owls | KEY.comment- | KEY.COMMENT
      KEY.constructor | KEY.all-comment | KEY.all.all`),
    "",
    `${"x".repeat(22)}.all`,
  ])("that is none stops nothing: %s", (token) => {
    const { id } = makeUser();
    const key = tokensOf(id)[0]!.slice(0, 22);
    for (const use of [getUnsubscribeView, unsubscribe])
      expect(() => use(token.replace("KEY", key))).toThrow("This link does not stop any emails");
  });
});

describe("mails that events and tickets have of their own", () => {
  const mailsTo = (address: string) => deliveredTo(address, { ...eventMails, ...ticketMails });
  const outbox = () => allRows(mailOutbox).map(({ kind }) => kind);
  const request = (viewer: ReturnType<typeof viewerOf> | null, email?: string) =>
    submitTicket(viewer, decode(ticketInput, { category: "Bug Report", subject: "A", description: "B", email })).id;

  test("are sent at once, with a link to stop them", async () => {
    const [ada, grace] = [makeUser({ email: "ada@example.com" }), viewerOf(makeAdmin())];
    approveEvent(grace, makeEvent(ada, { status: "pending" }).id);
    replyToTicket(grace, request(viewerOf(ada)), "It does.");
    const key = () => findRow(users, ada.id)?.unsubscribeKey;
    const mails = await mailsTo("ada@example.com");
    const stops = mails.map(({ text }) => new RegExp(`/unsubscribe/${key()}\\.(\\w+)\n`).exec(text)?.[1]);
    expect(stops.sort()).toEqual(["decision", "ticket", undefined]);
    // A receipt is no notification: the user requested it.
    expect(mails.find(({ subject }) => /^We have your request/.test(subject))?.text).not.toContain("unsubscribe");
  });

  test.each(["off", "daily"] as const)(
    "%s silences them, the receipt and visitors' requests excepted",
    async (mail) => {
      const [ada, grace] = [makeUser({ email: "ada@example.com" }), viewerOf(makeAdmin())];
      changeSettings(ada.id, { settings: { decision: { mail }, ticket: { mail } } });
      approveEvent(grace, makeEvent(ada, { status: "pending" }).id);
      rejectEvent(grace, makeEvent(ada, { status: "pending" }).id);
      const ownTicket = request(viewerOf(ada));
      changeTicketStatus(grace, ownTicket, "Closed");
      expect(replyToTicket(grace, ownTicket, "No.")).toEqual({ mailed: false });
      expect(outbox()).toEqual(["ticket-received"]);
      // To the reply address, if any.
      expect(replyToTicket(grace, request(viewerOf(ada), "work@example.com"), "Yes.")).toEqual({ mailed: true });
      expect(replyToTicket(grace, request(null, "visitor@example.com"), "Yes.")).toEqual({ mailed: true });
      const [workMail] = await mailsTo("work@example.com");
      const [visitorMail] = await mailsTo("visitor@example.com");
      for (const answerMail of [workMail, visitorMail]) {
        expect(answerMail?.subject).toMatch(/^An answer/);
        expect(answerMail?.text).not.toContain("unsubscribe");
      }
    },
  );

  test("a pause silences them, also those that are on their way", async () => {
    const [ada, grace] = [makeUser({ email: "ada@example.com" }), viewerOf(makeAdmin())];
    approveEvent(grace, makeEvent(ada, { status: "pending" }).id);
    changeSettings(ada.id, { paused: true });
    rejectEvent(grace, makeEvent(ada, { status: "pending" }).id);
    expect(outbox()).toEqual(["event-approved"]);
    expect(await mailsTo("ada@example.com")).toEqual([]);
  });
});
