import { and, eq, inArray, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { notificationSettings, notifications, users } from "~/db/schema";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { now } from "~/lib/time";
import { defaultSetting, type KindSetting, type MailMode, NOTIFICATION_KINDS, type NotificationKind } from "../kinds";
import type { SettingsPatch } from "./schema.server";

export type UserNotificationSettings = {
  /** No notification mail at all. */
  paused: boolean;
  settings: Record<NotificationKind, KindSetting>;
};

const storedSettings = prepared((database) =>
  database
    .select({
      paused: users.mailPaused,
      kind: notificationSettings.kind,
      site: notificationSettings.site,
      mail: notificationSettings.mail,
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare(),
);

/** With defaults. One statement. */
export function getSettings(userId: number): UserNotificationSettings {
  const rows = storedSettings().all({ userId });
  const getKindSetting = (kind: NotificationKind): KindSetting => {
    const row = rows.find((candidate) => candidate.kind === kind);
    return row ? { site: row.site as boolean, mail: row.mail as MailMode } : defaultSetting(kind);
  };
  const settings = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, getKindSetting(kind)])) as Record<
    NotificationKind,
    KindSetting
  >;
  return { paused: rows[0]?.paused ?? false, settings };
}

/**
 * Missing members stay. A new mail mode also applies to waiting notifications, and Off removes them from the queue.
 * @returns the new settings
 */
export function changeSettings(
  userId: number,
  { paused, settings = {} }: SettingsPatch,
  precondition: Precondition = NO_PRECONDITION,
): UserNotificationSettings {
  return transaction(() => {
    precondition();
    const before = getSettings(userId);
    if (paused !== undefined && paused !== before.paused) {
      db().update(users).set({ mailPaused: paused }).where(eq(users.id, userId)).run();
    }
    for (const kind of NOTIFICATION_KINDS) {
      const { site, mail } = settings?.[kind] ?? {};
      const old = before.settings[kind];
      setChoice(userId, kind, old, { site: site ?? old.site, mail: mail ?? old.mail });
    }
    return getSettings(userId);
  });
}

function setChoice(userId: number, kind: NotificationKind, old: KindSetting, next: KindSetting): void {
  if (next.site === old.site && next.mail === old.mail) return;
  const standard = defaultSetting(kind);
  const isOwnSetting = and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind));
  if (next.site === standard.site && next.mail === standard.mail)
    db().delete(notificationSettings).where(isOwnSetting).run();
  else {
    // Earlier news are not mailed.
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

function moveWaiting(userId: number, kind: Exclude<NotificationKind, "news">, mail: MailMode): void {
  db()
    .update(notifications)
    .set({ mail })
    .where(
      and(
        // As in the index of waiting notifications, then its first column.
        sql`${notifications.mail} <> 'off'`,
        inArray(notifications.mail, ["once", "daily", "weekly"]),
        eq(notifications.userId, userId),
        eq(notifications.kind, kind),
      ),
    )
    .run();
}
