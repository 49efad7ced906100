import { eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { notificationSettings, users } from "~/db/schema";
import { type Choice, defaultChoice, KINDS, type Kind, type MailMode } from "./kinds";

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
