import { beforeEach, describe, expect, test } from "vitest";
import { db, publicVersion } from "~/db/client.server";
import { auditLog, events, notifications, users } from "~/db/schema";
import { env } from "~/env.server";
import { collectData } from "~/features/data-export/data.server";
import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { getAttendance } from "~/features/events/attendance/queries.server";
import { eventCalendar, eventsCalendar, eventsFeed } from "~/features/events/calendar.server";
import { editEvent } from "~/features/events/commands.server";
import { cancelEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { listEvents, listMonth } from "~/features/events/list.server";
import { getEventPage, getEventToCancel, getEventToEdit, listOwnEvents } from "~/features/events/queries.server";
import { eventChange, eventSearch } from "~/features/events/schema.server";
import { eventData } from "~/features/events/structured-data";
import { decode } from "~/lib/decode";
import { writeCalendar } from "~/lib/icalendar";
import { DAY, setClock } from "~/lib/time";
import { findPlace, geocode } from "~/services/geocoder/geocoder.server";
import { makeEvent } from "../support/events";
import { jpegWithExif } from "../support/images";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { refusalLike } from "../support/refusal";
import { allRows, findRow, removeRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const ORIGIN = "https://paddock.example";
const FUTURE = Date.parse("2031-04-01T12:00:00Z");
const PAGE = { page: 1, limit: 20 };

let ada: ReturnType<typeof viewerOf>;
let grace: ReturnType<typeof viewerOf>;
let goer: ReturnType<typeof makeUser>;

beforeEach(() => {
  setClock(() => FUTURE);
  ada = viewerOf(makeUser({ name: "Ada" }));
  grace = viewerOf(makeAdmin({ name: "Grace" }));
  goer = makeUser({ name: "Gert" });
});

const row = (id: number) => findRow(events, id)!;
const logRows = () => allRows(auditLog);
const summarize = () =>
  allRows(notifications)
    .filter(({ kind }) => kind === "event")
    .map(({ userId, detail }) => ({ who: userId, what: detail }))
    .sort((a, b) => a.who - b.who);
const edit = (viewer: typeof ada, id: number, overrides: Record<string, unknown>, files = {}) =>
  editEvent(viewer, id, decode(eventChange, overrides), files);

/** Ada's live event, with Grace and a third user. */
function planned(overrides: Parameters<typeof makeEvent>[1] = {}) {
  const { id } = makeEvent(ada, { updatedAt: FUTURE - DAY, ...overrides });
  for (const viewer of [ada, grace, viewerOf(goer)]) attendEvent(viewer, id, {});
  return id;
}

describe("cancelling", () => {
  test("keeps the event, marks it everywhere, and notifies all attendees except the canceller", async () => {
    const id = planned();
    const before = publicVersion();
    const search = decode(eventSearch, {});
    expect(eventJson(id, null)).toMatchObject({ cancelledAt: null, cancelReason: null });
    expect(writeCalendar(eventCalendar(id, ORIGIN))).toContain("STATUS:CONFIRMED");
    expect(eventsFeed(ORIGIN).entries).toMatchObject([{ title: "Air-Cooled Evening" }]);
    expect(eventData(getEventPage(id, null), ORIGIN, "").eventStatus).toBe("https://schema.org/EventScheduled");
    const cancelReason = "The field is under water.";
    cancelEvent(ada, id, cancelReason);
    expect(publicVersion()).toBeGreaterThan(before);
    const times = { cancelledAt: FUTURE, updatedAt: FUTURE };
    expect(row(id)).toMatchObject({ status: "approved", cancelReason, sequence: 1, ...times });
    expect(summarize()).toEqual([
      { who: grace.id, what: "cancelled" },
      { who: goer.id, what: "cancelled" },
    ]);
    expect(logRows()).toEqual([]);
    const marked = { cancelled: true };
    expect(getEventPage(id, null)).toMatchObject({ ...marked, cancelReason, live: true });
    expect(listEvents(search, PAGE).rows).toMatchObject([marked]);
    expect(listMonth("2031-05", search).rows).toMatchObject([marked]);
    expect(listOwnEvents(ada, PAGE).rows).toMatchObject([{ ...marked, viewerCanCancel: false }]);
    const cancelledAt = "2031-04-01T12:00:00.000Z";
    expect(eventJson(id, null)).toMatchObject({ cancelledAt, cancelReason, attendance: { count: 3 } });
    for (const calendar of [eventCalendar(id, ORIGIN), eventsCalendar(search, ORIGIN)]) {
      const file = writeCalendar(calendar);
      expect(file).toMatch(/SEQUENCE:1\r\n[\s\S]*STATUS:CANCELLED\r\n/);
      expect(file).toContain("Cancelled: The field is under water.");
    }
    const summary = expect.stringMatching(/^Cancelled: The field/);
    const [entry] = eventsFeed(ORIGIN).entries;
    expect(entry).toMatchObject({ title: "Cancelled: Air-Cooled Evening", updatedAt: FUTURE, summary });
    expect(eventData(getEventPage(id, null), ORIGIN, "").eventStatus).toBe("https://schema.org/EventCancelled");
    expect(collectData(ada).events).toMatchObject([{ cancelReason }]);
    setClock(() => Date.parse("2031-05-03T12:00:00Z"));
    expect(listEvents(search, PAGE).rows).toEqual([]);
    expect(listEvents({ ...search, past: true }, PAGE).rows).toMatchObject([marked]);
  });

  test("is harmless twice, and changes neither the reason nor anything else", () => {
    const id = planned();
    cancelEvent(grace, id, "Rain");
    const act = { action: "event.cancel", subjectId: String(id), reason: "Rain" };
    expect(logRows()).toMatchObject([{ ...act, before: { cancelled: false }, after: { cancelled: true } }]);
    const first = row(id);
    setClock(() => FUTURE + DAY);
    cancelEvent(ada, id, "Snow");
    cancelEvent(grace, id);
    setClock(() => Date.parse("2031-05-09T12:00:00Z"));
    cancelEvent(ada, id);
    expect(row(id)).toEqual(first);
    expect([logRows().length, summarize().length]).toEqual([1, 2]);
    expect(getEventToCancel(id, ada).takesPlace).toBe(false);
  });

  test("is for its submitter and admins, of what is live and not over", () => {
    const id = planned();
    const bo = viewerOf(makeUser());
    const can = [ada, grace, bo, null].map((viewer) => getEventPage(id, viewer).viewerCanCancel);
    expect(can).toEqual([true, true, false, false]);
    const notTheirs = refusalLike("forbidden", "Only its submitter or an admin can cancel this event.");
    expect(() => cancelEvent(bo, id)).toThrow(notTheirs);
    for (const status of ["pending", "rejected"] as const) {
      const otherEvent = makeEvent(ada, { status });
      expect(getEventPage(otherEvent.id, ada).viewerCanCancel).toBe(false);
      expect(() => cancelEvent(bo, otherEvent.id)).toThrow(refusalLike("not_found"));
      for (const viewer of [ada, grace])
        expect(() => cancelEvent(viewer, otherEvent.id)).toThrow(
          refusalLike("conflict", "Only a live event can be cancelled."),
        );
    }
    expect(() => cancelEvent(ada, 999)).toThrow(refusalLike("not_found"));
    setClock(() => Date.parse("2031-05-03T12:00:00Z"));
    expect(getEventPage(id, ada).viewerCanCancel).toBe(false);
    expect(() => getEventToCancel(id, ada)).toThrow(refusalLike("conflict"));
    const over = refusalLike("conflict", "This event is over. It can no longer be cancelled.");
    expect(() => cancelEvent(ada, id)).toThrow(over);
    expect(row(id).cancelledAt).toBeNull();
  });

  test("ends joining and changing, not leaving; attendees stay listed", () => {
    const id = planned();
    cancelEvent(ada, id);
    const over = refusalLike("conflict", "This event has been cancelled. You can no longer join it.");
    for (const viewer of [viewerOf(makeUser()), ada]) expect(() => attendEvent(viewer, id, {})).toThrow(over);
    const expected = { cancelled: true, over: false, going: true, choices: [], people: { total: 3 } };
    expect(getAttendance(getEventPage(id, ada), ada, PAGE)).toMatchObject(expected);
    leaveEvent(viewerOf(goer), id);
    expect(eventJson(id, null).attendance).toEqual({ count: 2, withVehicle: 0 });
  });
});

describe("an admin's change of a live event", () => {
  test("leaves it approved, raises its number, and is logged with what changed", async () => {
    const id = planned({ decidedAt: 5, sequence: 3 });
    const fold = { title: "Émigré", category: "Concours", url: "" };
    await edit(grace, id, fold);
    expect(row(id)).toMatchObject({
      ...{ status: "approved", decidedAt: 5, sequence: 4, updatedAt: FUTURE },
      ...{ title: "Émigré", titleFolded: "emigre", category: "Concours", url: null, userId: ada.id },
    });
    expect(logRows()).toMatchObject([
      {
        ...{ actorId: grace.id, action: "event.edit", subjectType: "event", subjectId: String(id) },
        before: { title: "Air-Cooled Evening", category: "Club Meetup", url: "https://events.example/air-cooled" },
        after: { title: "Émigré", category: "Concours", url: null },
      },
    ]);
    expect(summarize()).toEqual([]);
    await edit(grace, id, fold);
    expect([row(id).sequence, logRows().length]).toEqual([4, 1]);
  });

  test.each([
    ["its date", { startDate: "2031-05-02T17:00", endDate: "2031-05-02T22:30" }],
    ["its end", { endDate: "2031-05-01T23:00" }],
    ["whole days", { allDay: "on" }],
    ["its place", { location: "Birmingham, UK" }],
  ])("notifies attendees of %s", async (_, input) => {
    const id = planned({ remindedOf: "2031-05-01T17:00" });
    await edit(grace, id, { ...input, title: "Also named anew" });
    expect(summarize()).toEqual([
      { who: ada.id, what: "changed" },
      { who: goer.id, what: "changed" },
    ]);
    expect(row(id).remindedOf).toBe("2031-05-01T17:00");
    const match = geocode("Birmingham, UK");
    if ("location" in input)
      expect(findPlace(row(id).placeId!)?.label).toBe(match.found === "place" && match.place.label);
  });

  test("notifies no one if it is cancelled, or was and is over", async () => {
    const id = planned();
    db().update(events).set({ cancelledAt: 1 }).run();
    await edit(grace, id, { startDate: "2031-05-01T18:00" });
    expect(row(id)).toMatchObject({ startDate: "2031-05-01T18:00", cancelledAt: 1 });
    db().update(events).set({ cancelledAt: null }).run();
    setClock(() => Date.parse("2031-05-09T12:00:00Z"));
    await edit(grace, id, { startDate: "2031-05-01T19:00" });
    expect(summarize()).toEqual([]);
    await edit(grace, id, { endDate: "2031-06-01" });
    expect(summarize()).toHaveLength(2);
  });

  test("is the admins' alone, and of their own event nothing for the log", async () => {
    const id = planned();
    expect(getEventToEdit(id, grace).title).toBe("Air-Cooled Evening");
    const canEdit = [ada, grace, viewerOf(goer)].map((viewer) => getEventPage(id, viewer).viewerCanEdit);
    expect(canEdit).toEqual([true, true, false]);
    const ownEvent = makeEvent(grace);
    await edit(grace, ownEvent.id, { title: "Own" });
    expect([row(ownEvent.id).title, logRows().length]).toEqual(["Own", 1]);
  });

  test("of the picture counts for the submitter, and for no one after the account's deletion", async () => {
    const picture = async () => ({ photos: [uploaded({ filename: "a.jpg", bytes: await jpegWithExif() })] });
    const id = planned();
    await edit(grace, id, {}, await picture());
    expect(row(id)).toMatchObject({ image: expect.any(String), imageBytes: expect.any(Number), sequence: 1 });
    expect(logRows()).toMatchObject([{ before: { image: null }, after: { image: row(id).image } }]);
    const first = row(id).image!;
    const full = (userId: number) => {
      const bytes = 2 * env().MEMBER_QUOTA_MB * 1024 * 1024;
      return makeEvent({ id: userId }, { status: "pending", imageBytes: bytes }).id;
    };
    // The submitter's limit, not the admin's.
    full(grace.id);
    await edit(grace, id, {}, await picture());
    expect((await filesInUploads()).some((name) => name.includes(first.slice(0, 20)))).toBe(false);
    const filled = full(ada.id);
    const photos = ["There is no room for this: the submitter has used all their photo storage."];
    const tooLarge = { code: "too_large", fields: { photos } };
    await expect(edit(grace, id, {}, await picture())).rejects.toMatchObject(tooLarge);
    removeRow(events, filled);
    removeRow(users, ada.id);
    await edit(grace, id, {}, await picture());
    expect(row(id)).toMatchObject({ userId: null, sequence: 3 });
    await edit(grace, id, { removeImage: "on" });
    expect([row(id).image, row(id).imageBytes, await filesInUploads()]).toEqual([null, 0, []]);
  });
});
