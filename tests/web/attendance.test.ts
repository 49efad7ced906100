import { describe, expect, test } from "vitest";
import { publishEvent } from "../support/good-event";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = await sharedServer();
const { visitor } = server;

const crowd = await makeCrowd(server);

const publish = async (overrides: Record<string, string> = {}) =>
  `/events/${await publishEvent(crowd.otherMember, crowd.admin, overrides)}`;

const attendeeItems = "section[aria-labelledby=who-comes] li";

describe("I'm going", () => {
  test("with a vehicle, changed, and taken back: without script", async () => {
    const path = await publish();
    const { browser } = crowd.owner;
    const before = await browser.get(path);
    expect(before.page.text("#who-comes")).toBe("Who’s going");
    expect(before.page.texts("section.join button")).toEqual(["I’m going"]);
    expect(before.page.texts("select[name=vehicle] option")).toEqual(["No vehicle", "1967 Lotus Elan"]);
    const response = await browser.submit(path, { intent: "attend", vehicle: crowd.vehicleId });
    expect([response.status, response.location]).toEqual([302, `${path}`]);
    const { page } = await browser.follow(response);
    expect(page.notices).toContain("You are on the list. See you there!");
    expect([page.text("#who-comes"), page.text(attendeeItems)]).toEqual(["Going (1)", "1967 Lotus ElanOlga Owner"]);
    expect(page.links).toContain(`/profile/${crowd.owner.id}`);
    expect(page.links).toContain(`/vehicles/${crowd.vehicleId}`);
    expect(page.text("main")).toContain("You are going with the 1967 Lotus Elan.");
    expect(page.value("vehicle")).toBe(crowd.vehicleId);
    expect(page.texts("section.join button")).toEqual(["Change", "I can’t make it"]);
    const changedPage = await browser.follow(await browser.submit(path, { intent: "attend", vehicle: "" }));
    expect(changedPage.page.notices).toContain("Your entry has been changed.");
    expect(changedPage.page.text(attendeeItems)).toBe("Olga Owner");
    const pageAfter = await browser.follow(await browser.submit(path, { intent: "leave" }));
    expect(pageAfter.page.notices).toContain("You are no longer on the list.");
    expect(pageAfter.page.texts(attendeeItems)).toEqual([]);
    expect(pageAfter.page.text("main")).toContain("Nobody has signed up yet.");
  });

  test("without a vehicle to bring, there is only the button", async () => {
    const path = await publish();
    const { browser } = crowd.member;
    const { page } = await browser.get(path);
    expect(page.fields).not.toContain("vehicle");
    const { page: after } = await browser.follow(await browser.submit(path, { intent: "attend" }));
    expect([after.text(attendeeItems), after.texts("section.join button")]).toEqual([
      "Mia Member",
      ["I can’t make it"],
    ]);
  });

  test("a visitor sees attendees, and is led to the login and back", async () => {
    const path = await publish();
    await crowd.member.browser.submit(path, { intent: "attend" });
    const { page } = await visitor().get(path);
    expect([page.text(attendeeItems), page.texts("section.join form")]).toEqual(["Mia Member", []]);
    expect(page.link("Log in to join")).toBe(`/login?returnTo=${encodeURIComponent(path)}`);
  });

  test("a past event shows who attended, and accepts no one", async () => {
    const path = await publish({ startDate: "2020-05-01", endDate: "2020-05-01" });
    const id = Number(path.split("/").at(-1));
    server.run(
      "INSERT INTO event_attendances (event_id, user_id, created_at) VALUES (?, ?, 1)",
      id,
      Number(crowd.member.id),
    );
    const { page } = await crowd.owner.browser.get(path);
    expect([page.text("#who-comes"), page.texts("section.join button")]).toEqual(["Went (1)", []]);
    expect((await visitor().get(path)).page.link("Log in to join")).toBeUndefined();
    const late = await crowd.owner.browser.submit(path, { intent: "attend" });
    const apiResponse = await crowd.owner.browser.api("POST", `${path}/attendance`);
    expect([late.status, apiResponse.status]).toEqual([409, 409]);
    expect(late.page.alerts.join()).toContain(apiResponse.json.message);
    const ownView = await crowd.member.browser.get(path);
    expect(ownView.page.texts("section.join button")).toEqual(["Take me off the list"]);
    const pageAfter = await crowd.member.browser.follow(await crowd.member.browser.submit(path, { intent: "leave" }));
    expect(pageAfter.page.text("#who-comes")).toBe("Who went");
  });

  test("cards of the lists show the number of attendees, if any", async () => {
    const cardText = async (list: string, path: string) => {
      const { page } = await visitor().get(list);
      const card = page.root.querySelectorAll("article").find(({ innerHTML }) => innerHTML.includes(`"${path}"`));
      return card?.querySelector(".event-card-text p")?.text;
    };
    const [title, location] = ["Counted Meet", "Old Airfield, Reims, France"];
    const path = await publish({ title, location });
    const [listPath, searchPath] = [`/events?title=${title}`, `/search?q=${title}`];
    expect(await cardText(listPath, path)).toBe(location);
    for (const { browser } of [crowd.owner, crowd.member]) await browser.submit(path, { intent: "attend" });
    for (const address of [listPath, searchPath]) expect(await cardText(address, path)).toMatch(/ · 2 going$/);
    const past = { startDate: "2020-05-01", endDate: "2020-05-01" };
    server.run(
      "UPDATE events SET start_date = ?, end_date = ? WHERE id = ?",
      past.startDate,
      past.endDate,
      Number(path.split("/").at(-1)),
    );
    for (const address of [`${listPath}&past=1`, searchPath])
      expect(await cardText(address, path)).toMatch(/ · 2 went$/);
  });
});

test("the vehicle's page lists its events", async () => {
  const { owner, vehicleId } = crowd;
  const page = async () => (await visitor().get(`/vehicles/${vehicleId}`)).page;
  expect((await page()).text("#where-to-see-it")).toBe("");
  const later = await publish({ title: "Later", startDate: "2032-05-01", endDate: "2032-05-02" });
  const soon = await publish({ title: "Soon", startDate: "2031-05-01T10:00", endDate: "2031-05-01T12:00" });
  for (const path of [later, soon]) await owner.browser.submit(path, { intent: "attend", vehicle: vehicleId });
  const response = await page();
  expect(response.text("#where-to-see-it")).toBe("Where to see it");
  const items = response.texts("section[aria-labelledby=where-to-see-it] li");
  expect(items).toHaveLength(2);
  expect(items[0]).toMatch(/Soon.*1 May 2031, 10:00 to 12:00.*Goodwood/);
  expect(items[1]).toMatch(/Later.*1–2 May 2032/);
  expect(response.link("Soon")).toBe(soon);
});
