import { expect, test } from "vitest";
import { now } from "~/lib/time";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const keyOf = (link: string) => new URL(link).pathname;

test("the address is made, read by any program with an entity tag, and taken back, without script", async () => {
  const { browser } = await server.signUp("Cal Endar");
  const page = async () => (await browser.get("/settings/calendar")).page.attribute("#calendar-link", "value");
  expect(await page()).toBeUndefined();
  await browser.submit("/settings/calendar", { intent: "make" });
  const link = keyOf((await page()) ?? "");
  const program = server.visitor();
  const first = await program.get(link);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await program.get(link, { "If-None-Match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  expect((await browser.api("GET", "/users/me/calendar")).json.data.doc.link).toContain(link);
  await browser.submit("/settings/calendar", { intent: "remove" });
  expect([(await program.get(link)).status, await page()]).toEqual([404, undefined]);
});

test("a series is followed and left on the page of a date; another event has no such button", async () => {
  const { browser, id } = await server.signUp("Fol Lower");
  const day = { start_date: "2032-05-02", last_made: "2032-05-02" };
  const series = server.insert("event_series", { every: "week", count: 2, ...day, created_at: now() });
  const texts = {
    title: "Weekly",
    title_folded: "weekly",
    location: "Reims",
    category: "Other",
    short_description: "S",
  };
  const times = { created_at: now(), updated_at: now() };
  const [event] = ["2032-05-02", "2032-05-09"].map((start) =>
    server.insert("events", {
      ...{ ...texts, ...times, status: "approved", series_id: series },
      ...{ start_date: start, end_date: start, recurrence_date: start },
    }),
  );
  const here = `/events/${event}`;
  const buttons = async () => (await browser.get(here)).page.texts("#more-dates button, section button");
  expect(await buttons()).toContain("Follow this series");
  await browser.submit(here, { intent: "follow-series" });
  expect(await buttons()).toContain("Stop following this series");
  expect(server.value("SELECT count(*) FROM series_follows WHERE user_id = ?", Number(id))).toBe(1);
  await browser.submit(here, { intent: "unfollow-series" });
  expect(server.value("SELECT count(*) FROM series_follows WHERE user_id = ?", Number(id))).toBe(0);
});
