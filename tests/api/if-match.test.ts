import { expect, test } from "vitest";
import type { Browser } from "../support/browser-like";
import { publishEvent } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { addVehicle } from "../support/members";
import { sharedServer } from "../support/server";

const site = await sharedServer();
const owner = await site.signUpWithGarage("Tess Tagged");
const otherMember = await site.signUpWithGarage("Otto Other");
const admin = await site.signUpAdmin("Ada Tagged");
const vehicle = await addVehicle(owner);
const { json } = await owner.browser.api("POST", `/vehicles/${vehicle}/build`, {
  kind: "Note",
  title: "Oil",
  date: "2024-03-14",
});
const entry = json.data.doc._id;
const event = await publishEvent(owner, admin);

const CHANGED = "This was changed while you were editing.";

const tagOf = async (path: string, { browser }: { browser: Browser } = owner) =>
  (await browser.api("GET", path)).headers.get("etag") ?? "";

const patch = (path: string, body: object, tag?: string, user: { browser: Browser } = owner, method = "PATCH") =>
  user.browser.api(method, path, body, tag === undefined ? {} : { headers: { "If-Match": tag } });

/** Path, its write's path, two changes, owner. */
const THINGS = [
  ["a vehicle", `/vehicles/${vehicle}`, `/vehicles/${vehicle}`, { model: "95" }, { model: "96" }, owner],
  ["an entry", `/build/${entry}`, `/build/${entry}`, { title: "Oil change" }, { title: "Filter" }, owner],
  ["a garage", `/garages/${owner.garageId}`, "/garages/my-garage", { name: "Barn" }, { name: "Shed" }, owner],
  ["an event", `/events/${event}`, `/events/${event}`, { title: "Late Evening" }, { title: "Night" }, admin],
  [
    "an event, whose change waits",
    `/events/${event}`,
    `/events/${event}`,
    { title: "Lunch" },
    { title: "Noon" },
    owner,
  ],
  ["an account", "/users/me", "/users/updateMe", { bio: "One" }, { bio: "Two" }, owner],
  ["a profile", `/users/${owner.id}`, "/users/updateMe", { bio: "Three" }, { bio: "Four" }, owner],
  ["a site", "/admin/site", "/admin/site", { line: "One" }, { terms: "Two" }, admin],
  ["a door", "/admin/door", "/admin/door", { question: "Why?" }, { membersInvite: true }, admin],
  [
    "settings",
    "/users/me/notification-settings",
    "/users/me/notification-settings",
    { paused: true },
    { paused: false },
    owner,
  ],
  [
    "a member, for an admin",
    `/users/${otherMember.id}`,
    `/users/${otherMember.id}`,
    { role: "moderator" },
    { role: "user" },
    admin,
  ],
] as const;

test.each(THINGS)(
  "%s: an older If-Match is refused, the current one and none are not",
  async (_, path, to, firstBody, secondBody, user) => {
    const old = await tagOf(path, user);
    expect(old).toMatch(/^"[\w-]{22}"$/);
    const first = await patch(to, firstBody, old, user);
    expect([first.status, first.json.message]).toEqual([200, first.json.message]);
    const now = await tagOf(path, user);
    expect([now === old, first.headers.get("etag")]).toEqual([false, now]);
    const late = await patch(to, secondBody, old, user);
    expect([late.status, late.json.message]).toEqual([412, CHANGED]);
    expect(await tagOf(path, user)).toBe(now);
    expect((await patch(to, secondBody, `"x", W/${now}`, user)).status).toBe(200);
    expect((await patch(to, firstBody, "*", user)).status).toBe(200);
    expect((await patch(to, secondBody, undefined, user)).status).toBe(200);
  },
);

test("likes, comments, photos, follows and covers are no change of a vehicle; its spec sheet is", async () => {
  const path = `/vehicles/${vehicle}`;
  const old = await tagOf(path);
  await otherMember.browser.api("PATCH", `${path}/like`, {});
  await otherMember.browser.api("POST", `${path}/comments`, { text: "Nice." });
  await otherMember.browser.api("POST", `/users/follow/${owner.id}`, {});
  const photos = [{ name: "a.jpg", bytes: await jpegWithExif({ width: 40, height: 40 }) }];
  const { json } = await owner.browser.api("POST", "/photos/upload", { vehicleId: vehicle }, { files: { photos } });
  expect(json.status).toBe("success");
  expect(await tagOf(path)).toBe(old);
  const specs = (value: string) => ({ specs: [{ name: "Engine", value }] });
  expect((await patch(`${path}/specs`, specs("V4"), old, owner, "PUT")).status).toBe(200);
  expect(await tagOf(path)).not.toBe(old);
  expect((await patch(`${path}/specs`, specs("V6"), old, owner, "PUT")).status).toBe(412);
  expect((await owner.browser.api("DELETE", path, undefined, { headers: { "If-Match": old } })).status).toBe(412);
  const doc = (await owner.browser.api("GET", path)).json.data.doc;
  expect(doc.specs).toEqual([{ name: "Engine", value: "V4" }]);
});

test("a member's read is never 304; a visitor's tag, which is of the bytes too, is good for If-Match after a like", async () => {
  const path = `/vehicles/${vehicle}`;
  const ownTag = await tagOf(path);
  const response = await owner.browser.api("GET", path, undefined, { headers: { "If-None-Match": ownTag } });
  expect(response.status).toBe(200);
  const visitorTag = await tagOf(path, { browser: site.visitor() });
  expect(visitorTag).toMatch(new RegExp(`^${ownTag.slice(0, -1)}[\\w-]+"$`));
  await otherMember.browser.api("PATCH", `${path}/like`, {});
  expect(await tagOf(path, { browser: site.visitor() })).not.toBe(visitorTag);
  expect((await patch(path, { model: "95" }, visitorTag)).status).toBe(200);
  expect((await patch(path, { model: "96" }, visitorTag)).status).toBe(412);
});
