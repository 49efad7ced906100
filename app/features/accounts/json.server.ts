import { DomainError } from "~/lib/errors";
import { toIso } from "~/lib/time";
import type { PersonInListJson, UserDetailJson, UserJson } from "./json-shapes.server";
import { canSeeAccount, type Viewer } from "./policy";
import type { PersonView } from "./queries.server";
import { listUserRows, type UserRow } from "./rows.server";

/** What the API says of a user who is not there, or not for this viewer to know. */
export const NO_SUCH_USER = "Could not load garage. The user or garage may not exist.";

/** Somebody in a list of people, with their garage. */
export function personJson({ id, name, avatar, garageId, garageName }: Omit<PersonView, "location">): PersonInListJson {
  const garage = garageId === null ? null : { _id: String(garageId), name: garageName ?? "" };
  return { _id: id, name, avatar, garage };
}

/** The members that everybody may see. */
function publicJson(row: UserRow): Omit<UserJson, "garage"> {
  const { name, avatar, bio, location, following, followers, followerCount } = row;
  const createdAt = toIso(row.createdAt);
  return { _id: String(row.id), name, avatar, bio, location, following, followers, followerCount, createdAt };
}

/** The members that the person and admins see beside the public ones. */
function accountJson(row: UserRow): Omit<UserJson, "garage"> {
  const { email, role, active } = row;
  return { ...publicJson(row), email, role, active };
}

const garageId = ({ garageId }: UserRow) => (garageId === null ? null : String(garageId));

/** @throws DomainError not_found, also for somebody unverified or deactivated where the viewer may not know */
function readUser(userId: number, viewer: Viewer | null) {
  const seesAccount = canSeeAccount(viewer, userId);
  const [row] = listUserRows([userId], seesAccount ? "everybody" : "shown");
  if (!row) throw new DomainError("not_found", NO_SUCH_USER);
  return { row, members: seesAccount ? accountJson(row) : publicJson(row) };
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
