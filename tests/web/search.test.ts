import { beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const NOTHING = "No results found for your query.";
let owner: Owner;
let vehicleId: string;
let eventId: string;

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Zélie Quattro", "Quattro & Söhne");
  const fields = { make: "Audi", model: "Quattro Sport", year: 1984 };
  const { json } = await owner.browser.api("POST", "/vehicles", fields);
  vehicleId = json.data.doc._id;
  const event = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Quattro Summit" });
  eventId = event.json.data.doc._id;
  server().database.prepare("UPDATE events SET status = 'approved' WHERE id = ?").run(Number(eventId));
});

const look = (query: string) => browserLike(server()).get(`/search${query}`);

describe("/search", () => {
  test("without a question is a form with a hint", async () => {
    for (const query of ["", "?q=", "?q=%20%09"]) {
      const { status, page } = await look(query);
      expect([status, page.heading, page.title]).toEqual([200, "Search", "Search · Paddock"]);
      expect(page.text("main form")).toContain("1969 camaro");
      expect(page.texts("main h2")).toEqual([]);
      expect(page.text("main")).not.toContain(NOTHING);
      expect(page.alerts).toEqual([]);
    }
  });

  test("shows garages, users, vehicles and events, each with its count, and keeps the question", async () => {
    const { status, page, headers } = await look("?q=QUATTRO");
    expect([status, page.title]).toEqual([200, "“QUATTRO” · Search · Paddock"]);
    expect(page.texts("main h2")).toEqual(["Garages 1", "Users 1", "Vehicles 1", "Events 1"]);
    expect(page.root.querySelector("main input[name=q]")?.getAttribute("value")).toBe("QUATTRO");
    expect(page.link("Quattro & Söhne")).toBe(`/garages/${owner.garageId}`);
    expect(page.link("Zélie Quattro")).toBe(`/profile/${owner.id}`);
    expect(page.link("Audi Quattro Sport")).toBe(`/vehicles/${vehicleId}`);
    expect(page.link("Quattro Summit")).toBe(`/events/${eventId}`);
    expect(page.text("#found-users")).toBe("Users 1");
    expect(page.text("main [aria-labelledby=found-users] li")).toContain("Quattro & Söhne");
    expect(page.text("main")).not.toContain(NOTHING);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
  });

  test("leads from a person to the person's garage", async () => {
    const person = (await look("?q=zelie")).page.link("Zélie Quattro");
    const answer = await browserLike(server()).get(person ?? "");
    expect(answer).toMatchObject({ status: 302, location: `/garages/${owner.garageId}` });
  });

  test("shows only sections with results, and the sentence exactly when there are none", async () => {
    const some = await look("?q=1984+audi");
    expect(some.page.texts("main h2")).toEqual(["Vehicles 1"]);
    const none = await look("?q=1985+audi");
    expect(none.status).toBe(200);
    expect(none.page.texts("main h2")).toEqual([]);
    expect(none.page.text("main [role=status]")).toContain(NOTHING);
    expect([none.page.link("All garages"), none.page.link("All events")]).toEqual(["/garages", "/events"]);
  });

  test("takes every sign for itself", async () => {
    for (const q of ["quattro & s", "Söhne", "sohne", "s&h", "quat*", "%", '"quattro"', "<script>alert(1)</script>"]) {
      const { status, page, body } = await look(`?q=${encodeURIComponent(q)}`);
      expect(status, q).toBe(200);
      expect(page.texts("main h2").includes("Garages 1"), q).toBe(/^(quattro & s|s(ö|o)hne)$/i.test(q));
      expect(body).not.toContain("<script>alert(1)");
    }
  });

  test("refuses more than 100 characters at the field", async () => {
    const { status, page } = await look(`?q=${"x".repeat(101)}`);
    expect(status).toBe(400);
    expect(page.fieldError("q")).toBe("The search must be at most 100 characters.");
    expect(page.text("main")).not.toContain(NOTHING);
    const field = page.root.querySelector("#field-q");
    expect(field?.getAttribute("aria-invalid")).toBe("true");
    expect(field?.getAttribute("aria-describedby")).toContain("field-q-error");
  });

  test("pages through one section", async () => {
    for (let at = 1; at <= 26; at++) {
      await owner.browser.api("POST", "/vehicles", { make: "Saab", model: `Serial ${at}`, year: 1978 });
    }
    const all = await look("?q=saab");
    expect(all.page.texts("main h2")).toEqual(["Vehicles 26"]);
    expect(all.page.texts("main .card")).toHaveLength(12);
    const more = all.page.link("All vehicles") ?? "";
    expect(more).toBe("/search?q=saab&section=vehicles");
    const first = await browserLike(server()).get(more);
    expect(first.page.texts("main .card")).toHaveLength(24);
    expect(first.page.texts("main .card")[0]).toContain("Serial 26");
    const next = await browserLike(server()).get(first.page.link("Next") ?? "");
    expect(next.page.texts("main .card")).toHaveLength(2);
    expect(next.page.link("All results for “saab”")).toBe("/search?q=saab");
    expect((await look("?q=saab&section=vehicles&page=9")).page.text("main")).toContain("Nothing on this page.");
    expect((await look("?q=saab&page=x")).status).toBe(400);
  });

  test("forgets who is deactivated, and remembers them when they are back", async () => {
    const gone = await signUp(server(), "Gone Tomorrow");
    const seen = async () => (await look("?q=gone+tomorrow")).page.texts("main h2");
    const set = server().database.prepare("UPDATE users SET active = ? WHERE id = ?");
    expect(await seen()).toEqual(["Users 1"]);
    set.run(0, gone.id);
    expect(await seen()).toEqual([]);
    set.run(1, gone.id);
    expect(await seen()).toEqual(["Users 1"]);
  });

  test("is suggested from while somebody types, as JSON, and refused as the page is", async () => {
    const ask = (query: string) => fetch(`${server().url}/search/suggestions${query}`);
    const some = await ask("?q=quattro");
    expect([some.status, some.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const groups = await some.json();
    expect(groups.map(({ section }: { section: string }) => section)).toEqual([
      "garages",
      "users",
      "vehicles",
      "events",
    ]);
    expect(groups[3].rows).toMatchObject([{ id: eventId, name: "Quattro Summit" }]);
    expect(await (await ask("?q=q")).json()).toEqual([]);
    expect(await (await ask("")).json()).toEqual([]);
    expect((await ask(`?q=${"x".repeat(101)}`)).status).toBe(400);
  });

  test("is where the search box of every page leads", async () => {
    const box = (await browserLike(server()).get("/about-us")).page.root.querySelector("header form");
    expect(box?.getAttribute("action")).toBe("/search");
    expect(box?.querySelector("input")?.getAttribute("name")).toBe("q");
  });
});
