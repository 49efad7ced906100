import { expect, test } from "vitest";
import type { Browser } from "../support/browser-like";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const member = await server.signUp("Mia Member");
const owner = await server.signUpWithGarage("Olive Owner");
const admin = await server.signUpAdmin();
const MENU = 'nav[aria-label="Settings"]';
const PAGES = [
  ["Profile", "/settings"],
  ["Security", "/settings/security"],
  ["Notifications", "/settings/notifications"],
  ["People", "/settings/people"],
  ["Calendar", "/settings/calendar"],
  ["Data", "/settings/data"],
];
const INVITES = ["Invites", "/settings/invites"];
const LISTS = [
  ["My reports", "/reports"],
  ["Decisions", "/cases"],
];
const DELETION = ["Delete garage or account", "/settings#danger-zone"];

async function readMenu(browser: Browser, path: string) {
  const { status, page } = await browser.get(path);
  const addresses = page.attributes(`${MENU} a`, "href");
  return {
    status,
    items: page.texts(`${MENU} a`).map((label, index) => [label, addresses[index]]),
    current: page.texts(`${MENU} [aria-current]`),
    marks: page.attributes(`${MENU} [aria-current]`, "aria-current"),
  };
}

const PATHS = [
  ...[...PAGES, ...LISTS].map(([label, path]) => [path!, label!, "page"] as const),
  ["/settings/delete-garage", "Delete garage or account", "true"],
  ["/settings/delete-account", "Delete garage or account", "true"],
] as const;

test.each(PATHS)("the menu is on %s, with %s current", async (path, label, mark) => {
  const items = [...PAGES, ...LISTS, DELETION];
  expect(await readMenu(owner.browser, path)).toEqual({ status: 200, items, current: [label], marks: [mark] });
});

test("those who may invite have invites in it", async () => {
  const items = [...PAGES, INVITES, ...LISTS, DELETION];
  const list = await readMenu(admin.browser, "/settings/invites");
  expect(list).toMatchObject({ items, current: ["Invites"], marks: ["page"] });
  await admin.browser.submit("/settings/invites", { uses: 1, days: 7 });
  const inviteId = server.value("SELECT id FROM invites");
  const revoke = await readMenu(admin.browser, `/settings/invites/${inviteId}/revoke`);
  expect(revoke).toMatchObject({ items, current: ["Invites"], marks: ["true"] });
  expect((await readMenu(member.browser, "/settings")).items).not.toContainEqual(INVITES);
  expect((await admin.browser.api("PATCH", "/admin/door", { membersInvite: true })).status).toBe(200);
  expect((await readMenu(member.browser, "/settings")).items).toEqual(items);
});

test("other pages of members are without it", async () => {
  for (const path of ["/notifications", "/events/mine"])
    expect((await readMenu(owner.browser, path)).items).toEqual([]);
});
