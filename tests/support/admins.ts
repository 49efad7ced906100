import type Database from "better-sqlite3";
import { type Member, signUp } from "./members";

export async function signUpAdmin(
  server: { url: string; mailDir: string; database: Database.Database },
  name = "Grace Gear",
): Promise<Member> {
  const member = await signUp(server, name);
  server.database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(Number(member.id));
  return member;
}
