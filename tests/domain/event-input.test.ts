import { describe, expect, test } from "vitest";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { eventChange, eventInput, rejectionInput } from "~/features/events/schema.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { isWebAddress } from "~/lib/fields.server";
import { GOOD_EVENT } from "../support/good-event";

function fieldsRefused(values: Record<string, unknown>, schema: typeof eventInput | typeof eventChange = eventInput) {
  try {
    decode(schema, values);
  } catch (error) {
    if (error instanceof DomainError) return error.fields;
    throw error;
  }
  return {};
}

test("six fields are required, all named at once", () => {
  expect(fieldsRefused({})).toEqual({
    title: ["Please enter a title."],
    startDate: ["Please say when it starts."],
    endDate: ["Please say when it ends."],
    location: ["Please say where it takes place."],
    category: ["Please choose a category."],
    shortDescription: ["Please describe it in a sentence or two."],
  });
  for (const field of ["title", "startDate", "endDate", "location", "category", "shortDescription"]) {
    for (const value of ["", "  \n ", null, undefined]) {
      expect(Object.keys(fieldsRefused({ ...GOOD_EVENT, [field]: value })), field).toEqual([field]);
    }
  }
});

test("the others are optional", () => {
  const { url, fullDescription, ...required } = GOOD_EVENT;
  expect(decode(eventInput, required)).toEqual({ ...required, url: "", fullDescription: "", allDay: false });
  expect(decode(eventInput, { ...required, url: null, fullDescription: null })).toMatchObject({ url: "" });
});

test("exactly the eight categories", () => {
  expect(EVENT_CATEGORIES).toEqual([
    "Car/Truck/Bike Show",
    "Cars & Coffee",
    "Track Day",
    "Concours",
    "Auction",
    "Club Meetup",
    "Museum Exhibit",
    "Other",
  ]);
  for (const category of EVENT_CATEGORIES)
    expect(decode(eventInput, { ...GOOD_EVENT, category }).category).toBe(category);
  for (const category of ["track day", "Cars &amp; Coffee", "Party"]) {
    expect(fieldsRefused({ ...GOOD_EVENT, category })).toEqual({ category: ["Please choose one of the categories."] });
  }
});

describe("the link", () => {
  test.each(["https://example.com", "HTTP://example.com/a?b=c#d", "https://münchen.example/größe"])("%s", (url) => {
    expect(isWebAddress(url)).toBe(true);
    expect(decode(eventInput, { ...GOOD_EVENT, url }).url).toBe(url);
  });

  test.each([
    "example.com",
    "/events",
    "//example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.com",
    "https://",
    "https:example.com",
    "https://a b.example",
    "https:\\\\example.com",
    "mailto:a@b.example",
  ])("is never %s", (url) => {
    expect(fieldsRefused({ ...GOOD_EVENT, url })).toEqual({
      url: ["Please enter a web address that begins with https:// or http://."],
    });
  });
});

test("lengths count, to the character", () => {
  const long = {
    title: "t".repeat(150),
    location: "l".repeat(200),
    shortDescription: "s".repeat(300),
    fullDescription: "f".repeat(10_000),
    url: `https://e.example/${"u".repeat(1_982)}`,
  };
  expect(decode(eventInput, { ...GOOD_EVENT, ...long })).toMatchObject(long);
  for (const [field, value] of Object.entries(long)) {
    expect(Object.keys(fieldsRefused({ ...GOOD_EVENT, [field]: `${value}x` }))).toEqual([field]);
  }
  expect(() => decode(rejectionInput, { reason: "r".repeat(1_001) })).toThrow("at most 1,000");
  expect(decode(rejectionInput, {}).reason).toBe("");
});

test.each([5, true, [], ["2031-05-01"], {}, { address: 5 }])("odd values are refused, not a fault: %o", (odd) => {
  for (const field of Object.keys(GOOD_EVENT)) fieldsRefused({ ...GOOD_EVENT, [field]: odd });
  expect(fieldsRefused({ ...GOOD_EVENT, startDate: odd })).toHaveProperty("startDate");
});

test("a place may come as the API shows it", () => {
  const location = { address: "Goodwood" };
  expect(decode(eventInput, { ...GOOD_EVENT, location }).location).toBe("Goodwood");
});

test("a change holds what was sent and nothing else, checked alike", () => {
  expect(decode(eventChange, {})).toEqual({});
  expect(decode(eventChange, { title: " New ", status: "approved", userId: 1 })).toEqual({ title: "New" });
  expect(decode(eventChange, { allDay: "on", removeImage: "true" })).toEqual({ allDay: true, removeImage: true });
  expect(fieldsRefused({ title: "", startDate: "never", url: "x" }, eventChange)).toEqual({
    title: ["Please enter a title."],
    startDate: ["Start must be a date, or a date and a time, such as 2027-05-01T10:00."],
    url: ["Please enter a web address that begins with https:// or http://."],
  });
});
