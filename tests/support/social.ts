import { signUpAdmin } from "./admins";
import type { TestServer } from "./launch";
import { addVehicle, type Member, type Owner, signUp, signUpWithGarage } from "./members";

/** An owner with a vehicle, another owner, a member without a garage, an admin. */
export type Crowd = { owner: Owner; vehicleId: string; otherMember: Owner; member: Member; admin: Member };

export async function makeCrowd(server: TestServer): Promise<Crowd> {
  const owner = await signUpWithGarage(server, "Olga Owner");
  const vehicleId = await addVehicle(owner, { make: "Lotus", model: "Elan", year: 1967 });
  const otherMember = await signUpWithGarage(server, "Otto Other");
  const member = await signUp(server, "Mia Member");
  const admin = await signUpAdmin(server, "Rut Admin");
  return { owner, vehicleId, otherMember, member, admin };
}

/** @returns its id */
export function addEntry(server: TestServer, { owner, vehicleId }: Crowd, title: string): string {
  const insert = `INSERT INTO build_entries (vehicle_id, user_id, kind, title, date, created_at, updated_at)
    VALUES (?, ?, 'Note', ?, '2026-05-01', ?, ?)`;
  const values = [Number(vehicleId), Number(owner.id), title, Date.now(), Date.now()];
  return String(server.database.prepare(insert).run(...values).lastInsertRowid);
}
