import { describe, expect, test } from "vitest";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import type { Browser } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;

const admin = await server.signUpAdmin();
const ada = await server.signUp("Ada Driver");
const bo = await server.signUp("Bo Bystander");

const lastId = () => server.value("SELECT max(id) FROM events") as number;
const storedRow = (id: number) => server.row("SELECT * FROM events WHERE id = ?", id);

/** @returns its id */
async function submit(overrides: Record<string, string> = {}, browser: Browser = ada.browser): Promise<number> {
  const response = await browser.submit("/events/submit", { ...GOOD_EVENT, ...overrides }, { photos: [] });
  expect([response.status, response.location]).toEqual([302, "/events/mine"]);
  return lastId();
}

async function publish(overrides: Record<string, string> = {}): Promise<number> {
  const id = await submit(overrides);
  expect((await admin.browser.submit(`/admin/events/${id}/approve`)).status).toBe(302);
  return id;
}

const cards = async (path: string) => (await visitor().get(path)).page.texts("main article h3");

describe("an event that is over", () => {
  const OVER = { ...GOOD_EVENT, title: "Last year's", startDate: "2020-02-01T10:00", endDate: "2020-02-01T12:00" };
  const QUESTION = "This event is over. Submit it all the same?";

  test("requires a confirmation, with all typed text", async () => {
    const before = lastId();
    const response = await ada.browser.submit("/events/submit", { ...OVER, allDay: "on" });
    expect([response.status, response.page.fieldError("evenIfOver"), lastId()]).toEqual([400, QUESTION, before]);
    expect(["title", "startDate", "category"].map((name) => response.page.value(name))).toEqual([
      ...[OVER.title, OVER.startDate, OVER.category],
    ]);
    expect(response.page.root.querySelector("[name=allDay]")?.hasAttribute("checked")).toBe(true);
    const button = response.page.root.querySelector("main button[name=evenIfOver]");
    expect([button?.text, button?.getAttribute("value")]).toEqual(["Submit it all the same", "on"]);
    const wrong = await ada.browser.submit("/events/submit", { ...OVER, endDate: "2020-01-01" });
    expect(wrong.page.fieldError("evenIfOver")).toBe("");
    expect((await ada.browser.submit("/events/submit", { ...OVER, evenIfOver: "on" })).status).toBe(302);
    expect(storedRow(lastId())).toMatchObject({ title: "Last year's" });
  });

  test("requires a confirmation if an edit makes it so, and once only", async () => {
    const id = await submit();
    const edit = (overrides: Record<string, string>) =>
      ada.browser.submit(`/events/${id}/edit`, { ...OVER, ...overrides });
    const question = await edit({});
    expect([question.status, question.page.fieldError("evenIfOver")]).toEqual([400, QUESTION]);
    expect((await edit({ evenIfOver: "on" })).status).toBe(302);
    expect((await edit({ title: "Still over" })).status).toBe(302);
  });
});

describe("submitting", () => {
  test("is offered to members, and found in footer and site map", async () => {
    const { page } = await visitor().get("/events");
    const submit = page.link("+ Submit an Event");
    expect([page.heading, page.title, submit]).toEqual(["Events", "Events · Paddock", undefined]);
    expect((await ada.browser.get("/events")).page.link("+ Submit an Event")).toBe("/events/submit");
    const { page: map } = await visitor().get("/sitemap");
    expect(map.root.querySelector("footer")?.text).toContain("Events");
    expect(map.link("Events")).toBe("/events");
  });

  test("has a form with every field", async () => {
    const { page } = await ada.browser.get("/events/submit");
    expect(page.fields.join(" ")).toBe(
      [
        "once title category startDate endDate allDay repeat[every] repeat[weeks] repeat[week] repeat[until]",
        "repeat[count] showDates location url shortDescription fullDescription photos",
      ].join(" "),
    );
    expect(page.texts("main option").slice(0, 9)).toEqual(["Please choose", ...EVENT_CATEGORIES]);
    expect(page.attribute("main form", "enctype")).toBe("multipart/form-data");
  });

  test("shows the first dates of a series before it is sent, and keeps all that was typed", async () => {
    const photos = [{ name: "poster.jpg", bytes: await jpegWithExif() }];
    const rule = { "repeat[every]": "month", "repeat[week]": "1", "repeat[count]": "6" };
    const fields = { ...GOOD_EVENT, ...rule, showDates: "on" };
    const before = lastId();
    const { page } = await ada.browser.submit("/events/submit", fields, { photos });
    expect(page.texts("main form fieldset li").slice(0, 2)).toEqual(["Thursday 1 May 2031", "Thursday 5 June 2031"]);
    expect(page.texts("main [role=alert]")).toEqual([]);
    for (const [name, value] of Object.entries({ ...GOOD_EVENT, ...rule }))
      expect([name, page.value(name)]).toEqual([name, value]);
    expect(page.text("main form")).toContain("poster.jpg");
    expect(lastId()).toBe(before);
    const without = await ada.browser.submit(
      "/events/submit",
      { ...GOOD_EVENT, "repeat[every]": "no", showDates: "on" },
      {},
    );
    expect(without.page.text("main [role=alert]")).toContain("Please choose how it repeats.");
  });

  test("thanks, and shows what became of it", async () => {
    const photos = [{ name: "poster.jpg", bytes: await jpegWithExif() }];
    const response = await ada.browser.submit("/events/submit", { ...GOOD_EVENT, title: "With a poster" }, { photos });
    const { page } = await ada.browser.follow(response);
    expect(page.notices).toEqual(["Event submitted for review. Thank you!"]);
    expect([page.heading, page.text("main article h2")]).toEqual(["My submissions", "With a poster"]);
    expect(page.text("main article")).toContain("Pending review");
    expect(page.link("Edit With a poster")).toBe(`/events/${lastId()}/edit`);
    const image = (await ada.browser.get(`/events/${lastId()}`)).page.attribute("main img", "src");
    expect((await ada.browser.fetch(image!)).headers.get("content-type")).toMatch(/^image\//);
    expect((await visitor().fetch(image!)).status).toBe(404);
  });
});

test("an event's page shows visitors everything, and marks an external link", async () => {
  const id = await publish({ title: "Public & <b>bold</b>" });
  const { status, page, body } = await visitor().get(`/events/${id}`);
  expect([status, page.heading, page.text(".date-block")]).toEqual([200, "Public & <b>bold</b>", "May1"]);
  const main = page.text("main");
  const { location, category, shortDescription } = GOOD_EVENT;
  const summary = ["Thursday 1 May 2031, 17:00 to 22:30", location, category, shortDescription, "Dogs are welcome on"];
  for (const text of summary) expect(main).toContain(text);
  const link = page.root.querySelector(`a[href="${GOOD_EVENT.url}"]`);
  expect(link?.getAttribute("rel")).toBe("nofollow noopener ugc");
  expect(body).not.toContain("<b>bold</b>");
  expect(main).not.toContain("Ada Driver");
});

test("cancelling requires a confirmation, then shows wherever the event is, to visitors at once", async () => {
  const id = await publish({ title: "Washed out", startDate: "2033-06-04T10:00", endDate: "2033-06-04T12:00" });
  await bo.browser.submit(`/events/${id}`, { intent: "attend" });
  expect(await cards("/events?title=washed")).toEqual(["Washed out"]);
  const ownView = await ada.browser.get(`/events/${id}`);
  expect(ownView.page.link("Cancel event Washed out")).toBe(`/events/${id}/cancel`);
  expect((await bo.browser.get(`/events/${id}`)).page.link("Cancel event Washed out")).toBeUndefined();
  const { page: confirmPage } = await ada.browser.get(`/events/${id}/cancel`);
  expect([confirmPage.heading, confirmPage.fields]).toEqual(["Cancel “Washed out”?", ["reason"]]);
  const response = await ada.browser.submit(`/events/${id}/cancel`, { reason: "The <field> is\nunder water." });
  const done = "Event cancelled. We notify all attendees.";
  expect((await ada.browser.follow(response)).page.notices).toEqual([done]);
  const { page } = await visitor().get(`/events/${id}`);
  expect(page.text("main")).toMatch(/Cancelled.*This event has been cancelled\..*The <field> is\s+under water\./s);
  expect(page.texts("main h2")).toContain("Were going (1)");
  expect(page.link("Log in to join")).toBeUndefined();
  expect(page.text("script[type='application/ld+json']")).toContain("https://schema.org/EventCancelled");
  for (const path of ["/events?title=washed", "/events?view=month&month=2033-06", "/search?q=washed"])
    expect((await visitor().get(path)).page.text("main"), path).toContain("Cancelled");
  expect((await visitor().get("/events?title=washed")).page.text("main article")).not.toContain("going");
  expect((await ada.browser.get("/events/mine")).page.text("main")).toMatch(/Cancelled.*under water/s);
  const leaveResponse = await bo.browser.submit(`/events/${id}`, { intent: "leave" });
  expect((await bo.browser.follow(leaveResponse)).page.texts("main h2")).toContain("Who was going");
  const cancelPage = await ada.browser.get(`/events/${id}/cancel`);
  expect([cancelPage.status, cancelPage.location]).toEqual([302, `/events/${id}`]);
});

describe("a live event", () => {
  test("a submitter's change waits, is compared before and after, and approved", async () => {
    const id = await publish({ title: "Otherwise" });
    const change = { ...GOOD_EVENT, title: "Otherwise", shortDescription: "Better words." };
    const { page: ownPage } = await ada.browser.follow(await ada.browser.submit(`/events/${id}/edit`, change));
    expect(ownPage.notices).toEqual(["Change submitted for review. Thank you!"]);
    expect(ownPage.text("main")).toContain("Your change is being reviewed");
    const { page } = await admin.browser.get("/admin/events");
    const entry = page.root.querySelectorAll("main article").find((article) => article.text.includes("Otherwise"));
    expect(entry?.text).toMatch(/Before.*Rear engines only.*After.*Better words\./s);
    const step = page.link("Approve Otherwise") ?? "";
    expect((await admin.browser.get(step)).page.texts("main button")).toContain("Approve change");
    const { page: done } = await admin.browser.follow(await admin.browser.submit(step));
    expect(done.notices).toEqual(["Change approved and is now live."]);
    const { page: shownPage } = await ada.browser.get(`/events/${id}`);
    expect(shownPage.text("main")).toContain("Better words.");
    expect(shownPage.text("main")).not.toContain("Your change is being reviewed");
  });

  test("is edited by an admin, with a note of the consequence", async () => {
    const id = await publish({ title: "Life as it is" });
    expect((await admin.browser.get(`/events/${id}`)).page.link("Edit event")).toBe(`/events/${id}/edit`);
    expect((await bo.browser.get(`/events/${id}`)).page.link("Edit event")).toBeUndefined();
    const form = await admin.browser.get(`/events/${id}/edit`);
    expect(form.page.text("main")).toContain("This event is live. Your change goes live at once and is logged.");
    const response = await admin.browser.submit(`/events/${id}/edit`, { ...GOOD_EVENT, title: "Life as it was" });
    expect(response.location).toBe(`/events/${id}`);
    expect((await admin.browser.follow(response)).page.notices).toEqual(["Event saved."]);
    expect((await visitor().get(`/events/${id}`)).page.heading).toBe("Life as it was");
    expect((await admin.browser.get("/admin/log")).page.text("main")).toMatch(
      /Edited event.*title: Life as it is → Life as it was/s,
    );
  });
});

describe("the calendar", () => {
  test("shows a month as a table, with its neighbours", async () => {
    await publish({ title: "Monthly", startDate: "2032-02-28", endDate: "2032-02-29T12:00" });
    await publish({ title: "Monthly exhibit", startDate: "2032-01-10", endDate: "2032-03-10" });
    const { page } = await visitor().get("/events?view=month&month=2032-02&title=monthly");
    expect(page.texts("main h2")).toEqual(["February 2032", "Longer events"]);
    expect(page.root.querySelectorAll("table tbody td time")).toHaveLength(29);
    const squares = page.root.querySelectorAll("table td").filter((square) => square.text.includes("Monthly"));
    const days = squares.map((square) => square.querySelector("time")?.getAttribute("datetime"));
    expect(days).toEqual(["2032-02-28", "2032-02-29"]);
    expect(page.text("#long-events + ul")).toContain("Monthly exhibit");
    const to = (rel: string) => page.attribute(`a[rel=${rel}]`, "href");
    expect(to("prev")).toBe("/events?view=month&month=2032-01&title=monthly");
    expect(to("next")).toBe("/events?view=month&month=2032-03&title=monthly");
  });

  test.each([3, 4, 5])("a day of %i events shows them, or the number of others", async (count) => {
    const title = `Crowded ${count}`;
    const day = `2032-03-0${count}`;
    for (let nth = 0; nth < count; nth++)
      await publish({ title, startDate: day, endDate: day, shortDescription: `Number ${nth}.` });
    const { page } = await visitor().get(`/events?view=month&month=2032-03&title=Crowded ${count}`);
    const slots = page.texts(".month-slot");
    const titleCount = slots.filter((text) => text === title).length;
    expect(slots.length).toBe(3);
    expect(titleCount + Number(/^(\d+) more$/.exec(slots.at(-1) ?? "")?.[1] ?? 0)).toBe(count);
  });

  test("without a valid month it opens at the next event, to which an empty month links", async () => {
    const meet = "/events?view=month&title=lonely+meet";
    const year = String(new Date().getUTCFullYear());
    expect((await visitor().get(meet)).page.text("main h2")).toContain(year);
    await publish({ title: "Lonely meet", startDate: "2034-06-30", endDate: "2034-07-02" });
    for (const month of ["", "2032-13", "x", "9999-99"]) {
      const { status, page } = await visitor().get(`${meet}&month=${month}`);
      expect([month, status, page.text("main h2")]).toEqual([month, 200, expect.stringContaining("June 2034")]);
    }
    const { page } = await visitor().get(`${meet}&month=2034-05`);
    expect(page.link("Next event: June 2034")).toBe("/events?view=month&month=2034-06&title=lonely+meet");
    expect((await visitor().get(`${meet}&month=2034-08`)).page.text("main")).not.toContain("Next event");
  });
});

test("an edit of a pending one, prefilled", async () => {
  const id = await submit({ title: "First words" });
  const form = await ada.browser.get(`/events/${id}/edit`);
  for (const name of ["title", "startDate", "endDate", "location", "category", "url"] as const) {
    expect(form.page.value(name)).toBe(name === "title" ? "First words" : GOOD_EVENT[name]);
  }
  const response = await ada.browser.submit(`/events/${id}/edit`, {
    ...GOOD_EVENT,
    title: "Second words",
    allDay: "on",
  });
  expect((await ada.browser.follow(response)).page.notices).toEqual(["Event saved."]);
  expect(storedRow(id)).toMatchObject({ title: "Second words", start_date: "2031-05-01", status: "pending" });
  const editPage = await ada.browser.get(`/events/${id}/edit`);
  expect(editPage.page.value("startDate")).toBe("2031-05-01T00:00");
  expect(editPage.page.root.querySelector("[name=allDay]")?.hasAttribute("checked")).toBe(true);
});

describe("the review", () => {
  test("shows what is needed to decide, and approves in a second step", async () => {
    const past = { startDate: "2021-01-01", endDate: "2021-01-01", evenIfOver: "on" };
    const id = await submit({ title: "To be approved", ...past });
    const { page } = await admin.browser.get("/admin/events");
    const entry = page.root.querySelectorAll("main article").find((article) => article.text.includes("To be approved"));
    for (const text of [GOOD_EVENT.location, GOOD_EVENT.shortDescription, "Dogs are welcome", "Ada Driver"]) {
      expect(entry?.text).toContain(text);
    }
    expect(entry?.querySelector(`a[href="${GOOD_EVENT.url}"]`)?.getAttribute("rel")).toBe("nofollow noopener ugc");
    const step = page.link("Approve To be approved");
    expect(step).toMatch(
      new RegExp(`^/admin/events/${id}/approve\\?revision=\\d+&returnTo=%2Fadmin%2Fevents(%23pending-\\d+)?$`),
    );
    expect((await admin.browser.get(step!)).page.heading).toBe("Approve “To be approved”?");
    expect(storedRow(id)).toMatchObject({ status: "pending" });
    const done = await admin.browser.submit(step!);
    expect(done.location).toMatch(/^\/admin\/events(#pending-\d+)?$/);
    const after = await admin.browser.follow(done);
    expect(after.page.notices).toEqual(["Event approved and is now live."]);
    expect(after.page.text("main")).not.toContain("To be approved");
    expect((await visitor().get(`/events/${id}`)).status).toBe(200);
    expect((await server.readMail(ada.email, /“To be approved” is in the calendar/)).links[0]).toBe(
      `${server.url}/events/${id}`,
    );
  });

  test("never leads to another site", async () => {
    const done = await admin.browser.submit(`/admin/events/${await submit()}/approve?returnTo=//evil.example`);
    expect(done.location).toBe("/admin/events");
  });
});
