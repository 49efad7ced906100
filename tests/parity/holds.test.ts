import { expect, test } from "vitest";
import { ALREADY_DECIDED } from "~/features/holds/policy";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const newest = () => server.value("SELECT max(id) FROM holds") as number;

test("whoever wrote it reads why it was refused, and not that it still waits", async () => {
  const admin = await server.signUpAdmin();
  server.run("INSERT INTO door (id, first_posts) VALUES (1, 'all')");
  const { garageId, browser } = await server.signUpWithGarage("Gil Garage");
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
