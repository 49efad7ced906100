import { beforeAll, describe, expect, test } from "vitest";
import { insertInto } from "../permissions/insert";
import { signUpAdmin } from "../support/admins";
import { type Browser, browserLike } from "../support/browser-like";
import { type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let ada: Member;
let admin: Member;

type Call = Parameters<Browser["api"]>;

beforeAll(async () => {
  ada = await signUp(server(), "Parity Ada");
  admin = await signUpAdmin(server());
});

/** An event of Ada's. @returns its id */
const make = (status: string, day = "2031-01-01") => {
  const what = { title: "t", title_folded: "t", location: "l", category: "Other", short_description: "s" };
  const times = { start_date: day, end_date: day, created_at: 1, updated_at: 1 };
  return insertInto(server().database)("events", { ...what, user_id: Number(ada.id), status, ...times });
};

/** What is to be the same of events and of their changes. */
const rowsOf = (...ids: number[]) => {
  const event = server().database.prepare(
    "SELECT title, url, status, sequence, rejection_reason, cancelled_at IS NULL AS is_on, cancel_reason FROM events WHERE id = ?",
  );
  const change = server().database.prepare(
    "SELECT title, url, status, rejection_reason FROM event_changes WHERE event_id = ?",
  );
  return ids.map((id) => ({ event: event.get(id), change: change.get(id) }));
};

/** Decides by page on one and by call on the other, which both take or both refuse, in the same words. */
async function decideAlike(
  by: Member,
  refused: number | null,
  [path, form]: [string, object],
  call: Call,
  saidIn = "main [role=alert]",
) {
  const page = await by.browser.submit(path, form as Record<string, string>);
  const api = await by.browser.api(...call);
  expect([page.status, api.status]).toEqual([refused ?? 302, refused ?? 200]);
  if (refused === null) expect((await by.browser.follow(page)).page.notices).toEqual([api.json.message]);
  else expect(page.page.text(saidIn)).toContain(api.json.message);
  return { page, api };
}

test.each([
  ["pending", "approve", null],
  ["pending", "reject", null],
  ["approved", "approve", null],
  ["rejected", "reject", null],
  ["approved", "reject", 409],
  ["rejected", "approve", 409],
])("the same decision: %s: %s", async (from, act, refused) => {
  const [one, other] = [make(from), make(from)];
  const body = { reason: "Why" };
  const call: Call = ["PATCH", `/events/admin/${other}/${act}`, body];
  await decideAlike(admin, refused, [`/admin/events/${one}/${act}`, body], call);
  const [byPage, byApi] = rowsOf(one, other);
  expect(byPage).toEqual(byApi);
});

describe("the same change of a live event", () => {
  const revision = (id: number) =>
    server().database.prepare("SELECT updated_at FROM event_changes WHERE event_id = ?").pluck().get(id) as number;

  test.each([
    ["approve", 0, null],
    ["reject", 0, null],
    ["approve", -1, 409],
    ["reject", -1, 409],
  ])("waits, and is decided: %s, %i ms before", async (act, off, refused) => {
    const [one, other] = [make("approved"), make("approved")];
    const given = { title: "Another title", url: "https://example.com/" };
    const span = { startDate: "2031-01-01", endDate: "2031-01-01" };
    const whole = { ...span, location: "l", category: "Other", shortDescription: "s" };
    expect((await ada.browser.submit(`/events/${one}/edit`, { ...whole, ...given })).status).toBe(302);
    expect((await ada.browser.api("PATCH", `/events/${other}`, given)).status).toBe(200);
    const waiting = {
      event: { title: "t", url: null, status: "approved", sequence: 0 },
      change: { ...given, status: "pending", rejection_reason: null },
    };
    expect(rowsOf(one, other)).toMatchObject([waiting, waiting]);
    const address = `/admin/events/${one}/${act}?revision=${revision(one) + off}`;
    const body = { reason: "Why", revision: revision(other) + off };
    const call: Call = ["PATCH", `/events/admin/${other}/${act}`, body];
    await decideAlike(admin, refused, [address, { reason: "Why" }], call);
    const [byPage, byApi] = rowsOf(one, other);
    expect(byPage).toEqual(byApi);
  });
});

test.each([
  ["approved", "2031-01-01", "Why", null],
  ["approved", "2031-01-01", "", null],
  ["approved", "2031-01-01", "r".repeat(1_001), 400],
  ["approved", "2020-01-01", "Why", 409],
  ["pending", "2031-01-01", "Why", 409],
  ["rejected", "2031-01-01", "Why", 409],
])("the same cancelling: %s, %s", async (status, day, reason, refused) => {
  const [one, other] = [make(status, day), make(status, day)];
  const call: Call = ["POST", `/events/${other}/cancel`, { reason }];
  const { page, api } = await decideAlike(ada, refused, [`/events/${one}/cancel`, { reason }], call, "main");
  if (refused === 400) expect(page.page.fieldError("reason")).toBe(api.json.errors.reason.join(" "));
  const [byPage, byApi] = rowsOf(one, other);
  expect(byPage).toEqual(byApi);
});

test.each(["title=zebra", "category=Auction", "from=2031-05-02", "past=1", "near=Birmingham,+UK&radius=250"])(
  "the same search: %s",
  async (query) => {
    const { status, page } = await browserLike(server()).get(`/events?${query}`);
    const called = await browserLike(server()).api("GET", `/events?${query.replace("title=", "title[regex]=")}`);
    expect([status, called.status]).toEqual([200, 200]);
    expect(page.text("main h2")).toMatch(new RegExp(`^${called.json.total} `));
  },
);
