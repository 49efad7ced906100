import { describe, expect, test } from "vitest";
import { publishEvent } from "../support/good-event";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const visit = (path: string) => server.visitor().get(path);
const rows = (page: HtmlPage) => page.texts(".map-rows h3");
const names = (page: HtmlPage) => rows(page).map((row) => row.replace(/^\w+: /, ""));
const heading = (page: HtmlPage) => page.text(".map-head h2");
const marks = (page: HtmlPage) =>
  page.root
    .querySelectorAll("svg.map a")
    .map((mark) => [mark.getAttribute("aria-label") ?? "", mark.getAttribute("href") ?? ""] as const);

const publish = (title: string, location: string, overrides: Record<string, string> = {}) =>
  publishEvent(admin, admin, { title, location, ...overrides });

const admin = await server.signUpAdmin();
const olga = await server.signUpWithGarage("Olga Owner");
const otto = await server.signUpWithGarage("Otto Other");
for (const [{ browser }, location] of [
  [olga, "Coventry, England"],
  [otto, "Derby, England"],
] as const) {
  await browser.api("PATCH", "/garages/my-garage", { location, showOnMap: true });
}
await publish("Brum Breakfast", "Market Square, Birmingham, England", { category: "Cars & Coffee" });
await publish("Late Auction", "Town Hall, Birmingham, England", {
  category: "Auction",
  startDate: "2031-06-01",
  endDate: "2031-06-01",
});
await publish("Oxford Meet", "Broad Street, Oxford, England");
await publish("Kyoto Meet", "Kyoto, Japan");
await publish("English Tour", "England");
await publish("Secret Tour", "Told by phone");

test("without a place, there are a form, the map of all there is, and what comes next; rows and marks of a town share its number", async () => {
  const { status, page } = await visit("/map-search");
  expect([status, page.heading, page.title]).toEqual([200, "Map", "Map · Paddock"]);
  expect(page.fields.sort()).toEqual(["category", "from", "kind", "place", "radius", "to", "units"].sort());
  // The first view is England; the list has Kyoto too.
  expect(heading(page)).toBe("5 events and garages on this map");
  expect(rows(page)[0]).toContain("Event: ");
  expect(page.texts(".map-list section h2")).toEqual(["Without a map position"]);
  expect(page.text(".map-list section")).toContain("Secret Tour");
  expect(marks(page).reduce((sum, [name]) => sum + (Number.parseInt(name, 10) || 1), 0)).toBe(5);
  const towns = (selector: string) => page.attributes(selector, "data-towns");
  const [ofRows, ofMarks] = [towns(".map-rows li[id]"), towns("svg.map [data-towns]").join(" ").split(" ")];
  // Two share Birmingham, the first.
  expect(ofRows.filter((town) => town === "1")).toHaveLength(2);
  expect([...new Set(ofRows)].sort()).toEqual(["1", "2", "3", "4", "5"]);
  expect(new Set(ofMarks).size).toBe(4);
  for (const town of ofMarks) expect(ofRows).toContain(town);
});

describe("near a place", () => {
  test("the list is sorted by distance, with distances", async () => {
    const { status, page } = await visit("/map-search?place=Birmingham,+UK");
    expect([status, page.title]).toEqual([200, "Near Birmingham, United Kingdom · Paddock"]);
    expect(heading(page)).toBe("5 events and garages within 100 km of Birmingham, United Kingdom");
    expect(names(page).slice(0, 5)).toEqual([
      "Brum Breakfast",
      "Late Auction",
      "Olga Owner's garage",
      "Otto Other's garage",
      "Oxford Meet",
    ]);
    const far = page.texts(".map-row-place");
    expect(far.slice(0, 2)).toEqual(["in Birmingham", "in Birmingham"]);
    expect(far[2]).toMatch(/^2\d km$/);
    expect(page.link("Brum Breakfast")).toMatch(/^\/events\/\d+$/);
    expect(page.value("place")).toBe("Birmingham, UK");
  });

  test("of garages, too; more than five of a kind are in a list of their own", async () => {
    const userNames = ["Alys", "Bryn", "Cerys", "Dylan", "Elin", "Ffion"].map((name) => `${name} Wynne`);
    for (const [index, name] of userNames.entries()) {
      const at = index + 1;
      await publish(`Welsh Tour ${at}`, "Wales", { startDate: `2031-08-0${at}`, endDate: `2031-08-0${at}` });
      const { browser } = await server.signUpWithGarage(name);
      await browser.api("PATCH", "/garages/my-garage", { location: "Wales", showOnMap: true });
    }
    const { page } = await visit("/map-search?place=Cardiff&radius=10");
    expect(names(page)).toEqual([
      ...[1, 2, 3, 4, 5].map((at) => `Welsh Tour ${at}`),
      ...userNames
        .slice(1)
        .reverse()
        .map((name) => `${name}'s garage`),
    ]);
    const allEvents = await visit(page.link("All events without a map position") ?? "");
    expect(allEvents.page.text("main h2")).toBe(
      "6 upcoming events without a map position, somewhere in Wales, United Kingdom, or elsewhere in the country",
    );
    const allGarages = await visit(page.link("All garages without a map position") ?? "");
    expect(heading(allGarages.page)).toBe(
      "6 garages without a map position, somewhere in Wales, United Kingdom, or elsewhere in the country",
    );
    expect(rows(allGarages.page)).toHaveLength(6);
    expect(allGarages.page.link(/^Back to/)).toBe("/map-search?place=Cardiff&radius=10&kind=garages#map");
    const otherPage = await visit("/map-search?place=Birmingham,+UK");
    for (const text of ["Welsh Tour", "Wynne"]) expect(otherPage.body).not.toContain(text);
  });

  test("other places of the name are one press away", async () => {
    const { page } = await visit("/map-search?place=Springfield");
    expect(page.text(".map-head")).toContain("Did you mean another place?");
    const { page: townPage } = await visit(page.link(/^Springfield, /) ?? "");
    expect(townPage.text(".map-head")).toContain(page.texts(".map-head a")[0]!);
  });

  test("an empty result offers a next step", async () => {
    const { page } = await visit("/map-search?place=Perth,+Australia&radius=50");
    expect(heading(page)).toBe("Nothing within 50 km of Perth, Australia yet");
    expect(page.link("Search within 100 km")).toBe("/map-search?place=Perth,+Australia&radius=100");
    expect(page.link("+ Submit an Event")).toBeUndefined();
    const { page: ownPage } = await olga.browser.get("/map-search?place=Perth,+Australia&radius=50");
    expect(ownPage.link("+ Submit an Event")).toBe("/events/submit");
    const { page: filtered } = await visit("/map-search?place=Birmingham,+UK&category=Concours");
    expect(filtered.link("Clear filters")).toBe("/map-search?place=Birmingham,+UK");
  });
});

test("old and garbled links show something all the same", async () => {
  for (const query of ["map=99/1/1", "map=x", "kind=boats", "units=parsec", "category=Regatta", "place[]=x"]) {
    expect([query, (await visit(`/map-search?${query}`)).status]).toEqual([query, 200]);
  }
  expect((await visit("/map-search?page=0")).status).toBe(400);
});

describe("the map", () => {
  test("moves and zooms by links, and leads back", async () => {
    const start = "/map-search?place=Birmingham,+UK";
    const { page } = await visit(start);
    const ways = ["Zoom in", "Zoom out", "Move west", "Move north", "Move south", "Move east"];
    for (const way of ways)
      expect(page.link(way), way).toMatch(/^\/map-search\?place=Birmingham,\+UK&map=\d+\/[-\d.]+\/[-\d.]+#map$/);
    const { page: north } = await visit(page.link("Move north")!);
    expect(heading(north)).toMatch(/ on this map$/);
    const { page: further } = await visit(north.link("Move north")!);
    expect(further.text(".map-head")).toContain("Distances are from the map's centre.");
    expect(further.link("Back to 100 km around Birmingham, United Kingdom")).toBe(`${start}#map`);
    const { page: world } = await visit("/map-search?map=1/0/0");
    expect(world.link("Zoom out")).toBeUndefined();
  });

  test("has its marks as links with names: one thing leads to it, several lead nearer", async () => {
    const { page } = await visit("/map-search?place=Birmingham,+UK&map=7/52.48/-1.90");
    const byName = new Map(marks(page));
    expect(byName.get("1 event in Oxford, United Kingdom")).toMatch(/^\/events\/\d+$/);
    expect([...byName.keys()]).toContain("3: 2 events and 1 garage around Birmingham, United Kingdom");
    for (const [name, href] of byName) expect((await visit(href)).status, name).toBe(200);
    const attributes = page.root.querySelector("svg.map")?.attributes;
    const label = "Map, on this map";
    expect(attributes).toMatchObject({ role: "group", "aria-label": label });
  });

  test("is made of pictures of our own server, with attribution", async () => {
    const { page, headers } = await visit("/map-search?place=Birmingham,+UK");
    const pictures = page.attributes("svg.map image", "href");
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) expect(picture).toMatch(/^\/map-tiles\/\w+\/\d+\/\d+\/\d+\.svg$/);
    expect((await fetch(new URL(pictures[0]!, server.url))).status).toBe(200);
    expect(page.text("figure")).toContain("Map: Natural Earth. Places: GeoNames, CC BY 4.0.");
    expect(headers.get("content-security-policy")).toContain("connect-src 'self'");
  });
});

test("the viewer's garage is a place to start from, once it has one", async () => {
  const { page } = await olga.browser.get("/map-search");
  expect(page.link("Near my garage")).toBe("/map-search?near=garage");
  const near = await olga.browser.get("/map-search?near=garage&radius=50");
  expect(heading(near.page)).toContain("within 50 km of Coventry, United Kingdom");
  expect(near.page.text("form.map-form")).toContain("Around your garage in Coventry, United Kingdom.");
  expect(near.page.value("near")).toBe("garage");
  const otherSearch = await olga.browser.get("/map-search?place=Oxford,+UK&near=garage");
  expect(heading(otherSearch.page)).toContain("of Oxford, United Kingdom");
  expect((await visit("/map-search")).page.link("Near my garage")).toBeUndefined();
  const guest = await server.signUp("Gus Guest");
  expect((await guest.browser.get("/map-search")).page.link("Near my garage")).toBeUndefined();
});

describe("privacy", () => {
  test("no response contains a finer position than hundredths of a degree", async () => {
    for (const path of [
      "/map-search",
      "/map-search?place=Birmingham,+UK",
      "/map-search?at=52.4812345,-1.9012345",
      "/map-search?map=8/52.4812345/-1.9012345",
    ]) {
      for (const address of [path, path.replace("/map-search", "/map-search.data")]) {
        const answer = await server.visitor().fetch(address);
        const body = (await answer.text())
          .replaceAll(/<style[\s\S]*?<\/style>/g, "")
          .replaceAll(/52\.4812345|-1\.9012345/g, "")
          .replaceAll(/viewBox="[^"]*"| d="[^"]*"|initial-scale=1/g, "");
        expect([answer.status, body.match(/-?\d+\.\d{3,}/g) ?? []], address).toEqual([200, []]);
      }
    }
  });

  test("a position counts by its hundredths", async () => {
    const { page } = await visit("/map-search?at=52.4814234,-1.8998321");
    expect(heading(page)).toBe("5 events and garages within 100 km of Birmingham, United Kingdom");
    expect(page.text("form.map-form")).toContain("Around your location near Birmingham, United Kingdom.");
  });

  test("positions and pieces of the world are nothing for search engines", async () => {
    const robots = async (query: string) =>
      (await visit(`/map-search${query}`)).page.attribute("meta[name=robots]", "content");
    expect(await robots("?at=52.48,-1.90")).toBe("noindex");
    expect(await robots("?place=Birmingham,+UK&map=8/52.48/-1.90")).toBe("noindex");
    expect(await robots("?place=Birmingham,+UK")).toBeUndefined();
    const canonical = (page: HtmlPage) => page.attribute("link[rel=canonical]", "href");
    expect(canonical((await visit("/map-search?place=Oxford&units=mi&map=8/52.48/-1.90")).page)).toBe(
      `${server.url}/map-search?place=Oxford`,
    );
  });
});

test("the way to the map is in the footer, the site map, the calendar, and on what is on it", async () => {
  expect((await visit("/about-us")).page.link("Map")).toBe("/map-search");
  expect((await visit("/sitemap")).page.texts("main a")).toContain("Map");
  expect(
    (await visit("/events")).page.root.querySelector(`nav[aria-label="Views"] a[href="/map-search?kind=events"]`)?.text,
  ).toBe("Map");
  expect(await (await server.visitor().fetch("/sitemap.xml")).text()).toContain("/map-search</loc>");
  const id = await publish("Shown Meet", "Bicester, England");
  expect((await visit(`/events/${id}`)).page.link("Show on a map")).toBe("/map-search?place=Bicester,+United+Kingdom");
  const hidden = await publish("Hidden Meet", "Told by phone");
  expect((await visit(`/events/${hidden}`)).page.link("Show on a map")).toBeUndefined();
  expect((await visit(`/events/${id}`)).body).not.toContain("openstreetmap");
});

const TILES = "https://tiles.example";

const tiled = await sharedServer({
  env: {
    MAP_TILE_URL: `${TILES}/v1/{z}/{x}/{y}.png?key=a-b`,
    MAP_ATTRIBUTION: "© Tile makers=https://makers.example/",
  },
});

test("a tile server's pictures are the map, its makers are named, and the policy names it", async () => {
  const { page, headers } = await tiled.visitor().get("/map-search?place=Birmingham,+UK");
  const pictures = page.attributes("svg.map image", "href");
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) expect(picture).toMatch(/^https:\/\/tiles\.example\/v1\/8\/\d+\/\d+\.png\?key=a-b$/);
  expect(page.link("© Tile makers")).toBe("https://makers.example/");
  expect(page.text("figure")).toContain("Map: © Tile makers. Places: GeoNames, CC BY 4.0.");
  expect(headers.get("content-security-policy")).toMatch(/img-src [^;]*https:\/\/tiles\.example(;| )/);
  expect(headers.get("content-security-policy")).toMatch(/connect-src 'self'(;|$)/);
  expect((await tiled.visitor().get("/events")).body).not.toContain("tiles.example");
});

const local = await sharedServer({ env: { MAP_TILE_URL: "http://localhost:8099/{z}/{x}/{y}.png" } });

test("a local tile server's name is its attribution, if none is set", async () => {
  const { page, headers } = await local.visitor().get("/map-search");
  expect(page.text("figure")).toContain("Map: localhost:8099. Places:");
  expect(headers.get("content-security-policy")).toContain("http://localhost:8099");
});
