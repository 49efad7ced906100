import { expect, test } from "vitest";
import { listRepeatDays } from "~/features/events/time/recurrence";
import { addDays } from "~/features/events/time/wall-clock";
import { utcToday } from "~/lib/time";
import { GOOD_EVENT } from "../support/good-event";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const ada = await server.signUp("Parity Ada");
const admin = await server.signUpAdmin();

/** @returns its id */
const makeLive = () => {
  const fields = { title: "t", title_folded: "t", location: "l", category: "Other", short_description: "s" };
  const times = { start_date: "2031-01-01", end_date: "2031-01-01", created_at: 1, updated_at: 1 };
  return server.insert("events", { ...fields, user_id: Number(ada.id), status: "approved", ...times });
};

/** Shared by events and their changes. */
const rowsOf = (...ids: number[]) => {
  const event = server.database.prepare(
    "SELECT title, url, status, sequence, rejection_reason FROM events WHERE id = ?",
  );
  const change = server.database.prepare(
    "SELECT title, url, status, rejection_reason FROM event_changes WHERE event_id = ?",
  );
  return ids.map((id) => ({ event: event.get(id), change: change.get(id) }));
};

const revision = (id: number) => server.value("SELECT updated_at FROM event_changes WHERE event_id = ?", id) as number;

test.each([
  ["approve", 0, null],
  ["reject", 0, null],
  ["approve", -1, 409],
  ["reject", -1, 409],
])("the same change of a live event waits, and is decided: %s, %i ms before", async (act, offset, refusalStatus) => {
  const [firstId, secondId] = [makeLive(), makeLive()];
  const input = { title: "Another title", url: "https://example.com/" };
  const span = { startDate: "2031-01-01", endDate: "2031-01-01" };
  const whole = { ...span, location: "l", category: "Other", shortDescription: "s" };
  expect((await ada.browser.submit(`/events/${firstId}/edit`, { ...whole, ...input })).status).toBe(302);
  expect((await ada.browser.api("PATCH", `/events/${secondId}`, input)).status).toBe(200);
  const waiting = {
    event: { title: "t", url: null, status: "approved", sequence: 0 },
    change: { ...input, status: "pending", rejection_reason: null },
  };
  expect(rowsOf(firstId, secondId)).toMatchObject([waiting, waiting]);
  const address = `/admin/events/${firstId}/${act}?revision=${revision(firstId) + offset}`;
  const body = { reason: "Why", revision: revision(secondId) + offset };
  const page = await admin.browser.submit(address, { reason: "Why" });
  const api = await admin.browser.api("PATCH", `/events/admin/${secondId}/${act}`, body);
  expect([page.status, api.status]).toEqual([refusalStatus ?? 302, refusalStatus ?? 200]);
  if (refusalStatus) expect(page.page.text("main [role=alert]")).toContain(api.json.message);
  else expect((await admin.browser.follow(page)).page.notices).toEqual([api.json.message]);
  const [byPage, byApi] = rowsOf(firstId, secondId);
  expect(byPage).toEqual(byApi);
});

test.each(["title=zebra", "category=Auction", "from=2031-05-02", "past=1", "near=Birmingham,+UK&radius=250"])(
  "the same search: %s",
  async (query) => {
    const { status, page } = await server.visitor().get(`/events?${query}`);
    const apiResponse = await server.visitor().api("GET", `/events?${query.replace("title=", "title[regex]=")}`);
    expect([status, apiResponse.status]).toEqual([200, 200]);
    expect(page.text("main h2")).toMatch(new RegExp(`^${apiResponse.json.total} `));
  },
);

/** In the order of the dates, without ids. */
function datesOf(id: string | number) {
  const row = server.database.prepare("SELECT series_id FROM events WHERE id = ?").get(id) as { series_id: number };
  const columns =
    "title, start_date, end_date, status, sequence, own_fields, cancelled_at IS NULL AS open, cancel_reason";
  const dates = server.database.prepare(`SELECT ${columns} FROM events WHERE series_id = ? ORDER BY start_date`);
  const rule = server.database.prepare(
    "SELECT every, weeks, week, weekday, until, count, start_date, last_made, ended_at IS NULL AS open FROM event_series WHERE id = ?",
  );
  return { rule: rule.get(row.series_id), dates: dates.all(row.series_id) };
}

test("the same series is submitted, approved, edited and cancelled", async () => {
  const days = listRepeatDays(addDays(utcToday(), 60), { every: "month", week: 1, weekday: 4, count: 4 });
  const [day = "", , , until = ""] = days;
  const start = { ...GOOD_EVENT, startDate: `${day}T17:00`, endDate: `${day}T22:00` };
  const repeat = { every: "month", week: 1, until };
  const fields = { "repeat[every]": "month", "repeat[week]": "1", "repeat[until]": until, "repeat[weeks]": "1" };
  const sent = await ada.browser.submit("/events/submit", { ...start, ...fields }, {});
  expect(sent.status).toBe(302);
  const byPage = String(server.value("SELECT max(id) FROM events"));
  const { status, json } = await ada.browser.api("POST", "/events/submit", { ...start, repeat });
  expect(status).toBe(201);
  const byApi: string = json.data.doc._id;
  const expectSame = () => expect(datesOf(byPage)).toEqual(datesOf(byApi));
  expectSame();
  await admin.browser.submit(`/admin/events/${byPage}/approve`, {});
  await admin.browser.api("PATCH", `/events/admin/${byApi}/approve`);
  expectSame();
  const event = (await server.visitor().api("GET", `/events/${byApi}`)).json.data.doc;
  expect(event.series).toMatchObject({ repeat: { ...repeat, weekday: 4 }, next: { _id: byApi } });
  expect(event.series.dates.map(({ startDate }: { startDate: string }) => startDate)).toEqual(
    days.map((date) => `${date}T17:00`),
  );
  const change = { title: "Later Evening", startDate: `${day}T18:00`, scope: "later" };
  const edited = await admin.browser.submit(`/events/${byPage}/edit`, { ...start, ...change }, {});
  expect(edited.status).toBe(302);
  expect((await admin.browser.api("PATCH", `/events/${byApi}`, change)).status).toBe(200);
  expectSame();
  const second = (id: string) =>
    String(
      server.value(
        "SELECT min(id) FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) AND id > ?",
        id,
        id,
      ),
    );
  const cancel = { reason: "Sold.", scope: "later" };
  expect((await ada.browser.submit(`/events/${second(byPage)}/cancel`, cancel)).status).toBe(302);
  expect((await ada.browser.api("POST", `/events/${second(byApi)}/cancel`, cancel)).status).toBe(200);
  expectSame();
  expect(datesOf(byApi).dates).toMatchObject([{ open: 1, title: "Later Evening" }, ...Array(3).fill({ open: 0 })]);
  expect((await server.visitor().api("GET", `/events?title[regex]=Later%20Evening`)).json.results).toBe(2);
});

test("a scope that is none is refused by both", async () => {
  const id = makeLive();
  const page = await ada.browser.submit(`/events/${id}/cancel`, { scope: "all" });
  const api = await ada.browser.api("POST", `/events/${id}/cancel`, { scope: "all" });
  expect([page.status, api.status, api.json.errors]).toEqual([400, 400, { scope: ["scope must be one or later."] }]);
});
