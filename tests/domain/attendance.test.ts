import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { eventAttendances, events, users, vehicles } from "~/db/schema";
import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { getAttendance, listAttendances, listVehicleEvents } from "~/features/events/attendance/queries.server";
import { eventJson, listAttendancesJson } from "~/features/events/json.server";
import { getEventPage } from "~/features/events/queries.server";
import { attendanceInput } from "~/features/events/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeOwner, makeUser, makeVehicle, setActive, viewerOf } from "../support/make-rows";
import { counterProblems } from "../support/population";
import { refusal, refusalLike } from "../support/refusal";
import { allRows, removeRow } from "../support/rows";

const PAGE = { page: 1, limit: 20 };
const NOT_ONES_OWN = { code: "invalid", fields: { vehicle: ["Please choose one of your own vehicles."] } };
const coming = () => makeEvent(null, { startDate: "2031-06-01", endDate: "2031-06-02" });
const rows = () => allRows(eventAttendances);
const attendees = (eventId: number) => listAttendances(eventId, PAGE).rows;

let clock = 0;
beforeEach(() => {
  clock = Date.parse("2031-05-10T15:00:00Z");
  setClock(() => ++clock);
});

describe("saying that one comes", () => {
  test("with a vehicle of one's own, with another one, and without", () => {
    const { viewer, garage, vehicle } = makeOwner({ name: "Ada" });
    const fiat = { make: "Fiat", model: "500", year: 1965, coverPhoto: "https://a.example/1.jpg" };
    const second = makeVehicle(garage, fiat);
    const { id } = coming();
    expect(attendEvent(viewer, id, { vehicle: vehicle.id })).toBe(true);
    expect(attendees(id)).toMatchObject([{ name: "Ada", vehicle: { name: "1967 Lotus Elan", coverPhoto: null } }]);
    expect(attendEvent(viewer, id, { vehicle: second.id })).toBe(false);
    const vehicleView = { id: second.id, name: "1965 Fiat 500", coverPhoto: "https://a.example/1.jpg" };
    expect(attendees(id)).toEqual([
      { id: viewer.id, name: "Ada", avatar: viewer.avatar, role: "user", vehicle: vehicleView },
    ]);
    // A missing vehicle changes nothing.
    attendEvent(viewer, id, {});
    expect(attendees(id)[0]?.vehicle).toEqual(vehicleView);
    attendEvent(viewer, id, { vehicle: null });
    expect(attendees(id)[0]?.vehicle).toBeNull();
    expect(rows()).toHaveLength(1);
    expect(eventJson(id, null).attendance).toEqual({ count: 1, withVehicle: 0 });
    expect(counterProblems(db().$client)).toEqual([]);
    const otherOwner = makeOwner();
    for (const vehicle of [otherOwner.vehicle.id, 987_654])
      expect(refusal(() => attendEvent(viewer, id, { vehicle }))).toMatchObject(NOT_ONES_OWN);
  });

  test("and not any more, as often as one likes", () => {
    const { id } = coming();
    const viewer = viewerOf(makeUser());
    leaveEvent(viewer, id);
    for (const member of [viewer, viewerOf(makeUser())]) attendEvent(member, id, {});
    for (const member of [viewer, viewer]) leaveEvent(member, id);
    expect([rows().length, getEventPage(id, null).attendanceCount]).toEqual([1, 1]);
  });

  test.each(["pending", "rejected"] as const)("to what is live only, not %s, the submitter no more", (status) => {
    const viewer = viewerOf(makeUser());
    const { id } = makeEvent(viewer, { status });
    expect(() => attendEvent(viewer, id, {})).toThrow(refusalLike("not_found"));
    expect(() => leaveEvent(viewer, id)).toThrow(refusalLike("not_found"));
    expect(() => listAttendances(id, PAGE)).toThrow(refusalLike("not_found"));
    expect(() => attendEvent(viewer, 987_654, {})).toThrow(refusalLike("not_found"));
    expect(getEventPage(id, viewer).live).toBe(false);
  });

  test("until it is over everywhere; one's own trace can go later too", () => {
    const viewer = viewerOf(makeUser());
    const event = makeEvent(null, { startDate: "2031-05-09T10:00", endDate: "2031-05-10T18:00" });
    attendEvent(viewer, event.id, {});
    setClock(() => Date.parse("2031-05-11T11:59:00Z"));
    attendEvent(viewer, event.id, {});
    setClock(() => Date.parse("2031-05-11T12:01:00Z"));
    expect(() => attendEvent(viewer, event.id, {})).toThrow(refusalLike("conflict"));
    expect(() => attendEvent(viewerOf(makeUser()), event.id, {})).toThrow("This event is over.");
    const attendance = getAttendance(getEventPage(event.id, viewer), viewer, PAGE);
    expect(attendance).toMatchObject({ over: true, going: true, people: { total: 1 } });
    leaveEvent(viewer, event.id);
    expect(rows()).toEqual([]);
  });
});

describe("the list of attendees", () => {
  test("is ordered by sign-up, in pages; a change of vehicle keeps the place", () => {
    const { id } = coming();
    const viewers = ["A", "B", "C"].map((name) => makeOwner({ name }));
    for (const { viewer } of viewers) attendEvent(viewer, id, {});
    attendEvent(viewers[0]!.viewer, id, { vehicle: viewers[0]!.vehicle.id });
    const second = listAttendances(id, { page: 2, limit: 2 });
    expect([second.total, second.rows.map(({ name }) => name)]).toEqual([3, ["C"]]);
    expect(attendees(id).map(({ name }) => name)).toEqual(["A", "B", "C"]);
    expect(listAttendancesJson(id, PAGE).rows[0]).toEqual({
      user: { _id: String(viewers[0]!.user.id), name: "A", avatar: viewers[0]!.user.avatar },
      vehicle: { _id: String(viewers[0]!.vehicle.id), name: "1967 Lotus Elan", coverPhoto: null },
    });
    const viewerState = {
      going: true,
      vehicle: String(viewers[0]!.vehicle.id),
      attendance: { count: 3, withVehicle: 1 },
    };
    expect(eventJson(id, viewers[0]!.viewer)).toMatchObject(viewerState);
    expect(eventJson(id, viewerOf(makeUser()))).toMatchObject({ going: false, vehicle: null });
    expect(Object.keys(eventJson(id, null))).not.toContain("going");
  });

  test("contains active users, with existing vehicles; deleted with the account or the event", () => {
    const { id } = coming();
    const { viewer, vehicle } = makeOwner();
    attendEvent(viewer, id, { vehicle: vehicle.id });
    attendEvent(viewerOf(makeUser()), id, {});
    setActive(viewer, false);
    expect(attendees(id)).toHaveLength(1);
    expect(eventJson(id, null).attendance).toEqual({ count: 1, withVehicle: 0 });
    expect(listVehicleEvents(vehicle.id)).toEqual([]);
    setActive(viewer, true);
    expect(eventJson(id, null).attendance).toEqual({ count: 2, withVehicle: 1 });
    expect(listVehicleEvents(vehicle.id)).toHaveLength(1);
    removeRow(vehicles, vehicle.id);
    expect(attendees(id)).toMatchObject([{ vehicle: null }, { vehicle: null }]);
    removeRow(users, viewer.id);
    expect(eventJson(id, null).attendance).toEqual({ count: 1, withVehicle: 0 });
    attendEvent(viewerOf(makeUser()), id, {});
    removeRow(events, id);
    expect(rows()).toEqual([]);
  });

  test("the form offers one's own vehicles, the newest first, and never loses the chosen one", () => {
    const { viewer, garage, vehicle } = makeOwner();
    makeOwner();
    const event = coming();
    attendEvent(viewer, event.id, { vehicle: vehicle.id });
    for (let year = 1900; year < 2001; year += 1) makeVehicle(garage, { year });
    const { choices, ...rest } = getAttendance(getEventPage(event.id, viewer), viewer, PAGE);
    expect(rest).toMatchObject({ going: true, over: false, member: true, vehicle: { id: vehicle.id } });
    expect(choices).toHaveLength(101);
    expect(choices.slice(0, 2).map(({ name }) => name)).toEqual(["1967 Lotus Elan", "2000 Lotus Elan"]);
    const visitor = getAttendance(getEventPage(event.id, null), null, PAGE);
    expect(visitor).toMatchObject({ going: false, member: false, choices: [], people: { total: 1 } });
  });
});

test("a vehicle can be seen at what is not over, the soonest first", () => {
  const { viewer, vehicle, garage } = makeOwner();
  const on = (title: string, startDate: string, endDate = startDate) => makeEvent(null, { title, startDate, endDate });
  const later = on("Later", "2031-07-01");
  const soon = on("Soon", "2031-05-11T10:00", "2031-05-12T10:00");
  const running = on("Running", "2031-05-01", "2031-05-10");
  const otherEvent = on("With another one", "2031-06-01");
  for (const event of [later, soon, running]) attendEvent(viewer, event.id, { vehicle: vehicle.id });
  attendEvent(viewer, otherEvent.id, { vehicle: makeVehicle(garage).id });
  expect(listVehicleEvents(vehicle.id).map(({ title }) => title)).toEqual(["Running", "Soon", "Later"]);
  setClock(() => Date.parse("2031-05-12T15:00:00Z"));
  const span = { startDate: "2031-05-11T10:00", endDate: "2031-05-12T10:00" };
  const expected = { id: soon.id, cancelled: false, title: "Soon", ...span, location: soon.location };
  expect(listVehicleEvents(vehicle.id)).toEqual([expected, expect.objectContaining({ title: "Later" })]);
});

test.each([
  [undefined, undefined],
  ["", null],
  [null, null],
  ["12", 12],
])("the vehicle may come as %o", (input, expected) => {
  const vehicle = input === undefined ? {} : { vehicle: input };
  expect(decode(attendanceInput, vehicle)).toEqual(expected === undefined ? {} : { vehicle: expected });
});

test.each(["x", "0", 12, -1, 1.5, "1 OR 1", [], {}, true])("the vehicle cannot be %o", (vehicle) => {
  expect(refusal(() => decode(attendanceInput, { vehicle }))).toMatchObject(NOT_ONES_OWN);
});
