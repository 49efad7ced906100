import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();

test("all vehicles, newest first, page by page; empty pages say so", async () => {
  const visitor = server.visitor();
  const empty = await visitor.get("/vehicles");
  expect([empty.status, empty.page.text("main")]).toEqual([200, expect.stringContaining("No vehicles yet.")]);
  expect(empty.page.link("Add the first vehicle")).toBe("/vehicles/new");

  const owner = await server.signUpWithGarage("Vera Visible");
  const add = async (model: string) =>
    (await owner.browser.submit("/vehicles/new", { make: "Saab", model, year: 1968, description: "Two strokes." }))
      .location;
  const [older, newer] = [await add("96"), await add("Sonett V-4")];
  const { page, status } = await visitor.get("/vehicles");
  expect([status, page.heading, page.title]).toEqual([200, "Vehicles", "Vehicles · Paddock"]);
  expect(page.texts("main h2")).toEqual(["2 vehicles"]);
  expect(page.attributes("main article a", "href")).toEqual([newer, older]);
  // Not broken at its hyphen.
  expect([page.texts("main h3").at(0), page.texts("main h3 a .unbroken")]).toEqual(["1968 Saab Sonett V-4", ["V-4"]]);

  const second = await visitor.get("/vehicles?limit=1&page=2");
  expect([second.page.texts("main h3"), second.page.link("Previous")]).toEqual([["1968 Saab 96"], "/vehicles?limit=1"]);
  const past = await visitor.get("/vehicles?page=9");
  expect([past.status, past.page.text("main")]).toEqual([200, expect.stringContaining("Nothing on this page.")]);
  expect((await visitor.get("/vehicles?page=x")).status).toBe(400);
  expect((await visitor.get("/sitemap.xml")).body).toContain("/vehicles</loc>");
});

test("a make, its model and its years are links, one address each; page and API agree", async () => {
  const owner = await server.signUpWithGarage("Dora Doors");
  const add = async (make: string, model: string, year: number) =>
    (await owner.browser.submit("/vehicles/new", { make, model, year, condition: "Restored" })).location;
  const beetle = await add("VW", "Beetle", 1967);
  await add("Volkswagen", "beetle", 1972);
  await add("Volkswagen", "Käfer-Cabrio", 1979);
  const visitor = server.visitor();

  const { page: vehicle } = await visitor.get(beetle);
  expect(vehicle.link("VW")).toBe("/vehicles?make=Volkswagen");
  expect(vehicle.link("Beetle")).toBe("/vehicles?make=Volkswagen&model=Beetle");
  expect(vehicle.link("1967")).toBe("/vehicles?from=1967&to=1967");
  expect(vehicle.texts("main h2")).toEqual(
    expect.arrayContaining(["More from this garage", "Other Volkswagen Beetles"]),
  );
  expect(vehicle.texts("section[aria-labelledby=more] h3")).toEqual([
    "1979 Volkswagen Käfer-Cabrio",
    "1972 Volkswagen beetle",
  ]);
  expect(vehicle.texts("section[aria-labelledby=others] h3")).toEqual(["1972 Volkswagen beetle"]);

  const path = "/vehicles?to=1975&sort=year&from=1960&model=beetle&make=vw&utm_source=post";
  const { page } = await visitor.get(path);
  expect(page.heading).toBe("Volkswagen Beetle, 1960 to 1975");
  const canonical = page.attribute("link[rel=canonical]", "href") ?? "";
  expect(canonical).toBe(`${server.url}/vehicles?make=Volkswagen&model=Beetle&from=1960&to=1975&sort=year`);
  expect(page.texts("main h3")).toEqual(["1967 VW Beetle", "1972 Volkswagen beetle"]);
  const { json } = await visitor.api("GET", path);
  expect([json.total, json.data.data.map((row: { year: number }) => row.year)]).toEqual([2, [1967, 1972]]);

  const helps = (await visitor.get("/vehicles?model=Beetle")).page;
  expect(helps.link("See all vehicles")).toBe("/vehicles");
  expect(helps.link("Volkswagen 3 vehicles")).toBe("/vehicles?make=Volkswagen");

  expect((await visitor.get("/vehicles/makes")).page.texts("main h2")).toContain("V");
  expect((await visitor.api("GET", "/vehicles/models?make=vw")).json.data.data).toEqual([
    { model: "Beetle", count: 2 },
    { model: "Käfer-Cabrio", count: 1 },
  ]);
  expect((await visitor.get("/sitemap.xml")).body).toContain("/vehicles?make=Volkswagen&amp;model=Beetle</loc>");
  expect((await visitor.get("/")).page.texts("section[aria-labelledby=makes] li")).toContain("Volkswagen 3 vehicles");
  const nobody = (await visitor.get("/vehicles?make=Nobody")).page;
  expect(nobody.text("main")).toContain("See all vehicles");
  expect(nobody.link("Volkswagen 3")).toBe("/vehicles?make=Volkswagen");
});
