import { describe, expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();
let notificationId: string;

const owner = await server.signUpWithGarage("Olive Owner");
const otherUser = await server.signUp("Nora Other");
const car = { make: "Chevrolet", model: "Camaro", year: 1969, description: "Fine." };
const vehicle = (await owner.browser.submit("/vehicles/new", car)).location.split("?")[0]!;

const vehicleId = () => Number(vehicle.split("/").at(-1));

function tell(values: Record<string, string | number>): string {
  const row = { user_id: Number(owner.id), created_at: Date.now(), ...values };
  const names = Object.keys(row);
  const { lastInsertRowid } = server.run(
    `INSERT INTO notifications (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(row),
  );
  return String(lastInsertRowid);
}

const followed = () => tell({ kind: "follow", actor_id: Number(otherUser.id) });
const clear = () => server.database.exec("DELETE FROM notifications");
const bellOf = async () => (await owner.browser.get("/about-us")).page.text('header a[href="/notifications"]');

test("the page lists them and marks new ones; every page has the number", async () => {
  clear();
  expect(await bellOf()).toBe("Notifications");
  const empty = await owner.browser.get("/notifications");
  expect(empty.page.text("main")).toContain("No notifications yet.");
  expect(empty.page.root.querySelector("main form")).toBeNull();
  expect(empty.headers.get("Cache-Control")).toBe("private, no-store");
  expect(empty.page.attribute('meta[name="robots"]', "content")).toBe("noindex");
  notificationId = followed();
  expect(await bellOf()).toBe("1 new notification1");
  const { page } = await owner.browser.get("/notifications");
  expect(page.text("main li")).toMatch(/^Nora Other now follows you/);
  expect(page.text("main li")).toMatch(/New(?! )/);
  expect(page.attribute("main li img", "src")).toContain("default.jpg");
  const link = page.root.querySelector("main li a");
  expect([link?.getAttribute("href"), link?.getAttribute("rel")]).toEqual([
    `/notifications/${notificationId}`,
    "nofollow",
  ]);
  for (let index = 0; index < 120; index++) followed();
  expect(await bellOf()).toBe("121 new notifications99+");
});

describe("a notification's link", () => {
  const unread = () => server.value("SELECT unread_count FROM users WHERE id = ?", Number(owner.id));

  test("marks it as read and leads to the thing", async () => {
    clear();
    const path = `/notifications/${tell({ kind: "like", vehicle_id: vehicleId(), day: 1, count: 1 })}`;
    const ask = (method: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, {
        ...{ method, redirect: "manual" as const },
        headers: { ...headers, Cookie: owner.browser.cookieHeader },
      });
    // A prefetched page is not seen.
    const ahead = await ask("GET", { "Sec-Purpose": "prefetch;prerender" });
    expect([ahead.status, ahead.headers.get("Cache-Control")]).toEqual([503, "private, no-store"]);
    expect([(await ask("HEAD")).status, unread()]).toEqual([303, 1]);
    const response = await ask("GET");
    const { headers } = response;
    expect([response.status, headers.get("Location")]).toEqual([303, vehicle]);
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect([unread(), (await ask("GET")).status]).toEqual([0, 303]);
    expect((await owner.browser.get("/notifications")).page.text("main li")).not.toMatch(/New(?! )/);
  });

  test("another user's and a deleted one lead to a page that says so", async () => {
    clear();
    const id = followed();
    for (const [person, path] of [
      [otherUser, `/notifications/${id}`],
      [owner, "/notifications/99999999"],
      [owner, "/notifications/news-1-2"],
      [owner, "/notifications/x"],
    ] as const) {
      const { status, headers, page } = await person.browser.get(path);
      expect([status, page.text("h1")]).toEqual([404, "This notification no longer exists."]);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(page.root.querySelector('main a[href="/notifications"]')).not.toBeNull();
    }
    expect(unread()).toBe(1);
  });

  test("of a comment and of a review leads to the page on which it stands", async () => {
    const database = server.database;
    const add = database.prepare("INSERT INTO comments (vehicle_id, user_id, text, created_at) VALUES (?, ?, 'x', 1)");
    const ids = Array.from({ length: 21 }, () => add.run(vehicleId(), Number(otherUser.id)).lastInsertRowid);
    const last = String(ids.at(-1));
    const id = tell({
      kind: "comment",
      actor_id: Number(otherUser.id),
      vehicle_id: vehicleId(),
      comment_id: Number(last),
    });
    const { location } = await owner.browser.get(`/notifications/${id}`);
    expect(location).toBe(`${vehicle}?comment=${last}#comment-${last}`);
    expect((await owner.browser.get(location.split("#")[0]!)).location).toBe(`${vehicle}?page=2#comment-${last}`);
    const first = await owner.browser.get(`${vehicle}?comment=${ids[0]}`);
    expect(first.location).toBe(`${vehicle}#comment-${ids[0]}`);
    expect((await owner.browser.get(`${vehicle}?comment=999999`)).location).toBe(`${vehicle}#comments`);

    const review = database
      .prepare(
        "INSERT INTO reviews (garage_id, user_id, rating, review, created_at, updated_at) VALUES (?, ?, 5, 'x', 1, 1)",
      )
      .run(Number(owner.garageId), Number(otherUser.id)).lastInsertRowid;
    const reviewed = tell({ kind: "review", actor_id: Number(otherUser.id), review_id: Number(review) });
    const at = `/garages/${owner.garageId}/reviews`;
    const way = (await owner.browser.get(`/notifications/${reviewed}`)).location;
    expect(way).toBe(`${at}?review=${review}#review-${review}`);
    expect((await owner.browser.get(way.split("#")[0]!)).location).toBe(`${at}#review-${review}`);
  });
});

test("the API lists them with the number, and responds 304 while nothing changes, however they are read", async () => {
  clear();
  const id = tell({ kind: "like", vehicle_id: vehicleId(), day: 2, count: 1, created_at: 5000 });
  const cookie = { Cookie: owner.browser.cookieHeader };
  const bearer = { Authorization: `Bearer ${await server.bearerOf(owner)}` };
  for (const [query, credentials] of [
    ["limit=1", cookie],
    ["limit=%31", cookie],
    ["limit=1", bearer],
    ["limit=%31", bearer],
  ] as const) {
    const ask = (query: string, tag?: string) =>
      fetch(`${server.url}/api/v1/users/me/notifications?${query}`, {
        headers: { ...credentials, ...(tag !== undefined && { "If-None-Match": tag }) },
      });
    const answer = await ask(query);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(await answer.json()).toEqual({
      ...{ status: "success", results: 1, total: 1, page: 1, limit: 1, unread: 1 },
      data: {
        data: [
          {
            _id: id,
            kind: "like",
            text: "Someone likes your 1969 Camaro",
            quote: null,
            url: vehicle,
            avatar: null,
            photo: null,
            read: false,
            createdAt: new Date(5000).toISOString(),
          },
        ],
      },
    });
    const tag = answer.headers.get("ETag")!;
    const unchanged = await ask(query, tag);
    expect([unchanged.status, unchanged.headers.get("ETag"), await unchanged.text()]).toEqual([304, tag, ""]);
    const another = followed();
    expect((await ask(query, tag)).status).toBe(200);
    await owner.browser.api("PATCH", "/users/me/notifications", { ids: [another], read: true });
    server.run("DELETE FROM notifications WHERE id = ?", another);
    expect((await ask(query, tag)).status).toBe(304);
  }
});
