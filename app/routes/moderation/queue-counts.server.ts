import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { countApplications } from "~/features/accounts/registration/queries.server";
import { countWaitingCases } from "~/features/cases/queue.server";
import { countWaiting } from "~/features/events/rows.server";
import { countHeld } from "~/features/moderation/held/queries.server";
import { countOpenTickets } from "~/features/moderation/queries.server";

/** What waits for staff, each by an index alone. @throws DomainError forbidden for non-staff */
export const getQueueCounts = (viewer: Viewer) => ({
  cases: countWaitingCases(viewer, "open"),
  objections: countWaitingCases(viewer, "appealed"),
  events: countWaiting(),
  held: countHeld(),
  applications: countApplications(),
  /** Of an admin only. */
  tickets: isAdmin(viewer) ? countOpenTickets(viewer) : undefined,
});

export type QueueCounts = ReturnType<typeof getQueueCounts>;
