import { and, eq, inArray, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { notificationSettings, notifications, users } from "~/db/schema";
import { now } from "~/lib/time";
import { type Choice, defaultChoice, KINDS, type Kind, type MailMode } from "../kinds";
import type { SettingsPatch } from "./schema.server";

/** Where a person is told about each kind. */
export interface Settings {
  /** No mail about notifications, whatever the kinds say. */
  paused: boolean;
  settings: Record<Kind, Choice>;
}

const stored = prepared((database) =>
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

/** A person's settings, with the defaults where nothing is chosen. One statement. */
export function getSettings(userId: number): Settings {
  const rows = stored().all({ userId });
  const choiceOf = (kind: Kind): Choice => {
    const row = rows.find((candidate) => candidate.kind === kind);
    return row ? { site: row.site as boolean, mail: row.mail as MailMode } : defaultChoice(kind);
  };
  const settings = Object.fromEntries(KINDS.map((kind) => [kind, choiceOf(kind)])) as Record<Kind, Choice>;
  return { paused: rows[0]?.paused ?? false, settings };
}

/**
 * Changes where a person is told about what; what is left out stays. A changed mode holds for what waits for its mail
 * too, and Off takes that out.
 * @returns the settings as they are now
 */
export function changeSettings(userId: number, { paused, settings = {} }: SettingsPatch): Settings {
  return transaction(() => {
    const before = getSettings(userId);
    if (paused !== undefined && paused !== before.paused) {
      db().update(users).set({ mailPaused: paused }).where(eq(users.id, userId)).run();
    }
    for (const kind of KINDS) {
      const { site, mail } = settings?.[kind] ?? {};
      const old = before.settings[kind];
      setChoice(userId, kind, old, { site: site ?? old.site, mail: mail ?? old.mail });
    }
    return getSettings(userId);
  });
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
