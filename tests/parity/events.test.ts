import { expect, test } from "vitest";
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
