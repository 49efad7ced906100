import { type Address, fillIn, PAGES, type ViewerKind } from "../support/addresses";
import { GOOD_EVENT } from "../support/good-event";
import type { Cast } from "./cast";

const PHOTO = `SELECT id FROM photos WHERE entry_id IS NULL
  AND vehicle_id IN (SELECT id FROM vehicles WHERE user_id = ?) ORDER BY id DESC`;
const VEHICLE = "SELECT id FROM vehicles WHERE user_id = ? ORDER BY build_count DESC, id LIMIT 1";
const GUEST = "SELECT id FROM users WHERE active >= ? AND id NOT IN (?, ?) ORDER BY id DESC LIMIT 1";
const event = ({ one }: Cast, status: string) =>
  one(
    "SELECT id FROM events WHERE status = ? AND cancelled_at IS NULL AND title = ? LIMIT 1",
    status,
    GOOD_EVENT.title,
  );

/** The member's, if owned. */
const THINGS: Record<string, (cast: Cast, viewer: ViewerKind) => number | string> = {
  vehicleId: ({ member, one }) => one(VEHICLE, member),
  // Users cannot report their own.
  neighbourVehicleId: ({ member, admin, one }) => one(VEHICLE.replace("= ?", "NOT IN (?, ?)"), member, admin),
  garageId: ({ member, one }) => one("SELECT id FROM garages WHERE user_id = ?", member),
  neighbourGarageId: ({ member, admin, one, reviewAll }) => {
    reviewAll();
    return one("SELECT id FROM garages WHERE user_id NOT IN (?, ?) ORDER BY id DESC", member, admin);
  },
  // Of any vehicle that still has one.
  photoId: ({ member, one }) => one(PHOTO, member),
  photoVehicleId: ({ member, one }) => one(PHOTO.replace("SELECT id", "SELECT vehicle_id"), member),
  entryId: ({ member, one }) => one("SELECT id FROM build_entries WHERE user_id = ? LIMIT 1", member),
  commentId: ({ member, one }) => one("SELECT id FROM comments WHERE user_id = ? AND hidden = 0 LIMIT 1", member),
  reviewId: ({ member, one }) => one("SELECT id FROM reviews WHERE user_id = ? AND hidden = 0 LIMIT 1", member),
  eventId: (cast) => event(cast, "approved"),
  pendingEventId: (cast) => event(cast, "pending"),
  changedEventId: ({ one }) =>
    one(
      `SELECT event_id FROM event_changes JOIN events ON id = event_id
       WHERE event_changes.status = 'pending' AND events.status = 'approved' AND cancelled_at IS NULL
       ORDER BY event_id DESC`,
    ),
  notificationId: ({ one, member, admin }, role) =>
    one("SELECT max(id) FROM notifications WHERE kind = 'ticket' AND user_id = ?", role === "admin" ? admin : member),
  userId: ({ member, admin, one }) => one(GUEST, 0, member, admin),
  activeUserId: ({ member, admin, one }) => one(GUEST, 1, member, admin),
  inviteId: ({ one, admin }) => one("SELECT max(id) FROM invites WHERE user_id = ?", admin),
  applicationId: ({ one }) => one("SELECT max(id) FROM applications WHERE refused_at IS NULL"),
  heldId: ({ one }) => one("SELECT min(id) FROM holds"),
  ticketId: ({ one }) => one("SELECT min(id) FROM tickets"),
  caseId: ({ one }) => one("SELECT id FROM cases WHERE state = 'open' LIMIT 1"),
  decidedCaseId: ({ one, member }) => one("SELECT id FROM cases WHERE person_id = ? LIMIT 1", member),
  decisionKey: ({ keyOfDecision }) => keyOfDecision,
  reportToken: ({ tokenOfReport }) => tokenOfReport,
  unsubscribeLink: ({ unsubscribeKey }) => `${unsubscribeKey}.comment-review`,
  verifyLink: (cast) => cast.linkOfSignUp(),
  resetLink: (cast) => cast.linkToReset(),
};

/** One per variant of the page. */
export const visitsTo = ({ urls }: Address, cast: Cast, viewer: ViewerKind): string[] =>
  urls.map((visit) => fillIn(visit, (name) => THINGS[name]!(cast, viewer)));

export const unknownThings = (): string[] =>
  PAGES.flatMap(({ urls }) => urls.flatMap((visit) => [...visit.matchAll(/:(\w+)/g)].map(([, name]) => name!))).filter(
    (name) => !(name in THINGS),
  );
