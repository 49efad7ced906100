import { PASSWORD } from "../support/members";
import { type Answer, type Answers, adminOnly, call, everyone, members, ownerOnly, type Row } from "./row";

const NEW_PASSWORD = { password: `${PASSWORD} new`, passwordConfirm: `${PASSWORD} new` };

const member = (answer: Answer) => members(answer, 401);
const owner = (answer: Answer) => ownerOnly(answer, 401);
const admin = (answer: Answer) => adminOnly(answer, 401);

/** Members without a garage get 404. */
const garageOwner = (answer: Answer): Answers => [401, 404, answer, answer, 404];

/** Accounts, and unknown addresses. */
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
  call("GET /users/me", member(200)),
  call("PATCH /users/updateMe", member(200), { send: { name: "New Name" } }),
  call("PATCH /users/updateMyPassword", member(200), { send: { passwordCurrent: PASSWORD, ...NEW_PASSWORD } }),
  call("DELETE /users/deleteMe", member(204)),
  call("POST /users/complete-onboarding", [401, 201, 409, 409, 201], {
    send: { garageName: "New Garage", location: "Bicester, England" },
  }),
  call("GET /users/me/followed-garages", member(200)),
  call("GET /users/me/feed", member(200)),
  call("GET /users/me/notifications", member(200)),
  call("PATCH /users/me/notifications", member(200), { send: { read: true } }),
  call("GET /users/me/events", member(200)),
  call("GET /users/me/export", member(200)),
  call("GET /users/me/notification-settings", member(200)),
  call("PATCH /users/me/notification-settings", member(200), {
    send: { paused: true, settings: { like: { mail: "daily" } } },
  }),
  call("POST /users/me/export", member(200), { writes: false }),
  // Nobody follows themselves.
  call("POST /users/follow/:userId", [401, 200, 400, 200, 200]),
  call("POST /users/follow/:userId", member(404), { on: { userId: "hiddenUserId" } }),
  call("POST /users/unfollow/:userId", [401, 200, 400, 200, 200], { writes: false }),
  // Nobody blocks or mutes themselves.
  call("POST /users/:userId/block", [401, 201, 400, 201, 201]),
  call("POST /users/:userId/block", member(404), { on: { userId: "hiddenUserId" } }),
  call("DELETE /users/:userId/block", member(204), { writes: false }),
  call("DELETE /users/:userId/block", member(404), { on: { userId: "hiddenUserId" } }),
  call("POST /users/:userId/mute", [401, 201, 400, 201, 201]),
  call("POST /users/:userId/mute", member(404), { on: { userId: "hiddenUserId" } }),
  call("DELETE /users/:userId/mute", member(204), { writes: false }),
  call("DELETE /users/:userId/mute", member(404), { on: { userId: "hiddenUserId" } }),
  call("GET /users/me/people", member(200)),
  call("GET /users/:userId", everyone(200)),
  call("GET /users/:userId", [404, 404, 404, 404, 200], { on: { userId: "hiddenUserId" } }),
  call("GET /users", admin(200)),
  call("PATCH /users/:userId", admin(200), { send: { active: false } }),
  // Nobody can deactivate themselves, nor make an admin of themselves.
  call("PATCH /users/:userId", admin(409), { on: { userId: "actorId" }, send: { active: false } }),
  call("PATCH /users/:userId", admin(400), { on: { userId: "actorId" }, send: { role: "admin" } }),
  call("GET /search", everyone(200)),
  call("GET /openapi.json", everyone(200)),
  call("GET /*", everyone(404)),
  call("POST /*", everyone(404)),
];

const REVIEW = { rating: 4, review: "Tidy." };
const ENTRY = {
  kind: "Service",
  title: "Oil",
  date: "2026-05-01",
  mileage: 84_200,
  unit: "km",
  cost: 12.5,
  currency: "EUR",
};
const CAR = { make: "Lancia", model: "Fulvia", year: 1969 };
const SPECS = { specs: [{ name: "Engine", value: "1.3 l V4" }] };

/** Garages, vehicles, photos, comments and reviews. */
export const GARAGE_CALLS: Row[] = [
  call("GET /garages", everyone(200)),
  call("GET /garages/random", everyone(200)),
  call("GET /garages/:garageId", everyone(200)),
  call("GET /garages/:garageId", everyone(404), { on: { garageId: "hiddenGarageId" } }),
  call("PATCH /garages/my-garage", garageOwner(200), { send: { name: "New Name" } }),
  call("DELETE /garages/my-garage", garageOwner(204)),
  call("GET /garages/:garageId/followers", everyone(200)),
  call("GET /garages/:garageId/followers", everyone(404), { on: { garageId: "hiddenGarageId" } }),
  call("GET /garages/:garageId/reviews", everyone(200)),
  call("GET /garages/:garageId/reviews", everyone(404), { on: { garageId: "hiddenGarageId" } }),
  call("POST /garages/:garageId/reviews", [401, 201, 403, 201, 201], { send: REVIEW }),
  call("POST /garages/:garageId/reviews", member(404), { on: { garageId: "hiddenGarageId" }, send: REVIEW }),
  call("DELETE /reviews/:reviewId", [401, 403, 204, 403, 204]),
  call("DELETE /reviews/:reviewId", admin(204), { on: { reviewId: "guestReviewId" } }),

  call("GET /vehicles/latest", everyone(200)),
  call("GET /vehicles", everyone(200)),
  call("GET /vehicles/makes", everyone(200)),
  call("GET /vehicles/models", everyone(200)),
  call("POST /vehicles", [401, 403, 201, 201, 403], { send: CAR }),
  call("POST /vehicles", [401, 403, 201, 201, 403], { send: CAR, picture: "photos" }),
  call("GET /vehicles/:vehicleId", everyone(200)),
  call("GET /vehicles/:vehicleId", everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("PATCH /vehicles/:vehicleId", owner(200), { send: CAR }),
  call("PATCH /vehicles/:vehicleId", member(404), { on: { vehicleId: "hiddenVehicleId" }, send: CAR }),
  call("PUT /vehicles/:vehicleId/specs", owner(200), { send: SPECS }),
  call("PUT /vehicles/:vehicleId/specs", member(404), { on: { vehicleId: "hiddenVehicleId" }, send: SPECS }),
  call("DELETE /vehicles/:vehicleId", owner(204)),
  call("DELETE /vehicles/:vehicleId", member(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("PATCH /vehicles/:vehicleId/like", member(200)),
  call("PATCH /vehicles/:vehicleId/like", member(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("PATCH /vehicles/:vehicleId/set-cover", owner(200), { send: ({ photoName }) => ({ photoFilename: photoName }) }),
  // Of one's own vehicle, but somebody else's photo.
  call("PATCH /vehicles/:vehicleId/set-cover", [401, 403, 400, 400, 403], {
    on: { vehicleId: "actorVehicleId" },
    send: ({ neighbourPhotoName }) => ({ photoFilename: neighbourPhotoName }),
  }),
  call("GET /vehicles/:vehicleId/likes", everyone(200)),
  call("GET /vehicles/:vehicleId/likes", everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("GET /vehicles/:vehicleId/comments", everyone(200)),
  call("GET /vehicles/:vehicleId/comments", everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("POST /vehicles/:vehicleId/comments", member(201), { send: { text: "A fine thing." } }),
  call("POST /vehicles/:vehicleId/comments", member(201), {
    send: ({ guestCommentId }) => ({ text: "Quite so.", parent: String(guestCommentId) }),
  }),
  // A comment under another vehicle.
  call("POST /vehicles/:vehicleId/comments", member(400), {
    send: ({ commentId }) => ({ text: "Quite so.", parent: String(commentId) }),
  }),
  call("POST /vehicles/:vehicleId/comments", member(404), {
    on: { vehicleId: "hiddenVehicleId" },
    send: { text: "A fine thing." },
  }),
  call("DELETE /comments/:commentId", [401, 403, 204, 403, 204]),
  // The vehicle's owner too.
  call("DELETE /comments/:commentId", [401, 403, 204, 403, 204], { on: { commentId: "guestCommentId" } }),
  call("GET /vehicles/:vehicleId/build", everyone(200)),
  call("GET /vehicles/:vehicleId/build", everyone(404), { on: { vehicleId: "hiddenVehicleId" } }),
  call("POST /vehicles/:vehicleId/build", owner(201), { send: ENTRY }),
  call("POST /vehicles/:vehicleId/build", owner(201), { send: { title: "Tyres" }, picture: "photos" }),
  call("POST /vehicles/:vehicleId/build", member(404), { on: { vehicleId: "hiddenVehicleId" }, send: ENTRY }),
  call("GET /build/:entryId", everyone(200)),
  call("GET /build/:entryId", everyone(404), { on: { entryId: "hiddenEntryId" } }),
  call("PATCH /build/:entryId", owner(200), { send: ENTRY }),
  call("PATCH /build/:entryId", member(404), { on: { entryId: "hiddenEntryId" }, send: ENTRY }),
  call("DELETE /build/:entryId", owner(204)),
  call("DELETE /build/:entryId", member(404), { on: { entryId: "hiddenEntryId" } }),
  call("POST /build/:entryId/photos", owner(201), { send: {}, picture: "photos" }),
  call("POST /build/:entryId/photos", member(404), { on: { entryId: "hiddenEntryId" }, send: {}, picture: "photos" }),
  // Photos of an entry are changed as those of a gallery are.
  call("PATCH /photos/:photoId", owner(200), { on: { photoId: "entryPhotoId" }, send: { position: 1 } }),
  call("DELETE /photos/:photoId", owner(204), { on: { photoId: "entryPhotoId" } }),
  call("POST /photos/upload", owner(201), { send: ({ vehicleId }) => ({ vehicleId }), picture: "photos" }),
  call("PATCH /photos/:photoId", owner(200), { send: { caption: "Hi" } }),
  // The world's photos are pictures from elsewhere, which cannot be turned: the owner gets as far as that.
  call("PATCH /photos/:photoId", owner(400), { send: { turn: 90 }, writes: false }),
  call("DELETE /photos/:photoId", owner(204)),
  call("DELETE /photos/:photoId", member(404), { on: { photoId: "hiddenPhotoId" } }),
];

const EVENT = {
  title: "Air-Cooled Evening",
  startDate: "2031-05-01T17:00",
  endDate: "2031-05-01T22:30",
  location: "Goodwood, England",
  category: "Club Meetup",
  shortDescription: "Rear engines only.",
};
const TICKET = { category: "Bug Report", subject: "Horn", description: "Sounds by itself." };
const PENDING = { on: { eventId: "pendingEventId" } } as const;
const REJECTED = { on: { eventId: "rejectedEventId" } } as const;
const TITLE = { send: { title: "New title" } };

/** Events and support tickets. */
export const EVENT_CALLS: Row[] = [
  call("GET /events", everyone(200)),
  call("GET /events/:eventId", everyone(200)),
  call("GET /events/:eventId", [404, 404, 200, 404, 200], PENDING),
  call("GET /events/:eventId", [404, 404, 200, 404, 200], REJECTED),
  call("POST /events/submit", member(201), { send: EVENT }),
  call("POST /events/submit", member(201), { send: EVENT, picture: "image" }),
  call("PATCH /events/:eventId", [401, 404, 200, 404, 403], { ...PENDING, ...TITLE }),
  call("PATCH /events/:eventId", [401, 404, 200, 404, 403], { ...REJECTED, ...TITLE }),
  call("PATCH /events/:eventId", [401, 403, 409, 403, 200], TITLE),
  call("POST /events/:eventId/cancel", [401, 403, 200, 403, 200], { send: { reason: "Rain" } }),
  call("POST /events/:eventId/cancel", [401, 404, 409, 404, 409], PENDING),
  call("POST /events/:eventId/cancel", [401, 404, 409, 404, 409], REJECTED),
  call("GET /events/:eventId/attendance", everyone(200)),
  call("GET /events/:eventId/attendance", everyone(404), PENDING),
  call("POST /events/:eventId/attendance", member(201)),
  call("POST /events/:eventId/attendance", member(404), PENDING),
  call("POST /events/:eventId/attendance", member(400), {
    send: (world) => ({ vehicle: String(world.neighbourVehicleId) }),
  }),
  call("DELETE /events/:eventId/attendance", member(200), { writes: false }),
  call("DELETE /events/:eventId/attendance", member(404), PENDING),
  call("GET /events/admin/pending", admin(200)),
  call("PATCH /events/admin/:eventId/approve", admin(200), PENDING),
  call("PATCH /events/admin/:eventId/approve", admin(409), REJECTED),
  call("PATCH /events/admin/:eventId/reject", admin(200), { ...PENDING, send: { reason: "Twice." } }),
  call("PATCH /events/admin/:eventId/reject", admin(409)),

  call("POST /tickets/submit", everyone(201), { send: TICKET }),
  call("GET /tickets", admin(200)),
  call("GET /admin/status", admin(200)),
  call("PATCH /tickets/:ticketId/status", admin(200), { send: { status: "Closed" } }),
];
