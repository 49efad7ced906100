import { describe, expect, test } from "vitest";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const NASTY = "</script><script>alert(1)</script> \"&' <b>";

const owner = await server.signUpWithGarage("Shay Share", `Shay's ${NASTY}`);
const admin = await server.signUpAdmin();
const picture = async () => ({ name: "1.jpg", bytes: await jpegWithExif({ width: 900, height: 600 }) });
const fields = { make: "Saab", model: NASTY, year: 1968, description: `Two strokes. ${NASTY} ${"word ".repeat(80)}` };
const vehicle = (await owner.browser.submit("/vehicles/new", fields, { photos: [await picture()] })).location;
const { json } = await owner.browser.api("GET", vehicle);
const photo = `${vehicle}/photos/${json.data.doc.photos[0]._id}`;
const files = { image: [await picture()] };
const response = await owner.browser.api(
  "POST",
  "/events/submit",
  { ...GOOD_EVENT, title: `Meet ${NASTY}` },
  { files },
);
const event = `/events/${response.json.data.doc._id}`;
await admin.browser.api("PATCH", `/events/admin/${response.json.data.doc._id}/approve`);

const visit = async (path: string) => (await server.visitor().get(path)).page;

function meta(page: HtmlPage, name: string): string | undefined {
  const matches = page.root.querySelectorAll(`head meta[property="${name}"], head meta[name="${name}"]`);
  expect(matches.length, name).toBeLessThanOrEqual(1);
  return matches[0]?.getAttribute("content");
}

const canonical = (page: HtmlPage) => page.attributes('head link[rel="canonical"]', "href");

function dataOf(page: HtmlPage): Record<string, unknown> {
  const scripts = page.root.querySelectorAll('script[type="application/ld+json"]');
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0]!.innerHTML);
}

describe("cards", () => {
  test.each([
    ["garage", `/garages/${owner.garageId}`, `Shay's ${NASTY}`],
    ["vehicle", vehicle, `1968 Saab ${NASTY} · Shay's ${NASTY}`],
    ["photo", photo, `1968 Saab ${NASTY}`],
    ["event", event, `Meet ${NASTY}`],
  ])("a %s has a description and an existing picture, in its declared size", async (_, path, title) => {
    const page = await visit(path);
    expect(meta(page, "og:title")).toContain(title);
    expect(meta(page, "og:url")).toBe(server.url + path);
    expect([meta(page, "og:site_name"), meta(page, "twitter:card")]).toEqual(["Paddock", "summary_large_image"]);
    expect(meta(page, "og:description")).toBe(meta(page, "description"));
    expect(meta(page, "og:description")!.length).toBeLessThanOrEqual(202);
    const image = new URL(meta(page, "og:image") ?? "");
    expect(image.origin).toBe(server.url);
    expect([meta(page, "og:image:width"), meta(page, "og:image:height")]).toEqual(["900", "600"]);
    const answer = await server.visitor().fetch(image.pathname + image.search, { headers: { Accept: "*/*" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await answer.arrayBuffer();
  });

  test("a page without a picture of its own has the site's", async () => {
    for (const path of ["/", "/garages", "/events", "/about-us"]) {
      const image = new URL(meta(await visit(path), "og:image") ?? "");
      const answer = await server.visitor().fetch(image.pathname);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "image/png"]);
      await answer.arrayBuffer();
    }
  });

  test("nothing in them, in feeds and in site maps follows the Host of the request", async () => {
    const documents = ["/feed.xml", `/garages/${owner.garageId}/feed.xml`, "/events/feed.xml", "/events.ics"];
    documents.push(`${event}.ics`, "/sitemap.xml", "/robots.txt");
    for (const path of ["/", vehicle, event, ...documents]) {
      const headers = { Host: "evil.example", Accept: "text/html", Cookie: "paddock_session=none" };
      const { status, body } = await server.ask({ path, headers });
      expect([path, status]).toEqual([path, 200]);
      expect(body, path).not.toContain("evil.example");
      // Calendars fold lines.
      expect(body.replaceAll("\r\n ", ""), path).toContain(server.url);
    }
  });
});

describe("the canonical address", () => {
  test.each([
    ["/", "/"],
    ["/?utm_source=x&returnTo=/settings", "/"],
    ["/garages?sort=-createdAt&page=1&fbclid=1", "/garages"],
    ["/garages?fbclid=1&page=2&sort=-vehicleCount", "/garages?sort=-vehicleCount&page=2"],
    ["/garages?name=a%26b+c", "/garages?name=a%26b+c"],
    ["/garages/", "/garages"],
    ["/events?category=Auction&utm_medium=x", "/events?category=Auction"],
    ["/about-us?x=1", "/about-us"],
  ])("of %s is %s", async (path, address) => {
    expect(canonical(await visit(path))).toEqual([server.url + address]);
  });

  test("is nothing a refusal has", async () => {
    for (const path of ["/garages/999999", "/vehicles/999999", "/events/999999", "/nowhere"]) {
      expect(canonical(await visit(path)), path).toEqual([]);
    }
  });
});

test("schema.org data equals the page, and escapes all texts", async () => {
  const garage = await visit(`/garages/${owner.garageId}`);
  expect(dataOf(garage)).toMatchObject({
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    name: `Shay's ${NASTY}`,
    mainEntity: { "@type": "Person", name: "Shay Share" },
  });
  expect(dataOf(await visit(vehicle))).toMatchObject({
    "@type": "Car",
    model: NASTY,
    vehicleModelDate: "1968",
    url: server.url + vehicle,
    image: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/img\/photos\//),
  });
  expect(dataOf(await visit(event))).toMatchObject({
    "@type": "Event",
    name: `Meet ${NASTY}`,
    startDate: GOOD_EVENT.startDate,
    endDate: GOOD_EVENT.endDate,
    location: { "@type": "Place", name: GOOD_EVENT.location },
  });
  expect(dataOf(await visit("/"))).toMatchObject({ "@type": "WebSite", url: `${server.url}/` });
  for (const page of [garage, await visit(vehicle), await visit(event)]) {
    expect(page.root.querySelectorAll("script").filter((script) => script.innerHTML === "alert(1)")).toEqual([]);
  }
});

describe("links to share a page", () => {
  const shareOf = async (path: string) => (await visit(path)).root.querySelector("details.popup");

  test("are small, lead to its public address, and load nothing", async () => {
    for (const path of [vehicle, photo, event]) {
      const share = await shareOf(path);
      const links = share?.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "") ?? [];
      expect(links, path).toHaveLength(5);
      for (const link of links) expect(decodeURIComponent(link)).toContain(server.url + path);
      expect(links.filter((link) => !/^(https|mailto):/.test(link))).toEqual([]);
      const attributes = share?.querySelectorAll('a[href^="https:"]').map(({ attributes }) => attributes);
      expect(attributes).toMatchObject(Array(4).fill({ rel: "noopener noreferrer nofollow", target: "_blank" }));
      expect(share?.querySelectorAll("img, script, iframe, button")).toEqual([]);
      expect(share?.outerHTML).not.toContain("<script>alert");
      const nameLength = encodeURIComponent(`1968 Saab ${NASTY}`).length;
      // The title is in four.
      expect(share!.outerHTML.length - 4 * nameLength, path).toBeLessThan(1_000);
    }
  });

  test("are none on an event that is not public", async () => {
    const { json } = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Not yet" });
    const { page } = await owner.browser.get(`/events/${json.data.doc._id}`);
    expect(page.heading).toBe("Not yet");
    expect(page.root.querySelector("details.popup")).toBeNull();
  });
});
