import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { htmlAsJpeg } from "../support/images";
import { type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let ada: Member;
let admin: Member;
let pending = "";

beforeAll(async () => {
  ada = await signUp(server(), "Parity Ada");
  admin = await signUpAdmin(server());
  pending = (await ada.browser.api("POST", "/events/submit", GOOD_EVENT)).json.data.doc._id;
});

const BAD: [string, Record<string, string>][] = [
  ["nothing", { title: "", startDate: "", endDate: "", location: "", category: "", shortDescription: "" }],
  ["a blank title", { ...GOOD_EVENT, title: " \t " }],
  ["an unknown category", { ...GOOD_EVENT, category: "Party" }],
  ["a day that is none", { ...GOOD_EVENT, startDate: "2031-02-30T10:00" }],
  ["an end before the start", { ...GOOD_EVENT, endDate: "2031-05-01T16:59" }],
  ["three years", { ...GOOD_EVENT, endDate: "2034-05-01T17:00" }],
  ["a path as its link", { ...GOOD_EVENT, url: "/events" }],
  ["script as its link", { ...GOOD_EVENT, url: "javascript:alert(1)" }],
  ["long texts", { ...GOOD_EVENT, title: "t".repeat(151), shortDescription: "s".repeat(301) }],
  ["a long description", { ...GOOD_EVENT, fullDescription: "f".repeat(10_001) }],
];

test.each(BAD)("submitting and editing with %s: one answer by page and API", async (_, values) => {
  const targets: [page: string, method: string, path: string][] = [
    ["/events/submit", "POST", "/events/submit"],
    [`/events/${pending}/edit`, "PATCH", `/events/${pending}`],
  ];
  for (const [page, method, path] of targets) {
    const form = await ada.browser.submit(page, values);
    const call = await ada.browser.api(method, path, values);
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("main [role=alert]")).toContain(call.json.message);
    for (const [field, messages] of Object.entries<string[]>(call.json.errors)) {
      expect(form.page.fieldError(field), field).toBe(messages.join(" "));
    }
    expect(form.page.value("startDate")).toBe(values.startDate);
  }
});

test("a file that is no picture", async () => {
  const photos = [{ name: "page.jpg", bytes: htmlAsJpeg() }];
  const form = await ada.browser.submit("/events/submit", GOOD_EVENT, { photos });
  const call = await ada.browser.api("POST", "/events/submit", GOOD_EVENT, { files: { photos } });
  expect([form.status, form.page.fieldError("photos")]).toEqual([call.status, call.json.errors.photos.join(" ")]);
});

describe("the same decision", () => {
  test.each([
    ["pending", "approve", 302, 200],
    ["pending", "reject", 302, 200],
    ["approved", "approve", 302, 200],
    ["rejected", "reject", 302, 200],
    ["approved", "reject", 409, 409],
    ["rejected", "approve", 409, 409],
  ])("%s: %s", async (from, act, form, json) => {
    const make = () =>
      Number(
        server()
          .database.prepare(
            `INSERT INTO events (title, title_folded, start_date, end_date, location, category, short_description,
               status, created_at, updated_at) VALUES ('t', 't', '2031-01-01', '2031-01-01', 'l', 'Other', 's', ?, 1, 1)`,
          )
          .run(from).lastInsertRowid,
      );
    const [one, other] = [make(), make()];
    const page = await admin.browser.submit(`/admin/events/${one}/${act}`, { reason: "Why" });
    const api = await admin.browser.api("PATCH", `/events/admin/${other}/${act}`, { reason: "Why" });
    expect([page.status, api.status]).toEqual([form, json]);
    if (json === 409) expect(page.page.text("main [role=alert]")).toContain(api.json.message);
    else expect((await admin.browser.follow(page)).page.notices).toEqual([api.json.message]);
    const rows = server().database.prepare("SELECT status, rejection_reason FROM events WHERE id IN (?, ?)");
    expect(new Set(rows.all(one, other).map((row) => JSON.stringify(row))).size).toBe(1);
  });
});

describe("the same cancelling", () => {
  const make = (status: string, day = "2031-01-01") =>
    Number(
      server()
        .database.prepare(
          `INSERT INTO events (title, title_folded, start_date, end_date, location, category, short_description,
             user_id, status, created_at, updated_at) VALUES ('t', 't', ?, ?, 'l', 'Other', 's', ?, ?, 1, 1)`,
        )
        .run(day, day, Number(ada.id), status).lastInsertRowid,
    );

  test.each([
    ["approved", "2031-01-01", "Why", 302, 200],
    ["approved", "2031-01-01", "", 302, 200],
    ["approved", "2031-01-01", "r".repeat(1_001), 400, 400],
    ["approved", "2020-01-01", "Why", 409, 409],
    ["pending", "2031-01-01", "Why", 409, 409],
    ["rejected", "2031-01-01", "Why", 409, 409],
  ])("%s, %s", async (status, day, reason, form, json) => {
    const [one, other] = [make(status, day), make(status, day)];
    const page = await ada.browser.submit(`/events/${one}/cancel`, { reason });
    const api = await ada.browser.api("POST", `/events/${other}/cancel`, { reason });
    expect([page.status, api.status]).toEqual([form, json]);
    if (json === 200) expect((await ada.browser.follow(page)).page.notices).toEqual([api.json.message]);
    if (json === 400) expect(page.page.fieldError("reason")).toBe(api.json.errors.reason.join(" "));
    if (json === 409) expect(page.page.text("main")).toContain(api.json.message);
    const rows = server().database.prepare(
      "SELECT status, cancelled_at IS NULL, cancel_reason, sequence FROM events WHERE id IN (?, ?)",
    );
    expect(new Set(rows.all(one, other).map((row) => JSON.stringify(row))).size).toBe(1);
  });
});

test.each([
  "title=zebra",
  "category=Auction",
  "from=2031-05-02",
  "past=1",
  "from=2031-05-02&to=2031-05-01",
  "from=x",
  "near=Birmingham,+UK&radius=250",
  "near=Springfield",
  "near=Xqzzyx",
  `near=${"x".repeat(121)}`,
  "near=Birmingham,+UK&radius=1001",
  "radius=far",
])("the same search: %s", async (query) => {
  const { status, page } = await browserLike(server()).get(`/events?${query}`);
  const called = await browserLike(server()).api("GET", `/events?${query.replace("title=", "title[regex]=")}`);
  expect(status).toBe(called.status);
  if (status === 400) expect(page.alerts).toEqual([called.json.message]);
  else expect(page.text("main h2")).toMatch(new RegExp(`^${called.json.total} `));
});
