import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();

/** And two by mail only. */
async function summarize() {
  const [member, actor] = [await server.signUp("Tess Told"), await server.signUp("Abe Actor")];
  const add = server.insert;
  const follow = { user_id: Number(member.id), kind: "follow", actor_id: Number(actor.id), mail: "daily" };
  for (const on_site of [1, 1, 1, 0, 0]) add("notifications", { ...follow, on_site, created_at: Date.now() });
  const rows = () =>
    server.database
      .prepare("SELECT is_read, on_site, mail FROM notifications WHERE user_id = ? ORDER BY id")
      .raw()
      .all(Number(member.id));
  const state = () => {
    const { unread_count, news_seen_at } = server.row(
      "SELECT unread_count, news_seen_at FROM users WHERE id = ?",
      Number(member.id),
    ) as { unread_count: number; news_seen_at: number };
    return { rows: rows(), unread: unread_count, seen: news_seen_at > 0 };
  };
  return { ...member, state };
}

test("page and API show the same, and what page or API marks is marked alike", async () => {
  const [byPage, byApi] = [await summarize(), await summarize()];
  for (const { browser } of [byPage, byApi]) {
    const { page } = await browser.get("/notifications");
    const { json } = await browser.api("GET", "/users/me/notifications");
    const texts = json.data.data.map(({ text }: { text: string }) => text);
    expect(page.root.querySelectorAll("main li a").map((link) => link.text)).toEqual(texts);
    expect([texts.length, json.unread]).toEqual([3, 3]);
  }
  expect((await byPage.browser.submit("/notifications", {})).location).toBe("/notifications");
  expect((await byApi.browser.api("PATCH", "/users/me/notifications", { read: true })).json.unread).toBe(0);
  expect(byPage.state()).toEqual(byApi.state());
  expect(byPage.state()).toEqual({
    unread: 0,
    seen: true,
    rows: [...Array(3).fill([1, 1, "off"]), ...Array(2).fill([0, 0, "daily"])],
  });
});

test("a followed notification and a sent id are marked read alike", async () => {
  const [byPage, byApi] = [await summarize(), await summarize()];
  const first = async ({ browser }: typeof byPage) =>
    (await browser.api("GET", "/users/me/notifications")).json.data.data[0]._id as string;
  expect((await byPage.browser.get(`/notifications/${await first(byPage)}`)).status).toBe(303);
  const ids = [await first(byApi)];
  expect((await byApi.browser.api("PATCH", "/users/me/notifications", { read: true, ids })).json.unread).toBe(2);
  expect(byPage.state()).toEqual(byApi.state());
});

test.each(["page=0", "page=x", "limit=0", "limit=101"])("%s is refused alike", async (query) => {
  const { browser } = await server.signUp("Lily List");
  const page = await browser.get(`/notifications?${query}`);
  const { status, json } = await browser.api("GET", `/users/me/notifications?${query}`);
  expect([page.status, status]).toEqual([400, 400]);
  if (!query.startsWith("limit")) expect(page.page.text("h1")).toBe(json.message);
});
