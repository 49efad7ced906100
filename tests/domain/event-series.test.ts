import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { auditLog, eventSeries, events, holds, notifications, registrationSettings, users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { collectData } from "~/features/data-export/data.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { eventsCalendar, eventsFeed } from "~/features/events/calendar.server";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { approveEvent, cancelEvent, rejectEvent } from "~/features/events/decisions.server";
import { eventJson, listEventsJson } from "~/features/events/json.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { listComingEvents, listEvents, listMonth } from "~/features/events/list.server";
import { getEventPage, listPendingEvents } from "~/features/events/queries.server";
import { eventChange, eventSearch, newEvent } from "~/features/events/schema.server";
import { extendSeries } from "~/features/events/series/dates.server";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { releaseHold } from "~/features/moderation/held/commands.server";
import { search } from "~/features/search/queries.server";
import { asJson, decode } from "~/lib/decode";
import { writeCalendar } from "~/lib/icalendar";
import { DAY, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { refusalLike } from "../support/refusal";
import { allRows, findRow, insertRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const ORIGIN = "https://paddock.example";
const START = Date.parse("2031-04-01T12:00:00Z");
const PAGE = { page: 1, limit: 60 };
const MONTHLY = { every: "month", week: 1, until: "2032-12-31" };

let ada: ReturnType<typeof viewerOf>;
let grace: ReturnType<typeof viewerOf>;
let goer: ReturnType<typeof viewerOf>;

beforeEach(() => {
  setClock(() => START);
  ada = viewerOf(makeUser({ name: "Ada" }));
  grace = viewerOf(makeAdmin({ name: "Grace" }));
  goer = viewerOf(makeUser({ name: "Gert" }));
});

const COFFEE = {
  ...GOOD_EVENT,
  title: "First Sunday Coffee",
  category: "Cars & Coffee",
  startDate: "2031-05-04T09:00",
  endDate: "2031-05-04T12:00",
};

const submit = async (repeat: object = MONTHLY, overrides: object = {}, files = {}) =>
  submitEvent(ada, decode(newEvent, asJson({ ...COFFEE, repeat, ...overrides })), files);

const edit = async (viewer: typeof ada, id: number, change: object, files = {}) =>
  editEvent(viewer, id, decode(eventChange, asJson(change)), files);

const photo = async () => uploaded({ filename: "poster.jpg", bytes: await jpegWithExif() });

const dates = () => allRows(events).sort((a, b) => a.startDate.localeCompare(b.startDate));
const starts = () => dates().map(({ startDate }) => startDate);
const at = (day: string) => dates().find(({ startDate }) => startDate.startsWith(day))!;
const list = (filter: object = {}) => listEvents(decode(eventSearch, filter), PAGE).rows;

async function approved(repeat: object = MONTHLY, overrides: object = {}, files = {}): Promise<number> {
  const id = await submit(repeat, overrides, files);
  await approveEvent(grace, id);
  return id;
}

const FIRST_SUNDAYS = ["2031-05-04", "2031-06-01", "2031-07-06", "2031-08-03", "2031-09-07", "2031-10-05"].concat([
  "2031-11-02",
  "2031-12-07",
  "2032-01-04",
  "2032-02-01",
  "2032-03-07",
]);

describe("a series", () => {
  test("is submitted as its first date, with what staff need to decide", async () => {
    const id = await submit();
    expect(starts()).toEqual(["2031-05-04T09:00"]);
    const [pending] = listPendingEvents(grace, PAGE).rows;
    expect(pending?.repeat).toEqual({
      text: "The first Sunday of the month, until 31 December 2032",
      firstDays: FIRST_SUNDAYS.slice(0, 5),
    });
    expect(eventJson(id, ada).series).toMatchObject({ next: null, dates: [] });
  });

  test("is approved once: its dates are there, twelve months ahead", async () => {
    await approved();
    expect(starts()).toEqual(FIRST_SUNDAYS.map((day) => `${day}T09:00`));
    expect(dates().map(({ status, userId }) => [status, userId])).toEqual(
      FIRST_SUNDAYS.map(() => ["approved", ada.id]),
    );
    expect(at("2032-03-07").endDate).toBe("2032-03-07T12:00");
    expect(listPendingEvents(grace, PAGE).total).toBe(0);
  });

  test("gets further dates from the job; run twice, or after a month, it changes nothing more", async () => {
    await approved();
    expect(await extendSeries()).toBe(0);
    setClock(() => START + 62 * DAY);
    expect(await extendSeries()).toBe(2);
    expect(starts().slice(-2)).toEqual(["2032-04-04T09:00", "2032-05-02T09:00"]);
    const before = dates();
    expect(await extendSeries()).toBe(0);
    expect(dates()).toEqual(before);
    setClock(() => Date.parse("2032-06-01T12:00:00Z"));
    await extendSeries();
    expect(starts().at(-1)).toBe("2032-12-05T09:00");
    expect(findRow(eventSeries, at("2032-12-05").seriesId!)?.endedAt).not.toBeNull();
  });

  test("of a rejected event gets none", async () => {
    const id = await submit();
    rejectEvent(grace, id, "Too often.");
    setClock(() => START + 62 * DAY);
    expect(await extendSeries()).toBe(0);
    await edit(ada, id, { title: "Second Try" });
    await approveEvent(grace, id);
    expect(dates().map(({ title }) => title)).toContain("Second Try");
    expect(dates()).toHaveLength(13);
  });

  test("keeps its days if the first date moves before the approval", async () => {
    const id = await submit();
    await edit(ada, id, { startDate: "2031-05-05T10:00", endDate: "2031-05-05T11:00" });
    await approveEvent(grace, id);
    expect(starts().slice(0, 3)).toEqual(["2031-05-05T10:00", "2031-06-01T10:00", "2031-07-06T10:00"]);
  });

  test("of a deleted account keeps its dates, and gets no new ones", async () => {
    await approved();
    await deleteAccount(ada);
    setClock(() => START + 62 * DAY);
    expect(await extendSeries()).toBe(0);
    expect(dates()).toHaveLength(11);
    expect(dates().every(({ userId }) => userId === null)).toBe(true);
  });

  test("that was never approved is deleted with its account", async () => {
    await submit();
    await deleteAccount(ada);
    expect([allRows(events), allRows(eventSeries)]).toEqual([[], []]);
  });

  test("is in its member's data", async () => {
    await approved({ every: "year", count: 2 });
    expect(collectData(ada).events[0]?.series).toMatchObject({ repeat: { every: "year", count: 2 } });
  });
});

describe("an edit", () => {
  test("of one date is kept by it, through edits of all and new dates", async () => {
    await approved();
    const second = at("2031-06-01").id;
    await edit(grace, second, { title: "Anniversary Coffee" });
    await edit(grace, at("2031-05-04").id, { title: "Sunday Coffee", location: "Reims, France", scope: "later" });
    expect(findRow(events, second)).toMatchObject({ title: "Anniversary Coffee", location: "Reims, France" });
    expect(at("2032-03-07")).toMatchObject({ title: "Sunday Coffee", location: "Reims, France", sequence: 1 });
    await edit(grace, at("2032-03-07").id, { startDate: "2032-03-08T11:00", endDate: "2032-03-08T13:00", url: "" });
    setClock(() => START + 62 * DAY);
    await extendSeries();
    const last = at("2032-05-02");
    expect(last).toMatchObject({ title: "Sunday Coffee", location: "Reims, France", url: COFFEE.url });
    expect([last.startDate, last.endDate]).toEqual(["2032-05-02T09:00", "2032-05-02T12:00"]);
  });

  test("of all later dates leaves the earlier ones, and moves the clock of each", async () => {
    await approved();
    await edit(grace, at("2031-07-06").id, {
      startDate: "2031-07-06T08:30",
      endDate: "2031-07-06T13:00",
      scope: "later",
    });
    expect(at("2031-06-01").startDate).toBe("2031-06-01T09:00");
    for (const day of FIRST_SUNDAYS.slice(2))
      expect(at(day)).toMatchObject({ startDate: `${day}T08:30`, endDate: `${day}T13:00` });
  });

  test("of all later dates cannot move them to another day", async () => {
    const id = await approved();
    const move = { startDate: "2031-05-05T09:00", endDate: "2031-05-05T12:00", scope: "later" };
    for (const viewer of [ada, grace])
      await expect(edit(viewer, id, move)).rejects.toMatchObject(refusalLike("invalid", EVENT_MESSAGES.otherDay));
    await edit(grace, id, { ...move, scope: "one" });
    expect(at("2031-05-05").recurrenceDate).toBe("2031-05-04");
  });

  test("by the organiser is reviewed, and then on all later dates", async () => {
    const id = await approved();
    attendEvent(goer, at("2031-07-06").id, {});
    expect(await edit(ada, id, { location: "Reims, France", scope: "later" })).toBe(true);
    expect(new Set(dates().map(({ location }) => location))).toEqual(new Set([COFFEE.location]));
    expect(listPendingEvents(grace, PAGE).rows[0]?.change?.scope).toBe("later");
    expect(eventJson(id, ada).change).toMatchObject({ scope: "later", location: { address: "Reims, France" } });
    await approveEvent(grace, id);
    expect(new Set(dates().map(({ location }) => location))).toEqual(new Set(["Reims, France"]));
    expect(allRows(notifications).filter(({ detail }) => detail === "changed")).toMatchObject([
      { userId: goer.id, eventId: at("2031-07-06").id },
    ]);
  });

  test("of a picture replaces it everywhere, and deletes the old one", async () => {
    const id = await approved(MONTHLY, {}, { photos: [await photo()] });
    const old = findRow(events, id)!.image;
    expect(new Set(dates().map(({ image }) => image))).toEqual(new Set([old]));
    await edit(grace, id, {}, { photos: [await photo()] });
    expect(at("2031-06-01").image).toBe(old);
    await edit(grace, at("2031-06-01").id, { removeImage: true, scope: "later" });
    expect(dates().map(({ image }) => image === null)).toEqual(FIRST_SUNDAYS.map((_, index) => index > 0));
    expect((await filesInUploads()).some((file) => file.includes(old!))).toBe(false);
  });
});

describe("a cancellation", () => {
  test("of one date leaves the others", async () => {
    await approved();
    cancelEvent(ada, at("2031-06-01").id, "Rain.");
    expect(dates().filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(1);
  });

  test("of all later dates ends the series, and tells everybody who goes", async () => {
    await approved();
    attendEvent(goer, at("2031-05-04").id, {});
    attendEvent(goer, at("2031-07-06").id, {});
    cancelEvent(grace, at("2031-06-01").id, "The café closes.", "later");
    expect(dates().map(({ cancelReason }) => cancelReason)).toEqual([
      null,
      ...FIRST_SUNDAYS.slice(1).map(() => "The café closes."),
    ]);
    expect(allRows(notifications).filter(({ detail }) => detail === "cancelled")).toHaveLength(1);
    expect(allRows(auditLog).filter(({ action }) => action === "event.cancel")).toHaveLength(10);
    setClock(() => START + 62 * DAY);
    expect(await extendSeries()).toBe(0);
  });
});

test("a new member’s reason for all later dates is reviewed once, and then on each", async () => {
  insertRow(registrationSettings, { id: 1, firstPosts: "all" });
  await approved();
  expect(cancelEvent(ada, at("2032-01-04").id, "No more coffee.", "later")).toBe(true);
  expect(dates().every(({ cancelReason }) => cancelReason === null)).toBe(true);
  const [hold, ...others] = allRows(holds);
  expect(others).toEqual([]);
  await releaseHold(grace, hold!.id);
  expect(dates().map(({ cancelReason }) => cancelReason !== null)).toEqual(FIRST_SUNDAYS.map((_, index) => index > 7));
});

test("a deactivated member’s series goes on; one whose newest date staff have hidden waits", async () => {
  await approved();
  db().update(users).set({ active: false }).run();
  setClock(() => START + 10 * DAY);
  expect(await extendSeries()).toBe(1);
  const { id } = at("2032-04-04");
  db().update(events).set({ status: "hidden" }).where(eq(events.id, id)).run();
  setClock(() => START + 62 * DAY);
  expect(await extendSeries()).toBe(0);
  db().update(events).set({ status: "approved" }).where(eq(events.id, id)).run();
  expect(await extendSeries()).toBe(1);
});

describe("lists", () => {
  test("show the next date, and how many follow", async () => {
    const id = await approved();
    makeEvent(ada, { title: "Single", startDate: "2031-08-01", endDate: "2031-08-01" });
    expect(list().map(({ title, startDate, moreDates }) => [title, startDate, moreDates])).toEqual([
      ["First Sunday Coffee", "2031-05-04T09:00", 10],
      ["Single", "2031-08-01", 0],
    ]);
    expect(list({ from: "2031-06-10" }).map(({ startDate }) => startDate)).toEqual(["2031-07-06T09:00", "2031-08-01"]);
    expect(listComingEvents(6)).toHaveLength(2);
    expect(search("sunday coffee", undefined, 1).events?.rows).toHaveLength(1);
    const view = getMapView(decode(mapSearch, {}), PAGE, null);
    expect([view.total, view.results.length]).toEqual([1, 1]);
    cancelEvent(grace, id);
    expect(list().map(({ startDate, cancelled }) => [startDate, cancelled])).toEqual([
      ["2031-05-04T09:00", true],
      ["2031-06-01T09:00", false],
      ["2031-08-01", false],
    ]);
  });

  test("near a place too", async () => {
    await approved({ every: "week", count: 20 }, { location: "Reims, France" });
    const near = { near: "Reims, France", radius: "50" };
    expect(listEvents(decode(eventSearch, near), PAGE)).toMatchObject({ total: 1, rows: [{ moreDates: 19 }] });
    expect(listEvents(decode(eventSearch, { ...near, from: "2031-06-10" }), PAGE).total).toBe(1);
    setClock(() => Date.parse("2031-05-30T12:00:00Z"));
    expect(listEvents(decode(eventSearch, { ...near, past: "1" }), PAGE)).toMatchObject({ total: 4 });
    const map = getMapView(decode(mapSearch, { place: "Reims, France" }), PAGE, null);
    expect([map.total, map.results.length]).toEqual([1, 1]);
    const days = { from: "2031-06-01", to: "2031-06-30" };
    const june = getMapView(decode(mapSearch, { place: "Reims, France", ...days }), PAGE, null);
    expect([june.total, june.results.length]).toEqual([5, 5]);
  });

  test("of a month, and calendars, have each date; the feed announces a series once", async () => {
    await approved({ every: "week", count: 5 });
    expect(listMonth("2031-05", decode(eventSearch, {})).rows).toHaveLength(4);
    const calendar = eventsCalendar(decode(eventSearch, {}), ORIGIN);
    expect(new Set(calendar.entries.map(({ uid }) => uid)).size).toBe(5);
    expect(eventsFeed(ORIGIN).entries).toHaveLength(1);
  });

  test("calendar programs read each date under its UID, with a higher SEQUENCE after an edit and a cancellation", async () => {
    const id = await approved({ every: "week", count: 4 });
    const read = () => {
      const file = writeCalendar(eventsCalendar(decode(eventSearch, {}), ORIGIN));
      return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent").map((component) => {
        const event = new ICAL.Event(component);
        const status = component.getFirstPropertyValue("status");
        return { uid: event.uid, start: event.startDate.toString(), sequence: event.sequence, status };
      });
    };
    const before = read();
    await edit(grace, id, { startDate: "2031-05-04T08:00", scope: "later" });
    const edited = before.map((event) => ({
      ...event,
      start: event.start.replace("T09", "T08"),
      sequence: event.sequence + 1,
    }));
    expect(read()).toEqual(edited);
    cancelEvent(grace, at("2031-05-18").id, "", "later");
    expect(read()).toEqual(
      edited.map((event, index) =>
        index < 2 ? event : { ...event, sequence: event.sequence + 1, status: "CANCELLED" },
      ),
    );
  });

  test("of JSON have the series", async () => {
    const id = await approved({ every: "week", weeks: 2, count: 3 });
    const { rows } = listEventsJson(decode(eventSearch, {}), PAGE, null);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.series).toEqual({
      _id: expect.any(String),
      repeat: { every: "week", weeks: 2, weekday: 0, count: 3 },
      next: { _id: String(id), startDate: "2031-05-04T09:00" },
      dates: ["2031-05-04", "2031-05-18", "2031-06-01"].map((day) => ({
        _id: String(at(day).id),
        startDate: `${day}T09:00`,
        endDate: `${day}T12:00`,
        cancelledAt: null,
      })),
    });
    expect(getEventPage(id, null).series?.dates).toHaveLength(3);
  });
});

describe("a rule is refused at its field", () => {
  test.each<[repeat: unknown, field: string]>([
    [{ every: "day", count: 3 }, "repeat[every]"],
    [{ every: "week" }, "repeat[until]"],
    [{ every: "week", count: 3, until: "2031-12-01" }, "repeat[count]"],
    [{ every: "week", count: 53 }, "repeat[count]"],
    [{ every: "week", count: 1 }, "repeat[count]"],
    [{ every: "week", weeks: 0, count: 3 }, "repeat[weeks]"],
    [{ every: "month", count: 3 }, "repeat[week]"],
    [{ every: "month", week: 5, count: 3 }, "repeat[week]"],
    [{ every: "month", week: 2, count: 3 }, "startDate"],
    [{ every: "week", weekday: 7, count: 3 }, "repeat[weekday]"],
    [{ every: "week", weekday: 1, count: 3 }, "startDate"],
    [{ every: "week", until: "2031-05-04" }, "repeat[until]"],
    [{ every: "week", until: "soon" }, "repeat[until]"],
    [{ every: "month", week: 1, until: "2034-01-01" }, "repeat[until]"],
    ["weekly", "repeat"],
    [[], "repeat"],
    [{}, "repeat[every]"],
  ])("%j", async (repeat, field) => {
    const refusal = await submit(repeat as object).catch((error) => error.fields);
    expect(Object.keys(refusal)).toEqual([field]);
  });

  test("and the form's fields are the same rule", () => {
    const form = {
      ...COFFEE,
      "repeat[every]": "month",
      "repeat[week]": "1",
      "repeat[count]": "3",
      "repeat[until]": "",
    };
    expect(decode(newEvent, form).repeat).toEqual({ every: "month", week: 1, weekday: undefined, count: 3 });
    expect(decode(newEvent, { ...form, "repeat[every]": "" }).repeat).toBeUndefined();
    expect(decode(newEvent, COFFEE).repeat).toBeUndefined();
  });
});
