import { db } from "~/db/client.server";
import { buildEntries, comments, garages, photos, users, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { indexModel } from "~/features/makes/make-index.server";
import { vehicleText } from "~/lib/search-terms";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { changeRow, findRow, insertRow } from "./rows";

export type UserRow = typeof users.$inferSelect;
export type GarageRow = typeof garages.$inferSelect;
export type VehicleRow = typeof vehicles.$inferSelect;

let serial = 0;

const timestamps = () => ({ createdAt: now(), updatedAt: now() });

/** Verified and active. The hash matches no password. */
export function makeUser(overrides: Partial<typeof users.$inferInsert> = {}): UserRow {
  serial += 1;
  const name = overrides.name ?? `Person ${serial}`;
  return insertRow(users, {
    name,
    nameFolded: fold(name),
    email: `person${serial}@example.com`,
    passwordHash: "none",
    verifiedAt: now(),
    createdAt: now(),
    ...overrides,
  });
}

export const setActive = ({ id }: { id: number }, active: boolean): void => changeRow(users, id, { active });

export const makeAdmin = (overrides: Partial<typeof users.$inferInsert> = {}): UserRow =>
  makeUser({ role: "admin", ...overrides });

/** Only the user's id is read. */
export function makeGarage(user: { id: number }, overrides: Partial<typeof garages.$inferInsert> = {}): GarageRow {
  serial += 1;
  const name = overrides.name ?? `Garage ${serial}`;
  return insertRow(garages, {
    userId: user.id,
    name,
    nameFolded: fold(name),
    location: "Goodwood, England",
    ...timestamps(),
    ...overrides,
  });
}

/** Of the garage's owner. */
export function makeVehicle(
  garage: { id: number; userId: number },
  overrides: Partial<typeof vehicles.$inferInsert> = {},
): VehicleRow {
  const { make = "Lotus", model = "Elan", year = 1967 } = overrides;
  return insertRow(vehicles, {
    garageId: garage.id,
    userId: garage.userId,
    make,
    model,
    year,
    ...indexModel({ make, model }),
    searchText: vehicleText({ year, make, model }),
    ...timestamps(),
    ...overrides,
  });
}

export function makePhoto(vehicle: { id: number }, overrides: Partial<typeof photos.$inferInsert> = {}) {
  serial += 1;
  return insertRow(photos, {
    vehicleId: vehicle.id,
    photo: `https://photos.example.com/${serial}.jpg`,
    position: 1,
    createdAt: now(),
    ...overrides,
  });
}

/** By default a note of the first of May. */
export function makeEntry(
  vehicle: { id: number; userId: number },
  overrides: Partial<typeof buildEntries.$inferInsert> = {},
) {
  serial += 1;
  return insertRow(buildEntries, {
    vehicleId: vehicle.id,
    userId: vehicle.userId,
    kind: "Note",
    title: `Entry ${serial}`,
    date: "2026-05-01",
    ...timestamps(),
    ...overrides,
  });
}

export const makeComment = (vehicle: { id: number }, { id: userId }: { id: number }, text = "Hm.") =>
  insertRow(comments, { vehicleId: vehicle.id, userId, text, createdAt: now() });

export function makeOwner(overrides: Partial<typeof users.$inferInsert> = {}) {
  const user = makeUser(overrides);
  const garage = makeGarage(user);
  return { user, garage, vehicle: makeVehicle(garage), viewer: viewerOf(user) };
}

export const member = () => viewerOf(makeUser());
export const moderator = () => viewerOf(makeUser({ role: "moderator" }));
export const admin = () => viewerOf(makeAdmin());

/** With the garage now in the database. */
export function viewerOf({ id }: { id: number }): Viewer {
  const row = findRow(users, id);
  if (!row) throw new Error(`no user ${id}`);
  const garage = db().query.garages.findFirst({ where: (table, { eq }) => eq(table.userId, id) });
  return { id, name: row.name, avatar: row.avatar, role: row.role, garageId: garage.sync()?.id ?? null };
}
