import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { publishEvent, submitEvent } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";
import { all, linkOf, parseXml, textOf } from "../support/xml";

const server = await sharedServer();

const owner = await server.signUpWithGarage("Fay Feed", "Fay's <Garage> & Sons");
const photos = [{ name: "1.jpg", bytes: await jpegWithExif({ width: 900, height: 600 }) }];
const fields = { make: "Citroën", model: "DS & <ID>", year: 1967, description: "Rises.\n\nAnd falls." };
const vehicle = (await owner.browser.submit("/vehicles/new", fields, { photos })).location;
const event = await publishEvent(owner, await server.signUpAdmin(), { title: "Rally; one, two" });
const pending = await submitEvent(owner, { title: "Still waiting" });

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.visitor().fetch(path, { headers });
  return { response, status: response.status, type: response.headers.get("content-type"), body: await response.text() };
};

const calendarOf = (body: string) =>
  new ICAL.Component(ICAL.parse(body)).getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));

const documents = [
  ["/feed.xml", "application/atom+xml; charset=utf-8"],
  [`/garages/${owner.garageId}/feed.xml`, "application/atom+xml; charset=utf-8"],
  ["/events/feed.xml", "application/atom+xml; charset=utf-8"],
  ["/events.ics", "text/calendar; charset=utf-8"],
  [`/events/${event}.ics`, "text/calendar; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
] as const;

describe("every document", () => {
  test("has its type, and is not sent again if unchanged", async () => {
    for (const [path, type] of documents) {
      const first = await get(path);
      expect([path, first.status, first.type]).toEqual([path, 200, type]);
      expect(first.response.headers.get("set-cookie"), path).toBeNull();
      const secondResponse = await get(path, { "If-None-Match": "*" });
      expect([path, secondResponse.status, secondResponse.body]).toEqual([path, 304, ""]);
    }
  });

  test("with a last change supports If-Modified-Since", async () => {
    for (const [path] of documents.slice(0, 5)) {
      const modified = (await get(path)).response.headers.get("last-modified") ?? "";
      expect(Date.parse(modified), path).toBeGreaterThan(Date.now() - 600_000);
      expect((await get(path, { "If-Modified-Since": modified })).status, path).toBe(304);
      const before = new Date(Date.parse(modified) - 1000).toUTCString();
      expect((await get(path, { "If-Modified-Since": before })).status, path).toBe(200);
    }
  });

  test("that is not there is a 404 of one line", async () => {
    const missing = ["/garages/999999/feed.xml", "/garages/x/feed.xml", "/events/999999.ics", `/events/${pending}.ics`];
    for (const path of [...missing, "/sitemap-vehicles-1000.xml", "/nothing.xml"]) {
      const { status, type, body } = await get(path);
      expect([path, status, type]).toEqual([path, 404, "text/plain; charset=utf-8"]);
      expect(body.trim().split("\n")).toHaveLength(1);
    }
  });
});

describe("Atom", () => {
  test("a vehicle with its picture, its words and its owner", async () => {
    const read = parseXml((await get("/feed.xml")).body);
    const [entry] = all(read, "entry");
    expect(textOf(entry!, "title")).toBe("1967 Citroën DS & <ID>");
    expect(textOf(entry!, "summary")).toBe("Rises.\n\nAnd falls.");
    expect(textOf(entry!, "id")).toMatch(/^tag:127\.0\.0\.1,2025:vehicle\/\d+$/);
    expect(linkOf(entry!, "alternate")).toBe(`${server.url}${vehicle}`);
    expect(textOf(all(entry!, "author")[0]!, "name")).toBe("Fay Feed");
    const picture = await get(new URL(linkOf(entry!, "enclosure")!).pathname, { Accept: "*/*" });
    expect([picture.status, picture.type]).toEqual([200, "image/jpeg"]);
    expect(linkOf(read, "self")).toBe(`${server.url}/feed.xml`);
  });

  test("is found from the pages it follows", async () => {
    const followed: [string, string][] = [
      ["/", "/feed.xml"],
      [`/garages/${owner.garageId}`, `/garages/${owner.garageId}/feed.xml`],
      ["/events", "/events/feed.xml"],
      [`/events/${event}`, "/events/feed.xml"],
    ];
    for (const [path, feed] of followed) {
      const { page } = await server.visitor().get(path);
      const link = page.root.querySelector('link[rel="alternate"][type="application/atom+xml"]');
      expect([path, link?.getAttribute("href")]).toEqual([path, server.url + feed]);
    }
    expect((await server.visitor().get("/about-us")).page.link("Atom feed")).toBe("/feed.xml");
  });
});

describe("calendar files", () => {
  test("one event has a stable name, and is offered for saving", async () => {
    const { response, body } = await get(`/events/${event}.ics`);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="event-${event}.ics"`);
    const [calendarEvent] = calendarOf(body);
    expect([calendarEvent?.uid, calendarEvent?.sequence]).toEqual([`event-${event}@127.0.0.1`, 1]);
    expect(calendarEvent?.component.getFirstPropertyValue("url")).toBe(`${server.url}/events/${event}`);
    const [listedEvent] = calendarOf((await get("/events.ics")).body);
    expect(listedEvent?.uid).toBe(calendarEvent?.uid);
  });

  test("are offered by the pages, and only for what is live", async () => {
    const visitor = server.visitor();
    const list = (await visitor.get("/events?title=rally")).page;
    expect(list.link(/^Subscribe/)).toBe(`${server.url.replace("http:", "webcal:")}/events.ics?title=rally`);
    expect(list.link("Calendar file")).toBe("/events.ics?title=rally");
    expect((await visitor.get(`/events/${event}`)).page.link("Add to calendar")).toBe(`/events/${event}.ics`);
    expect((await owner.browser.get(`/events/${pending}`)).page.link("Add to calendar")).toBeUndefined();
  });
});

test("robots.txt shows the way to the site map, and the site map to the pages", async () => {
  const robots = (await get("/robots.txt")).body;
  for (const path of ["/api/", "/settings", "/notifications", "/admin", "/unsubscribe/"]) {
    expect(robots).toContain(`Disallow: ${path}\n`);
  }
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml\n`);
  const addresses = parseXml((await get("/sitemap.xml")).body).children.map((url) => textOf(url, "loc") ?? "");
  expect(addresses).toEqual(expect.arrayContaining([`${server.url}${vehicle}`, `${server.url}/events/${event}`]));
  expect(addresses).not.toContain(`${server.url}/events/${pending}`);
  for (const address of addresses) expect((await get(new URL(address).pathname)).status, address).toBe(200);
});

test("the manifest's icons exist in their declared sizes", async () => {
  const link = (await server.visitor().get("/")).page.root.querySelector('link[rel="manifest"]');
  const { status, type, body } = await get(link?.getAttribute("href") ?? "");
  expect([status, type]).toEqual([200, expect.stringContaining("application/manifest+json")]);
  const { icons } = JSON.parse(body) as { icons: { src: string; type: string }[] };
  expect(icons.length).toBeGreaterThan(2);
  for (const { src, type: declaredType } of icons) expect([src, (await get(src)).type]).toEqual([src, declaredType]);
});
