import { db } from "~/db/client.server";
import { buildEntries, garages, photos, users, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { fileModel } from "~/features/makes/filing-columns.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";

export type UserRow = typeof users.$inferSelect;
export type GarageRow = typeof garages.$inferSelect;
export type VehicleRow = typeof vehicles.$inferSelect;
export type EntryRow = typeof buildEntries.$inferSelect;
export type PhotoRow = typeof photos.$inferSelect;

let serial = 0;

/** A verified, active person, written straight into the database. Nobody can log in with the password hash. */
export function makeUser(given: Partial<typeof users.$inferInsert> = {}): UserRow {
  serial += 1;
  const name = given.name ?? `Person ${serial}`;
  return db()
    .insert(users)
    .values({
      name,
      nameFolded: fold(name),
      email: `person${serial}@example.com`,
      passwordHash: "none",
      verifiedAt: now(),
      createdAt: now(),
      ...given,
    })
    .returning()
    .get();
}

export function makeAdmin(given: Partial<typeof users.$inferInsert> = {}): UserRow {
  return makeUser({ role: "admin", ...given });
}

/** The garage of `user` (only its id is looked at). */
export function makeGarage(user: { id: number }, given: Partial<typeof garages.$inferInsert> = {}): GarageRow {
  serial += 1;
  const name = given.name ?? `Garage ${serial}`;
  return db()
    .insert(garages)
    .values({
      userId: user.id,
      name,
      nameFolded: fold(name),
      location: "Goodwood, England",
      createdAt: now(),
      updatedAt: now(),
      ...given,
    })
    .returning()
    .get();
}

/** A vehicle in `garage`, of the garage's owner. */
export function makeVehicle(
  garage: { id: number; userId: number },
  given: Partial<typeof vehicles.$inferInsert> = {},
): VehicleRow {
  const { make = "Lotus", model = "Elan", year = 1967 } = given;
  return db()
    .insert(vehicles)
    .values({
      garageId: garage.id,
      userId: garage.userId,
      make,
      model,
      year,
      ...fileModel({ make, model }),
      searchText: fold(`${year} ${make} ${model}`),
      createdAt: now(),
      updatedAt: now(),
      ...given,
    })
    .returning()
    .get();
}

/** A photo row only; no file stands behind it. */
export function makePhoto(vehicle: { id: number }, given: Partial<typeof photos.$inferInsert> = {}): PhotoRow {
  serial += 1;
  return db()
    .insert(photos)
    .values({
      vehicleId: vehicle.id,
      photo: `https://photos.example.com/${serial}.jpg`,
      position: 1,
      createdAt: now(),
      ...given,
    })
    .returning()
    .get();
}

/** An entry of a vehicle's build log: a note of the first of May, unless something else is given. */
export function makeEntry(
  vehicle: { id: number; userId: number },
  given: Partial<typeof buildEntries.$inferInsert> = {},
): EntryRow {
  serial += 1;
  return db()
    .insert(buildEntries)
    .values({
      vehicleId: vehicle.id,
      userId: vehicle.userId,
      kind: "Note",
      title: `Entry ${serial}`,
      date: "2026-05-01",
      createdAt: now(),
      updatedAt: now(),
      ...given,
    })
    .returning()
    .get();
}

/** A person with a garage and a vehicle in it. */
export function makeOwner(given: Partial<typeof users.$inferInsert> = {}) {
  const user = makeUser(given);
  const garage = makeGarage(user);
  return { user, garage, vehicle: makeVehicle(garage), viewer: viewerOf(user) };
}

/** The person as commands and queries see whoever asks, with the garage the database knows now. */
export function viewerOf(user: { id: number }): Viewer {
  const row = db()
    .query.users.findFirst({ where: (table, { eq }) => eq(table.id, user.id) })
    .sync();
  if (!row) throw new Error(`no user ${user.id}`);
  const garage = db()
    .query.garages.findFirst({ where: (table, { eq }) => eq(table.userId, user.id) })
    .sync();
  return { id: row.id, name: row.name, avatar: row.avatar, role: row.role, garageId: garage?.id ?? null };
}
