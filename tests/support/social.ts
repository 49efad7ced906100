import type { TestServer } from "./launch";
import { type Member, type Owner, signUp, signUpWithGarage } from "./members";

/** An owner with a vehicle, another owner, a member without a garage, and an admin. */
export interface Crowd {
  owner: Owner;
  vehicleId: string;
  other: Owner;
  member: Member;
  admin: Member;
}

export async function makeCrowd(server: TestServer): Promise<Crowd> {
  const owner = await signUpWithGarage(server, "Olga Owner");
  const vehicle = { make: "Lotus", model: "Elan", year: 1967 };
  const added = await owner.browser.api("POST", "/vehicles", vehicle);
  const other = await signUpWithGarage(server, "Otto Other");
  const member = await signUp(server, "Mia Member");
  const admin = await signUp(server, "Rut Admin");
  server.database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(Number(admin.id));
  return { owner, vehicleId: added.json.data.doc._id, other, member, admin };
}

/** What an admin's switch does to an account. */
export function setActive(server: TestServer, member: Member, active: boolean): void {
  server.database.prepare("UPDATE users SET active = ? WHERE id = ?").run(Number(active), Number(member.id));
}

/** An entry in the build log of the owner's vehicle. @returns its id */
export function addEntry(server: TestServer, { owner, vehicleId }: Crowd, title: string): string {
  const insert = `INSERT INTO build_entries (vehicle_id, user_id, kind, title, date, created_at, updated_at)
    VALUES (?, ?, 'Note', ?, '2026-05-01', ?, ?)`;
  const values = [Number(vehicleId), Number(owner.id), title, Date.now(), Date.now()];
  return String(server.database.prepare(insert).run(...values).lastInsertRowid);
}
