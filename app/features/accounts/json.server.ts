import { z } from "zod";
import { DomainError } from "~/lib/errors";
import { toIso } from "~/lib/time";
import { canSeeAccount, isStaff, type Viewer } from "./policy";
import { listUserRows, type PersonView, type UserRow } from "./queries.server";

/** What the API says of a user who is not there, or not for this viewer to know. */
export const API_USER_NOT_FOUND = "Could not load garage. The user or garage may not exist.";

/** Somebody in a list of people, with their garage. */
export function personJson({ id, name, avatar, garageId, garageName }: Omit<PersonView, "location">): PersonInListJson {
  const garage = garageId === null ? null : { _id: String(garageId), name: garageName ?? "" };
  return { _id: id, name, avatar, garage };
}

/** The members that everybody may see; for the person and staff also what a hidden garage hides. */
function publicJson(row: UserRow, seesAll = false): Omit<UserJson, "garage"> {
  const { name, avatar, following, followers, followerCount } = row;
  const { bio, location } = row.isSilenced && !seesAll ? { bio: "", location: "" } : row;
  const createdAt = toIso(row.createdAt);
  return { _id: String(row.id), name, avatar, bio, location, following, followers, followerCount, createdAt };
}

/** The members that the person and admins see beside the public ones. */
function accountJson(row: UserRow): Omit<UserJson, "garage"> {
  const { email, role, active } = row;
  return { ...publicJson(row, true), email, role, active };
}

const garageId = ({ garageId }: UserRow) => (garageId === null ? null : String(garageId));

/** @throws DomainError not_found, also for somebody unverified or deactivated where the viewer may not know */
function readUser(userId: number, viewer: Viewer | null) {
  const seesAccount = canSeeAccount(viewer, userId);
  const [row] = listUserRows([userId], seesAccount ? "everybody" : "shown");
  if (!row) throw new DomainError("not_found", API_USER_NOT_FOUND);
  const members = seesAccount ? accountJson(row) : publicJson(row, isStaff(viewer));
  if (viewer?.id !== userId || row.waiting === null) return { row, members };
  return { row, members: { ...members, ...(JSON.parse(row.waiting) as { bio: string }), held: true as const } };
}

/**
 * A user as `GET /users/{id}` and `/users/me` show one: the garage is an object or null. Email, role and active flag
 * are for the person and for admins.
 * @throws DomainError not_found, also for somebody unverified or deactivated where the viewer may not know
 */
export function userDetailJson(userId: number, viewer: Viewer | null): UserDetailJson {
  const { row, members } = readUser(userId, viewer);
  const _id = garageId(row);
  return { ...members, garage: _id === null ? null : { _id, name: row.garageName ?? "" } };
}

/**
 * A user as every other call answers one: the garage is its id or null.
 * @throws DomainError not_found, like `userDetailJson`
 */
export function userJson(userId: number, viewer: Viewer | null): UserJson {
  const { row, members } = readUser(userId, viewer);
  return { ...members, garage: garageId(row) };
}

/** The person's own view, for answers that have just logged them in. */
export function ownUserJson(userId: number): UserJson {
  return userJson(userId, { id: userId, name: "", avatar: "", role: "user", garageId: null });
}

/**
 * Members with these ids as everybody may see them, in the order of the ids; who is deactivated or unverified is
 * left out. Three queries, however many they are.
 */
export function listPublicUsersJson(ids: readonly number[]): UserJson[] {
  return listUserRows(ids, "shown").map((row) => ({ ...publicJson(row), garage: garageId(row) }));
}

/** Accounts with these ids as admins see them, in the order of the ids. */
export function listAccountsJson(ids: readonly number[]): UserJson[] {
  return listUserRows(ids, "everybody").map((row) => ({ ...accountJson(row), garage: garageId(row) }));
}

/** A file name under /img/users/ or a full URL. */
export const avatar = z.string().meta({ description: "A file name under /img/users/, or a full URL" });

export const createdAt = z.string().meta({ format: "date-time" });

/** Of what its author may write. */
export const held = z
  .literal(true)
  .optional()
  .meta({ description: "For its author: it waits for review, and nobody else sees it" });

const mark = (description: string) => z.literal(true).optional().meta({ description });

/** Of what its author may see and others not: `toHiddenMarks` as JSON. */
export const hiddenMarks = {
  held,
  refused: mark("Beside `held`: a moderator has not accepted it"),
  hiddenByStaff: mark("A decision hides it from everybody else: `GET /users/me/cases` says why"),
};

/** Somebody as named beside what they own or wrote. */
export const personShape = z.strictObject({ _id: z.string(), name: z.string(), avatar }).meta({ id: "Person" });

export type PersonJson = z.infer<typeof personShape>;

/** Somebody in a list of people. */
export const personInListShape = z
  .strictObject({
    ...personShape.shape,
    garage: z.strictObject({ _id: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: "PersonInList" });

export type PersonInListJson = z.infer<typeof personInListShape>;

const publicMembers = {
  _id: z.string(),
  name: z.string(),
  avatar,
  bio: z.string(),
  location: z.string(),
  following: z.array(z.string()).meta({ description: "Ids of users" }),
  followers: z
    .array(z.string())
    .meta({ description: "Ids of users, the newest 1,000; GET /garages/{id}/followers has all" }),
  followerCount: z.int(),
  createdAt,
  email: z.string().optional().meta({ description: "For the person themselves and admins only, like role and active" }),
  role: z.enum(["user", "moderator", "admin"]).optional(),
  active: z.boolean().optional(),
  held,
};

/** A user where the garage is named by its id. */
export const userShape = z
  .strictObject({ ...publicMembers, garage: z.string().nullable().meta({ description: "The garage's id" }) })
  .meta({ id: "User" });

/** A user as read alone: the garage is an object. */
export const userDetailShape = z
  .strictObject({ ...publicMembers, garage: z.strictObject({ _id: z.string(), name: z.string() }).nullable() })
  .meta({ id: "UserDetail" });

export type UserJson = z.infer<typeof userShape>;
type UserDetailJson = z.infer<typeof userDetailShape>;

const secondStep = {
  on: z.boolean(),
  since: createdAt.nullable().meta({ description: "When it was turned on" }),
  recoveryCodesLeft: z.int(),
};

/** How the second step of one's logins stands. */
export const secondStepShape = z.strictObject(secondStep).meta({ id: "SecondStep" });

/** The same just turned on. */
export const secondStepOnShape = z
  .strictObject({
    ...secondStep,
    recoveryCodes: z.array(z.string()).meta({ description: "Shown only this once" }),
  })
  .meta({ id: "SecondStepOn" });

/** What an authenticator is set up with. */
export const secondStepSetupShape = z
  .strictObject({ secret: z.string(), uri: z.string().meta({ description: "otpauth:, for a QR code" }) })
  .meta({ id: "SecondStepSetup" });
