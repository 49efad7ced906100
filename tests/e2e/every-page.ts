import { GOOD_EVENT } from "../support/good-event";
import type { Cast, Person, Who } from "./cast";

interface Kind {
  /** Its URLs for a viewer, one per variant. */
  at(cast: Cast, who: Person): string[];
  /** Its viewers. Default: everybody; for members' pages all but visitors; for staff pages admins. */
  who?: readonly Person[];
  /** It deletes things for good. */
  last?: boolean;
  /** Its URLs with response 404 or 400. */
  missing?: readonly string[];
  /** Why it always redirects. */
  leads?: string;
  /** The window's user, if other than the viewer. */
  as?: Who;
}

const VEHICLE = "SELECT id FROM vehicles WHERE user_id = ? ORDER BY build_count DESC, id LIMIT 1";
const own = ({ member, one }: Cast) => one(VEHICLE, member);
const others = ({ member, one }: Cast) => one(VEHICLE.replace("= ?", "<> ?"), member);
const garage = ({ member, one }: Cast) => one("SELECT id FROM garages WHERE user_id = ?", member);
const otherGarage = ({ member, one, reviewAll }: Cast) => {
  reviewAll();
  return one("SELECT id FROM garages WHERE user_id <> ? ORDER BY id DESC", member);
};
const entry = ({ member, one }: Cast) => one("SELECT id FROM build_entries WHERE user_id = ? LIMIT 1", member);
/** The URL of a photo, of any of the member's vehicles that still has one. */
const photo = ({ member, one }: Cast) => {
  const id = one(
    `SELECT id FROM photos WHERE entry_id IS NULL
     AND vehicle_id IN (SELECT id FROM vehicles WHERE user_id = ?) ORDER BY id DESC`,
    member,
  );
  return `/vehicles/${one("SELECT vehicle_id FROM photos WHERE id = ?", id)}/photos/${id}`;
};
const event = ({ one }: Cast, status: string) =>
  one(
    "SELECT id FROM events WHERE status = ? AND cancelled_at IS NULL AND title = ? LIMIT 1",
    status,
    GOOD_EVENT.title,
  );
const guest = ({ member, admin, one }: Cast) =>
  one("SELECT id FROM users WHERE id NOT IN (?, ?) ORDER BY id DESC LIMIT 1", member, admin);

const shownGuest = ({ member, admin, one }: Cast) =>
  one("SELECT id FROM users WHERE active = 1 AND id NOT IN (?, ?) ORDER BY id DESC LIMIT 1", member, admin);

/** A live event of the member's with a pending change. */
const changed = ({ one }: Cast) =>
  one(
    `SELECT event_id FROM event_changes JOIN events ON id = event_id
     WHERE event_changes.status = 'pending' AND events.status = 'approved' AND cancelled_at IS NULL
     ORDER BY event_id DESC`,
  );

/** Pending for staff: a new event, and a change. */
const waiting = (cast: Cast) => [event(cast, "pending"), changed(cast)];

/** Visitors have none. */
const notification = ({ one, member, admin }: Cast, who: Person) =>
  one("SELECT max(id) FROM notifications WHERE kind = 'ticket' AND user_id = ?", who === "admin" ? admin : member);

const page = (...paths: string[]): Kind => ({ at: () => paths });
const nowhere = (path: string): Kind => ({ ...page(path), missing: [path] });
const of = (at: (cast: Cast, who: Person) => string | string[], rest: Partial<Kind> = {}): Kind => ({
  at: (cast, who) => [at(cast, who)].flat(),
  ...rest,
});
const OWNER = { who: ["member"] } as const;
const GONE = { who: ["member"], last: true } as const;
const OUTSIDE = { who: ["visitor"] } as const;

/** Every kind of page, by its route. */
export const KINDS: Record<string, Kind> = {
  // First, because it is small: the controls of all pages are pressed on it.
  "about-us": page("/about-us"),
  "": page("/"),
  sitemap: page("/sitemap"),
  "api/docs": page("/api/docs"),
  imprint: page("/imprint"),
  privacy: page("/privacy"),
  terms: page("/terms"),
  // With an admin there is no setup.
  setup: nowhere("/setup"),
  "no-garage": page("/no-garage"),
  "not-found": nowhere("/not-found"),
  "*": nowhere("/nowhere"),
  signup: { ...page("/signup"), ...OUTSIDE },
  login: { ...page("/login"), ...OUTSIDE },
  // Only during a login.
  "login/code": { ...page("/login/code"), ...OUTSIDE, as: "half in" },
  "verify-email/:token?": of((cast) => [`/verify-email/${cast.linkOfSignUp()}`, "/verify-email"], {
    missing: ["/verify-email"],
  }),
  "forgot-password": page("/forgot-password"),
  "reset-password/:token": of((cast) => `/reset-password/${cast.linkToReset()}`),
  "unsubscribe/:token": of(
    ({ unsubscribeKey }) => [`/unsubscribe/${unsubscribeKey}.comment-review`, "/unsubscribe/unknown"],
    { missing: ["/unsubscribe/unknown"] },
  ),
  garages: page("/garages", "/garages?q=nothing-has-this-name"),
  "garages/:garageId": of((cast) => [`/garages/${garage(cast)}`, `/garages/${otherGarage(cast)}`]),
  vehicles: page("/vehicles", "/vehicles?make=Ford&from=1960"),
  "vehicles/makes": page("/vehicles/makes"),
  "vehicles/:vehicleId": of((cast) => [`/vehicles/${others(cast)}`, `/vehicles/${own(cast)}`]),
  "vehicles/:vehicleId/sheet": of((cast) => `/vehicles/${own(cast)}/sheet`),
  "vehicles/:vehicleId/photos/all": of((cast) => `/vehicles/${own(cast)}/photos/all`),
  "vehicles/:vehicleId/photos/:photoId": of(photo),
  "vehicles/:vehicleId/build": of((cast) => `/vehicles/${own(cast)}/build`),
  "build/:entryId": of((cast) => `/build/${entry(cast)}`),
  "notifications/:notificationId": of(
    (cast, who) => [`/notifications/${notification(cast, who)}`, "/notifications/999999"],
    { who: ["member", "admin"], missing: ["/notifications/999999"], leads: "to what it is about" },
  ),
  search: page("/search", "/search?q=ford"),
  "vehicles/:vehicleId/likes": of((cast) => `/vehicles/${own(cast)}/likes`),
  "garages/:garageId/followers": of((cast) => `/garages/${garage(cast)}/followers`),
  "comments/:commentId": of(({ one }) => `/comments/${one("SELECT max(id) FROM comments WHERE hidden = 0")}`, {
    leads: "to the page that it stands on",
  }),
  "reviews/:reviewId": of(({ one }) => `/reviews/${one("SELECT max(id) FROM reviews WHERE hidden = 0")}`, {
    leads: "to the page that it stands on",
  }),
  "garages/:garageId/reviews": of((cast) => `/garages/${otherGarage(cast)}/reviews`),
  events: page("/events", "/events?view=month"),
  "events/:eventId": of((cast) => [`/events/${event(cast, "approved")}`, `/events/${changed(cast)}`]),
  "map-search": page("/map-search", "/map-search?place=Goodwood,+England&radius=50"),
  toolbox: page("/toolbox"),
  rules: page("/rules"),
  report: of((cast) => [
    "/report",
    `/report?about=/vehicles/${others(cast)}`,
    `/report?about=/garages/${otherGarage(cast)}`,
  ]),
  "reports/:token": of(({ tokenOfReport }) => [`/reports/${tokenOfReport}`, `/reports/${tokenOfReport}?sent`]),
  "decisions/:key": of(({ keyOfDecision }) => `/decisions/${keyOfDecision}`),
  "settings/security": page("/settings/security"),
  "settings/people": page("/settings/people"),
  "settings/invites": page("/settings/invites"),
  "settings/invites/:inviteId/revoke": of(
    ({ one, admin }) => `/settings/invites/${one("SELECT max(id) FROM invites WHERE user_id = ?", admin)}/revoke`,
    { who: ["admin"] },
  ),
  notifications: page("/notifications"),
  "settings/notifications": page("/settings/notifications"),
  onboarding: { ...page("/onboarding"), ...OWNER, as: "newcomer" },
  "garages/:garageId/edit": of((cast) => `/garages/${garage(cast)}/edit`, OWNER),
  "garages/:garageId/place": of((cast) => `/garages/${garage(cast)}/place`, OWNER),
  "vehicles/new": { ...page("/vehicles/new"), ...OWNER },
  "vehicles/:vehicleId/edit": of((cast) => `/vehicles/${own(cast)}/edit`, OWNER),
  "vehicles/:vehicleId/specs": of((cast) => `/vehicles/${own(cast)}/specs`, OWNER),
  "vehicles/:vehicleId/photos": of((cast) => `/vehicles/${own(cast)}/photos`, OWNER),
  "vehicles/:vehicleId/photos/:photoId/delete": of((cast) => `${photo(cast)}/delete`, GONE),
  "vehicles/:vehicleId/build/new": of((cast) => `/vehicles/${own(cast)}/build/new`, OWNER),
  "build/:entryId/edit": of((cast) => `/build/${entry(cast)}/edit`, OWNER),
  "build/:entryId/delete": of((cast) => `/build/${entry(cast)}/delete`, GONE),
  admin: page("/admin"),
  "admin/log": page("/admin/log"),
  "admin/site": page("/admin/site"),
  "admin/site/:text": page("/admin/site/terms"),
  "admin/door": page("/admin/door"),
  "admin/users/:userId/active": of((cast) => `/admin/users/${guest(cast)}/active?active=false`, { last: true }),
  "events/submit": page("/events/submit"),
  "events/mine": page("/events/mine"),
  "events/:eventId/edit": of(
    (cast) => [event(cast, "pending"), event(cast, "approved"), changed(cast)].map((id) => `/events/${id}/edit`),
    OWNER,
  ),
  "events/:eventId/cancel": of((cast) => `/events/${event(cast, "approved")}/cancel`, GONE),
  "events/:eventId/place": of((cast) => `/events/${event(cast, "approved")}/place`, { who: ["admin"] }),
  "admin/users/:userId/role": of((cast) => `/admin/users/${guest(cast)}/role`, { last: true }),
  moderation: page("/moderation"),
  "moderation/cases/:caseId": of(
    ({ one }) => `/moderation/cases/${one("SELECT id FROM cases WHERE state = 'open' LIMIT 1")}`,
  ),
  cases: page("/cases"),
  "cases/:caseId": of(
    ({ one, member }) => `/cases/${one("SELECT id FROM cases WHERE person_id = ? LIMIT 1", member)}`,
    { who: ["member"] },
  ),
  "moderation/applications": page("/moderation/applications"),
  "moderation/applications/:applicationId/refuse": of(
    ({ one }) => `/moderation/applications/${one("SELECT max(id) FROM applications WHERE refused_at IS NULL")}/refuse`,
  ),
  "moderation/held": page("/moderation/held"),
  "moderation/held/:heldId/refuse": of(({ one }) => `/moderation/held/${one("SELECT min(id) FROM holds")}/refuse`),
  "moderation/events": page("/moderation/events"),
  "moderation/events/:eventId/approve": of((cast) => waiting(cast).map((id) => `/moderation/events/${id}/approve`)),
  "moderation/events/:eventId/reject": of((cast) => waiting(cast).map((id) => `/moderation/events/${id}/reject`)),
  "admin/events": page("/admin/events"),
  "admin/events/:eventId/approve": of((cast) => waiting(cast).map((id) => `/admin/events/${id}/approve`)),
  "admin/events/:eventId/reject": of((cast) => waiting(cast).map((id) => `/admin/events/${id}/reject`)),
  "admin/tickets": page("/admin/tickets"),
  "admin/tickets/:ticketId": of(({ one }) => `/admin/tickets/${one("SELECT min(id) FROM tickets")}`),
  // A user who is not suspended.
  "users/:userId/block": of((cast) => `/users/${shownGuest(cast)}/block`, { who: ["member", "admin"], last: true }),
  "comments/:commentId/delete": of(
    ({ member, one }) => `/comments/${one("SELECT id FROM comments WHERE user_id = ? LIMIT 1", member)}/delete`,
    GONE,
  ),
  "reviews/:reviewId/delete": of(
    ({ member, one }) => `/reviews/${one("SELECT id FROM reviews WHERE user_id = ? LIMIT 1", member)}/delete`,
    GONE,
  ),
  // With all its comments.
  "vehicles/:vehicleId/delete": of((cast) => `/vehicles/${own(cast)}/delete`, GONE),
  "settings/delete-garage": { ...page("/settings/delete-garage"), ...GONE },
  "settings/delete-account": { ...page("/settings/delete-account"), ...GONE },
  // Its dialogs delete garage and account.
  settings: { ...page("/settings"), last: true },
};
