import { GOOD_EVENT } from "../support/good-event";
import { PASSWORD } from "../support/members";
import { APPEALED, CAR, DECIDED, DECISION, NEW_PASSWORD, OUTCOME, PENDING, REJECTED, REVIEW, TICKET } from "./about";
import { type Answer, adminOnly, alsoHidden, call, everyone, members, ownerOnly, type Row, reads, staff } from "./row";
import { blockFields, CHANGE_REVISION, type World } from "./world";

const member = (answer: Answer) => members(answer, 401);
const owner = (answer: Answer) => ownerOnly(answer, 401);
const admin = (answer: Answer) => adminOnly(answer, 401);

/** Members without a garage get 404. */
const garageOwner = (answer: Answer): Row["expected"] => [401, 404, answer, answer, 404];

export const ACCOUNT_CALLS: Row[] = [
  call("POST /users/signup", everyone(201), {
    send: (world) => ({ name: "New Person", email: world.newEmail, ...NEW_PASSWORD }),
  }),
  call("POST /users/login", everyone(200), { send: (world) => ({ email: world.ownerEmail, password: PASSWORD }) }),
  call("POST /users/logout", everyone(204)),
  call("GET /users/verify-email/:token?", everyone(200), { on: { token: "verifyLink" }, writes: true }),
  call("GET /users/verify-email/:token?", everyone(400)),
  call("GET /users/verify-email/:token?", everyone(400), { on: { token: "resetLink" } }),
  call("POST /users/forgotPassword", everyone(200), { send: (world) => ({ email: world.ownerEmail }) }),
  call("PATCH /users/resetPassword/:token?", everyone(200), { on: { token: "resetLink" }, send: NEW_PASSWORD }),
  call("PATCH /users/resetPassword/:token?", everyone(400), { on: { token: "verifyLink" }, send: NEW_PASSWORD }),
  call("PATCH /users/resetPassword/:token?", everyone(400), { send: NEW_PASSWORD }),
  ...reads(member(200), "/users/me /users/me/followed-garages /users/me/feed /users/me/notifications /users/me/cases"),
  ...reads(member(200), "/users/me/invites /users/me/events /users/me/export /users/me/notification-settings"),
  ...reads(member(200), "/users/me/people /users/me/reports"),
  call("PATCH /users/updateMe", member(200), { send: { name: "New Name" } }),
  call("PATCH /users/updateMyPassword", member(200), { send: { passwordCurrent: PASSWORD, ...NEW_PASSWORD } }),
  call("POST /users/updateMyEmail", member(200), {
    send: (world) => ({ email: world.newEmail, password: PASSWORD }),
  }),
  call("DELETE /users/deleteMe", member(204)),
  call("POST /users/complete-onboarding", [401, 201, 409, 409, 201], {
    send: { garageName: "New Garage", location: "Bicester, England" },
  }),
  call("PATCH /users/me/notifications", member(200), { send: { read: true } }),
  call("POST /users/me/invites", member(201), { send: { uses: 3, days: 7 } }),
  call("DELETE /invites/:inviteId", [401, 404, 204, 404, 404]),
  ...reads(admin(200), "/admin/site /admin/door /admin/about /admin/storage /admin/blocks /admin/invitations /users"),
  call("POST /admin/invitations", admin(200), { send: (world) => ({ emails: [world.newEmail], days: 7 }) }),
  call("DELETE /admin/invitations/:inviteId", admin(204), { on: { inviteId: "mailedInviteId" } }),
  call("DELETE /admin/invitations/:inviteId", admin(404)),
  call("POST /admin/blocks", admin(201), { send: () => ({ ...blockFields(), days: 7 }) }),
  call("DELETE /admin/blocks/:blockId", admin(204)),
  ...reads(admin(200), "/admin/mail /admin/jobs /admin/backups"),
  call("POST /admin/backups/runs", admin(409)),
  call("POST /admin/backups/checks", admin(409)),
  call("POST /admin/mail/test", admin(200)),
  call("POST /admin/mail/:mailId/retry", admin(204)),
  call("DELETE /admin/mail/:mailId", admin(204)),
  call("PATCH /admin/site", admin(200), { send: { name: "Paddock" } }),
  call("PATCH /admin/door", admin(200), { send: { question: "Why?" } }),
  ...[
    call("GET /moderation/applications", admin(200)),
    call("POST /moderation/applications/:applicationId/accept", admin(200)),
    call("POST /moderation/applications/:applicationId/refuse", admin(200), {
      send: { reason: "Not about vehicles." },
    }),
  ].map(staff),
  call("PATCH /users/me/notification-settings", member(200), {
    send: { paused: true, settings: { like: { mail: "daily" } } },
  }),
  call("POST /users/me/export", member(200), { writes: false }),
  // Users cannot follow, block or mute themselves.
  ...alsoHidden(call("POST /users/follow/:userId", [401, 200, 400, 200, 200])),
  call("POST /users/unfollow/:userId", [401, 200, 400, 200, 200], { writes: false }),
  ...alsoHidden(call("POST /users/:userId/block", [401, 201, 400, 201, 201])),
  ...alsoHidden(
    call("DELETE /users/:userId/block", member(204), { writes: false }),
    call("POST /users/:userId/mute", [401, 201, 400, 201, 201]),
    call("DELETE /users/:userId/mute", member(204), { writes: false }),
  ),
  ...reads(everyone(200), "/users/:userId /search /openapi.json"),
  call("GET /users/:userId", [404, 404, 404, 404, 200], { on: { userId: "hiddenUserId" } }),
  call("PATCH /users/:userId", admin(200), { send: { active: false } }),
  // Admins cannot suspend or promote themselves.
  call("PATCH /users/:userId", admin(409), { on: { userId: "actorId" }, send: { active: false } }),
  call("PATCH /users/:userId", admin(400), { on: { userId: "actorId" }, send: { role: "admin" } }),
  call("PATCH /users/:userId", admin(200), { send: { role: "moderator" } }),
  call("PATCH /users/:userId", admin(409), { on: { userId: "actorId" }, send: { role: "user" } }),
  call("DELETE /users/:userId", admin(204)),
  call("DELETE /users/:userId", admin(409), { on: { userId: "actorId" } }),
  call("POST /users/:userId/export", admin(200)),
  call("POST /users/:userId/sessions/end", admin(204)),
  call("POST /users/:userId/second-step/off", admin(204), { on: { userId: "guardedUserId" } }),
  call("POST /users/:userId/second-step/off", admin(409)),
  call("POST /users/:userId/verification", admin(204), { on: { userId: "movingUserId" } }),
  call("POST /users/:userId/verification", admin(409)),
  call("POST /users/:userId/email", admin(200), { send: { email: "elsewhere@paddock.example" } }),
  call("POST /moderation/many", admin(200), {
    send: ({ ownerId }) => ({ act: "deactivate", ids: [String(ownerId)] }),
  }),
  call("POST /users/:userId/quota", admin(200), { send: { quotaMb: 5 } }),
  call("POST /users/:userId/suspension", admin(200), {
    send: ({ garageId }) => ({ rule: "Be kind", facts: `They insulted others, see /garages/${garageId}.`, days: 3 }),
  }),
  ...reads(member(200), "/users/me/calendar"),
  call("POST /users/me/calendar", member(200)),
  call("DELETE /users/me/calendar", member(200)),
  call("POST /events/:eventId/series/follow", member(201), { on: { eventId: "seriesEventId" } }),
  call("POST /events/:eventId/series/follow", member(409), { writes: false }),
  call("DELETE /events/:eventId/series/follow", member(200), { on: { eventId: "seriesEventId" }, writes: false }),
  call("GET /*", everyone(404)),
  call("POST /*", everyone(404)),
];

const OIL = { kind: "Service", title: "Oil", date: "2026-05-01" };
const ENTRY = { ...OIL, mileage: 84_200, unit: "km", cost: 12.5, currency: "EUR" };
const SPECS = { specs: [{ name: "Engine", value: "1.3 l V4" }] };

export const GARAGE_CALLS: Row[] = [
  ...reads(everyone(200), "/garages /garages/random /vehicles/latest /vehicles /vehicles/makes /vehicles/models"),
  ...alsoHidden(call("GET /garages/:garageId", everyone(200))),
  call("PATCH /garages/my-garage", garageOwner(200), { send: { name: "New Name" } }),
  call("DELETE /garages/my-garage", garageOwner(204)),
  ...alsoHidden(
    call("GET /garages/:garageId/followers", everyone(200)),
    call("GET /garages/:garageId/reviews", everyone(200)),
    call("POST /garages/:garageId/reviews", [401, 201, 403, 201, 201], { send: REVIEW }),
  ),
  call("DELETE /reviews/:reviewId", [401, 403, 204, 403, 204]),
  call("DELETE /reviews/:reviewId", admin(204), { on: { reviewId: "guestReviewId" } }),

  call("POST /vehicles", [401, 403, 201, 201, 403], { send: CAR }),
  call("POST /vehicles", [401, 403, 201, 201, 403], { send: CAR, picture: "photos" }),
  ...alsoHidden(
    call("GET /vehicles/:vehicleId", everyone(200)),
    call("PATCH /vehicles/:vehicleId", owner(200), { send: CAR }),
    call("PUT /vehicles/:vehicleId/specs", owner(200), { send: SPECS }),
    call("DELETE /vehicles/:vehicleId", owner(204)),
    // Not the own vehicle.
    call("PATCH /vehicles/:vehicleId/like", [401, 200, 400, 200, 200]),
  ),
  call("PATCH /vehicles/:vehicleId/set-cover", owner(200), { send: ({ photoName }) => ({ photoFilename: photoName }) }),
  // The user's own vehicle, another user's photo.
  call("PATCH /vehicles/:vehicleId/set-cover", [401, 403, 400, 400, 403], {
    on: { vehicleId: "actorVehicleId" },
    send: ({ neighbourPhotoName }) => ({ photoFilename: neighbourPhotoName }),
  }),
  ...alsoHidden(
    call("GET /vehicles/:vehicleId/likes", everyone(200)),
    call("GET /vehicles/:vehicleId/comments", everyone(200)),
    call("POST /vehicles/:vehicleId/comments", member(201), { send: { text: "A fine thing." } }),
  ),
  call("POST /vehicles/:vehicleId/comments", member(201), {
    send: ({ guestCommentId }) => ({ text: "Quite so.", parent: String(guestCommentId) }),
  }),
  // A comment under another vehicle.
  call("POST /vehicles/:vehicleId/comments", member(400), {
    send: ({ commentId }) => ({ text: "Quite so.", parent: String(commentId) }),
  }),
  call("PATCH /comments/:commentId", owner(200), { send: { text: "A finer thing." } }),
  // Not even the vehicle's owner.
  call("PATCH /comments/:commentId", member(403), {
    on: { commentId: "guestCommentId" },
    send: { text: "A finer thing." },
  }),
  call("DELETE /comments/:commentId", [401, 403, 204, 403, 204]),
  // The vehicle's owner too.
  call("DELETE /comments/:commentId", [401, 403, 204, 403, 204], { on: { commentId: "guestCommentId" } }),
  ...alsoHidden(
    call("GET /vehicles/:vehicleId/build", everyone(200)),
    call("POST /vehicles/:vehicleId/build", owner(201), { send: ENTRY }),
  ),
  call("POST /vehicles/:vehicleId/build", owner(201), { send: { title: "Tyres" }, picture: "photos" }),
  ...alsoHidden(
    call("GET /build/:entryId", everyone(200)),
    call("PATCH /build/:entryId", owner(200), { send: ENTRY }),
    call("DELETE /build/:entryId", owner(204)),
    call("POST /build/:entryId/photos", owner(201), { send: {}, picture: "photos" }),
  ),
  call("PATCH /photos/:photoId", owner(200), { on: { photoId: "entryPhotoId" }, send: { position: 1 } }),
  call("DELETE /photos/:photoId", owner(204), { on: { photoId: "entryPhotoId" } }),
  call("POST /photos/upload", owner(201), { send: ({ vehicleId }) => ({ vehicleId }), picture: "photos" }),
  call("PATCH /photos/:photoId", owner(200), { send: { caption: "Hi" } }),
  // External images cannot be turned, even by the owner.
  call("PATCH /photos/:photoId", owner(400), { send: { turn: 90 }, writes: false }),
  ...alsoHidden(call("DELETE /photos/:photoId", owner(204))),
];

const REPORT_WORDS = { reason: "spam", text: "Sells watches.", goodFaith: true };
const REPORT = (world: World) => ({ ...REPORT_WORDS, about: `/vehicles/${world.neighbourVehicleId}` });
const CHANGED = { on: { eventId: "changedEventId" } } as const;
const TITLE = { send: { title: "New title" } };

export const EVENT_CALLS: Row[] = [
  ...reads(everyone(200), "/events /events/:eventId /events/:eventId/attendance"),
  call("GET /events/:eventId", [404, 404, 200, 404, 200], { ...PENDING, moderator: 200 }),
  call("GET /events/:eventId", [404, 404, 200, 404, 200], { ...REJECTED, moderator: 200 }),
  call("POST /events/submit", member(201), { send: GOOD_EVENT }),
  call("POST /events/submit", member(201), { send: GOOD_EVENT, picture: "image" }),
  call("PATCH /events/:eventId", [401, 404, 200, 404, 403], { ...PENDING, ...TITLE, moderator: 403 }),
  call("PATCH /events/:eventId", [401, 404, 200, 404, 403], { ...REJECTED, ...TITLE, moderator: 403 }),
  call("PATCH /events/:eventId", [401, 403, 200, 403, 200], TITLE),
  call("GET /events/:eventId", everyone(200), CHANGED),
  call("POST /events/:eventId/cancel", [401, 403, 200, 403, 200], { send: { reason: "Rain" } }),
  call("POST /events/:eventId/cancel", [401, 404, 409, 404, 409], { ...PENDING, moderator: 403 }),
  call("POST /events/:eventId/cancel", [401, 404, 409, 404, 409], { ...REJECTED, moderator: 403 }),
  call("GET /events/:eventId/attendance", everyone(404), PENDING),
  call("POST /events/:eventId/attendance", member(201)),
  call("POST /events/:eventId/attendance", member(404), PENDING),
  call("POST /events/:eventId/attendance", member(400), {
    send: (world) => ({ vehicle: String(world.neighbourVehicleId) }),
  }),
  call("DELETE /events/:eventId/attendance", member(200), { writes: false }),
  call("DELETE /events/:eventId/attendance", member(404), PENDING),
  ...[
    call("GET /moderation/held", admin(200)),
    call("POST /moderation/held/:heldId/release", admin(204)),
    call("POST /moderation/held/:heldId/refuse", admin(204), { send: { reason: "It is an advertisement." } }),
    call("POST /moderation/held/release", admin(200), {
      send: (world) => ({ userId: world.heldId ? String(world.ownerId) : "" }),
    }),
    call("GET /events/admin/pending", admin(200)),
    call("PATCH /events/admin/:eventId/approve", admin(200), PENDING),
    call("PATCH /events/admin/:eventId/approve", admin(409), REJECTED),
    call("PATCH /events/admin/:eventId/approve", admin(200), CHANGED),
    call("PATCH /events/admin/:eventId/approve", admin(200), { ...CHANGED, send: { revision: CHANGE_REVISION } }),
    call("PATCH /events/admin/:eventId/approve", admin(409), { ...CHANGED, send: { revision: 1 } }),
    call("PATCH /events/admin/:eventId/reject", admin(200), { ...CHANGED, send: { revision: CHANGE_REVISION } }),
    call("PATCH /events/admin/:eventId/reject", admin(200), { ...PENDING, send: { reason: "Twice." } }),
    call("PATCH /events/admin/:eventId/reject", admin(409)),
  ].map(staff),

  call("POST /reports", [400, 201, 201, 201, 201], { send: REPORT }),
  call("POST /reports", everyone(201), { send: (world) => ({ ...REPORT(world), name: "Vic", email: world.newEmail }) }),
  call("POST /reports", [400, 201, 403, 201, 201], {
    send: ({ vehicleId }) => ({ ...REPORT_WORDS, about: `/vehicles/${vehicleId}` }),
  }),
  call("POST /reports", everyone(404), {
    send: (world) => ({
      ...REPORT_WORDS,
      about: `/vehicles/${world.hiddenVehicleId}`,
      name: "Vic",
      email: world.newEmail,
    }),
  }),
  call("GET /reports/:token", everyone(200), { on: { token: "reportToken" } }),
  call("GET /reports/:token", everyone(404)),
  call("POST /tickets/submit", everyone(201), { send: TICKET }),
  call("GET /tickets", admin(200)),
  call("GET /admin/status", admin(200)),
  call("PATCH /tickets/:ticketId/status", admin(200), { send: { status: "Closed" } }),
];

export const CASE_CALLS: Row[] = [
  ...[
    call("GET /moderation/cases", admin(200)),
    call("POST /moderation/many", admin(200), {
      send: ({ caseId }) => ({ act: "none", ids: [String(caseId)] }),
    }),
    call("GET /moderation/cases/:caseId", admin(200)),
    call("POST /moderation/cases/:caseId/claim", admin(200)),
    call("POST /moderation/cases/:caseId/release", admin(200)),
    call("POST /moderation/cases/:caseId/notes", admin(201), { send: { text: "Again." } }),
    call("POST /moderation/cases/:caseId/decision", admin(200), { send: DECISION }),
    call("POST /moderation/cases/:caseId/decision", admin(409), { ...DECIDED, send: DECISION }),
    call("POST /moderation/cases/:caseId/objection", admin(200), { ...APPEALED, send: OUTCOME }),
    call("POST /moderation/cases/:caseId/objection", admin(409), { ...DECIDED, send: OUTCOME }),
  ].map(staff),
  call("GET /cases/:caseId", [401, 404, 200, 404, 404], DECIDED),
  call("GET /cases/:caseId", member(404)),
  call("POST /cases/:caseId/objection", [401, 404, 201, 404, 404], { ...DECIDED, send: { text: "But I was." } }),
  call("POST /cases/:caseId/objection", [401, 404, 409, 404, 404], { ...APPEALED, send: { text: "But I was." } }),
];
