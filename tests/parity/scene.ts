import { insertInto } from "../permissions/insert";
import { publishEvent, submitEvent } from "../support/good-event";
import type { TestServer } from "../support/launch";
import { addVehicle } from "../support/members";
import { addEntry, makeCrowd } from "../support/social";

export const DECISION = {
  measure: "warn",
  rule: "Be kind",
  facts: "Your words were about the person and not about the car.",
};

export async function makeScene(server: TestServer) {
  const insert = insertInto(server.database);
  const crowd = await makeCrowd(server);
  const { member, otherMember, vehicleId } = crowd;
  // Only users with choices see the field.
  await addVehicle(otherMember);
  const first = await member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "First" });
  const subject = {
    kind: "comment",
    about: "/comments/999999",
    snapshot: '{"title":"Comment"}',
    created_at: Date.now(),
  };
  const ownerFields = { ...subject, person_id: Number(member.id), person_name: member.name };
  const applicant = { name: "Nora New", email: "nora@example.com", password_hash: "none", answer: "I like cars." };
  const hold = { kind: "comment", thing_id: first.json.data.doc._id };
  return {
    ...{ crowd, comment: first.json.data.doc._id as string, entry: addEntry(server, crowd, "Tyres") },
    ...{ pending: await submitEvent(member), live: await publishEvent(member, crowd.admin) },
    openCase: insert("cases", { ...ownerFields, thing_id: 1 }),
    decidedCase: insert("cases", {
      ...ownerFields,
      thing_id: 2,
      state: "decided",
      ...DECISION,
      decided_at: Date.now(),
    }),
    held: insert("holds", { ...hold, user_id: Number(member.id), created_at: Date.now() }),
    application: insert("applications", { ...applicant, created_at: Date.now() }),
  };
}

export type Scene = Awaited<ReturnType<typeof makeScene>>;
