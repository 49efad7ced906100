import ICAL from "ical.js";
import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { type Member, type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const NEAR = "near=Birmingham,+UK";

let admin: Member;
let ada: Owner;
let birmingham = "";
let coventry = "";
let inverness = "";

beforeAll(async () => {
  admin = await signUpAdmin(server());
  ada = await signUpWithGarage(server());
  coventry = await publish("Coventry Concours", "War Memorial Park, Coventry, UK", "2031-06-01");
  birmingham = await publish("Birmingham Breakfast", "Birmingham, UK", "2031-07-01");
  inverness = await publish("Inverness Meet", "Inverness, UK", "2031-05-01");
});

const visitor = () => browserLike(server());

async function publish(title: string, location: string, day: string): Promise<string> {
  const given = { ...GOOD_EVENT, title, location, startDate: day, endDate: day };
  const { json } = await ada.browser.api("POST", "/events/submit", given);
  const id: string = json.data.doc._id;
  expect((await admin.browser.api("PATCH", `/events/admin/${id}/approve`)).status).toBe(200);
  return id;
}

const locate = (location: string) => ada.browser.api("PATCH", "/garages/my-garage", { location });

describe("the calendar near a place", () => {
  test("says how far from where, and keeps what was typed", async () => {
    const { status, page } = await visitor().get(`/events?${NEAR}`);
    expect([status, page.text("main h2")]).toEqual([
      200,
      "2 upcoming events within 100 km of Birmingham, United Kingdom",
    ]);
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
    expect(page.link("Past")).toBe(`/events?past=1&${place}`);
    expect(page.link("Month")).toBe(`/events?view=month&${place}`);
    expect(page.link("Calendar file")).toBe(`/events.ics?from=2031-01-01&${place}`);
    const canonical = page.root.querySelector('link[rel="canonical"]')?.getAttribute("href");
    expect(canonical).toBe(`${server().url}/events?from=2031-01-01&${place}`);
  });

  test("holds for a month, too", async () => {
    const month = async (name: string) => (await visitor().get(`/events?view=month&month=${name}&${NEAR}`)).page;
    const june = await month("2031-06");
    expect(june.texts(".month-slot")).toEqual(["Coventry Concours"]);
    expect(june.link(/^Next/)).toBe("/events?view=month&month=2031-07&near=Birmingham%2C+UK");
    const may = await month("2031-05");
    expect(may.texts(".month-slot")).toEqual([]);
    expect(may.text("main")).toContain("No events this month within 100 km of Birmingham, United Kingdom.");
  });

  test("where the place is one of several, or none: said at the field", async () => {
    for (const [place, said] of [
      [
        "Springfield",
        /^Several places are called Springfield: .*Springfield, Missouri, United States.*add the region or country\.$/,
      ],
      ["Xqzzyx", /^We do not know that place\./],
    ] as const) {
      for (const view of ["", "&view=month", "&past=1"]) {
        const { status, page } = await visitor().get(`/events?near=${place}&radius=25${view}`);
        const field = page.root.querySelector("[name=near]");
        expect([status, field?.getAttribute("aria-invalid"), field?.getAttribute("aria-describedby")]).toEqual([
          400,
          "true",
          "event-near-error",
        ]);
        expect(page.text("#event-near-error")).toMatch(said);
        expect([page.value("near"), page.value("radius")]).toEqual([place, "25"]);
        expect(page.texts("main article")).toEqual([]);
      }
      const file = await visitor().fetch(`/events.ics?near=${place}`);
      expect([file.status, (await file.text()).trim()]).toEqual([400, expect.stringMatching(said)]);
    }
  });

  test("is a file that calendar programs read", async () => {
    const read = async (query: string) => {
      const text = await (await visitor().fetch(`/events.ics?${query}`)).text();
      return new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents("vevent")
        .map((one) => new ICAL.Event(one).summary);
    };
    expect(await read(NEAR)).toEqual(["Coventry Concours", "Birmingham Breakfast"]);
    expect(await read(`${NEAR}&radius=10`)).toEqual(["Birmingham Breakfast"]);
    expect(await read("near=Perth,+Australia")).toEqual([]);
    expect((await visitor().fetch(`/events.ics?${NEAR}&radius=0`)).status).toBe(400);
  });
});

test("the API takes the same filter", async () => {
  const titles = async (query: string) => {
    const { json } = await visitor().api("GET", `/events?${query}`);
    return json.data.data.map(({ title }: { title: string }) => title);
  };
  expect(await titles(NEAR)).toEqual(["Coventry Concours", "Birmingham Breakfast"]);
  expect(await titles(`${NEAR}&radius=10&title[regex]=break`)).toEqual(["Birmingham Breakfast"]);
  expect(await titles("radius=10")).toHaveLength(3);
  const { status, json } = await visitor().api("GET", "/events?near=Springfield&radius=10");
  expect([status, json.errors]).toEqual([400, { near: [json.message] }]);
  const { json: described } = await visitor().api("GET", "/openapi.json");
  const parameters = described.paths["/events"].get.parameters as { name: string; schema: object }[];
  const shapeOf = (name: string) => parameters.find((one) => one.name === name)?.schema;
  expect(shapeOf("near")).toMatchObject({ type: "string", maxLength: 120 });
  expect(shapeOf("radius")).toMatchObject({ type: "integer", minimum: 1, maximum: 1000 });
});

describe("events without a map position", () => {
  beforeAll(async () => {
    for (const at of [1, 2, 3, 4, 5, 6]) await publish(`Irish Tour ${at}`, "Ireland", `2031-09-0${at}`);
  });

  test("stand below a list near a place of their country, five of them, with a way to all", async () => {
    const { page } = await visitor().get("/events?near=Galway&radius=25");
    expect(page.text("main h2")).toBe("0 upcoming events within 25 km of Galway, Ireland");
    expect(page.text("main")).toContain("elsewhere in the country.");
    expect([1, 2, 3, 4, 5].filter((at) => page.text("main").includes(`Irish Tour ${at}`))).toHaveLength(5);
    expect(page.text("main")).not.toContain("Irish Tour 6");
    const all = await visitor().get(page.link("All of them") ?? "");
    expect(all.page.texts("main article h3")).toEqual([1, 2, 3, 4, 5, 6].map((at) => `Irish Tour ${at}`));
    expect(all.page.link(/^Back to the events near/)).toBe("/events?near=Galway&radius=25");
    expect(all.page.link("Calendar file")).toBe("/events.ics?near=Galway&radius=25&unplaced=1");
    const elsewhere = await visitor().get(`/events?${NEAR}`);
    expect(elsewhere.body).not.toContain("Irish Tour");
  });

  test("stand in the API beside the list, which says so", async () => {
    const { json } = await visitor().api("GET", "/events?near=Galway");
    expect([json.results, json.total, json.data.data, json.data.unplaced.length]).toEqual([0, 0, [], 5]);
    const all = await visitor().api("GET", "/events?near=Galway&unplaced=1");
    expect([all.json.total, all.json.data.unplaced]).toEqual([6, undefined]);
    expect((await visitor().api("GET", `/events?${NEAR}`)).json.data.unplaced).toEqual([]);
    expect((await visitor().api("GET", "/events")).json.data).not.toHaveProperty("unplaced");
    const { json: described } = await visitor().api("GET", "/openapi.json");
    const parameters = described.paths["/events"].get.parameters as {
      name: string;
      schema: { description?: string };
    }[];
    const of = (name: string) => parameters.find((one) => one.name === name)?.schema.description;
    expect(of("near")).toContain("data.unplaced");
    expect(of("unplaced")).toContain("without a map position");
  });
});

describe("events near by, on a page", () => {
  const block = async (path: string, browser = visitor()) => {
    const { page, body } = await browser.get(path);
    // No finer position than the text, and no id of the gazetteer: neither in the page nor in its data.
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
        "1 Jun 2031All dayCoventry Concours28 km",
        "1 Jul 2031All dayBirmingham Breakfastin Birmingham",
      ]);
      expect(page.link("Coventry Concours")).toBe(`/events/${coventry}`);
      expect(page.link("Everything near Birmingham")).toBe("/map-search?place=Birmingham,+United+Kingdom");
    }
    for (const location of ["Perth, Australia", "Scotland", "Somewhere nice"]) {
      expect((await locate(location)).status).toBe(200);
      expect((await block(`/garages/${ada.garageId}`)).texts, location).toBeUndefined();
    }
  });

  test("of an event: the others", async () => {
    const { page, texts } = await block(`/events/${birmingham}`);
    expect([page.text("#nearby"), texts]).toEqual([
      "Events near Birmingham",
      ["1 Jun 2031All dayCoventry Concours28 km"],
    ]);
    expect((await block(`/events/${inverness}`)).texts).toBeUndefined();
  });
});
