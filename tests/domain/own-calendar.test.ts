import ICAL from "ical.js";
import { expect, test } from "vitest";
import { eventSeries, events, notifications, seriesFollows } from "~/db/schema";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { SERIES_MESSAGES } from "~/features/events/limits";
import {
  findCalendarLink,
  makeCalendarLink,
  ownCalendar,
  removeCalendarLink,
} from "~/features/events/my-calendar.server";
import { announceDates } from "~/features/events/reminders.server";
import { followSeries, isFollowing, unfollowSeries } from "~/features/events/series/follows.server";
import { listNotifications } from "~/features/notifications/list.server";
import { writeCalendar } from "~/lib/icalendar";
import { withoutIsolates } from "~/lib/text";
import { now, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeUser, member, setActive, viewerOf } from "../support/make-rows";
import { allRows, changeRow, insertRow } from "../support/rows";

/** Live whole days of one series. */
function makeSeries(days: string[]) {
  const rule = { every: "week" as const, startDate: days[0]!, lastMade: days[0]!, count: days.length };
  const { id: seriesId } = insertRow(eventSeries, { ...rule, createdAt: now() });
  return days.map((day) => makeEvent(null, { startDate: day, endDate: day, seriesId, recurrenceDate: day }));
}

const keyOf = (link: string | null) => /\/calendar\/([\w-]{43})\.ics$/.exec(link ?? "")?.[1] ?? "";
const titles = (key: string) => ownCalendar(key).entries.map(({ summary, start }) => `${summary} ${start}`);

test("the calendar has the events of the member and the dates of followed series, until it is turned off", () => {
  const viewer = member();
  const dates = makeSeries(["2031-06-01", "2031-07-06", "2031-08-03"]);
  const other = makeEvent(null, { title: "Sunday Drive", startDate: "2031-05-01", endDate: "2031-05-01" });
  makeEvent(null, { title: "Not theirs" });
  attendEvent(viewer, other.id, {});
  followSeries(viewer, dates[1]!.id);
  const key = keyOf(makeCalendarLink(viewer));
  const calendar = new ICAL.Component(ICAL.parse(writeCalendar(ownCalendar(key))));
  expect(calendar.getAllSubcomponents("vevent")).toHaveLength(4);
  expect(titles(key)).toEqual([
    "Sunday Drive 2031-05-01",
    ...["2031-06-01", "2031-07-06", "2031-08-03"].map((day) => `${dates[0]!.title} ${day}`),
  ]);
  const next = keyOf(makeCalendarLink(viewer));
  expect(() => ownCalendar(key)).toThrow(SERIES_MESSAGES.noCalendar);
  unfollowSeries(viewer, dates[2]!.id);
  expect(titles(next)).toEqual(["Sunday Drive 2031-05-01"]);
  setActive(viewer, false);
  expect(() => ownCalendar(next)).toThrow(SERIES_MESSAGES.noCalendar);
  setActive(viewer, true);
  removeCalendarLink(viewer);
  expect(findCalendarLink(viewer)).toBeNull();
  expect(() => ownCalendar(next)).toThrow(SERIES_MESSAGES.noCalendar);
});

test("a series is followed once, by any of its dates; another event refuses", () => {
  const viewer = member();
  const [first, second] = makeSeries(["2031-06-01", "2031-07-06"]);
  expect([followSeries(viewer, first!.id), followSeries(viewer, second!.id)]).toEqual([true, false]);
  expect(isFollowing(viewer, first!.seriesId!)).toBe(true);
  expect(() => followSeries(viewer, makeEvent(null).id)).toThrow(SERIES_MESSAGES.single);
  expect(() => followSeries(viewer, makeEvent(null, { status: "pending" }).id)).toThrow();
  expect(allRows(seriesFollows)).toHaveLength(1);
});

test("followers are notified a week before each date, once, by their settings; not of a cancelled one", async () => {
  const at = (time: string) => setClock(() => Date.parse(time));
  at("2031-05-01T12:00Z");
  const [ada, late, gone] = [member(), member(), viewerOf(makeUser())];
  const [first, second] = makeSeries(["2031-06-01", "2031-06-15"]);
  for (const viewer of [ada, gone]) followSeries(viewer, first!.id);
  setActive(gone, false);
  at("2031-05-25T08:59Z");
  expect(await announceDates()).toBe(0);
  at("2031-05-25T09:00Z");
  expect([await announceDates(), await announceDates()]).toEqual([1, 0]);
  followSeries(late, first!.id);
  const [row] = listNotifications(ada, { page: 1, limit: 20 }).rows;
  expect(withoutIsolates(row?.text ?? "")).toBe(`“${first!.title}” is on 1 June 2031`);
  expect(allRows(notifications)).toMatchObject([{ userId: ada.id, kind: "series", eventId: first!.id }]);
  changeRow(events, second!.id, { cancelledAt: 1 });
  at("2031-06-08T09:00Z");
  expect(await announceDates()).toBe(0);
});
