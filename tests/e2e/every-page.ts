import { type Address, fillIn, PAGES, type ViewerKind } from "../support/addresses";
import { GOOD_EVENT } from "../support/good-event";
import type { Cast } from "./cast";

const PHOTO = `SELECT id FROM photos WHERE entry_id IS NULL
  AND vehicle_id IN (SELECT id FROM vehicles WHERE user_id = ?) ORDER BY id DESC`;
const VEHICLE = "SELECT id FROM vehicles WHERE user_id = ? ORDER BY build_count DESC, id LIMIT 1";
const GUEST = "SELECT id FROM users WHERE active >= ? AND id NOT IN (?, ?) ORDER BY id DESC LIMIT 1";
const event = ({ queryValue }: Cast, status: string) =>
  queryValue(
    "SELECT id FROM events WHERE status = ? AND cancelled_at IS NULL AND title = ? LIMIT 1",
    status,
    GOOD_EVENT.title,
  );

/** The member's, if owned. */
const THINGS: Record<string, (cast: Cast, viewer: ViewerKind) => number | string> = {
  vehicleId: ({ member, queryValue }) => queryValue(VEHICLE, member),
  // Users cannot report their own.
  neighbourVehicleId: ({ member, admin, queryValue }) =>
    queryValue(VEHICLE.replace("= ?", "NOT IN (?, ?)"), member, admin),
  garageId: ({ member, queryValue }) => queryValue("SELECT id FROM garages WHERE user_id = ?", member),
  neighbourGarageId: ({ member, admin, queryValue, reviewAll }) => {
    reviewAll();
    return queryValue("SELECT id FROM garages WHERE user_id NOT IN (?, ?) ORDER BY id DESC", member, admin);
  },
  // Of any vehicle that still has one.
  photoId: ({ member, queryValue }) => queryValue(PHOTO, member),
  photoVehicleId: ({ member, queryValue }) => queryValue(PHOTO.replace("SELECT id", "SELECT vehicle_id"), member),
  entryId: ({ member, queryValue }) => queryValue("SELECT id FROM build_entries WHERE user_id = ? LIMIT 1", member),
  commentId: ({ member, queryValue }) =>
    queryValue("SELECT id FROM comments WHERE user_id = ? AND hidden = 0 LIMIT 1", member),
  reviewId: ({ member, queryValue }) =>
    queryValue("SELECT id FROM reviews WHERE user_id = ? AND hidden = 0 LIMIT 1", member),
  eventId: (cast) => event(cast, "approved"),
  pendingEventId: (cast) => event(cast, "pending"),
  changedEventId: ({ queryValue }) =>
    queryValue(
      `SELECT event_id FROM event_changes JOIN events ON id = event_id
       WHERE event_changes.status = 'pending' AND events.status = 'approved' AND cancelled_at IS NULL
       ORDER BY event_id DESC`,
    ),
  notificationId: ({ queryValue, member, admin }, role) =>
    queryValue(
      "SELECT max(id) FROM notifications WHERE kind = 'ticket' AND user_id = ?",
      role === "admin" ? admin : member,
    ),
  userId: ({ member, admin, queryValue }) => queryValue(GUEST, 0, member, admin),
  activeUserId: ({ member, admin, queryValue }) => queryValue(GUEST, 1, member, admin),
  inviteId: ({ queryValue, admin }) => queryValue("SELECT max(id) FROM invites WHERE user_id = ?", admin),
  applicationId: ({ queryValue }) => queryValue("SELECT max(id) FROM applications WHERE refused_at IS NULL"),
  heldId: ({ queryValue }) => queryValue("SELECT min(id) FROM holds"),
  mailId: ({ queryValue }) => queryValue("SELECT min(id) FROM mail_outbox WHERE sent_at IS NULL"),
  ticketId: ({ queryValue }) => queryValue("SELECT min(id) FROM tickets"),
  caseId: ({ queryValue }) => queryValue("SELECT id FROM cases WHERE state = 'open' LIMIT 1"),
  decidedCaseId: ({ queryValue, member }) =>
    queryValue("SELECT id FROM cases WHERE person_id = ? ORDER BY decided_at IS NULL LIMIT 1", member),
  decisionKey: ({ keyOfDecision }) => keyOfDecision,
  reportToken: ({ tokenOfReport }) => tokenOfReport,
  unsubscribeLink: ({ unsubscribeKey }) => `${unsubscribeKey}.comment-review`,
  verifyLink: (cast) => cast.linkOfSignUp(),
  resetLink: (cast) => cast.linkToReset(),
  confirmLink: (cast) => cast.linkToConfirm(),
  undoLink: (cast) => cast.linkToUndo(),
};

/** One per variant of the page. */
export const visitsTo = ({ urls }: Address, cast: Cast, viewer: ViewerKind): string[] =>
  urls.map((visit) => fillIn(visit, (name) => THINGS[name]!(cast, viewer)));

export const unknownThings = (): string[] =>
  PAGES.flatMap(({ urls }) => urls.flatMap((visit) => [...visit.matchAll(/:(\w+)/g)].map(([, name]) => name!))).filter(
    (name) => !(name in THINGS),
  );
