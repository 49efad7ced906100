import type { z } from "zod";
import * as accounts from "~/features/accounts/schema.server";
import * as secondStep from "~/features/accounts/second-step-schema.server";
import { attendanceInput } from "~/features/events/attendance/schema.server";
import { eventChange, eventInput, eventQuery, rejectionInput } from "~/features/events/schema.server";
import { garagePatchSchema, garageQuerySchema, onboardingSchema } from "~/features/garages/schema.server";
import { activeInput, userQuery } from "~/features/moderation/schema.server";
import { photoChange, uploadTarget } from "~/features/photos/schema.server";
import { searchSchema } from "~/features/search/schema.server";
import { commentInput, likeInput, reviewInput } from "~/features/social/schema.server";
import { statusInput, ticketInput, ticketQuery } from "~/features/tickets/schema.server";
import { coverChoice, vehicleChange, vehicleInput } from "~/features/vehicles/schema.server";
import type { ApiMethod } from "~/http/api.server";

/** Who may: anybody, whoever has a session, admins. */
type Audience = "anyone" | "member" | "admin";

export interface Operation {
  method: ApiMethod;
  /** Below /api/v1, with `{name}` for its parameters. */
  path: string;
  summary: string;
  audience: Audience;
  /** Of success; two where the same call creates or replaces. */
  statuses: number[];
  /** What the body, or the query of a GET, is checked with: the very schema of the call. */
  schema?: z.ZodType;
  /** File fields of a multipart body. */
  files?: string[];
  /** Takes `page` and `limit`, this many where not given. */
  perPage?: number;
}

type Extras = Partial<Pick<Operation, "schema" | "files" | "perPage" | "statuses">>;

function call(audience: Audience, signature: string, summary: string, extras: Extras = {}): Operation {
  const [method, path] = signature.split(" ") as [ApiMethod, string];
  return { method, path, summary, audience, statuses: [200], ...extras };
}

const anyone = call.bind(null, "anyone");
const member = call.bind(null, "member");
const admin = call.bind(null, "admin");

const CREATED = [201];
const GONE = [204];

/** The password where it has to be given again: what cannot be undone, with a login older than 15 minutes. */
const AGAIN = secondStep.againSchema;

// The events' query ends in a renaming; what is asked for is the object before it.
const eventFilters = eventQuery.in;

/** Every call of the JSON contract (specification 7, api.md); a test holds it against the routes. */
export const OPERATIONS: readonly Operation[] = [
  anyone("POST /users/signup", "Sign up; a mail with a link follows", {
    schema: accounts.signUpSchema,
    statuses: CREATED,
  }),
  anyone("POST /users/login", "Log in: token and cookie", { schema: secondStep.loginCallSchema }),
  anyone("POST /users/logout", "End this session", { statuses: GONE }),
  anyone(
    "GET /users/verify-email/{token}",
    "Open the account that was signed up for, once: token, and a cookie for programs and our own pages",
  ),
  anyone("POST /users/forgotPassword", "Ask for a reset link by mail", { schema: accounts.forgotPasswordSchema }),
  anyone("PATCH /users/resetPassword/{token}", "Choose a new password", { schema: secondStep.resetCallSchema }),
  member("GET /users/me", "One's own account"),
  member("PATCH /users/updateMe", "Change one's profile", { schema: accounts.profilePatchSchema, files: ["avatar"] }),
  member("PATCH /users/updateMyPassword", "Change one's password; other sessions end", {
    schema: accounts.changePasswordSchema,
  }),
  member("DELETE /users/deleteMe", "Delete one's account and all that is in it", { schema: AGAIN, statuses: GONE }),
  member("POST /users/complete-onboarding", "Open one's garage", {
    schema: onboardingSchema,
    files: ["avatar"],
    statuses: CREATED,
  }),
  member("GET /users/me/followed-garages", "Garages of the people one follows", { perPage: 20 }),
  member("GET /users/me/events", "One's submitted events", { perPage: 20 }),
  member("GET /users/me/export", "Everything that is one's own, as a zip"),
  member("POST /users/me/export", "The same, with the password where the login is older than 15 minutes", {
    schema: AGAIN,
  }),
  member("GET /users/me/second-step", "How the second step of one's logins stands"),
  member("POST /users/me/second-step", "Begin to turn it on: a secret for the authenticator", {
    schema: AGAIN,
    statuses: CREATED,
  }),
  member("PATCH /users/me/second-step", "Turn it on with a first code: the recovery codes, once", {
    schema: secondStep.confirmSecondStepSchema,
  }),
  member("DELETE /users/me/second-step", "Turn it off", { schema: AGAIN, statuses: GONE }),
  member("POST /users/follow/{userId}", "Follow somebody"),
  member("POST /users/unfollow/{userId}", "Follow somebody no more"),
  anyone("GET /users/{userId}", "An account as others see it"),
  admin("GET /users", "The accounts", { schema: userQuery, perPage: 50 }),
  admin("PATCH /users/{userId}", "Deactivate or reactivate an account", { schema: activeInput }),

  anyone("GET /garages", "Garages by name, sorted", { schema: garageQuerySchema, perPage: 20 }),
  anyone("GET /garages/random", "Random garages, 20 at most", { perPage: 20 }),
  anyone("GET /garages/{garageId}", "A garage with its vehicles", { perPage: 100 }),
  member("PATCH /garages/my-garage", "Change one's garage", { schema: garagePatchSchema }),
  member("DELETE /garages/my-garage", "Delete one's garage", { schema: AGAIN, statuses: GONE }),
  anyone("GET /garages/{garageId}/reviews", "A garage's reviews", { perPage: 20 }),
  member("POST /garages/{garageId}/reviews", "Review a garage; a second review replaces the first", {
    schema: reviewInput,
    statuses: [200, 201],
  }),
  member("DELETE /reviews/{reviewId}", "Delete a review", { statuses: GONE }),

  anyone("GET /vehicles/latest", "The newest vehicles", { perPage: 20 }),
  member("POST /vehicles", "Add a vehicle", { schema: vehicleInput, files: ["photos"], statuses: CREATED }),
  anyone("GET /vehicles/{vehicleId}", "A vehicle"),
  member("PATCH /vehicles/{vehicleId}", "Change a vehicle", { schema: vehicleChange }),
  member("DELETE /vehicles/{vehicleId}", "Delete a vehicle", { statuses: GONE }),
  member("PATCH /vehicles/{vehicleId}/like", "Like or like no more: toggles, or sets `liked`", { schema: likeInput }),
  member("PATCH /vehicles/{vehicleId}/set-cover", "Choose the cover among its photos", { schema: coverChoice }),
  anyone("GET /vehicles/{vehicleId}/comments", "A vehicle's comments", { perPage: 20 }),
  member("POST /vehicles/{vehicleId}/comments", "Comment on a vehicle", { schema: commentInput, statuses: CREATED }),
  member("DELETE /comments/{commentId}", "Delete a comment", { statuses: GONE }),

  member("POST /photos/upload", "Add photos to a vehicle", {
    schema: uploadTarget,
    files: ["photos"],
    statuses: CREATED,
  }),
  member("PATCH /photos/{photoId}", "Change a photo's caption and position", { schema: photoChange }),
  member("DELETE /photos/{photoId}", "Delete a photo", { statuses: GONE }),

  anyone("GET /search", "Garages, users and vehicles that have every word", { schema: searchSchema, perPage: 20 }),

  anyone("GET /events", "The calendar", { schema: eventFilters, perPage: 20 }),
  anyone("GET /events/{eventId}", "An event"),
  member("POST /events/submit", "Submit an event for review", {
    schema: eventInput,
    files: ["photos", "image"],
    statuses: CREATED,
  }),
  member("PATCH /events/{eventId}", "Change one's pending or rejected event; it is reviewed again", {
    schema: eventChange,
    files: ["photos", "image"],
  }),
  anyone("GET /events/{eventId}/attendance", "Who comes", { perPage: 20 }),
  member("POST /events/{eventId}/attendance", "Come, with a vehicle or without", {
    schema: attendanceInput,
    statuses: [200, 201],
  }),
  member("DELETE /events/{eventId}/attendance", "Come no more"),
  admin("GET /events/admin/pending", "Events that wait for review", { perPage: 50 }),
  admin("PATCH /events/admin/{eventId}/approve", "Approve an event"),
  admin("PATCH /events/admin/{eventId}/reject", "Reject an event", { schema: rejectionInput }),

  anyone("POST /tickets/submit", "Ask the support desk", { schema: ticketInput, statuses: CREATED }),
  admin("GET /tickets", "The support inbox", { schema: ticketQuery, perPage: 50 }),
  admin("PATCH /tickets/{ticketId}/status", "Move a ticket", { schema: statusInput }),

  anyone("GET /openapi.json", "This description"),
];
