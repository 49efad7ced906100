import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { type Member, type Owner, signUp, signUpWithGarage } from "../support/members";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = sharedServer();
let admin: Member;
let olga: Owner;
let otto: Owner;

const visit = (path: string) => browserLike(server()).get(path);
const rows = (page: HtmlPage) => page.texts(".map-rows h3");
const heading = (page: HtmlPage) => page.text(".map-head h2");
/** What the map's marks are called, and where they lead. */
const marks = (page: HtmlPage) =>
  page.root
    .querySelectorAll("svg.map a")
    .map((mark) => [mark.getAttribute("aria-label") ?? "", mark.getAttribute("href") ?? ""] as const);

async function publish(title: string, location: string, given: Record<string, string> = {}): Promise<string> {
  const { json } = await admin.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title, location, ...given });
  const id = json.data.doc._id;
  await admin.browser.api("PATCH", `/events/admin/${id}/approve`);
  return id;
}

beforeAll(async () => {
  admin = await signUpAdmin(server());
  olga = await signUpWithGarage(server(), "Olga Owner");
  otto = await signUpWithGarage(server(), "Otto Other");
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
});

describe("without a place", () => {
  test("there are a form, the map of all there is, and what comes next", async () => {
    const { status, page } = await visit("/map-search");
    expect([status, page.heading, page.title]).toEqual([200, "Map", "Map · Paddock"]);
    expect(page.fields.sort()).toEqual(["category", "from", "kind", "place", "radius", "to", "units"].sort());
    expect(heading(page)).toBe("6 events and garages on this map");
    expect(rows(page)[0]).toContain("Event: ");
    expect(page.texts(".map-list section h2")).toEqual(["Without a map position"]);
    expect(page.text(".map-list section")).toContain("Secret Tour");
    expect(marks(page).reduce((sum, [name]) => sum + (Number.parseInt(name, 10) || 1), 0)).toBe(6);
  });

  test("rows and marks of a town have its number in common", async () => {
    const { page } = await visit("/map-search");
    const towns = (of: string) => page.root.querySelectorAll(of).map((each) => each.getAttribute("data-towns"));
    const [ofRows, ofMarks] = [towns(".map-rows li[id]"), towns("svg.map [data-towns]").join(" ").split(" ")];
    // The two in Birmingham share one; the list begins with it.
    expect(ofRows.filter((town) => town === "1")).toHaveLength(2);
    expect([...new Set(ofRows)].sort()).toEqual(["1", "2", "3", "4", "5"]);
    expect([...ofMarks].sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("an empty form is the same page", async () => {
    const { page } = await visit("/map-search?place=&radius=&kind=&category=&from=&to=&units=");
    expect(heading(page)).toBe("6 events and garages on this map");
  });
});

describe("near a place", () => {
  test("the list goes by distance, and says how far", async () => {
    const { status, page } = await visit("/map-search?place=Birmingham,+UK");
    expect([status, page.title, heading(page)]).toEqual([
      200,
      "Near Birmingham, United Kingdom · Paddock",
      "5 events and garages within 100 km of Birmingham, United Kingdom",
    ]);
    expect(
      rows(page)
        .slice(0, 5)
        .map((row) => row.replace(/^\w+: /, "")),
    ).toEqual(["Brum Breakfast", "Late Auction", "Olga Owner's garage", "Otto Other's garage", "Oxford Meet"]);
    const far = page.texts(".map-row-place");
    expect(far.slice(0, 2)).toEqual(["in Birmingham", "in Birmingham"]);
    expect(far[2]).toMatch(/^2\d km$/);
    expect(page.link("Brum Breakfast")).toMatch(/^\/events\/\d+$/);
    expect(page.value("place")).toBe("Birmingham, UK");
  });

  test("miles are miles everywhere", async () => {
    const { page } = await visit("/map-search?place=Birmingham,+UK&units=mi");
    expect(heading(page)).toBe("5 events and garages within 62 mi of Birmingham, United Kingdom");
    expect(page.texts(".map-row-place")[2]).toMatch(/^1\d mi$/);
    expect(page.text(".map-scale")).toMatch(/ mi$/);
    expect(page.texts("#field-radius option")).toContain("31 mi");
    expect(page.link("km")).toBe("/map-search?place=Birmingham,+UK#map");
  });

  test("kind, category and days leave out what is something else", async () => {
    const titles = async (query: string) =>
      rows((await visit(`/map-search?place=Birmingham,+UK&${query}`)).page).map((row) => row.replace(/^\w+: /, ""));
    expect(await titles("kind=garages")).toEqual(["Olga Owner's garage", "Otto Other's garage"]);
    expect((await titles("kind=events")).slice(0, 3)).toEqual(["Brum Breakfast", "Late Auction", "Oxford Meet"]);
    expect((await titles("category=Auction"))[0]).toBe("Late Auction");
    expect((await titles("kind=events&from=2031-05-20"))[0]).toBe("Late Auction");
    expect(await titles("radius=25")).toEqual(expect.not.arrayContaining(["Oxford Meet"]));
  });

  test("the filters that are set are open to see", async () => {
    const closed = await visit("/map-search?place=Birmingham,+UK");
    expect(closed.page.root.querySelector("form details")?.hasAttribute("open")).toBe(false);
    const open = await visit("/map-search?place=Birmingham,+UK&category=Auction");
    expect(open.page.root.querySelector("form details")?.hasAttribute("open")).toBe(true);
    expect(open.page.value("category")).toBe("Auction");
  });

  test("of what has no position only what is somewhere in the region or country stands below", async () => {
    const below = async (place: string) => {
      const { page } = await visit(`/map-search?place=${place}`);
      return page.texts(".map-list section");
    };
    const [near = "", ...others] = await below("Birmingham,+UK");
    expect(others).toEqual([]);
    expect(near).toContain("Without a map position");
    expect(near).toContain("Somewhere in England, United Kingdom, or elsewhere in the country.");
    expect(near).toContain("English Tour");
    expect(near).not.toContain("Secret Tour");
    expect(near).not.toContain("All ");
    expect((await below("Edinburgh")).join()).not.toContain("English Tour");
    expect(await below("Kyoto,+Japan")).toEqual([]);
  });

  test("of garages, too; more than five of a kind are in a list of their own", async () => {
    const names = ["Alys", "Bryn", "Cerys", "Dylan", "Elin", "Ffion"].map((name) => `${name} Wynne`);
    for (const [index, name] of names.entries()) {
      const at = index + 1;
      await publish(`Welsh Tour ${at}`, "Wales", { startDate: `2031-08-0${at}`, endDate: `2031-08-0${at}` });
      const { browser } = await signUpWithGarage(server(), name);
      await browser.api("PATCH", "/garages/my-garage", { location: "Wales", showOnMap: true });
    }
    const { page } = await visit("/map-search?place=Cardiff&radius=10");
    const five = rows(page).map((row) => row.replace(/^\w+: /, ""));
    expect(five).toEqual([
      ...[1, 2, 3, 4, 5].map((at) => `Welsh Tour ${at}`),
      ...names
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
    const elsewhere = await visit("/map-search?place=Birmingham,+UK");
    expect(elsewhere.body).not.toContain("Welsh Tour");
    expect(elsewhere.body).not.toContain("Wynne");
  });

  test("other places of the name are one press away", async () => {
    const { page } = await visit("/map-search?place=Springfield");
    expect(page.text(".map-head")).toContain("Did you mean another place?");
    const other = page.link(/^Springfield, /) ?? "";
    const { page: there } = await visit(other);
    expect(there.text(".map-head")).toContain(page.texts(".map-head a")[0]!);
  });

  test("where nothing is, there is a next step", async () => {
    const { page } = await visit("/map-search?place=Perth,+Australia&radius=50");
    expect(heading(page)).toBe("Nothing within 50 km of Perth, Australia yet");
    expect(page.link("Look within 100 km")).toBe("/map-search?place=Perth,+Australia&radius=100");
    expect(page.link("+ Submit an Event")).toBeUndefined();
    const { page: own } = await olga.browser.get("/map-search?place=Perth,+Australia&radius=50");
    expect(own.link("+ Submit an Event")).toBe("/events/submit");
    const { page: filtered } = await visit("/map-search?place=Birmingham,+UK&category=Concours");
    expect(filtered.link("Show everything here")).toBe("/map-search?place=Birmingham,+UK");
  });
});

describe("what cannot be answered", () => {
  test.each([
    ["place=Xyzzyqq", "place", /^We do not know that place\./],
    ["at=nowhere", "place", /^A position is latitude and longitude/],
    ["place=Birmingham&radius=9999", "radius", /^The radius must be/],
    ["place=Birmingham&from=soon", "from", /^From must be a date/],
    ["place=Birmingham&from=2031-05-02&to=2031-05-01", "to", /^The last day must not be before/],
    ["near=garage", "place", /^Log in to search near your garage/],
  ])("%s is told at its field, and what was typed stays", async (query, field, message) => {
    const { status, page } = await visit(`/map-search?${query}`);
    expect(status).toBe(400);
    expect(page.fieldError(field)).toMatch(message);
    const control = page.root.querySelector(`#field-${field}`);
    expect(control?.getAttribute("aria-describedby")).toBe(`field-${field}-error`);
    expect(control?.getAttribute("aria-invalid")).toBe("true");
    const typed = new URLSearchParams(query).get("place");
    if (typed) expect(page.value("place")).toBe(typed);
    expect(page.root.querySelector("svg.map")).toBeNull();
  });

  test("old and garbled links show something all the same", async () => {
    for (const query of ["map=99/1/1", "map=x", "kind=boats", "units=parsec", "category=Regatta", "place[]=x"]) {
      expect([query, (await visit(`/map-search?${query}`)).status]).toEqual([query, 200]);
    }
    expect((await visit("/map-search?page=0")).status).toBe(400);
  });
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
    expect(further.text(".map-head")).toContain("Distances are from the middle of the map.");
    expect(further.link("Back to 100 km around Birmingham, United Kingdom")).toBe(`${start}#map`);
    const { page: world } = await visit("/map-search?map=1/0/0");
    expect(world.link("Zoom out")).toBeUndefined();
  });

  test("has its marks as links with names: one thing leads to it, several lead nearer", async () => {
    const { page } = await visit("/map-search?place=Birmingham,+UK");
    const found = new Map(marks(page));
    expect(found.get("1 event in Oxford, United Kingdom")).toMatch(/^\/events\/\d+$/);
    expect([...found.keys()]).toContain("3: 2 events and 1 garage around Birmingham, United Kingdom");
    for (const [name, href] of found) expect((await visit(href)).status, name).toBe(200);
    const svg = page.root.querySelector("svg.map");
    expect([svg?.getAttribute("role"), svg?.getAttribute("aria-label")]).toEqual([
      "group",
      "Map, within 100 km of Birmingham, United Kingdom",
    ]);
  });

  test("is made of pictures of our own server, and says whose work it is", async () => {
    const { page, headers } = await visit("/map-search?place=Birmingham,+UK");
    const pictures = page.root.querySelectorAll("svg.map image").map((image) => image.getAttribute("href") ?? "");
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) expect(picture).toMatch(/^\/map-tiles\/\w+\/\d+\/\d+\/\d+\.svg$/);
    const tile = await browserLike(server()).fetch(pictures[0]!);
    expect([tile.status, tile.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^image\/svg\+xml/)]);
    await tile.arrayBuffer();
    expect(page.text("figure")).toContain("Map: Natural Earth. Places: GeoNames, CC BY 4.0.");
    expect(headers.get("content-security-policy")).toContain("connect-src 'self'");
  });
});

describe("the viewer's garage", () => {
  test("is a place to start from, once it has one", async () => {
    const { page } = await olga.browser.get("/map-search");
    expect(page.link("Near my garage")).toBe("/map-search?near=garage");
    const near = await olga.browser.get("/map-search?near=garage&radius=50");
    expect(heading(near.page)).toContain("within 50 km of Coventry, United Kingdom");
    expect(near.page.text("form.map-form")).toContain("Around your garage in Coventry, United Kingdom.");
    expect(near.page.value("near")).toBe("garage");
    // A place that is typed beside it wins.
    const other = await olga.browser.get("/map-search?place=Oxford,+UK&near=garage");
    expect(heading(other.page)).toContain("of Oxford, United Kingdom");
    expect((await visit("/map-search")).page.link("Near my garage")).toBeUndefined();
    const guest = await signUp(server(), "Gus Guest");
    expect((await guest.browser.get("/map-search")).page.link("Near my garage")).toBeUndefined();
  });

  test("leaves the map when its owner says so", async () => {
    await otto.browser.api("PATCH", "/garages/my-garage", { showOnMap: false });
    const { page } = await visit("/map-search?place=Derby,+UK");
    expect(rows(page).join()).not.toContain("Otto");
    expect((await visit(`/garages/${otto.garageId}`)).page.link("On the map")).toBeUndefined();
    await otto.browser.api("PATCH", "/garages/my-garage", { showOnMap: true });
    const garage = await visit(`/garages/${otto.garageId}`);
    expect(garage.page.link("On the map")).toBe("/map-search?place=Derby,+United+Kingdom");
  });
});

describe("privacy", () => {
  test("no answer holds a finer position than hundredths of a degree", async () => {
    for (const path of [
      "/map-search",
      "/map-search?place=Birmingham,+UK",
      "/map-search?at=52.4812345,-1.9012345",
      "/map-search?map=8/52.4812345/-1.9012345",
    ]) {
      for (const address of [path, path.replace("/map-search", "/map-search.data")]) {
        const answer = await browserLike(server()).fetch(address);
        const body = (await answer.text())
          // Styles, the scripts' names and what was typed are no answers.
          .replaceAll(/<style[\s\S]*?<\/style>/g, "")
          .replaceAll(/52\.4812345|-1\.9012345/g, "")
          .replaceAll(/viewBox="[^"]*"| d="[^"]*"|initial-scale=1/g, "");
        expect(answer.status, address).toBe(200);
        expect(body.match(/-?\d+\.\d{3,}/g) ?? [], address).toEqual([]);
      }
    }
  });

  test("a position counts by its hundredths", async () => {
    const { page } = await visit("/map-search?at=52.4814234,-1.8998321");
    expect(heading(page)).toBe("5 events and garages within 100 km of Birmingham, United Kingdom");
    expect(page.text("form.map-form")).toContain("Around your position near Birmingham, United Kingdom.");
  });

  test("positions and pieces of the world are nothing for search engines", async () => {
    const robots = async (query: string) =>
      (await visit(`/map-search${query}`)).page.root.querySelector("meta[name=robots]")?.getAttribute("content");
    expect(await robots("?at=52.48,-1.90")).toBe("noindex");
    expect(await robots("?place=Birmingham,+UK&map=8/52.48/-1.90")).toBe("noindex");
    expect(await robots("?place=Birmingham,+UK")).toBeUndefined();
    const canonical = (page: HtmlPage) => page.root.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(canonical((await visit("/map-search?place=Oxford&units=mi&map=8/52.48/-1.90")).page)).toBe(
      `${server().url}/map-search?place=Oxford`,
    );
  });
});

test("the way to the map is in the footer, the site map, the calendar, and on what is on it", async () => {
  expect((await visit("/about-us")).page.link("Map")).toBe("/map-search");
  expect((await visit("/sitemap")).page.texts("main a")).toContain("Map");
  expect((await visit("/events")).page.link("On the map")).toBe("/map-search?kind=events");
  expect(await (await browserLike(server()).fetch("/sitemap.xml")).text()).toContain("/map-search</loc>");
  const id = await publish("Shown Meet", "Bicester, England");
  expect((await visit(`/events/${id}`)).page.link("Show on a map")).toBe("/map-search?place=Bicester,+United+Kingdom");
  const hidden = await publish("Hidden Meet", "Told by phone");
  expect((await visit(`/events/${hidden}`)).page.link("Show on a map")).toBeUndefined();
  expect((await visit(`/events/${id}`)).body).not.toContain("openstreetmap");
});

test("HEAD answers as GET does, without a body; nothing is written here", async () => {
  const head = await browserLike(server()).fetch("/map-search?place=Birmingham,+UK", { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    "text/html; charset=utf-8",
    "",
  ]);
  const { status } = await browserLike(server()).submit("/map-search", { place: "x" });
  expect(status).toBe(405);
});
