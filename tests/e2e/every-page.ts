import type Database from "better-sqlite3";
import { DAY, now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { insertInto } from "../permissions/insert";
import { GOOD_EVENT } from "../support/good-event";

export const PEOPLE = ["visitor", "member", "admin"] as const;
export type Person = (typeof PEOPLE)[number];

/** Whose things the site holds, by id. */
export interface Cast {
  /** Who has the fullest garage; where that, or the account, has been taken away, the next. */
  readonly member: number;
  admin: number;
  /** Without a garage. */
  newcomer: number;
  /** Of a report that is waiting. */
  tokenOfReport: string;
  /** Of the link in the mail about a decision. */
  keyOfDecision: string;
  /** Looks at the database as it is now: what was pressed may have taken something away. */
  one(sql: string, ...values: unknown[]): number;
}

/** So many of what a press may take away. */
const PLENTY = 8;

/** Makes an admin, and what the sample data has nothing of. */
export function fill(database: Database.Database): Cast {
  const insert = insertInto(database);
  const one: Cast["one"] = (sql, ...values) => {
    const found = database
      .prepare(sql)
      .pluck()
      .get(...values);
    if (typeof found !== "number") throw new Error(`nothing: ${sql}`);
    return found;
  };
  const fullest = "SELECT user_id FROM vehicles WHERE user_id <> ? GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1";
  let member = one(fullest, 0);
  const admin = one("SELECT user_id FROM garages WHERE user_id <> ? ORDER BY 1 LIMIT 1", member);
  database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin);
  const { startDate, endDate, shortDescription, fullDescription, ...rest } = GOOD_EVENT;
  const times = { created_at: now(), updated_at: now() };
  const event = {
    ...rest,
    ...{ title_folded: rest.title.toLowerCase(), place_text: rest.location, start_date: startDate, end_date: endDate },
    ...{ short_description: shortDescription, full_description: fullDescription, ...times },
  };
  const guest = one("SELECT id FROM users WHERE id NOT IN (?, ?) ORDER BY 1 LIMIT 1", member, admin);
  const theirs = one("SELECT id FROM vehicles WHERE user_id = ? LIMIT 1", guest);
  for (let at = 0; at < PLENTY; at++) {
    for (const status of ["approved", "pending", "rejected"]) insert("events", { ...event, status, user_id: member });
    insert("tickets", {
      ...{ user_id: member, category: "Bug Report", subject: "Horn", description: "Sounds by itself.", ...times },
    });
    insert("cases", {
      ...{
        kind: "vehicle",
        thing_id: theirs + at,
        about: `/vehicles/${theirs}`,
        person_id: member,
        person_name: "Member",
      },
      ...{ state: "decided", measure: "warn", rule: "Be kind", facts: "You were not kind at all.", decided_at: now() },
      ...{ snapshot: JSON.stringify({ title: "A fine thing" }), created_at: now() },
    });
    insert("invites", { user_id: admin, token: `invite-${at}`, uses: 3, ends_at: now() + DAY, created_at: now() });
    const applicant = {
      name: "Ann Applicant",
      email: `ann${at}@example.com`,
      password_hash: "-",
      answer: "I like cars.",
    };
    insert("applications", { ...applicant, created_at: now() });
    insert("comments", { vehicle_id: theirs, user_id: member, text: "A fine thing.", created_at: now() });
    const held = { vehicle_id: theirs, user_id: member, text: "See www.example.com", hidden: 4, created_at: now() };
    insert("holds", { user_id: member, kind: "comment", thing_id: insert("comments", held), created_at: now() });
  }
  database
    .prepare(
      `INSERT OR IGNORE INTO reviews (garage_id, user_id, rating, review, created_at, updated_at)
       SELECT id, @member, 5, 'A fine place.', @at, @at FROM garages WHERE user_id <> @member`,
    )
    .run({ member, at: now() });
  const newcomer = insert("users", {
    ...{ name: "Nora New", name_folded: "nora new", email: "nora@example.com", password_hash: "-" },
    ...{ verified_at: now(), created_at: now() },
  });
  const room = one("SELECT id FROM garages WHERE user_id = ?", guest);
  const thing = { kind: "garage", thing_id: room, about: `/garages/${room}`, snapshot: "{}" };
  const person = { person_id: guest, person_name: "Gus Guest", report_count: 1 };
  const case_id = insert("cases", { ...thing, ...person, created_at: now() });
  const tokenOfReport = newToken();
  const report = { reason: "spam", text: "Sells watches.", name: "Vic", email: "vic@example.com" };
  insert("reports", { case_id, ...report, token: tokenOfReport, created_at: now() });
  const keyOfDecision = newToken();
  const decision = { state: "decided", measure: "warn", rule: "Be kind", facts: "You were not kind at all." };
  insert("cases", { ...thing, ...person, ...decision, decided_at: now(), key: keyOfDecision, created_at: now() });
  const hasVehicles = database.prepare("SELECT 1 FROM vehicles WHERE user_id = ?");
  return {
    get member() {
      if (!hasVehicles.get(member)) member = one(fullest, admin);
      return member;
    },
    ...{ admin, newcomer, tokenOfReport, keyOfDecision, one },
  };
}

interface Kind {
  /** Its address; of pages with several looks, more. */
  at(cast: Cast): string[];
  /** Who gets it; by itself everybody, of pages for members all but visitors, of the desk admins. */
  who?: readonly Person[];
  /** It takes things away for good. */
  last?: boolean;
  /** Answered with 404, or 400. */
  missing?: boolean;
  /** It leads elsewhere by itself. */
  leads?: boolean;
  /** Opened by members without a garage. */
  isNewcomers?: boolean;
}

const VEHICLE = "SELECT id FROM vehicles WHERE user_id = ? ORDER BY build_count DESC, id LIMIT 1";
const own = ({ member, one }: Cast) => one(VEHICLE, member);
const others = ({ member, one }: Cast) => one(VEHICLE.replace("= ?", "<> ?"), member);
const garage = ({ member, one }: Cast) => one("SELECT id FROM garages WHERE user_id = ?", member);
const otherGarage = ({ member, one }: Cast) =>
  one("SELECT id FROM garages WHERE user_id <> ? ORDER BY id DESC", member);
const entry = ({ member, one }: Cast) => one("SELECT id FROM build_entries WHERE user_id = ? LIMIT 1", member);
/** The address of a photo, of whichever vehicle of theirs has one left. */
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

const page = (...paths: string[]): Kind => ({ at: () => paths });
const of = (at: (cast: Cast) => string | string[], rest: Partial<Kind> = {}): Kind => ({
  at: (cast) => [at(cast)].flat(),
  ...rest,
});
const OWNER = { who: ["member"] } as const;
const GONE = { who: ["member"], last: true } as const;
const OUTSIDE = { who: ["visitor"] } as const;

/** Every kind of page, by its route. */
export const KINDS: Record<string, Kind> = {
  // First, because it is light: on it what all pages share is pressed.
  "about-us": page("/about-us"),
  "": page("/"),
  sitemap: page("/sitemap"),
  "api/docs": page("/api/docs"),
  "no-garage": page("/no-garage"),
  "not-found": { ...page("/not-found"), missing: true },
  "*": { ...page("/nowhere"), missing: true },
  signup: { ...page("/signup"), ...OUTSIDE },
  login: { ...page("/login"), ...OUTSIDE },
  // Only in the middle of a login is there anything to see.
  "login/code": { ...page("/login/code"), ...OUTSIDE, leads: true },
  "verify-email/:token?": { ...page("/verify-email"), missing: true },
  "forgot-password": page("/forgot-password"),
  "reset-password/:token": page("/reset-password/unknown"),
  "unsubscribe/:token": { ...page("/unsubscribe/unknown"), missing: true },
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
  "notifications/:notificationId": { ...page("/notifications/999999"), who: ["member", "admin"], missing: true },
  search: page("/search", "/search?q=ford"),
  "vehicles/:vehicleId/likes": of((cast) => `/vehicles/${own(cast)}/likes`),
  "garages/:garageId/followers": of((cast) => `/garages/${garage(cast)}/followers`),
  "comments/:commentId": of(({ one }) => `/comments/${one("SELECT max(id) FROM comments WHERE hidden = 0")}`, {
    leads: true,
  }),
  "reviews/:reviewId": of(({ one }) => `/reviews/${one("SELECT max(id) FROM reviews WHERE hidden = 0")}`, {
    leads: true,
  }),
  "garages/:garageId/reviews": of((cast) => `/garages/${otherGarage(cast)}/reviews`),
  events: page("/events", "/events?view=month"),
  "events/:eventId": of((cast) => `/events/${event(cast, "approved")}`),
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
  onboarding: { ...page("/onboarding"), ...OWNER, isNewcomers: true },
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
  "admin/door": page("/admin/door"),
  "admin/users/:userId/active": of((cast) => `/admin/users/${guest(cast)}/active?active=false`, { last: true }),
  "events/submit": page("/events/submit"),
  "events/mine": page("/events/mine"),
  "events/:eventId/edit": of((cast) => `/events/${event(cast, "pending")}/edit`, OWNER),
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
    {
      who: ["member"],
    },
  ),
  "moderation/applications": page("/moderation/applications"),
  "moderation/applications/:applicationId/refuse": of(
    ({ one }) => `/moderation/applications/${one("SELECT max(id) FROM applications WHERE refused_at IS NULL")}/refuse`,
  ),
  "moderation/held": page("/moderation/held"),
  "moderation/held/:heldId/refuse": of(({ one }) => `/moderation/held/${one("SELECT min(id) FROM holds")}/refuse`),
  "moderation/events": page("/moderation/events"),
  "moderation/events/:eventId/approve": of((cast) => `/moderation/events/${event(cast, "pending")}/approve`),
  "moderation/events/:eventId/reject": of((cast) => `/moderation/events/${event(cast, "pending")}/reject`),
  "admin/events": page("/admin/events"),
  "admin/events/:eventId/approve": of((cast) => `/admin/events/${event(cast, "pending")}/approve`),
  "admin/events/:eventId/reject": of((cast) => `/admin/events/${event(cast, "pending")}/reject`),
  "admin/tickets": page("/admin/tickets"),
  "admin/tickets/:ticketId": of(({ one }) => `/admin/tickets/${one("SELECT min(id) FROM tickets")}`),
  // Whom nobody has deactivated before.
  "users/:userId/block": of((cast) => `/users/${shownGuest(cast)}/block`, { who: ["member", "admin"], last: true }),
  "comments/:commentId/delete": of(
    ({ member, one }) => `/comments/${one("SELECT id FROM comments WHERE user_id = ? LIMIT 1", member)}/delete`,
    GONE,
  ),
  "reviews/:reviewId/delete": of(
    ({ member, one }) => `/reviews/${one("SELECT id FROM reviews WHERE user_id = ? LIMIT 1", member)}/delete`,
    GONE,
  ),
  // With all that is said of it.
  "vehicles/:vehicleId/delete": of((cast) => `/vehicles/${own(cast)}/delete`, GONE),
  "settings/delete-garage": { ...page("/settings/delete-garage"), ...GONE },
  "settings/delete-account": { ...page("/settings/delete-account"), ...GONE },
  // Its dialogs take garage and account away.
  settings: { ...page("/settings"), last: true },
};
