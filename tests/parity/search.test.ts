import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const TOO_LONG = "The search must be at most 100 characters.";
const NO_RADIUS = "The radius must be a whole number from 1 to 1000 km.";
const NO_PLACE = /^We do not know that place\./;
const SEVERAL = /^Several places are called Springfield: .*Missouri, United States.*add the region or country\.$/;
const BACKWARDS = "The last day must not be before the first.";
const DAYS = "from=2031-05-02&to=2031-05-01";

const REFUSED: [address: string, field: string, said: string | RegExp, on: string][] = [
  ["/vehicles?from=1990&to=1980", "to", "The last year must not be before the first.", "See all vehicles"],
  [`/garages?name=${"x".repeat(101)}`, "name", TOO_LONG, "See all garages"],
  ["/garages?near=Springfield&radius=25", "near", SEVERAL, "See all garages"],
  [`/garages?make=${"x".repeat(61)}`, "make", "The make must be at most 60 characters.", "See all garages"],
  [`/search?q=${"x".repeat(101)}`, "q", TOO_LONG, "All garages"],
  [`/search?q=${"é".repeat(101)}`, "q", TOO_LONG, "All garages"],
  [`/events?${DAYS}`, "to", BACKWARDS, "See all events"],
  ["/events?from=x", "from", "From must be a date, such as 2027-05-01.", "See all events"],
  ["/events?near=Springfield&radius=25", "near", SEVERAL, "See all events"],
  ["/events?near=Springfield&radius=25&view=month", "near", SEVERAL, "See the whole month"],
  ["/events?near=Springfield&radius=25&past=1", "near", SEVERAL, "See all past events"],
  ["/events?near=Xqzzyx&radius=25", "near", NO_PLACE, "See all events"],
  [`/events?near=${"x".repeat(121)}`, "near", "The place must be at most 120 characters.", "See all events"],
  ["/events?near=Birmingham,+UK&radius=1001", "radius", NO_RADIUS, "See all events"],
  ["/events?radius=far", "radius", NO_RADIUS, "See all events"],
  [`/map-search?${DAYS}`, "to", BACKWARDS, "See the whole map"],
  ["/map-search?place=Xyzzyqq", "place", NO_PLACE, "See the whole map"],
  ["/map-search?at=nowhere", "place", /^Please give a position as latitude and longitude/, "See the whole map"],
  ["/map-search?place=Birmingham&radius=9999", "radius", NO_RADIUS, "See the whole map"],
  ["/map-search?place=Birmingham&from=soon", "from", /^From must be a date/, "See the whole map"],
  [`/map-search?place=Birmingham&${DAYS}`, "to", BACKWARDS, "See the whole map"],
  ["/map-search?near=garage", "place", /^Log in to search near your garage/, "See the whole map"],
];

test.each(REFUSED)(
  "%s is refused at its field, by page, call and file in the same words",
  async (address, field, expected, on) => {
    const visitor = server.visitor();
    const { status, page } = await visitor.get(address);
    expect([status, page.text("[role=alert] h2")]).toEqual([400, "There is a problem"]);
    const [message = "", ...others] = page.alerts;
    expect([message, others]).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected), []]);
    const [link = "", ...more] = page.attributes("[role=alert] a", "href");
    expect([page.attribute(link, "name"), page.attribute(link, "aria-invalid"), more]).toEqual([field, "true", []]);
    expect(page.attribute(link, "aria-describedby")?.split(" ")[0]).toBe(`${link.slice(1)}-error`);
    expect(page.text(`${link}-error`)).toBe(message);
    expect(page.link(on)).toBeDefined();
    const query = new URL(address, "http://localhost").searchParams;
    const place = address.startsWith("/map-search") ? "place" : "near";
    if (query.has(place)) expect(page.value(place)).toBe(query.get(place));
    if (query.get("radius") === "25") expect(page.value("radius")).toBe("25");
    expect(page.root.querySelector("main article, svg.map")).toBeNull();
    if (address.startsWith("/map-search")) return;
    const apiResponse = await visitor.api("GET", address.replace("?name=", "?name[regex]="));
    const member = field === "name" ? "name[regex]" : field;
    expect([apiResponse.status, apiResponse.json.message, apiResponse.json.errors]).toEqual([
      400,
      message,
      { [member]: [message] },
    ]);
    if (!address.startsWith("/events")) return;
    const file = await visitor.fetch(address.replace("/events", "/events.ics"));
    expect([file.status, (await file.text()).trim()]).toEqual([400, message]);
  },
);

test.each([
  "",
  "%20",
  `q=${"%20".repeat(200)}x`,
  `q=${"y".repeat(100)}`,
  "q=%00%01",
  "q=a&q=b",
  "q[regex]=.*",
  `q=${encodeURIComponent('"*(){}^:-+NEAR AND OR NOT')}`,
  `q=${encodeURIComponent("' OR 1=1 --")}`,
  `q=${encodeURIComponent("\u{1F697}\u{1F697}\u{1F697}")}`,
  `q=${encodeURIComponent("ﷺ".repeat(100))}`,
  `q=${encodeURIComponent("a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 ! ? . , ; :")}`,
])("%s is taken as text on page and API", async (query) => {
  const visitor = server.visitor();
  const page = await visitor.get(`/search?${query}`);
  const call = await visitor.api("GET", `/search?${query}`);
  expect([page.status, call.status, call.json.total, page.page.texts("main h2")]).toEqual([200, 200, 0, []]);
});
