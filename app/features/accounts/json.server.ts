import { z } from "zod";
import { DomainError } from "~/lib/errors";
import { toIso } from "~/lib/time";
import { canSeeAccount, isStaff, type Viewer } from "./policy";
import { listUserRows, type PersonView, type UserRow } from "./queries.server";
import type { WaysIn } from "./ways-in.server";

export const API_USER_NOT_FOUND = "Could not load garage. The user or garage may not exist.";

/** As list items. */
export function personJson({
  id,
  name,
  avatar,
  garageId,
  garageName,
}: Omit<PersonView, "location" | "role">): PersonInListJson {
  const garage = garageId === null ? null : { _id: String(garageId), name: garageName ?? "" };
  return { _id: String(id), name, avatar, garage };
}

/** The user and staff also see texts of a silenced account. */
function publicJson(row: UserRow, seesAll = false): Omit<UserJson, "garage"> {
  const { name, avatar, followerCount } = row;
  const following = row.following.map(({ id }) => String(id));
  const followers = row.followers.map(({ id }) => String(id));
  const { bio, location } = row.isSilenced && !seesAll ? { bio: "", location: "" } : row;
  const createdAt = toIso(row.createdAt);
  return { _id: String(row.id), name, avatar, bio, location, following, followers, followerCount, createdAt };
}

/** For the user and admins. */
function accountJson(row: UserRow): Omit<UserJson, "garage"> {
  const { email, role, active } = row;
  return { ...publicJson(row, true), email, role, active };
}

const garageId = ({ garageId }: UserRow) => (garageId === null ? null : String(garageId));

/** @throws DomainError not_found, also if the viewer may not see the user */
function readUser(userId: number, viewer: Viewer | null) {
  const seesAccount = canSeeAccount(viewer, userId);
  const [row] = listUserRows([userId], seesAccount ? "everybody" : "shown");
  if (!row) throw new DomainError("not_found", API_USER_NOT_FOUND);
  const members = seesAccount ? accountJson(row) : publicJson(row, isStaff(viewer));
  if (viewer?.id !== userId || row.waiting === null) return { row, members };
  return { row, members: { ...members, ...(JSON.parse(row.waiting) as { bio: string }), held: true as const } };
}

/**
 * `GET /users/{id}` and `/users/me`: the garage is an object or null.
 * @throws DomainError not_found, also for an unverified or deactivated user whom the viewer may not see
 */
export function userDetailJson(userId: number, viewer: Viewer | null): UserDetailJson {
  const { row, members } = readUser(userId, viewer);
  const _id = garageId(row);
  return { ...members, garage: _id === null ? null : { _id, name: row.garageName ?? "" } };
}

/**
 * In all other responses: the garage is its id or null.
 * @throws DomainError like `userDetailJson`
 */
export function userJson(userId: number, viewer: Viewer | null): UserJson {
  const { row, members } = readUser(userId, viewer);
  return { ...members, garage: garageId(row) };
}

/** For responses to a login. */
export function ownUserJson(userId: number): UserJson {
  return userJson(userId, { id: userId, name: "", avatar: "", role: "user", garageId: null });
}

/** In the order of `ids`, without deactivated or unverified users. Three queries for any number. */
export function listPublicUsersJson(ids: readonly number[]): UserJson[] {
  return listUserRows(ids, "shown").map((row) => ({ ...publicJson(row), garage: garageId(row) }));
}

/** For admins, in the order of `ids`. */
export function listAccountsJson(ids: readonly number[]): UserJson[] {
  return listUserRows(ids, "everybody").map((row) => ({ ...accountJson(row), garage: garageId(row) }));
}

export const avatar = z.string().meta({ description: "A file name under /img/users/, or a full URL" });

export const createdAt = z.string().meta({ format: "date-time" });

/** For texts written by their author. */
export const held = z
  .literal(true)
  .optional()
  .meta({ description: "Pending review: only its author can see it; of an edit, the new version" });

const mark = (description: string) => z.literal(true).optional().meta({ description });

/** `toHiddenMarks` as JSON. */
export const hiddenMarks = {
  held,
  refused: mark("With `held`: a moderator rejected it"),
  hiddenByStaff: mark("Hidden by a decision, except from its author: see `GET /users/me/cases`"),
};

export const personShape = z.strictObject({ _id: z.string(), name: z.string(), avatar }).meta({ id: "Person" });

export type PersonJson = z.infer<typeof personShape>;

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
  email: z.string().optional().meta({ description: "For the member and admins only, like role and active" }),
  role: z.enum(["user", "moderator", "admin"]).optional(),
  active: z.boolean().optional(),
  held,
};

export const userShape = z
  .strictObject({ ...publicMembers, garage: z.string().nullable().meta({ description: "The garage’s id" }) })
  .meta({ id: "User" });

const figuresShape = z
  .strictObject({
    lastSeenAt: createdAt.meta({ description: "To the hour" }),
    sessions: z.int(),
    storageBytes: z.int(),
    vehicles: z.int(),
    comments: z.int(),
    cases: z.int().meta({ description: "About the member" }),
    invites: z.int(),
    secondStepOn: z.boolean(),
  })
  .meta({ id: "AccountFigures" });

export const userDetailShape = z
  .strictObject({
    ...publicMembers,
    garage: z.strictObject({ _id: z.string(), name: z.string() }).nullable(),
    figures: figuresShape.optional().meta({ description: "For admins, at GET /users/{id}" }),
  })
  .meta({ id: "UserDetail" });

export type UserJson = z.infer<typeof userShape>;
type UserDetailJson = z.infer<typeof userDetailShape>;

const secondStep = {
  on: z.boolean(),
  since: createdAt.nullable().meta({ description: "When it was turned on" }),
  recoveryCodesLeft: z.int(),
};

export const secondStepShape = z.strictObject(secondStep).meta({ id: "SecondStep" });

export const secondStepOnShape = z
  .strictObject({
    ...secondStep,
    recoveryCodes: z.array(z.string()).meta({ description: "Shown only this once" }),
  })
  .meta({ id: "SecondStepOn" });

export const secondStepSetupShape = z
  .strictObject({ secret: z.string(), uri: z.string().meta({ description: "otpauth:, for a QR code" }) })
  .meta({ id: "SecondStepSetup" });

export const passkeyShape = z
  .strictObject({ _id: z.string(), name: z.string(), createdAt, lastUsedAt: createdAt.nullable() })
  .meta({ id: "Passkey" });

export function passkeyJson({ id, name, createdAt, lastUsedAt }: WaysIn["passkeys"][number]) {
  const lastUse = lastUsedAt === null ? null : toIso(lastUsedAt);
  return { _id: String(id), name, createdAt: toIso(createdAt), lastUsedAt: lastUse };
}
