import { expect, test } from "vitest";
import { ALREADY_DECIDED } from "~/features/holds/policy";
import { signUpAdmin } from "../support/admins";
import { signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

const newest = () => server().database.prepare("SELECT max(id) FROM holds").pluck().get() as number;

test("whoever wrote it reads why it was refused, and not that it still waits", async () => {
  const admin = await signUpAdmin(server());
  server().database.prepare("INSERT INTO door (id, first_posts) VALUES (1, 'all')").run();
  const { garageId, browser } = await signUpWithGarage(server(), "Gil Garage");
  expect((await browser.get(`/garages/${garageId}`)).page.notices.join(" ")).toContain("Waiting for review");
  const [held, reason] = [`/moderation/held/${newest()}`, { reason: "Not a garage at all." }];
  await admin.browser.submit(`${held}/refuse`, reason);
  const said = (await browser.get(`/garages/${garageId}`)).page.notices.join(" ");
  expect(said).toContain("Not accepted");
  expect(said).toContain("Not a garage at all. Edit it to send it to review again.");
  expect(said).not.toContain("Waiting for review");
  // Decided is decided, by page and API.
  const [again, called] = [
    await admin.browser.submit(`${held}/refuse`, reason),
    await admin.browser.api("POST", `${held}/release`),
  ];
  expect([again.status, again.page.heading]).toEqual([409, ALREADY_DECIDED]);
  expect([called.status, called.json.message]).toEqual([409, ALREADY_DECIDED]);
});
