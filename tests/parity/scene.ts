import { insertInto } from "../permissions/insert";
import { publishEvent, submitEvent } from "../support/good-event";
import type { TestServer } from "../support/launch";
import { addVehicle } from "../support/members";
import { addEntry, type Crowd, makeCrowd } from "../support/social";

export const DECISION = {
  measure: "warn",
  rule: "Be kind",
  facts: "Your words were about the person and not about the car.",
};

/** What the forms are about. */
export const scene = {} as {
  crowd: Crowd;
  /** Ids. */
  pending: string;
  live: string;
  comment: string;
  entry: string;
  openCase: number;
  decidedCase: number;
  application: number;
  held: number;
};

export async function makeScene(server: TestServer): Promise<void> {
  const insert = insertInto(server.database);
  const crowd = await makeCrowd(server);
  const { member, other, vehicleId } = crowd;
  // A field with choices is there only for who has some.
  await addVehicle(other);
  const first = await member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "First" });
  const about = { kind: "comment", about: "/comments/999999", snapshot: '{"title":"Comment"}', created_at: Date.now() };
  const whose = { ...about, person_id: Number(member.id), person_name: member.name };
  const who = { name: "Nora New", email: "nora@example.com", password_hash: "none", answer: "I like cars." };
  Object.assign(scene, {
    ...{ crowd, comment: first.json.data.doc._id, entry: addEntry(server, crowd, "Tyres") },
    ...{ pending: await submitEvent(member), live: await publishEvent(member, crowd.admin) },
    openCase: insert("cases", { ...whose, thing_id: 1 }),
    decidedCase: insert("cases", { ...whose, thing_id: 2, state: "decided", ...DECISION, decided_at: Date.now() }),
    held: insert("holds", {
      user_id: Number(member.id),
      kind: "comment",
      thing_id: first.json.data.doc._id,
      created_at: Date.now(),
    }),
    application: insert("applications", { ...who, created_at: Date.now() }),
  });
}
