import { describe, expect, test } from "vitest";
import { LIMITS } from "~/http/limits/limits.server";
import { browserLike, type Fields } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { addVehicle, signUpFields } from "../support/members";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const server = await sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });

/** As a proxy reports it. */
const from = (address: string) => ({ "X-Forwarded-For": address });

/** The number of calls before the first refusal, which must send Retry-After. */
async function admit(call: (at: number) => Promise<{ status: number; headers: Headers }>, most: number) {
  for (let index = 0; index <= most; index++) {
    const { status, headers } = await call(index);
    if (status === 429) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      return index;
    }
    expect(status).toBeLessThan(400);
  }
  return most + 1;
}

const [ada, bob] = [await server.signUpWithGarage("Ada Limit"), await server.signUpWithGarage("Bob Limit")];
const vehicle = `/vehicles/${await addVehicle(ada)}`;
const garage = `/garages/${ada.garageId}`;

describe("what people do", () => {
  const ASKED = { category: "Bug Report", subject: "Upside down" };
  const REPORT = { reason: "spam", goodFaith: true };

  test("60 likes in five minutes, through page and API together", async () => {
    const like = `${vehicle}/like`;
    expect(await admit((at) => (at % 2 ? bob.browser.api("PATCH", like) : bob.browser.submit(like, {})), 60)).toBe(60);
  });

  test("120 passkey requests in five minutes", async () => {
    const headers = { ...from("10.77.0.1"), Origin: server.url, "Sec-Fetch-Site": "same-origin" };
    const ask = () =>
      server.visitor().fetch("/login/passkey", { method: "POST", headers, body: new URLSearchParams() });
    expect(await admit(ask, 120)).toBe(120);
  });

  test("60 follows in five minutes, and no more unfollows than follows", async () => {
    const follow = (at: number) => bob.browser.api("POST", `/users/${at % 2 === 0 ? "follow" : "unfollow"}/${ada.id}`);
    expect(await admit(follow, 60)).toBe(60);
  });

  test.each<[string, number, number, page: string, call: string, sent: (words: string) => Fields]>([
    ["comments", 30, 5, vehicle, `${vehicle}/comments`, (text) => ({ intent: "comment", text })],
    ["reviews", 20, 60, garage, `${garage}/reviews`, (review) => ({ intent: "review", rating: 4, review })],
    ["requests", 5, 30, "/toolbox", "/tickets/submit", (description) => ({ ...ASKED, description })],
    ["reports", 10, 60, `/report?about=${vehicle}`, "/reports", (text) => ({ ...REPORT, about: vehicle, text })],
  ])(
    "%s: %i in %i minutes, by page and API together; an empty form counts none, and one too many keeps its text",
    async (_what, most, minutes, page, call, inputOf) => {
      const submit = (words: string) => bob.browser.submit(page, inputOf(words));
      const send = (at: number) =>
        (most - at) % 2 ? submit(`Again ${at}`) : bob.browser.api("POST", call, inputOf("Again"));
      for (let index = 0; index < 3; index++) expect((await submit("")).status).toBe(400);
      expect(await admit(send, most)).toBe(most);
      const form = await submit("Kept in the form");
      const { status, headers, json } = await bob.browser.api("POST", call, inputOf("Again"));
      expect([form.status, status, form.page.text("textarea")]).toEqual([429, 429, "Kept in the form"]);
      for (const responseHeaders of [headers, form.headers])
        expect(Number(responseHeaders.get("retry-after"))).toBeGreaterThan(30 * minutes);
      expect(form.page.alerts[0]).toContain(json.message);
      expect(json.message).toMatch(/^You are doing that too often\. Please try again in \d+ minutes?\.$/);
    },
  );

  test("10 reports an hour of a visitor, counted by address", async () => {
    const visitor = browserLike({ ...server, from: "203.0.113.241" });
    const fields = { ...REPORT, about: vehicle, text: "Sells watches.", name: "Vic", email: "v@example.com" };
    expect(await admit(() => visitor.api("POST", "/reports", fields), 10)).toBe(10);
  });

  test("5 downloads of one's data in half an hour", async () => {
    expect(await admit(() => ada.browser.get("/settings/export"), 5)).toBe(5);
    const { body } = await ada.browser.get("/settings/export");
    expect(body).toMatch(/^You are doing that too often\. Please try again in \d+ minutes\.$/);
  });

  test("a visitor's report is mailed to the address that was typed, three times an hour and no more", async () => {
    const report = { ...REPORT, about: vehicle, text: "Sells watches." };
    const fields = { ...report, name: "Vic", email: "victim@example.com" };
    for (let index = 0; index < 5; index++) {
      const visitor = browserLike({ ...server, from: `203.0.114.${index}` });
      const { status } =
        index % 2 === 0
          ? await visitor.api("POST", "/reports", fields)
          : await visitor.submit(`/report?about=${report.about}`, { ...fields, goodFaith: "on" });
      expect(status).toBeLessThan(400);
    }
    const mails = server.database.prepare("SELECT count(*) FROM mail_outbox WHERE recipient = ?").pluck();
    expect(mails.get(fields.email)).toBe(3);
  });

  test("mails to an address limit no other's sign-up; by tags a mailbox gets ten a day", async () => {
    const mails = server.database.prepare("SELECT count(*) FROM mail_outbox WHERE recipient LIKE ?").pluck();
    const send = (path: string, body: object, at: number) =>
      browserLike({ ...server, from: `203.0.115.${at}` }).submit(path, body as Record<string, string>);
    for (let index = 0; index < 4; index++)
      await send("/verify-email", { intent: "resend", email: "resent@example.com" }, index);
    await send("/signup", signUpFields("resent@example.com"), 9);
    await server.readMail("resent@example.com", /verify-email/);
    // An address's refused requests do not count for its mailbox.
    for (let index = 0; index < 5; index++) await send("/signup", signUpFields("tagged+0@example.com"), 10 + index);
    expect(mails.get("tagged+%")).toBe(3);
    for (let index = 1; index < 12; index++)
      await send("/signup", signUpFields(`tagged+${index}@example.com`), 20 + index);
    expect(mails.get("tagged+%")).toBe(10);
    await send("/signup", signUpFields("tagged@example.com"), 50);
    expect(mails.get("tagged@example.com")).toBe(1);
  });

  test("60 photos that are announced, each as an upload", async () => {
    const { browser } = await server.signUp("Una Upload");
    const announce = (length: string) =>
      tusClient(browser).send("POST", "/uploads", { "Upload-Length": length, ...from("203.0.113.240") });
    for (let index = 0; index < 60; index++) expect((await announce("0")).status).toBe(400);
    const { status, headers } = await announce("10");
    expect([status, Number(headers.get("retry-after")) > 60]).toEqual([429, true]);
  });

  test("10 events a day, of a person wherever they are; a refused one is none", async () => {
    const submit = (fields: object, address: string) =>
      ada.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...fields }, { headers: from(address) });
    for (let index = 0; index < 3; index++) expect((await submit({ title: "" }, "192.0.2.9")).status).toBe(400);
    expect(await admit((at) => submit({ title: `Meeting ${at}` }, `192.0.2.${at}`), 10)).toBe(10);
  });
});

test("40 sign-ups an hour from one network, then a message; the set-up has its own limit", async () => {
  const signUp = (at: number, password = "correct horse 1") => {
    const user = { name: "Club", email: `club${at}@example.com`, password, passwordConfirm: password };
    return server.visitor().api("POST", "/users/signup", user, { headers: from("203.0.113.40") });
  };
  // Invalid input does not count.
  for (let index = 0; index < 8; index++) expect((await signUp(index, "no")).status).toBe(400);
  expect(await admit((at) => signUp(at), 40)).toBe(40);
  const { status, json } = await signUp(40);
  expect(status).toBe(429);
  expect(json.message).toMatch(/^Too many sign-ups from this network\. Try again in \d+ minutes?\.$/);
  expect(LIMITS.setUp).not.toBe(LIMITS.signUp);
});

describe("costly reads", () => {
  const read = async (path: string, address: string) => {
    const { status, headers } = await server.ask({ path, headers: from(address) });
    return { status, headers: new Headers(headers as Record<string, string>) };
  };

  test.each([
    ["/search?q=saab", "198.51.100.1"],
    ["/api/v1/search?q=saab", "198.51.100.2"],
    ["/search/suggestions?q=saab", "198.51.100.6"],
    ["/places/suggestions?q=reims", "198.51.100.7"],
    ["/map-search?page=1", "198.51.100.3"],
    ["/api/v1/events?near=Birmingham&page=1", "198.51.100.4"],
  ])("%s and the like: 120 renders a minute a client", async (path, address) => {
    expect((await read(path, "198.51.100.99")).status).toBe(200);
    expect(await admit((at) => read(path + at, address), 120)).toBe(120);
    expect((await read(path, "198.51.100.99")).status).toBe(200);
  });

  test("a cached search is served beyond the client's limit", async () => {
    const address = "198.51.100.8";
    await read("/search?q=cached", "198.51.100.99");
    expect(await admit((at) => read(`/search?q=spent${at}`, address), 120)).toBe(120);
    expect((await read("/search?q=cached", address)).status).toBe(200);
  });

  test("uncached responses: 300 a minute per client or user; cached ones are served beyond", async () => {
    const readMadeUp = (at: number, address: string, headers = {}) =>
      server.ask({ path: `/garages?made-up=${at}`, headers: { ...from(address), ...headers } });
    await read("/garages", "198.51.100.98");
    const client = "198.51.100.40";
    const forged = { Cookie: "paddock_session=made-up" };
    const requestAgain = async (at: number) => {
      const { status, headers } = await readMadeUp(at, client, at % 2 === 0 ? {} : forged);
      return { status, headers: new Headers(headers as Record<string, string>) };
    };
    expect(await admit(requestAgain, 300)).toBe(300);
    const [page, call] = [await readMadeUp(301, client), await read("/api/v1/garages?made-up=301", client)];
    expect([page.status, page.body]).toEqual([
      429,
      expect.stringMatching(/^You are doing that too often\. Please try again in \d+ seconds?\.$|in 1 minute\.$/),
    ]);
    expect(call.status).toBe(429);
    for (const path of ["/garages", "/about-us?made-up=1"]) {
      await read(path, "198.51.100.98");
      expect([path, (await read(path, client)).status]).toEqual([path, 200]);
    }
    // With any method, and for a form rendered again.
    const response = await server.ask({
      ...{ method: "POST", path: "/login", body: "email=x" },
      headers: { ...from(client), "Content-Type": "application/x-www-form-urlencoded", Origin: server.url },
    });
    expect(response.status).toBe(429);
    expect((await server.ask({ method: "DELETE", path: "/garages", headers: from(client) })).status).toBe(429);
    // Nor paths with a file's prefix but no file.
    for (const path of ["/img/nothing", "/map-tiles/nothing", "/healthz/nothing", "/assets%2Fnothing"]) {
      expect([path, (await read(path, client)).status]).toEqual([path, 429]);
    }
    // Members in one network count separately.
    const member = await server.signUp("Mia Render");
    expect((await readMadeUp(302, client, { Cookie: member.browser.cookieHeader })).status).toBe(200);
  });

  test("other proxy headers about the client are ignored", async () => {
    const forged = (at: number) => read(`/api/v1/search?q=x${at}`, `203.0.113.${at}, 198.51.100.5`);
    expect(await admit(forged, 120)).toBe(120);
  });
});

test("an IPv6 client is its /64, and part of a /56 with four times the calls, and of a /48 with sixteen times", async () => {
  /** The number of calls that pass; 5 in half an hour. */
  const admit = async (count: number, address: (at: number) => string) => {
    let successCount = 0;
    for (let index = 0; index < count; index += 1) {
      const headers = from(address(index));
      const { status } = await server.visitor().api("POST", "/users/forgotPassword", { email: "x" }, { headers });
      if (status !== 429) successCount += 1;
    }
    return successCount;
  };
  const hex = (number: number) => number.toString(16);
  expect(await admit(6, (at) => `2001:db8:1:1::${hex(at)}`)).toBe(5);
  // Other /64s of the /56, then other /56s of the /48.
  expect(await admit(20, (at) => `2001:db8:1:${hex(at + 2)}::1`)).toBe(15);
  expect(await admit(70, (at) => `2001:db8:1:${hex((1 + (at >> 3)) * 256 + at)}::1`)).toBe(60);
  expect([await admit(2, () => "2001:db8:1:f000::1"), await admit(2, () => "2001:db8:2:f000::1")]).toEqual([0, 2]);
});
