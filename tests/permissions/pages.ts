import { mailField, NOTIFICATION_KINDS } from "~/features/notifications/kinds";
import { GOOD_EVENT } from "../support/good-event";
import { PASSWORD } from "../support/members";
import { APPEALED, DECIDED, DECISION, NEW_PASSWORD, OUTCOME, PENDING, REJECTED, REVIEW, TICKET } from "./about";
import { adminOnly, alsoHidden, everyone, HOME, members, ownerOnly, page, pageReads, type Row, staff } from "./row";
import { blockFields, type World } from "./world";

const CASE_FORMS: Record<string, string>[] = [
  { intent: "claim" },
  { intent: "release" },
  { intent: "note", text: "Again." },
  { intent: "decide", ...DECISION },
];
const SAFE = { safety: "on" };
const REPORT_WORDS = { reason: "spam", text: "Sells watches.", goodFaith: "on" };
const VISITOR = { name: "Vic", email: "vic@example.com" };
const REPORT = (world: World) => ({ ...REPORT_WORDS, about: `/vehicles/${world.neighbourVehicleId}` });
const SITE = { name: "Paddock", line: "Garages and the vehicles in them", announcement: "" };

const DOOR = {
  registration: "open",
  question: "Why?",
  refusedDomains: "spam.example",
  membersInvite: "on",
  firstPosts: "off",
};

export const PAGES: Row[] = [
  ...pageReads(everyone(200), "/ /about-us /sitemap /api/docs /no-garage /search /map-search /forgot-password /rules"),
  ...pageReads(everyone(200), "/report /toolbox"),
  // Missing until an admin writes them: see `tests/parity/site.test.ts`.
  ...["/imprint", "/privacy", "/terms"].map((path) => page(`GET ${path}`, everyone(404))),
  // The site has admins: see `tests/web/setup.test.ts`.
  page("GET /setup", everyone(404)),
  page("POST /setup", everyone(404)),
  ...pageReads(everyone("/"), "/announcement /logout"),
  page("POST /announcement", everyone("/about-us"), { send: { id: "1", returnTo: "/about-us" } }),
  ...pageReads(everyone(404), "/not-found /* /reports/:token /decisions/:key"),
  page("POST /*", everyone(404)),

  page("GET /signup", [200, "/profile", "/profile", "/profile", "/profile"]),
  page("POST /signup", [200, "/profile", "/profile", "/profile", "/profile"], {
    send: (world) => ({ name: "New Person", email: world.newEmail, ...NEW_PASSWORD }),
    withScript: everyone(200),
  }),
  page("GET /login", [200, "/", "/", "/", "/"]),
  page("POST /login", everyone("/"), { send: (world) => ({ email: world.ownerEmail, password: PASSWORD }) }),
  page("POST /logout", everyone("/")),
  page("GET /verify-email/:token?", everyone(200), { on: { token: "verifyLink" } }),
  page("GET /verify-email/:token?", everyone(400)),
  page("POST /verify-email/:token?", everyone("/onboarding"), { on: { token: "verifyLink" }, send: NEW_PASSWORD }),
  page("POST /verify-email/:token?", everyone(400), { on: { token: "verifyLink" } }),
  page("POST /verify-email/:token?", everyone(400)),
  page("POST /forgot-password", everyone(200), { send: (world) => ({ email: world.ownerEmail }) }),
  page("GET /reset-password/:token", everyone(200), { on: { token: "resetLink" } }),
  page("POST /reset-password/:token", everyone("/garages/:garageId"), {
    on: { token: "resetLink" },
    send: NEW_PASSWORD,
  }),
  // A token of another purpose.
  page("POST /reset-password/:token", everyone(400), { on: { token: "verifyLink" }, send: NEW_PASSWORD }),
  page("GET /confirm-email/:token", everyone(200), { on: { token: "confirmLink" } }),
  page("GET /confirm-email/:token", everyone(400), { on: { token: "undoLink" } }),
  page("POST /confirm-email/:token", ["/login", "/login", "/settings", "/login", "/login"], {
    on: { token: "confirmLink" },
  }),
  page("POST /confirm-email/:token", everyone(400), { on: { token: "resetLink" } }),
  page("GET /undo-email/:token", everyone(200), { on: { token: "undoLink" } }),
  page("POST /undo-email/:token", everyone("/reset-password/*"), { on: { token: "undoLink" } }),
  page("POST /undo-email/:token", everyone(400), { on: { token: "confirmLink" } }),
  page("GET /profile", [HOME, "/onboarding", "/garages/:garageId", "/garages/*", "/onboarding"]),
  page("GET /profile/:userId", everyone("/garages/:garageId"), { on: { userId: "ownerWithGarageId" } }),
  page("GET /profile/:userId", everyone("/no-garage"), { on: { userId: "garagelessId" } }),
  page("GET /profile/:userId", everyone("/not-found"), { on: { userId: "hiddenUserId" } }),
  page("GET /profile/:userId", everyone("/not-found"), { on: { userId: () => "nonsense" } }),

  ...pageReads(
    members(200),
    "/settings /settings/people /settings/calendar /settings/data /settings/invites /settings/notifications",
  ),
  ...pageReads(members(200), "/settings/export /settings/delete-account /notifications"),
  page("POST /settings", members("/settings"), { send: { intent: "profile", name: "New Name" } }),
  page("POST /settings", members("/settings"), {
    send: { intent: "password", passwordCurrent: PASSWORD, ...NEW_PASSWORD },
  }),
  page("POST /settings", members("/settings"), {
    send: (world) => ({ intent: "email", email: world.newEmail, password: PASSWORD }),
  }),
  page("POST /settings", members("/settings/security"), { send: { intent: "end-others" } }),
  page("POST /settings", members("/settings/security"), {
    send: (world) => ({ intent: "end-session", sessionId: world.neighbourSessionId }),
    writes: false,
  }),
  page("POST /settings/security", members("/settings/security"), { send: { intent: "end-others" } }),
  page("POST /settings/security", members("/settings/security"), {
    send: (world) => ({ intent: "end-session", sessionId: world.neighbourSessionId }),
    writes: false,
  }),
  page("POST /settings", members("/settings/delete-garage"), { send: { intent: "leave", leave: "garage", ...SAFE } }),
  page("POST /settings", members("/settings/data"), { send: { intent: "data" }, writes: false }),
  page("POST /settings/data", members("/settings/data"), { send: { intent: "data" }, writes: false }),
  page("POST /settings/invites", members("/settings/invites"), { send: { uses: 3, days: 7 } }),
  page("GET /settings/invites/:inviteId/revoke", [HOME, 404, 200, 404, 404]),
  page("POST /settings/invites/:inviteId/revoke", [HOME, 404, "/settings/invites", 404, 404]),
  page("POST /settings/notifications", members("/settings/notifications"), {
    send: { paused: "on", ...Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [mailField(kind), "weekly"])) },
  }),
  page("GET /unsubscribe/:token", everyone(200), { on: { token: "unsubscribeLink" } }),
  page("GET /unsubscribe/:token", everyone(404), { on: { token: "resetLink" } }),
  page("POST /unsubscribe/:token", everyone(200), { on: { token: "unsubscribeLink" } }),
  page("POST /unsubscribe/:token", everyone(404), { on: { token: "resetLink" } }),
  page("POST /settings/export", everyone(405)),
  page("GET /settings/delete-garage", [HOME, "/settings", 200, 200, "/settings"]),
  page("POST /settings/delete-garage", [HOME, 404, "/settings", "/settings", 404], { send: SAFE }),
  page("POST /settings/delete-account", everyone(HOME), { send: SAFE }),

  page("POST /notifications", members("/notifications")),
  // The link marks it as read.
  page("GET /notifications/:notificationId", [HOME, 404, "/vehicles/:vehicleId", 404, 404], { writes: true }),

  page("POST /report", [400, "/reports/*", "/reports/*", "/reports/*", "/reports/*"], { send: REPORT }),
  page("POST /report", everyone("/reports/*"), {
    send: (world) => ({ ...REPORT(world), name: "Vic", email: world.newEmail }),
  }),
  // Own content is refused, hidden content is missing.
  page("POST /report", [400, "/reports/*", 403, "/reports/*", "/reports/*"], {
    send: ({ vehicleId }) => ({ ...REPORT_WORDS, about: `/vehicles/${vehicleId}` }),
  }),
  page("POST /settings/calendar", members("/settings/calendar"), { send: { intent: "make" } }),
  page("POST /settings/calendar", members("/settings/calendar"), { send: { intent: "remove" } }),
  page("POST /events/:eventId", members("/events/:eventId"), {
    ...{ on: { eventId: "seriesEventId" }, send: { intent: "follow-series" } },
  }),
  page("POST /report", everyone(404), {
    send: (world) => ({ ...REPORT_WORDS, ...VISITOR, about: `/vehicles/${world.hiddenVehicleId}` }),
  }),
  page("GET /reports/:token", everyone(200), { on: { token: "reportToken" } }),
  page("GET /decisions/:key", everyone(200), { on: { key: "decisionKey" } }),
  page("POST /decisions/:key", everyone("/decisions/*"), { on: { key: "decisionKey" }, send: { text: "But I was." } }),
  page("POST /decisions/:key", everyone(404), { send: { text: "But I was." } }),
  page("POST /toolbox", everyone("/toolbox"), { send: TICKET }),
  ...pageReads(
    adminOnly(200),
    "/admin /admin/log /admin/about /admin/storage /admin/blocks /admin/invitations /admin/site /admin/door /admin/users",
  ),
  ...pageReads(adminOnly(200), "/admin/site/:text /admin/tickets /admin/tickets/:ticketId"),
  page("POST /admin/invitations", adminOnly("/admin/invitations"), {
    send: (world) => ({ intent: "invite", emails: world.newEmail, days: "7" }),
  }),
  page("POST /admin/invitations", adminOnly("/admin/invitations"), {
    send: (world) => ({ intent: "revoke", inviteId: world.mailedInviteId }),
  }),
  page("POST /admin/blocks", adminOnly("/admin/blocks"), {
    send: () => ({ intent: "block", ...blockFields(), days: "7" }),
  }),
  page("POST /admin/blocks", adminOnly("/admin/blocks"), {
    send: (world) => ({ intent: "unblock", blockId: world.blockId }),
  }),
  ...pageReads(adminOnly(200), "/admin/mail /admin/jobs /admin/backups"),
  page("POST /admin/mail", adminOnly(200), { send: { intent: "test" } }),
  page("POST /admin/mail", adminOnly("/admin/mail"), {
    send: (world) => ({ intent: "retry", mailId: world.mailId }),
  }),
  page("POST /admin/mail", adminOnly("/admin/mail"), {
    send: (world) => ({ intent: "drop", mailId: world.mailId }),
  }),
  page("POST /admin/backups", adminOnly(409), { send: { intent: "backup" } }),
  page("POST /admin/backups", adminOnly(409), { send: { intent: "check" } }),
  page("POST /admin/site", adminOnly("/admin/site"), { send: SITE }),
  page("POST /admin/door", adminOnly("/admin/door"), { send: DOOR }),
  ...pageReads(adminOnly(200), "/admin/users/:userId /admin/users.csv /admin/log.csv"),
  page("POST /moderation/many", adminOnly("/admin/users"), {
    send: ({ ownerId }) => ({ act: "end-sessions", ids: ownerId }),
  }),
  page("POST /admin/users/:userId", adminOnly("/admin/users/:userId")),
  page("GET /admin/users/:userId/:act", adminOnly(200)),
  page("POST /admin/users/:userId/:act", adminOnly("/admin/users/:userId")),
  page("POST /admin/users/:userId/:act", adminOnly(409), { on: { userId: "actorId" } }),
  ...["role", "active"].map((act) => page("GET /admin/users/:userId/:act", adminOnly(200), { on: { act: () => act } })),
  ...["active false", "role moderator"].map((field) => {
    const [act = "", value = ""] = field.split(" ");
    const extras = { on: { act: () => act }, send: { [act]: value } };
    return page("POST /admin/users/:userId/:act", adminOnly("/admin/users/:userId"), extras);
  }),
  page("POST /admin/users/:userId/:act", adminOnly(400), { on: { act: () => "role" }, send: { role: "admin" } }),
  page("POST /admin/users/:userId/:act", adminOnly(409), {
    ...{ on: { act: () => "role", userId: "actorId" }, send: { role: "user" } },
  }),
  page("POST /admin/users/:userId/:act", adminOnly(409), {
    ...{ on: { act: () => "active", userId: "actorId" }, send: { active: "false" } },
  }),
  page("POST /admin/users/:userId/export", adminOnly(200)),
  page("GET /admin/users/:userId/export", everyone("/admin/users/:userId")),
  page("POST /admin/tickets", adminOnly("/admin/tickets"), {
    send: (world) => ({ ticketId: world.ticketId, status: "Closed" }),
  }),
  page("POST /admin/tickets/:ticketId", adminOnly("/admin/tickets/:ticketId"), { send: { status: "Closed" } }),
  page("POST /admin/tickets/:ticketId", adminOnly("/admin/tickets/:ticketId"), {
    send: { intent: "reply", text: "We have a look." },
  }),
];

const GARAGE = { name: "New Name", location: "Bicester, England" };
const NO_PLACE = { placeId: "none" };

export const GARAGE_PAGES: Row[] = [
  page("GET /garages", everyone(200)),
  ...alsoHidden(
    page("GET /garages/:garageId", everyone(200)),
    page("POST /garages/:garageId", [HOME, "/garages/:garageId", 403, "/garages/:garageId", "/garages/:garageId"], {
      send: REVIEW,
    }),
    page("GET /garages/:garageId/followers", everyone(200)),
    page("GET /garages/:garageId/reviews", everyone(200)),
  ),
  page("GET /reviews/:reviewId", everyone("/garages/*/reviews")),
  page("GET /reviews/:reviewId/delete", [HOME, 403, 200, 403, 200]),
  // Not by the reviewed owner.
  page("GET /reviews/:reviewId/delete", adminOnly(200), { on: { reviewId: "guestReviewId" } }),
  page("POST /reviews/:reviewId/delete", [HOME, 403, "/garages/*", 403, "/garages/*"]),
  page("POST /reviews/:reviewId/delete", adminOnly("/garages/*"), { on: { reviewId: "guestReviewId" } }),
  ...pageReads(everyone("/profile/:userId"), "/users/:userId/follow /users/:userId/unblock /users/:userId/mute"),
  ...alsoHidden(page("POST /users/:userId/follow", [HOME, 200, 400, 200, 200])),
  page("GET /users/:userId/block", [HOME, 200, 400, 200, 200]),
  ...alsoHidden(
    page("POST /users/:userId/block", [HOME, "/settings/people", 400, "/settings/people", "/settings/people"]),
  ),
  ...alsoHidden(page("POST /users/:userId/unblock", members(200), { writes: false })),
  ...alsoHidden(page("POST /users/:userId/mute", [HOME, 200, 400, 200, 200])),

  page("GET /onboarding", [HOME, 200, "/garages/:garageId", "/garages/*", 200]),
  page("POST /onboarding", [HOME, "/garages/*", 409, 409, "/garages/*"], {
    send: { garageName: "New Garage", location: "Bicester, England" },
  }),
  page("GET /garages/:garageId/edit", ownerOnly(200)),
  page("POST /garages/:garageId/edit", ownerOnly("/garages/:garageId"), { send: GARAGE }),
  page("GET /garages/:garageId/place", ownerOnly(200)),
  page("POST /garages/:garageId/place", ownerOnly("/garages/:garageId/edit"), { send: NO_PLACE }),
];

/** Pending and rejected events: for their submitter and admins only (events README, Who sees what). */
const unseen = (owner: Row["expected"][2], admin: Row["expected"][4]): Row["expected"] => [
  HOME,
  404,
  owner,
  404,
  admin,
];

export const EVENT_PAGES: Row[] = [
  page("GET /events", everyone(200)),
  page("GET /events/:eventId", everyone(200)),
  page("GET /events/:eventId", [404, 404, 200, 404, 200], { ...PENDING, moderator: 200 }),
  page("GET /events/:eventId", [404, 404, 200, 404, 200], { ...REJECTED, moderator: 200 }),
  page("POST /events/:eventId", members("/events/:eventId"), { send: { intent: "attend" } }),
  page("POST /events/:eventId", members("/events/:eventId"), { send: { intent: "leave" }, writes: false }),
  page("POST /events/:eventId", members(400), {
    send: (world) => ({ intent: "attend", vehicle: world.neighbourVehicleId }),
  }),
  page("POST /events/:eventId", members(404), { ...PENDING, send: { intent: "attend" } }),
  ...pageReads(members(200), "/events/submit /events/mine /cases /reports"),
  page("POST /events/submit", members("/events/mine"), { send: GOOD_EVENT }),
  page("GET /events/:eventId/edit", unseen(200, 403), { ...PENDING, moderator: 403 }),
  page("GET /events/:eventId/edit", unseen(200, 403), { ...REJECTED, moderator: 403 }),
  page("GET /events/:eventId/edit", [HOME, 403, 200, 403, 200]),
  page("POST /events/:eventId/edit", unseen("/events/mine", 403), { ...PENDING, moderator: 403, send: GOOD_EVENT }),
  page("POST /events/:eventId/edit", unseen("/events/mine", 403), { ...REJECTED, moderator: 403, send: GOOD_EVENT }),
  page("POST /events/:eventId/edit", [HOME, 403, "/events/:eventId", 403, "/events/:eventId"], { send: GOOD_EVENT }),
  page("GET /events/:eventId/cancel", [HOME, 403, 200, 403, 200]),
  page("GET /events/:eventId/cancel", unseen(409, 409), { ...PENDING, moderator: 403 }),
  page("POST /events/:eventId/cancel", [HOME, 403, "/events/:eventId", 403, "/events/:eventId"]),
  page("POST /events/:eventId/cancel", unseen(409, 409), { ...REJECTED, moderator: 403, send: { reason: "Rain" } }),
  page("GET /events/:eventId/place", [HOME, 403, 200, 403, 200]),
  page("GET /events/:eventId/place", unseen(200, 403), { ...PENDING, moderator: 403 }),
  page("POST /events/:eventId/place", [HOME, 403, "/events/:eventId", 403, "/events/:eventId"], { send: NO_PLACE }),
  page("POST /events/:eventId/place", unseen("/events/:eventId", 403), { ...PENDING, moderator: 403, send: NO_PLACE }),
  page("GET /admin/events", adminOnly(200)),
  page("GET /admin/events/:eventId/approve", adminOnly(200), PENDING),
  page("POST /admin/events/:eventId/approve", adminOnly("/admin/events"), PENDING),
  page("POST /admin/events/:eventId/approve", adminOnly(409), REJECTED),
  page("GET /admin/events/:eventId/reject", adminOnly(200), PENDING),
  page("POST /admin/events/:eventId/reject", adminOnly("/admin/events"), { ...PENDING, send: { reason: "Twice." } }),
  page("POST /admin/events/:eventId/reject", adminOnly(409), { send: { reason: "Twice." } }),
  ...[
    ...pageReads(adminOnly(200), "/moderation /moderation/applications /moderation/applications/:applicationId/refuse"),
    ...pageReads(adminOnly(200), "/moderation/held /moderation/held/:heldId/refuse /moderation/events"),
    ...pageReads(adminOnly(200), "/moderation/cases/:caseId"),
    ...pageReads(adminOnly(400), "/moderation/many"),
    page("POST /moderation/many", adminOnly("/moderation"), {
      send: ({ caseId }) => ({ act: "claim", ids: caseId }),
    }),
    page("POST /moderation/many", adminOnly("/moderation/held"), {
      send: ({ heldId }) => ({ act: "publish", ids: heldId }),
    }),
    page("POST /moderation/applications", adminOnly("/moderation/applications"), {
      send: (world) => ({ applicationId: String(world.applicationId) }),
    }),
    page("POST /moderation/applications/:applicationId/refuse", adminOnly("/moderation/applications"), {
      send: { reason: "Not about vehicles." },
    }),
    page("POST /moderation/held", adminOnly("/moderation/held"), {
      send: (world) => ({ intent: "release", heldId: String(world.heldId) }),
    }),
    page("POST /moderation/held", adminOnly("/moderation/held"), {
      send: (world) => ({ intent: "release-all", userId: world.heldId ? String(world.ownerId) : "" }),
    }),
    page("POST /moderation/held/:heldId/refuse", adminOnly("/moderation/held"), {
      send: { reason: "It is an advertisement." },
    }),
    page("GET /moderation/events/:eventId/approve", adminOnly(200), PENDING),
    page("POST /moderation/events/:eventId/approve", adminOnly("/moderation/events"), PENDING),
    page("GET /moderation/events/:eventId/reject", adminOnly(200), PENDING),
    page("POST /moderation/events/:eventId/reject", adminOnly("/moderation/events"), PENDING),
    ...CASE_FORMS.map((send) =>
      page("POST /moderation/cases/:caseId", adminOnly("/moderation/cases/:caseId"), { send }),
    ),
    page("POST /moderation/cases/:caseId", adminOnly(409), { ...DECIDED, send: { intent: "decide", ...DECISION } }),
    page("POST /moderation/cases/:caseId", adminOnly("/moderation/cases/:caseId"), {
      ...APPEALED,
      send: { intent: "resolve", ...OUTCOME },
    }),
  ].map(staff),
  page("GET /cases/:caseId", [HOME, 404, 200, 404, 404], DECIDED),
  page("GET /cases/:caseId", members(404)),
  page("POST /cases/:caseId", [HOME, 404, "/cases/:caseId", 404, 404], { ...DECIDED, send: { text: "But I was." } }),
  page("POST /cases/:caseId", [HOME, 404, 409, 404, 404], { ...APPEALED, send: { text: "But I was." } }),
];
