import { describe, expect, test } from "vitest";
import type { Browser, Fields, PageResponse } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { photograph } from "../support/images";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = await sharedServer();

const { owner, otherMember, member, admin, vehicleId } = await makeCrowd(server);
const vehicle = `/vehicles/${vehicleId}`;
const garage = `/garages/${owner.garageId}`;

const count = (table: string) => Number(server.value(`SELECT count(*) FROM ${table}`));
/** @returns rows added to `table` */
async function countNewRows(table: string, act: () => Promise<unknown>): Promise<number> {
  const before = count(table);
  await act();
  return count(table) - before;
}

const ledTo = ({ status, location, headers }: PageResponse) => [
  status,
  location,
  headers.getSetCookie().filter((cookie) => cookie.includes("toast=")),
];

/** Twice at once, then a third time. */
async function press(browser: Browser, path: string, fields: Fields): Promise<PageResponse> {
  const bothResponses = await Promise.all([browser.submit(path, fields), browser.submit(path, fields)]);
  const responses = [...bothResponses, await browser.submit(path, fields)];
  for (const { status, page } of responses) expect(status, page.text("main")).toBe(302);
  for (const answer of responses) expect(ledTo(answer)).toEqual(ledTo(responses[0]!));
  return responses[0]!;
}

const TICKET = { category: "General Question", subject: "Keys", description: "Found some." };

const REPORT = { reason: "spam", text: "It sells tyres, nothing else.", goodFaith: "on", about: vehicle };
const { browser: newcomer } = await server.signUp("Gail Garage");

type Form = [thing: string, table: string, who: Browser, path: string, fields: Fields, change?: Fields];

/** `change` makes another thing. Earlier forms create the first ticket and case. */
const FORMS: Form[] = [
  ["comment", "comments", member.browser, vehicle, { intent: "comment", text: "Lovely." }, { text: "Lovely again." }],
  ["vehicle", "vehicles", owner.browser, "/vehicles/new", { make: "Saab", model: "99", year: 1974 }, { model: "96" }],
  ["entry", "build_entries", owner.browser, `${vehicle}/build/new`, { title: "Waxed" }, { title: "Waxed again" }],
  ["event", "events", member.browser, "/events/submit", GOOD_EVENT, { title: "Another" }],
  ["ticket of a member", "tickets", member.browser, "/toolbox", TICKET, { subject: "Keys again" }],
  ["ticket of a visitor", "tickets", server.visitor(), "/toolbox", TICKET],
  ["review", "reviews", otherMember.browser, garage, { intent: "review", rating: 4, review: "Warm." }],
  ["invite", "invites", admin.browser, "/settings/invites", { uses: 1, days: 7, after: "" }, { uses: 2 }],
  ["garage", "garages", newcomer, "/onboarding", { garageName: "The Shed", location: "York, England" }],
  ["report", "reports", member.browser, "/report", REPORT],
  ["reply to a ticket", "ticket_replies", admin.browser, "/admin/tickets/1", { intent: "reply", text: "Here." }],
  ["note on a case", "case_notes", admin.browser, "/moderation/cases/1", { intent: "note", text: "Looks so." }],
];

describe("a form that is pressed twice is one act", () => {
  test.each(FORMS)("%s", async (_, table, role, path, fields) => {
    expect(await countNewRows(table, () => press(role, path, fields))).toBe(1);
  });

  test("its second sender reads what the first would have", async () => {
    const { browser } = member;
    const page = await browser.follow(await press(browser, vehicle, { intent: "comment", text: "What colour is it?" }));
    expect(page.page.notices).toContain("Comment posted!");
    const reviewed = { intent: "review", rating: 2, review: "Cold." };
    await press(browser, garage, reviewed);
    expect((await browser.get(garage)).page.notices).toContain("Review added!");
  });

  test("blanks at an end and other line ends are no other words; files make no difference", async () => {
    const { browser } = owner;
    const path = `${vehicle}/build/new`;
    const [firstPhoto, secondPhoto] = [
      await photograph({ width: 60, height: 40 }),
      await photograph({ width: 50, height: 40 }),
    ];
    const entry = { kind: "Work", title: "Brakes", text: "Front.\r\n\r\nRear." };
    const count = await countNewRows("build_entries", async () => {
      const first = await browser.submit(path, entry, { photos: [{ name: "a.jpg", bytes: firstPhoto }] });
      const repeatedEntry = { ...entry, title: " Brakes ", text: "Front.\n\nRear." };
      const second = await browser.submit(path, repeatedEntry, { photos: [{ name: "b.jpg", bytes: secondPhoto }] });
      expect([second.status, second.location]).toEqual([302, first.location]);
    });
    expect(count).toBe(1);
  });

  test("photos alone are compared by content", async () => {
    const { browser } = owner;
    const [firstPhoto, secondPhoto] = [
      await photograph({ width: 90, height: 60 }),
      await photograph({ width: 60, height: 90 }),
    ];
    const send = (bytes: Uint8Array, name: string) =>
      browser.submit(`${vehicle}/photos`, { intent: "upload" }, { photos: [{ name, bytes }] });
    expect(
      await countNewRows("photos", () => Promise.all([send(firstPhoto, "a.jpg"), send(firstPhoto, "a.jpg")])),
    ).toBe(1);
    expect(await countNewRows("photos", () => send(secondPhoto, "a.jpg"))).toBe(1);
  });
});

describe("it is another act", () => {
  const changedForms = FORMS.flatMap(([thing, table, submitter, path, fields, change]) =>
    change ? [[thing, table, submitter, path, { ...fields, ...change }] as const] : [],
  );

  test.each(changedForms)("of a form that was opened again: %s", async (_, table, role, path, fields) => {
    const open = async () => ({ ...fields, once: (await role.get(path)).page.value("once") ?? "" });
    const [first, second] = [await open(), await open()];
    expect(first.once).not.toBe("");
    const send = async (form: Fields) => expect((await role.submit(path, form)).status).toBe(302);
    expect(
      await countNewRows(table, async () => {
        for (const form of [first, second, first]) await send(form);
      }),
    ).toBe(2);
  });

  const comment = (browser: Browser, text: string, path = vehicle) => browser.submit(path, { intent: "comment", text });

  test("with other text, another subject, or of another user", async () => {
    const second = (await owner.browser.submit("/vehicles/new", { make: "Saab", model: "900", year: 1985 })).location;
    const count = await countNewRows("comments", async () => {
      await comment(member.browser, "Nice");
      await comment(member.browser, "Nice!");
      await comment(member.browser, "Nice", second);
      await comment(otherMember.browser, "Nice");
    });
    expect(count).toBe(4);
  });

  test("if the first one was refused", async () => {
    await owner.browser.submit(`/users/${member.id}/block`);
    expect((await comment(member.browser, "May I?")).status).toBe(403);
    await owner.browser.submit(`/users/${member.id}/unblock`);
    expect(await countNewRows("comments", () => comment(member.browser, "May I?"))).toBe(1);
  });

  test("if the first one's result has been deleted or changed", async () => {
    const id = (await comment(member.browser, "Gone soon")).location.split("#comment-")[1];
    await owner.browser.submit(`/comments/${id}/delete`);
    expect(await countNewRows("comments", () => comment(member.browser, "Gone soon"))).toBe(1);
    const car = { make: "Volvo", model: "PV", year: 1958 };
    const { location } = await owner.browser.submit("/vehicles/new", car);
    await owner.browser.api("DELETE", location);
    expect((await owner.browser.submit("/vehicles/new", car)).location).not.toBe(location);
    const review = (text: string) => member.browser.submit(garage, { intent: "review", rating: 3, review: text });
    for (const text of ["Fine.", "Better.", "Fine."]) await review(text);
    expect((await member.browser.get(`${garage}/reviews`)).page.text("main")).toContain("Fine.");
  });

  test("through the API, which repeats", async () => {
    const { browser } = member;
    const call = () => browser.api("POST", `${vehicle}/comments`, { text: "Twice" });
    expect(await countNewRows("comments", () => Promise.all([call(), call()]))).toBe(2);
  });
});
