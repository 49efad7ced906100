import { expect, test } from "vitest";
import type { z } from "zod";
import { EVENT_CATEGORIES, EVENT_MESSAGES } from "~/features/events/limits";
import {
  eventChange,
  eventChangeWithPicture,
  eventInput,
  newEvent,
  rejectionInput,
} from "~/features/events/schema.server";
import { decode } from "~/lib/decode";
import { isWebAddress } from "~/lib/fields.server";
import { GOOD_EVENT } from "../support/good-event";
import { fieldErrors } from "../support/refusal";
import { splitList } from "../support/split-list";

const fieldErrorsOf = (values: Record<string, unknown>, schema: z.ZodType = eventInput) =>
  fieldErrors(() => decode(schema, values));

test("six fields are required, all named at once", () => {
  expect(fieldErrorsOf({})).toEqual({
    title: ["Please enter a title."],
    startDate: ["Please enter when it starts."],
    endDate: ["Please enter when it ends."],
    location: ["Please enter a location."],
    category: ["Please choose a category."],
    shortDescription: ["Please enter a short description."],
  });
  for (const field of ["title", "startDate", "endDate", "location", "category", "shortDescription"])
    for (const value of ["", "  \n ", null, undefined])
      expect(Object.keys(fieldErrorsOf({ ...GOOD_EVENT, [field]: value })), field).toEqual([field]);
});

test("an end before the start is reported with the other mistakes", () => {
  const wrong = { ...GOOD_EVENT, title: "", url: "no address", endDate: "2031-04-30" };
  for (const schema of [newEvent, eventChangeWithPicture]) {
    expect(fieldErrorsOf(wrong, schema)).toEqual({
      title: ["Please enter a title."],
      url: ["Please enter a web address that begins with https:// or http://."],
      endDate: [EVENT_MESSAGES.endsBeforeStart],
    });
  }
});

test("the others are optional", () => {
  const { url, fullDescription, ...required } = GOOD_EVENT;
  expect(decode(eventInput, required)).toEqual({ ...required, url: "", fullDescription: "", allDay: false });
  expect(decode(eventInput, { ...required, url: null, fullDescription: null })).toMatchObject({ url: "" });
});

test("exactly the categories, to the letter", () => {
  for (const category of EVENT_CATEGORIES) expect(fieldErrorsOf({ ...GOOD_EVENT, category })).toEqual({});
  for (const category of ["track day", "Cars &amp; Coffee", "Party"])
    expect(fieldErrorsOf({ ...GOOD_EVENT, category })).toEqual({ category: ["Please choose a category."] });
});

test.each(["https://example.com", "HTTP://example.com/a?b=c#d", "https://münchen.example/größe"])(
  "the link: %s",
  (url) => {
    expect(isWebAddress(url)).toBe(true);
    expect(decode(eventInput, { ...GOOD_EVENT, url }).url).toBe(url);
  },
);

test.each([
  ...splitList(`
      /events | example | 1250.50 | ada@example.com | localhost:3000/x | javascript:alert(1)
      data:text/html,x | ftp://example.com | https:// | https:example.com | https://a b.example
      mailto:a@b.example | javascript.com:alert(1)`),
  "https:\\\\example.com",
])("the link: is never %s", (url) => {
  expect(fieldErrorsOf({ ...GOOD_EVENT, url })).toEqual({
    url: ["Please enter a web address that begins with https:// or http://."],
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
  for (const [field, value] of Object.entries(long))
    expect(Object.keys(fieldErrorsOf({ ...GOOD_EVENT, [field]: `${value}x` }))).toEqual([field]);
  expect(() => decode(rejectionInput, { reason: "r".repeat(1_001) })).toThrow("at most 1,000");
  expect(decode(rejectionInput, {}).reason).toBe("");
});

test.each([5, true, [], ["2031-05-01"], {}, { address: 5 }])("odd values are refused, not a fault: %o", (odd) => {
  for (const field of Object.keys(GOOD_EVENT)) fieldErrorsOf({ ...GOOD_EVENT, [field]: odd });
  expect(fieldErrorsOf({ ...GOOD_EVENT, startDate: odd })).toHaveProperty("startDate");
});

test("a change holds what was sent and nothing else, checked alike", () => {
  expect(decode(eventChange, {})).toEqual({});
  expect(decode(eventChange, { title: " New ", status: "approved", userId: 1 })).toEqual({ title: "New" });
  expect(decode(eventChange, { allDay: "on", removeImage: "true" })).toEqual({ allDay: true, removeImage: true });
  expect(fieldErrorsOf({ title: "", startDate: "never", url: "x" }, eventChange)).toEqual({
    title: ["Please enter a title."],
    startDate: ["Start must be a date, or a date and a time, such as 2027-05-01T10:00."],
    url: ["Please enter a web address that begins with https:// or http://."],
  });
});
