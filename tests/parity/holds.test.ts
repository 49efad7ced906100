import { beforeAll, expect, test } from "vitest";
import { ALREADY_DECIDED } from "~/features/holds/policy";
import { signUpAdmin } from "../support/admins";
import { type Member, type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

let admin: Member;
let owner: Owner;
let writer: Member;
let vehicleId: string;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  owner = await signUpWithGarage(server());
  writer = await signUp(server(), "Nia New");
  const { json } = await owner.browser.api("POST", "/vehicles", { make: "Lotus", model: "Elan", year: 1967 });
  vehicleId = json.data.doc._id;
  server().database.prepare("INSERT INTO door (id, first_posts) VALUES (1, 'all')").run();
  server().database.prepare("UPDATE users SET trusted = 1 WHERE id = ?").run(Number(owner.id));
});

const newest = () => server().database.prepare("SELECT max(id) FROM holds").pluck().get() as number;

let serial = 0;

/** Two comments that wait, written by page and API. @returns their holds */
async function twoHeld(): Promise<[number, number]> {
  // The same words again within a minute would be the same comment.
  const text = `Nice ${++serial}.`;
  const page = await writer.browser.submit(`/vehicles/${vehicleId}`, { intent: "comment", text });
  expect(page.status).toBe(302);
  const one = newest();
  const api = await writer.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text });
  expect([api.status, api.json.data.doc.held]).toEqual([201, true]);
  return [one, newest()];
}

test("released, and a second time, alike", async () => {
  const [one, other] = await twoHeld();
  const expected = [302, 409];
  for (const [at, status] of [204, 409].entries()) {
    const page = await admin.browser.submit("/moderation/held", { intent: "release", heldId: String(one) });
    const api = await admin.browser.api("POST", `/moderation/held/${other}/release`);
    expect([page.status, api.status]).toEqual([expected[at], status]);
    if (status === 409) expect(page.page.text("main")).toContain(api.json.message);
  }
  const { json } = await owner.browser.api("GET", `/vehicles/${vehicleId}/comments`);
  expect(json.total).toBe(2);
});

test("whoever wrote it reads why it was refused, and not that it still waits", async () => {
  const { garageId, browser } = await signUpWithGarage(server(), "Gil Garage");
  expect((await browser.get(`/garages/${garageId}`)).page.notices.join(" ")).toContain("Waiting for review");
  await admin.browser.submit(`/moderation/held/${newest()}/refuse`, { reason: "Not a garage at all." });
  const said = (await browser.get(`/garages/${garageId}`)).page.notices.join(" ");
  expect(said).toContain("Not accepted");
  expect(said).toContain("Not a garage at all. Edit it to send it to review again.");
  expect(said).not.toContain("Waiting for review");
});

test.each([
  ["without a reason", ""],
  ["with a short one", "No."],
  ["with a long one", "r".repeat(501)],
])("refused %s alike", async (_, reason) => {
  const [one, other] = await twoHeld();
  const page = await admin.browser.submit(`/moderation/held/${one}/refuse`, { reason });
  const api = await admin.browser.api("POST", `/moderation/held/${other}/refuse`, { reason });
  expect([page.status, api.status]).toEqual([400, 400]);
  expect(page.page.text("main [role=alert]")).toContain(api.json.message);
  const done = await admin.browser.submit(`/moderation/held/${one}/refuse`, { reason: "Not about this vehicle." });
  const too = await admin.browser.api("POST", `/moderation/held/${other}/refuse`, {
    reason: "Not about this vehicle.",
  });
  expect([done.status, too.status]).toEqual([302, 204]);
  const again = await admin.browser.submit(`/moderation/held/${one}/refuse`, { reason: "Not about this vehicle." });
  expect([again.status, again.page.heading]).toEqual([409, ALREADY_DECIDED]);
  server().database.prepare("UPDATE users SET trusted = 0").run();
});
