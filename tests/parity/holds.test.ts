import { expect, test } from "vitest";
import { ALREADY_DECIDED, CHANGED_SINCE } from "~/features/moderation/held/policy";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const newest = () => server.value("SELECT max(id) FROM holds") as number;

test("the author reads the reason of a rejection, and not that it is pending", async () => {
  const admin = await server.signUpAdmin();
  server.run("INSERT INTO door (id, first_posts) VALUES (1, 'all')");
  const { garageId, browser } = await server.signUpWithGarage("Gil Garage");
  expect((await browser.get(`/garages/${garageId}`)).page.notices.join(" ")).toContain("Waiting for review");
  const [holdPath, reason] = [`/moderation/held/${newest()}`, { reason: "Not a garage at all." }];
  await admin.browser.submit(`${holdPath}/refuse`, reason);
  const notices = (await browser.get(`/garages/${garageId}`)).page.notices.join(" ");
  expect(notices).toContain("Not accepted");
  expect(notices).toContain("Not a garage at all. Edit it to send it to review again.");
  expect(notices).not.toContain("Waiting for review");
  // A decision is final.
  const [pageResponse, apiResponse] = [
    await admin.browser.submit(`${holdPath}/refuse`, reason),
    await admin.browser.api("POST", `${holdPath}/release`),
  ];
  expect([pageResponse.status, pageResponse.page.heading]).toEqual([409, ALREADY_DECIDED]);
  expect([apiResponse.status, apiResponse.json.message]).toEqual([409, ALREADY_DECIDED]);
});

test("what was changed since it was read is shown again, by every button and call", async () => {
  const admin = await server.signUpAdmin();
  const { garageId, browser } = await server.signUpWithGarage("Wanda Writer");
  const edit = (description: string) =>
    browser.submit(`/garages/${garageId}/edit`, { name: "Shed", location: "York, England", description });
  await edit("First words.");
  const id = String(newest());
  const read = (await admin.browser.get("/moderation/held")).page;
  expect(read.text("main")).toContain("First words.");
  const row = (await admin.browser.api("GET", "/moderation/held")).json.data.data.find(
    (item: { _id: string }) => item._id === id,
  );
  await edit("Second words.");
  const { revision } = row;
  const released = await admin.browser.submit("/moderation/held", { intent: "release", heldId: id, revision });
  expect(released.status).toBe(409);
  for (const text of [CHANGED_SINCE, "Second words."]) expect(released.page.text("main")).toContain(text);
  const refuse = `/moderation/held/${id}/refuse`;
  const response = await admin.browser.submit(refuse, { reason: "Not a garage at all.", revision });
  expect([response.status, response.page.value("reason")]).toEqual([409, "Not a garage at all."]);
  expect(response.page.text("main")).toContain("Second words.");
  expect(response.page.value("revision")).not.toBe(revision);
  const userId = row.user._id;
  const all = await admin.browser.submit("/moderation/held", {
    ...{ intent: "release-all", userId, revision: `${id}:${revision}` },
  });
  expect(all.status).toBe(409);
  for (const [path, body] of [
    [`/moderation/held/${id}/release`, { revision }],
    [`/moderation/held/${id}/refuse`, { revision, reason: "Not a garage at all." }],
    ["/moderation/held/release", { userId, revision: [`${id}:${revision}`] }],
  ] as const) {
    const apiResponse = await admin.browser.api("POST", path, body);
    expect([path, apiResponse.status, apiResponse.json.message]).toEqual([path, 409, CHANGED_SINCE]);
  }
  const { json } = await admin.browser.api("GET", "/moderation/held");
  const now = json.data.data.find((item: { _id: string }) => item._id === id);
  const done = await admin.browser.api("POST", `/moderation/held/${id}/release`, { revision: now.revision });
  expect(done.status).toBe(204);
});
