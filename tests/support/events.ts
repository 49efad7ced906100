import { events } from "~/db/schema";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { GOOD_EVENT } from "./good-event";
import { insertRow } from "./rows";

export function makeEvent(
  user: { id: number } | null,
  overrides: Partial<typeof events.$inferInsert> = {},
): typeof events.$inferSelect {
  const { title = GOOD_EVENT.title } = overrides;
  return insertRow(events, {
    ...GOOD_EVENT,
    userId: user?.id ?? null,
    titleFolded: fold(title),
    status: "approved",
    createdAt: now(),
    updatedAt: now(),
    ...overrides,
  });
}
