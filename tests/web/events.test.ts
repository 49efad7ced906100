import { beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { type Browser, browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { readMail } from "../support/mail";
import { type Member, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GONE = "Could not load event. It may not be available.";
const REFUSAL = "Could not fetch users. Are you an admin?";

let admin: Member;
let ada: Member;
let bo: Member;

beforeAll(async () => {
  admin = await signUpAdmin(server());
  ada = await signUp(server(), "Ada Driver");
  bo = await signUp(server(), "Bo Bystander");
});

const visitor = () => browserLike(server());
const lastId = () => server().database.prepare("SELECT max(id) FROM events").pluck().get() as number;
const stored = (id: number) => server().database.prepare("SELECT * FROM events WHERE id = ?").get(id);

/** Submits an event through the form and says which one it became. */
async function submit(given: Record<string, string> = {}, browser: Browser = ada.browser): Promise<number> {
  const sent = await browser.submit("/events/submit", { ...GOOD_EVENT, ...given }, { photos: [] });
  expect([sent.status, sent.location]).toEqual([302, "/events/mine"]);
  return lastId();
}

async function publish(given: Record<string, string> = {}): Promise<number> {
  const id = await submit(given);
  expect((await admin.browser.submit(`/admin/events/${id}/approve`)).status).toBe(302);
  return id;
}

const cards = async (path: string) => (await visitor().get(path)).page.texts("main article h3");

describe("submitting", () => {
  test("is offered to members, and found in footer and site map", async () => {
    const { page } = await visitor().get("/events");
    expect([page.heading, page.title, page.link("+ Submit an Event")]).toEqual([
      "Events",
      "Events · Paddock",
      undefined,
    ]);
    const own = await ada.browser.get("/events");
    expect(own.page.link("+ Submit an Event")).toBe("/events/submit");
    const { page: map } = await visitor().get("/sitemap");
    expect(map.root.querySelector("footer")?.text).toContain("Events");
    expect(map.link("Events")).toBe("/events");
  });

  test("has a form with every field", async () => {
    const { page } = await ada.browser.get("/events/submit");
    expect(page.fields).toEqual([
      "title",
      "category",
      "startDate",
      "endDate",
      "allDay",
      "location",
      "url",
      "shortDescription",
      "fullDescription",
      "photos",
    ]);
    expect(page.texts("main option")).toEqual([
      "Please choose",
      "Car/Truck/Bike Show",
      "Cars & Coffee",
      "Track Day",
      "Concours",
      "Auction",
      "Club Meetup",
      "Museum Exhibit",
      "Other",
    ]);
    expect(page.root.querySelector("main form")?.getAttribute("enctype")).toBe("multipart/form-data");
  });

  test("thanks, and shows what became of it", async () => {
    const photos = [{ name: "poster.jpg", bytes: await jpegWithExif() }];
    const sent = await ada.browser.submit("/events/submit", { ...GOOD_EVENT, title: "With a poster" }, { photos });
    const { page } = await ada.browser.follow(sent);
    expect(page.notices).toEqual(["Event submitted for review. Thank you!"]);
    expect([page.heading, page.text("main article h2")]).toEqual(["My submissions", "With a poster"]);
    expect(page.text("main article")).toContain("Pending review");
    expect(page.link("Edit With a poster")).toBe(`/events/${lastId()}/edit`);
    const shown = await ada.browser.get(`/events/${lastId()}`);
    const image = shown.page.root.querySelector("main img")?.getAttribute("src");
    expect((await ada.browser.fetch(image!)).headers.get("content-type")).toMatch(/^image\//);
    expect((await visitor().fetch(image!)).status).toBe(404);
  });

  test("keeps what was typed when something is missing", async () => {
    const typed = { ...GOOD_EVENT, title: " ", endDate: "2031-05-01T09:00", url: "events.example", allDay: "on" };
    const { status, page } = await ada.browser.submit("/events/submit", typed, { photos: [] });
    expect(status).toBe(400);
    expect(page.fieldError("title")).toBe("Please enter a title.");
    expect(page.fieldError("url")).toBe("Please enter a web address that begins with https:// or http://.");
    expect([page.value("startDate"), page.value("category")]).toEqual(["2031-05-01T17:00", "Club Meetup"]);
    expect(page.text("textarea[name=fullDescription]")).toContain("Dogs are welcome");
    expect(page.root.querySelector("[name=allDay]")?.hasAttribute("checked")).toBe(true);
  });

  test("refuses an end before the start, and two pictures", async () => {
    const early = await ada.browser.submit("/events/submit", { ...GOOD_EVENT, endDate: "2031-05-01T16:59" });
    expect([early.status, early.page.fieldError("endDate")]).toEqual([400, "The end must not be before the start."]);
    const photos = [1, 2].map((at) => ({ name: `${at}.jpg`, bytes: new Uint8Array([1]) }));
    const two = await ada.browser.submit("/events/submit", GOOD_EVENT, { photos });
    expect([two.status, two.page.fieldError("photos")]).toEqual([400, "Please choose one picture only."]);
  });
});

describe("an event's page", () => {
  test("tells visitors everything, and marks a stranger's link", async () => {
    const id = await publish({ title: "Public & <b>bold</b>" });
    const { status, page, body } = await visitor().get(`/events/${id}`);
    expect([status, page.heading, page.text(".plate")]).toEqual([200, "Public & <b>bold</b>", "1 May 2031"]);
    const main = page.text("main");
    for (const text of [
      "Thursday 1 May 2031, 17:00 to 22:30",
      GOOD_EVENT.location,
      GOOD_EVENT.category,
      GOOD_EVENT.shortDescription,
      "Dogs are welcome on a lead.",
    ]) {
      expect(main).toContain(text);
    }
    const link = page.root.querySelector(`a[href="${GOOD_EVENT.url}"]`);
    expect(link?.getAttribute("rel")).toBe("nofollow noopener ugc");
    expect(body).not.toContain("<b>bold</b>");
    expect(main).not.toContain("Ada Driver");
  });

  test("is there for the submitter and admins only before it is live", async () => {
    const id = await submit({ title: "Secret meet" });
    for (const browser of [visitor(), bo.browser]) {
      const { status, page } = await browser.get(`/events/${id}`);
      expect([status, page.heading]).toEqual([404, GONE]);
      expect(page.text()).not.toContain("Secret meet");
    }
    for (const { browser } of [ada, admin]) {
      const { status, page } = await browser.get(`/events/${id}`);
      expect([status, page.heading]).toEqual([200, "Secret meet"]);
      expect(page.text("main section")).toContain("Pending review");
    }
    expect(await cards("/events?title=secret")).toEqual([]);
  });

  test.each(["999999", "abc", "0", "1.5"])("an unknown one (%s): 404", async (id) => {
    const { status, page } = await visitor().get(`/events/${id}`);
    expect([status, page.heading, page.link("Go to Homepage")]).toEqual([404, GONE, "/"]);
  });
});

describe("cancelling", () => {
  test("asks first, then says so wherever the event is, to visitors at once", async () => {
    const id = await publish({ title: "Washed out", startDate: "2033-06-04T10:00", endDate: "2033-06-04T12:00" });
    await bo.browser.submit(`/events/${id}`, { intent: "attend" });
    expect(await cards("/events?title=washed")).toEqual(["Washed out"]);
    const own = await ada.browser.get(`/events/${id}`);
    expect(own.page.link("Cancel event Washed out")).toBe(`/events/${id}/cancel`);
    expect((await bo.browser.get(`/events/${id}`)).page.link("Cancel event Washed out")).toBeUndefined();
    const { page: asked } = await ada.browser.get(`/events/${id}/cancel`);
    expect([asked.heading, asked.fields]).toEqual(["Cancel “Washed out”?", ["reason"]]);
    const sent = await ada.browser.submit(`/events/${id}/cancel`, { reason: "The <field> is\nunder water." });
    expect((await ada.browser.follow(sent)).page.notices).toEqual(["Event cancelled. Everybody who goes is told."]);

    const { page } = await visitor().get(`/events/${id}`);
    expect(page.text("main")).toMatch(/Cancelled.*This event has been cancelled\..*The <field> is\s+under water\./s);
    expect(page.texts("main h2")).toContain("Were going (1)");
    expect(page.link("I'm going")).toBeUndefined();
    expect(page.text("script[type='application/ld+json']")).toContain("https://schema.org/EventCancelled");
    for (const path of ["/events?title=washed", "/events?view=month&month=2033-06", "/search?q=washed"])
      expect((await visitor().get(path)).page.text("main"), path).toContain("Cancelled");
    expect((await visitor().get("/events?title=washed")).page.text("main article")).not.toContain("going");
    expect((await ada.browser.get("/events/mine")).page.text("main")).toMatch(/Cancelled.*under water/s);
    const late = await ada.browser.submit(`/events/${id}`, { intent: "attend" });
    expect([late.status, late.page.alerts]).toEqual([
      409,
      ["This event has been cancelled. Nobody can join it any more."],
    ]);
    const left = await bo.browser.submit(`/events/${id}`, { intent: "leave" });
    expect((await bo.browser.follow(left)).page.texts("main h2")).toContain("Who was going");
    const again = await ada.browser.get(`/events/${id}/cancel`);
    expect([again.status, again.location]).toEqual([302, `/events/${id}`]);
  });
});

describe("a live event", () => {
  test("is edited by an admin, who is told what that means", async () => {
    const id = await publish({ title: "Life as it is" });
    expect((await admin.browser.get(`/events/${id}`)).page.link("Edit event")).toBe(`/events/${id}/edit`);
    expect((await ada.browser.get(`/events/${id}`)).page.link("Edit event")).toBeUndefined();
    const form = await admin.browser.get(`/events/${id}/edit`);
    expect(form.page.text("main")).toContain("It is live: a change shows at once and is logged.");
    const saved = await admin.browser.submit(`/events/${id}/edit`, { ...GOOD_EVENT, title: "Life as it was" });
    expect(saved.location).toBe(`/events/${id}`);
    expect((await admin.browser.follow(saved)).page.notices).toEqual(["Event saved."]);
    expect((await visitor().get(`/events/${id}`)).page.heading).toBe("Life as it was");
    expect((await admin.browser.get("/admin/log")).page.text("main")).toMatch(
      /Edited event.*title: Life as it is → Life as it was/s,
    );
  });
});

describe("the calendar", () => {
  const year = new Date().getUTCFullYear();

  test("lists what is to come, finds by title and category, and has the past", async () => {
    await publish({ title: "Zebra Café", category: "Car/Truck/Bike Show" });
    await publish({ title: "Zebra old", startDate: "2020-02-01", endDate: "2020-02-01" });
    expect(await cards("/events?title=ZEBRA")).toEqual(["Zebra Café"]);
    expect(await cards("/events?title=zebra+cafe&category=Car%2FTruck%2FBike+Show")).toEqual(["Zebra Café"]);
    expect(await cards("/events?title=zebra&category=Auction")).toEqual([]);
    expect(await cards("/events?title=zebra&past=1")).toEqual(["Zebra old"]);
    expect(await cards("/events?title=zebra&from=2031-05-02")).toEqual([]);
    expect(await cards("/events?title=zebra&from=2031-05-01&to=2031-05-01")).toEqual(["Zebra Café"]);
    expect(await cards("/events?title=zebra&category=nonsense&view=list")).toEqual(["Zebra Café"]);
  });

  test("keeps the search in its form, and says when nothing is found", async () => {
    const { status, page } = await visitor().get("/events?title=nothing+like+it&category=Auction&from=2031-01-01");
    expect(status).toBe(200);
    expect([page.value("title"), page.value("category"), page.value("from")]).toEqual([
      "nothing like it",
      "Auction",
      "2031-01-01",
    ]);
    expect(page.text("main")).toContain("No events found that match your criteria.");
    expect(page.link("Past")).toBe("/events?past=1&title=nothing+like+it&category=Auction");
  });

  test("refuses what makes no sense with a word about it", async () => {
    for (const query of [`title=${"x".repeat(101)}`, "from=never", "from=2031-05-02&to=2031-05-01", "page=0"]) {
      const { status, page } = await visitor().get(`/events?${query}`);
      expect([query, status]).toEqual([query, 400]);
      if (query !== "page=0") expect(page.alerts).toHaveLength(1);
    }
  });

  test("comes in pages", async () => {
    for (let at = 0; at < 25; at += 1) await publish({ title: `Paged ${at}` });
    const first = await visitor().get("/events?title=paged");
    expect(first.page.texts("main article h3")).toHaveLength(24);
    expect(first.page.text("main h2")).toBe("25 upcoming events");
    expect(first.page.link("Next")).toBe("/events?title=paged&page=2");
    expect(await cards("/events?title=paged&page=2")).toEqual(["Paged 24"]);
  });

  test("shows a month as a table, with its neighbours", async () => {
    await publish({ title: "Monthly", startDate: "2032-02-28", endDate: "2032-02-29T12:00" });
    await publish({ title: "Monthly exhibit", startDate: "2032-01-10", endDate: "2032-03-10" });
    const { page } = await visitor().get("/events?view=month&month=2032-02&title=monthly");
    expect(page.texts("main h2")).toEqual(["February 2032", "On for longer"]);
    expect(page.root.querySelectorAll("table tbody td time")).toHaveLength(29);
    const squares = page.root.querySelectorAll("table td").filter((square) => square.text.includes("Monthly"));
    expect(squares.map((square) => square.querySelector("time")?.getAttribute("datetime"))).toEqual([
      "2032-02-28",
      "2032-02-29",
    ]);
    expect(page.text("#long-events + ul")).toContain("Monthly exhibit");
    expect(page.root.querySelector("a[rel=prev]")?.getAttribute("href")).toBe(
      "/events?view=month&month=2032-01&title=monthly",
    );
    expect(page.root.querySelector("a[rel=next]")?.getAttribute("href")).toBe(
      "/events?view=month&month=2032-03&title=monthly",
    );
  });

  test.each([3, 4, 5])("a day of %i events shows them, or says how many more there are", async (count) => {
    const title = `Crowded ${count}`;
    const day = `2032-03-0${count}`;
    for (let nth = 0; nth < count; nth++) await publish({ title, startDate: day, endDate: day });
    const { page } = await visitor().get(`/events?view=month&month=2032-03&title=Crowded ${count}`);
    const slots = page.texts(".month-slot");
    const named = slots.filter((text) => text === title).length;
    expect(slots.length).toBe(3);
    expect(named + Number(/^(\d+) more$/.exec(slots.at(-1) ?? "")?.[1] ?? 0)).toBe(count);
  });

  test.each(["", "2032-13", "x", "9999-99"])("an odd month (%s) opens at this one", async (month) => {
    const { status, page } = await visitor().get(`/events?view=month&month=${month}`);
    expect([status, page.text("main h2")]).toEqual([200, expect.stringContaining(String(year))]);
  });
});

describe("my submissions", () => {
  test("an edit of a pending one, prefilled", async () => {
    const id = await submit({ title: "First words" });
    const form = await ada.browser.get(`/events/${id}/edit`);
    for (const name of ["title", "startDate", "endDate", "location", "category", "url"] as const) {
      expect(form.page.value(name)).toBe(name === "title" ? "First words" : GOOD_EVENT[name]);
    }
    const saved = await ada.browser.submit(`/events/${id}/edit`, {
      ...GOOD_EVENT,
      title: "Second words",
      allDay: "on",
    });
    expect((await ada.browser.follow(saved)).page.notices).toEqual(["Event saved."]);
    expect(stored(id)).toMatchObject({ title: "Second words", start_date: "2031-05-01", status: "pending" });
    const again = await ada.browser.get(`/events/${id}/edit`);
    expect(again.page.value("startDate")).toBe("2031-05-01T00:00");
    expect(again.page.root.querySelector("[name=allDay]")?.hasAttribute("checked")).toBe(true);
  });

  test("a rejected one: the reason, an edit, and it waits again", async () => {
    const id = await submit({ title: "Nowhere" });
    await admin.browser.submit(`/admin/events/${id}/reject`, { reason: "Please name the venue." });
    const mine = await ada.browser.get("/events/mine");
    expect(mine.page.text("main article")).toContain("Please name the venue.");
    expect(mine.page.link("Edit and resubmit Nowhere")).toBe(`/events/${id}/edit`);
    const form = await ada.browser.get(`/events/${id}/edit`);
    expect([form.page.heading, form.page.text("main")]).toEqual([
      "Edit and resubmit",
      expect.stringContaining("Please name the venue."),
    ]);
    const sent = await ada.browser.submit(`/events/${id}/edit`, { ...GOOD_EVENT, title: "Somewhere" });
    expect((await ada.browser.follow(sent)).page.notices).toEqual(["Event submitted for review. Thank you!"]);
    expect(stored(id)).toMatchObject({ title: "Somewhere", status: "pending", rejection_reason: null });
  });

  test("a live one cannot be edited, and nobody else's can", async () => {
    const id = await publish({ title: "Live" });
    for (const answer of [
      await ada.browser.get(`/events/${id}/edit`),
      await ada.browser.submit(`/events/${id}/edit`, GOOD_EVENT),
    ]) {
      expect(answer.status).toBe(409);
    }
    expect((await bo.browser.get(`/events/${id}/edit`)).status).toBe(403);
    const waiting = await submit();
    expect((await bo.browser.submit(`/events/${waiting}/edit`, GOOD_EVENT)).status).toBe(404);
    expect((await admin.browser.submit(`/events/${waiting}/edit`, { ...GOOD_EVENT, title: "x" })).status).toBe(403);
    expect(stored(waiting)).toMatchObject({ title: GOOD_EVENT.title });
  });
});

describe("the review", () => {
  test("shows what is needed to decide, and approves in a second step", async () => {
    const id = await submit({ title: "To be approved", startDate: "2021-01-01", endDate: "2021-01-01" });
    const { page } = await admin.browser.get("/admin/events");
    const entry = page.root.querySelectorAll("main article").find((each) => each.text.includes("To be approved"));
    for (const text of [GOOD_EVENT.location, GOOD_EVENT.shortDescription, "Dogs are welcome", "Ada Driver"]) {
      expect(entry?.text).toContain(text);
    }
    expect(entry?.querySelector(`a[href="${GOOD_EVENT.url}"]`)?.getAttribute("rel")).toBe("nofollow noopener ugc");
    const step = page.link("Approve To be approved");
    expect(step).toMatch(
      new RegExp(`^/admin/events/${id}/approve\\?revision=\\d+&returnTo=%2Fadmin%2Fevents(%23pending-\\d+)?$`),
    );
    const asked = await admin.browser.get(step!);
    expect(asked.page.heading).toBe("Approve “To be approved”?");
    expect(stored(id)).toMatchObject({ status: "pending" });
    const done = await admin.browser.submit(step!);
    expect(done.location).toMatch(/^\/admin\/events(#pending-\d+)?$/);
    const after = await admin.browser.follow(done);
    expect(after.page.notices).toEqual(["Event approved and is now live."]);
    expect(after.page.text("main")).not.toContain("To be approved");
    expect((await visitor().get(`/events/${id}`)).status).toBe(200);
    expect((await readMail(server(), ada.email, /“To be approved” is in the calendar/)).links[0]).toBe(
      `${server().url}/events/${id}`,
    );
  });

  test("rejects with a reason, and goes back where it came from", async () => {
    const id = await submit({ title: "To be rejected" });
    const step = (await admin.browser.get("/admin")).page.link(/^Reject /);
    expect(step).toContain("returnTo=%2Fadmin");
    const path = `/admin/events/${id}/reject?returnTo=%2Fadmin`;
    expect((await admin.browser.get(path)).page.fields).toEqual(["reason"]);
    const done = await admin.browser.submit(path, { reason: "Not a vehicle." });
    expect((await admin.browser.follow(done)).page.notices).toContain("Event has been rejected.");
    expect(done.location).toBe("/admin");
    expect((await readMail(server(), ada.email, /“To be rejected” was not accepted/)).text).toContain("Not a vehicle.");
  });

  test("never leads to another site", async () => {
    const id = await submit();
    const done = await admin.browser.submit(`/admin/events/${id}/approve?returnTo=//evil.example`);
    expect(done.location).toBe("/admin/events");
  });

  test("the opposite decision, a reason too long and an edit in between show the step again", async () => {
    const id = await submit({ title: "Contested" });
    const step = (await admin.browser.get("/admin/events")).page.link("Approve Contested")!;
    await ada.browser.submit(`/events/${id}/edit`, { ...GOOD_EVENT, title: "Contested twice" });
    const stale = await admin.browser.submit(step);
    expect([stale.status, stale.page.alerts[0]]).toEqual([
      409,
      "This event was changed in the meantime. Please look at it again.",
    ]);
    const long = await admin.browser.submit(`/admin/events/${id}/reject`, { reason: "x".repeat(1_001) });
    expect([long.status, long.page.fieldError("reason")]).toEqual([400, "Reason must be at most 1,000 characters."]);
    await admin.browser.submit(`/admin/events/${id}/reject`);
    const opposite = await admin.browser.submit(`/admin/events/${id}/approve`);
    expect([opposite.status, opposite.page.alerts[0]]).toEqual([409, "This event has been rejected already."]);
    expect((await admin.browser.submit(`/admin/events/${id}/reject`)).status).toBe(302);
  });

  test("an unknown event: 404", async () => {
    for (const path of ["/admin/events/999999/approve", "/admin/events/abc/reject"]) {
      for (const answer of [await admin.browser.get(path), await admin.browser.submit(path)]) {
        expect([answer.status, answer.page.heading]).toEqual([404, GONE]);
      }
    }
  });
});

test("who may: visitors are sent home, members are no admins", async () => {
  const id = await submit();
  const own = ["/events/submit", "/events/mine", `/events/${id}/edit`];
  const desk = ["/admin/events", `/admin/events/${id}/approve`, `/admin/events/${id}/reject`];
  for (const path of [...own, ...desk]) {
    const { status, location } = await visitor().get(path);
    expect([path, status, location]).toEqual([path, 302, `/?returnTo=${encodeURIComponent(path)}`]);
  }
  for (const path of ["/events/submit", `/events/${id}/edit`, ...desk.slice(1)]) {
    const { status, location } = await visitor().submit(path, GOOD_EVENT);
    expect([path, status, location]).toEqual([path, 302, "/"]);
  }
  for (const path of desk) {
    const { status, page } = await bo.browser.get(path);
    expect([path, status, page.heading]).toEqual([path, 403, REFUSAL]);
    if (path !== "/admin/events") expect((await bo.browser.submit(path)).status).toBe(403);
  }
  expect(stored(id)).toMatchObject({ status: "pending" });
});
