import { describe, expect, test } from "vitest";
import { publishEvent } from "../support/good-event";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;
const NEAR = "near=Birmingham,+UK";

const publish = (title: string, location: string, day: string) =>
  publishEvent(ada, admin, { title, location, startDate: day, endDate: day });

const admin = await server.signUpAdmin();
const ada = await server.signUpWithGarage();
const coventry = await publish("Coventry Concours", "War Memorial Park, Coventry, UK", "2031-06-01");
const birmingham = await publish("Birmingham Breakfast", "Birmingham, UK", "2031-07-01");
const inverness = await publish("Inverness Meet", "Inverness, UK", "2031-05-01");

const locate = (location: string) => ada.browser.api("PATCH", "/garages/my-garage", { location });

test("towns are suggested while typing, and the search accepts each", async () => {
  const ask = async (q: string) => {
    const answer = await fetch(`${server.url}/places/suggestions?${new URLSearchParams({ q })}`);
    return { status: answer.status, towns: answer.ok ? ((await answer.json()) as string[]) : [] };
  };
  const { towns } = await ask("Covent");
  expect(towns).toContain("Coventry, United Kingdom");
  const springfields = await ask("Springfield");
  expect(springfields.towns.length).toBeGreaterThan(1);
  for (const near of [...towns, ...springfields.towns]) {
    expect((await visitor().get(`/events?${new URLSearchParams({ near })}`)).status, near).toBe(200);
  }
  expect([(await ask("C")).towns, (await ask("")).towns, (await ask("x".repeat(121))).status]).toEqual([[], [], 400]);
});

describe("the calendar near a place", () => {
  test("shows distances, and keeps typed text", async () => {
    const { page } = await visitor().get(`/events?${NEAR}`);
    expect(page.text("main h2")).toBe("2 upcoming events within 100 km of Birmingham, United Kingdom");
    expect(page.texts("main article h3")).toEqual(["Coventry Concours", "Birmingham Breakfast"]);
    expect([page.value("near"), page.value("radius")]).toEqual(["Birmingham, UK", ""]);
    expect(page.root.querySelector("main form details")?.hasAttribute("open")).toBe(true);
    const { page: nearer } = await visitor().get(`/events?${NEAR}&radius=15`);
    expect(nearer.text("main h2")).toBe("1 upcoming event within 15 km of Birmingham, United Kingdom");
    expect(nearer.value("radius")).toBe("15");
    const { page: plain } = await visitor().get("/events?near=&radius=15");
    expect(plain.text("main h2")).toBe("3 upcoming events");
    expect(plain.root.querySelector("main form details")?.hasAttribute("open")).toBe(false);
  });

  test("goes along to the other views and to the calendar program", async () => {
    const { page } = await visitor().get(`/events?${NEAR}&radius=25&from=2031-01-01`);
    const place = "near=Birmingham%2C+UK&radius=25";
    expect([page.link("Past"), page.link("Month")]).toEqual([`/events?past=1&${place}`, `/events?view=month&${place}`]);
    expect(page.link("Calendar file")).toBe(`/events.ics?from=2031-01-01&${place}`);
    const canonical = page.attribute('link[rel="canonical"]', "href");
    expect(canonical).toBe(`${server.url}/events?from=2031-01-01&${place}`);
  });
});

test("events without a map position stand below a list near a place of their country, five of them, with a way to all", async () => {
  for (const at of [1, 2, 3, 4, 5, 6]) await publish(`Irish Tour ${at}`, "Ireland", `2031-09-0${at}`);
  const { page } = await visitor().get("/events?near=Galway&radius=25");
  expect(page.text("main h2")).toBe("0 upcoming events within 25 km of Galway, Ireland");
  expect(page.text("main")).toContain("elsewhere in the country.");
  expect([1, 2, 3, 4, 5].filter((at) => page.text("main").includes(`Irish Tour ${at}`))).toHaveLength(5);
  expect(page.text("main")).not.toContain("Irish Tour 6");
  const all = await visitor().get(page.link("See all") ?? "");
  expect(all.page.texts("main article h3")).toEqual([1, 2, 3, 4, 5, 6].map((at) => `Irish Tour ${at}`));
  expect(all.page.link(/^Back to the events near/)).toBe("/events?near=Galway&radius=25");
  expect(all.page.link("Calendar file")).toBe("/events.ics?near=Galway&radius=25&unplaced=1");
  expect((await visitor().get(`/events?${NEAR}`)).body).not.toContain("Irish Tour");
});

describe("events near by, on a page", () => {
  const block = async (path: string, browser = visitor()) => {
    const { page, body } = await browser.get(path);
    // No position finer than the text, no gazetteer id.
    expect(body).not.toMatch(/placeId|place_id|"lat"|"lng"|52\.48/);
    const [section] = page.root.querySelectorAll("section").filter((part) => part.querySelector("#nearby"));
    return { page, texts: section?.querySelectorAll("li").map((item) => item.text.replace(/\s+/g, " ").trim()) };
  };

  test("of a garage, for everybody; nothing where nothing is near", async () => {
    await locate("Birmingham, UK");
    for (const browser of [visitor(), ada.browser, admin.browser]) {
      const { page, texts } = await block(`/garages/${ada.garageId}`, browser);
      expect(page.text("#nearby")).toBe("Events near Birmingham");
      expect(texts).toEqual([
        "Jun1Coventry Concours1 Jun 2031, all day28 km",
        "Jul1Birmingham Breakfast1 Jul 2031, all dayin Birmingham",
      ]);
      expect(page.link("Coventry Concours")).toBe(`/events/${coventry}`);
      expect(page.link("Everything near Birmingham")).toBe("/map-search?place=Birmingham,+United+Kingdom");
    }
    await locate("Perth, Australia");
    expect((await block(`/garages/${ada.garageId}`)).texts).toBeUndefined();
  });

  test("of an event: the others", async () => {
    const { page, texts } = await block(`/events/${birmingham}`);
    expect(page.text("#nearby")).toBe("Events near Birmingham");
    expect(texts).toEqual(["Jun1Coventry Concours1 Jun 2031, all day28 km"]);
    expect((await block(`/events/${inverness}`)).texts).toBeUndefined();
  });
});
