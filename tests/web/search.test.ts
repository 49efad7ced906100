import { describe, expect, test } from "vitest";
import { GOOD_EVENT } from "../support/good-event";
import { addVehicle } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const NOTHING = "No results found for your query.";

const owner = await server.signUpWithGarage("Zélie Quattro", "Quattro & Söhne");
const vehicleId = await addVehicle(owner, { make: "Audi", model: "Quattro Sport", year: 1984 });
const event = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Quattro Summit" });
const eventId = event.json.data.doc._id;
server.run("UPDATE events SET status = 'approved' WHERE id = ?", Number(eventId));

const look = (query: string) => server.visitor().get(`/search${query}`);

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

  test("shows garages, users, vehicles and events, each with its count, and keeps the query", async () => {
    const { status, page, headers } = await look("?q=QUATTRO");
    expect([status, page.title]).toEqual([200, "“QUATTRO” · Search · Paddock"]);
    expect(page.texts("main h2")).toEqual(["Garages 1", "Users 1", "Vehicles 1", "Events 1"]);
    expect(page.attribute("main input[name=q]", "value")).toBe("QUATTRO");
    expect(page.link("Quattro & Söhne")).toBe(`/garages/${owner.garageId}`);
    expect(page.link("Zélie Quattro")).toBe(`/profile/${owner.id}`);
    expect(page.link("1984 Audi Quattro Sport")).toBe(`/vehicles/${vehicleId}`);
    expect([page.link("Quattro Summit"), page.text("#found-users")]).toEqual([`/events/${eventId}`, "Users 1"]);
    expect(page.text("main [aria-labelledby=found-users] li")).toContain("Quattro & Söhne");
    expect(page.text("main")).not.toContain(NOTHING);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
  });

  test("shows only sections with results, and the sentence exactly when there are none", async () => {
    expect((await look("?q=1984+audi")).page.texts("main h2")).toEqual(["Vehicles 1"]);
    const emptyPage = await look("?q=1985+audi");
    expect([emptyPage.status, emptyPage.page.texts("main h2")]).toEqual([200, []]);
    expect(emptyPage.page.text("main [role=status]")).toContain(NOTHING);
    expect([emptyPage.page.link("All garages"), emptyPage.page.link("All events")]).toEqual(["/garages", "/events"]);
  });

  test("suggests a similar search if there is nothing, as do the lists of vehicles and garages", async () => {
    const { page } = await look("?q=audi+quatro+spord");
    expect(page.text("main [role=status]")).toContain("Did you mean Audi Quattro Sport?");
    expect(page.link("Audi Quattro Sport")).toBe("/search?q=Audi+Quattro+Sport");
    const vehicles = await server.visitor().get("/vehicles?q=quatrro&sort=year");
    expect(vehicles.page.link("Quattro")).toBe("/vehicles?q=Quattro&sort=year");
    const garages = await server.visitor().get("/garages?name=quatrro&sort=createdAt");
    expect(garages.page.link("Quattro")).toBe("/garages?name=Quattro&sort=createdAt");
    expect((await look("?q=1985+audi")).body).not.toContain("Did you mean");
  });

  test("has suggestions while typing, as JSON, refused as the page is", async () => {
    const ask = (query: string) => fetch(`${server.url}/search/suggestions${query}`);
    const suggestions = await ask("?q=quattro");
    expect([suggestions.status, suggestions.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    const groups = await suggestions.json();
    const sections = groups.map(({ section }: { section: string }) => section);
    expect(sections.join()).toBe("garages,users,vehicles,events");
    expect(groups[3].rows).toMatchObject([{ id: Number(eventId), name: "Quattro Summit" }]);
    expect([await (await ask("?q=q")).json(), await (await ask("")).json()]).toEqual([[], []]);
    expect((await ask(`?q=${"x".repeat(101)}`)).status).toBe(400);
  });

  test("is the target of every page's search box", async () => {
    const box = (await server.visitor().get("/about-us")).page.root.querySelector("header form");
    expect([box?.getAttribute("action"), box?.querySelector("input")?.getAttribute("name")]).toEqual(["/search", "q"]);
  });
});
