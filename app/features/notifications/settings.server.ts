import { and, eq, inArray, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { notificationSettings, notifications, users } from "~/db/schema";
import { now } from "~/lib/time";
import { type Choice, defaultChoice, KINDS, type Kind, type MailMode } from "./kinds";
import { getSettings, type Settings } from "./settings-queries.server";
import type { SettingsPatch } from "./settings-schema.server";

/**
 * Changes where a person is told about what; what is left out stays. A changed mode holds for what waits for its mail
 * too, and Off takes that out.
 * @returns the settings as they are now
 */
export function changeSettings(userId: number, { paused, settings = {} }: SettingsPatch): Settings {
  return transaction(() => {
    const before = getSettings(userId);
    if (paused !== undefined && paused !== before.paused) pauseMail(userId, paused);
    for (const kind of KINDS) {
      const { site, mail } = settings?.[kind] ?? {};
      const old = before.settings[kind];
      setChoice(userId, kind, old, { site: site ?? old.site, mail: mail ?? old.mail });
    }
    return getSettings(userId);
  });
}

function pauseMail(userId: number, mailPaused: boolean): void {
  db().update(users).set({ mailPaused }).where(eq(users.id, userId)).run();
}

function setChoice(userId: number, kind: Kind, old: Choice, next: Choice): void {
  if (next.site === old.site && next.mail === old.mail) return;
  const standard = defaultChoice(kind);
  const own = and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind));
  if (next.site === standard.site && next.mail === standard.mail) db().delete(notificationSettings).where(own).run();
  else {
    // What happened before mail was asked for is not mailed.
    const begins = old.mail === "off" ? { mailedAt: now() } : {};
    db()
      .insert(notificationSettings)
      .values({ userId, kind, ...next, ...begins })
      .onConflictDoUpdate({
        target: [notificationSettings.userId, notificationSettings.kind],
        set: { ...next, ...begins },
      })
      .run();
  }
  if (next.mail !== old.mail && kind !== "news") moveWaiting(userId, kind, next.mail);
}

function moveWaiting(userId: number, kind: Exclude<Kind, "news">, mail: MailMode): void {
  db()
    .update(notifications)
    .set({ mail })
    .where(
      and(
        // The condition of the index of what waits, and then its first column.
        sql`${notifications.mail} <> 'off'`,
        inArray(notifications.mail, ["once", "daily", "weekly"]),
        eq(notifications.userId, userId),
        eq(notifications.kind, kind),
      ),
    )
    .run();
}

/** What a link in a mail stops: kinds of mail, or all mail. */
export type Stop = readonly Kind[] | "all";

/** Stops mail about these kinds, or pauses all of it. Notifications on the site go on. */
export function stopMail(userId: number, stop: Stop): void {
  if (stop === "all") changeSettings(userId, { paused: true });
  else changeSettings(userId, { settings: Object.fromEntries(stop.map((kind) => [kind, { mail: "off" as const }])) });
}

/** Whether a person gets any mail of what a link stops. */
export function isStopped(userId: number, stop: Stop): boolean {
  const { paused, settings } = getSettings(userId);
  return paused || (stop !== "all" && stop.every((kind) => settings[kind].mail === "off"));
}
