import { beforeEach, describe, expect, test } from "vitest";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { listEvents, listMonth } from "~/features/events/list.server";
import { listOwnEvents } from "~/features/events/queries.server";
import { eventQuery, eventSearch } from "~/features/events/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeUser, viewerOf } from "../support/make-rows";
import { fieldErrors } from "../support/refusal";

const PAGE = { page: 1, limit: 20 };
const ask = (overrides: Record<string, string> = {}) => decode(eventSearch, overrides);
const titles = (overrides: Record<string, string> = {}, page = PAGE) =>
  listEvents(ask(overrides), page).rows.map(({ title }) => title);

beforeEach(() => setClock(() => Date.parse("2031-05-10T15:00:00Z")));

const on = (title: string, startDate: string, endDate = startDate, more = {}) =>
  makeEvent(null, { title, startDate, endDate, ...more });

describe("the list", () => {
  beforeEach(() => {
    on("Over", "2031-05-01T10:00", "2031-05-09T23:59");
    on("Last day", "2031-05-01", "2031-05-10");
    on("Earlier today", "2031-05-10T08:00", "2031-05-10T09:00");
    on("Later", "2031-06-01T10:00", "2031-06-02T10:00", { category: "Cars & Coffee" });
    on("Soon", "2031-05-11", "2031-05-11", { category: "Car/Truck/Bike Show" });
    on("Long ago", "2020-01-01");
    on("Waits", "2031-06-01", "2031-06-01", { status: "pending" });
    on("Refused", "2031-06-01", "2031-06-01", { status: "rejected" });
  });

  test("shows what is live and not over yet, soonest first; there is a way to what is over, latest first", () => {
    expect(titles()).toEqual(["Last day", "Earlier today", "Soon", "Later"]);
    expect(titles({ past: "1" })).toEqual(["Over", "Long ago"]);
    expect(titles({ past: "true", from: "2031-01-01" })).toEqual(["Over"]);
    expect(titles({ past: "1", to: "2030-12-31" })).toEqual(["Long ago"]);
  });

  test("filters by days: events that take place on one of them", () => {
    expect(titles({ from: "2031-05-09", to: "2031-05-10" })).toEqual(["Last day", "Over", "Earlier today"]);
    expect(titles({ to: "2031-05-11" })).toEqual(["Last day", "Earlier today", "Soon"]);
    expect(titles({ from: "2031-06-02" })).toEqual(["Later"]);
    expect(titles({ from: "2019-01-01T00:00:00Z", to: "2020-02-01" })).toEqual(["Long ago"]);
  });

  test("takes a category, the one with slashes too, and comes in pages, with the total", () => {
    expect(titles({ category: "Car/Truck/Bike Show" })).toEqual(["Soon"]);
    expect(titles({ category: "Cars & Coffee" })).toEqual(["Later"]);
    const list = listEvents(ask(), { page: 2, limit: 3 });
    expect([list.total, list.page, list.limit, list.rows.map(({ title }) => title)]).toEqual([4, 2, 3, ["Later"]]);
  });

  test("a month holds its own days, past and to come", () => {
    const { rows, more } = listMonth("2031-05", ask());
    expect([rows.map(({ title }) => title), more]).toEqual([["Last day", "Over", "Earlier today", "Soon"], false]);
    expect(listMonth("2031-06", ask({ category: "Cars & Coffee" })).rows.map(({ title }) => title)).toEqual(["Later"]);
    expect(listMonth("2031-07", ask()).rows).toEqual([]);
  });
});

test("all parameters are validated", () => {
  const refusal = (query: Record<string, string>) => fieldErrors(() => decode(eventQuery, query));
  expect(refusal({ "title[regex]": "x".repeat(100) })).toEqual({});
  expect(refusal({ "title[regex]": "x".repeat(101) })).toHaveProperty(["title[regex]"]);
  expect(refusal({ category: "Nope" })).toEqual({ category: ["Unknown category."] });
  expect(refusal({ from: "yesterday" })).toEqual({ from: ["From must be a date, such as 2027-05-01."] });
  expect(refusal({ from: "2031-05-02", to: "2031-05-01" })).toEqual({
    to: ["The last day must not be before the first."],
  });
  expect(refusal({ category: "", from: "", to: "", past: "" })).toEqual({});
  for (const category of EVENT_CATEGORIES) expect(refusal({ category })).toEqual({});
});

test("submissions: one's own, newest first, with what can be done", () => {
  const viewer = viewerOf(makeUser());
  for (const status of ["pending", "approved", "rejected"] as const) makeEvent(viewer, { status, title: status });
  makeEvent(makeUser(), { status: "pending" });
  const { rows, total } = listOwnEvents(viewer, PAGE);
  expect(total).toBe(3);
  expect(rows.map(({ status }) => status)).toEqual(["rejected", "approved", "pending"]);
  expect(rows.map(({ viewerCanEdit }) => viewerCanEdit)).toEqual([true, true, true]);
});
