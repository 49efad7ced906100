import { describe, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { addVehicle, type Owner } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const REFUSED = "This is not possible.";

type Resident = Owner & { vehicle: string; comment: string };

const say = async (user: Owner, vehicle: string, text: string) =>
  (await user.browser.api("POST", `/vehicles/${vehicle}/comments`, { text })).json.data.doc._id as string;

async function moveIn(name: string): Promise<Resident> {
  const owner = await server.signUpWithGarage(name);
  return { ...owner, vehicle: await addVehicle(owner), comment: await say(owner, third.vehicle, `From ${name}`) };
}

const listWrites = () =>
  ["follows", "likes", "comments", "reviews"].map((table) =>
    server.row(`SELECT count(*) AS n, max(rowid) AS last FROM ${table}`),
  );

interface Place {
  /** `kept`: the text must stay in the form. */
  form: [path: string, fields: Fields];
  kept?: [selectors: string, text: string];
  call: [method: string, path: string, body?: object];
}

const text = "Typed with care.";
const review = { rating: 4, review: text };

const owner = await server.signUpWithGarage("Cat Third");
/** With comments of Ada and Bob. */
const third = { ...owner, vehicle: await addVehicle(owner) };
const ada = await moveIn("Ada Adams");
const bob = await moveIn("Bob Brown");
await say(bob, ada.vehicle, "Bob was here.");
for (const [actor, target] of [
  [ada, bob],
  [bob, ada],
] as const) {
  await actor.browser.api("POST", `/users/follow/${target.id}`);
  await actor.browser.api("PATCH", `/vehicles/${target.vehicle}/like`, { liked: true });
}
// A second review would change the first.
await bob.browser.api("POST", `/garages/${ada.garageId}/reviews`, { rating: 2, review: "Bob's opinion." });
expect((await ada.browser.api("POST", `/users/${bob.id}/block`)).status).toBe(201);

/** Actions on another user. */
const PLACES: Record<string, (target: Resident) => Place> = {
  "a follow": ({ id }) => ({
    form: [`/users/${id}/follow`, { following: "on" }],
    call: ["POST", `/users/follow/${id}`],
  }),
  "a like": ({ vehicle }) => ({
    form: [`/vehicles/${vehicle}/like`, { liked: "true" }],
    call: ["PATCH", `/vehicles/${vehicle}/like`],
  }),
  "a comment": ({ vehicle }) => ({
    form: [`/vehicles/${vehicle}`, { intent: "comment", text }],
    kept: ["#comment-field-text", text],
    call: ["POST", `/vehicles/${vehicle}/comments`, { text }],
  }),
  "an answer under a third one's vehicle": ({ comment: parent }) => ({
    form: [`/vehicles/${third.vehicle}`, { intent: "reply", parent, text }],
    kept: [`#reply-${parent}-field-text, #comment-field-text`, text],
    call: ["POST", `/vehicles/${third.vehicle}/comments`, { parent, text }],
  }),
  "a review": ({ garageId }) => ({
    form: [`/garages/${garageId}`, { intent: "review", ...review }],
    call: ["POST", `/garages/${garageId}/reviews`, review],
  }),
};

describe("if one has blocked the other", () => {
  test.each(
    Object.keys(PLACES).flatMap((name) => [
      [name, "who was blocked"],
      [name, "who blocked"],
    ]),
  )("%s of %s is refused in the same words, by form and by call, and nothing is written", async (name, role) => {
    const [actor, target] = role === "who blocked" ? [ada, bob] : [bob, ada];
    const { form, kept, call } = PLACES[name]!(target);
    const before = listWrites();
    const response = await actor.browser.submit(...form);
    const apiResponse = await actor.browser.api(...call);
    expect([response.status, apiResponse.status]).toEqual([403, 403]);
    expect(apiResponse.json).toEqual({ status: "fail", message: REFUSED, errors: {} });
    if (name === "a follow" || name === "a like") expect(JSON.parse(response.body)).toEqual({ message: REFUSED });
    else if (name !== "a review" || actor === bob) expect(response.page.alerts.join()).toContain(REFUSED);
    if (kept) expect(response.page.texts(kept[0])).toContain(kept[1]);
    if (name === "a review" && actor === bob) expect(response.page.value("review")).toBe(text);
    expect(listWrites()).toEqual(before);
  });

  test("the button redirects with a toast to its page", async () => {
    const response = await bob.browser.submit(`/users/${ada.id}/follow`, {
      following: "on",
      returnTo: `/garages/${ada.garageId}`,
    });
    expect((await bob.browser.follow(response)).page.notices).toContain(REFUSED);
  });
});

test("the blocked user's texts are hidden from the blocker only, on pages and in lists", async () => {
  const look = async (user: { browser: Owner["browser"] }, [ofAda, ofThird, reviews]: number[] = [1, 2, 1]) => {
    const pages = [`/vehicles/${ada.vehicle}`, `/vehicles/${third.vehicle}`, `/garages/${ada.garageId}`];
    const all = await Promise.all([...pages, `/garages/${ada.garageId}/reviews`].map((path) => user.browser.get(path)));
    const lists = [ada.vehicle, third.vehicle].map((vehicle) => `/vehicles/${vehicle}/comments`);
    const requests = [...lists, `/garages/${ada.garageId}/reviews`].map((path) => user.browser.api("GET", path));
    const calls = await Promise.all(requests);
    expect(calls.map(({ json }) => json.total)).toEqual([ofAda, ofThird, reviews]);
    const headings = all.slice(0, 3).map(({ page }) => page.text("#comments, #reviews"));
    expect(headings).toEqual([ofAda ? "Comments (1)" : "Comments", `Comments (${ofThird})`, "Reviews"]);
    const visibleTexts = [
      ...all.map(({ page }) => page.text("main")),
      ...calls.map(({ json }) => JSON.stringify(json.data)),
    ];
    return visibleTexts.map((words) => /Bob was here|From Bob|Bob's opinion/.test(words));
  };
  const everywhere = Array<boolean>(7).fill(true);
  const visitor = { browser: server.visitor() };
  for (const viewer of [visitor, third, bob]) expect(await look(viewer)).toEqual(everywhere);
  expect(await look(ada, [0, 1, 0])).toEqual(everywhere.map(() => false));
  expect(await look(visitor)).toEqual(everywhere);
  const { page } = await ada.browser.get(`/vehicles/${ada.vehicle}`);
  expect(page.text("main")).toContain("All comments here are by members you blocked.");
  expect((await ada.browser.get(`/comments/${bob.comment}/delete`)).status).toBe(404);
  expect((await ada.browser.api("DELETE", `/comments/${bob.comment}`)).status).toBe(404);
});

describe("the buttons and the calls", () => {
  test("are idempotent, and return to their page", async () => {
    const dan = await server.signUp("Dan Dale");
    const eve = await server.signUpWithGarage("Eve East");
    const { browser } = dan;
    const garagePath = `/garages/${eve.garageId}`;
    const labels = async () => (await browser.get(garagePath)).page.texts("main header a, main header button").join();
    const state = async () => {
      const { data } = (await browser.api("GET", "/users/me/people")).json;
      const [blocked, muted] = [data.blocked, data.muted].map((list) => list.map(({ _id }: { _id: string }) => _id));
      return { blocked: blocked.includes(eve.id), muted: muted.includes(eve.id) };
    };
    expect(await labels()).toMatch(/Follow.*Report.*Block Eve East,Mute Eve East/);
    const ask = (await browser.get(garagePath)).page.link("Block Eve East")!;
    expect(ask).toBe(`/users/${eve.id}/block?returnTo=${encodeURIComponent(garagePath)}`);
    expect((await browser.get(ask)).page.heading).toBe("Block Eve East?");
    expect(await state()).toEqual({ blocked: false, muted: false });
    const done = await browser.submit(ask);
    expect(done).toMatchObject({ status: 302, location: garagePath });
    expect((await browser.follow(done)).page.notices).toContain("Blocked. You can undo this in your settings.");
    expect(await labels()).not.toContain("Follow");
    expect(await labels()).toContain("Unblock Eve East,Mute Eve East");
    await browser.submit(`/users/${eve.id}/mute`, { muted: "on", returnTo: garagePath });
    expect(await state()).toEqual({ blocked: true, muted: true });
    const { page } = await browser.get("/settings/people");
    expect(page.links).toContain(garagePath);
    expect(page.texts("main button")).toEqual(["Unblock Eve East", "Unmute Eve East"]);
    const undone = await browser.submit(`/users/${eve.id}/unblock`, { returnTo: "/settings/people" });
    expect((await browser.follow(undone)).page.notices).toContain("Unblocked.");
    await browser.submit(`/users/${eve.id}/mute`, { muted: "off", returnTo: "/settings/people" });
    expect((await browser.get("/settings/people")).page.text("main")).toContain("You have not blocked any members.");

    const doc = { _id: eve.id, blocked: false, muted: false };
    for (const [action, now] of [
      ["mute", { ...doc, muted: true }],
      ["block", { ...doc, blocked: true, muted: true }],
    ] as const) {
      for (const status of [201, 200]) {
        const { json, ...answer } = await browser.api("POST", `/users/${eve.id}/${action}`);
        expect([answer.status, json]).toEqual([status, { status: "success", data: { doc: now } }]);
      }
    }
    expect(await state()).toEqual({ blocked: true, muted: true });
    for (const name of ["mute", "block", "mute", "block"]) {
      expect((await browser.api("DELETE", `/users/${eve.id}/${name}`)).status).toBe(204);
    }
    expect(await state()).toEqual({ blocked: false, muted: false });
  });

  test("refuse words that are none", async () => {
    const form = await third.browser.submit(`/users/${bob.id}/mute`, { muted: "maybe" });
    expect([form.status, form.body]).toEqual([400, expect.stringContaining("muted must be on or off.")]);
  });

  test("are not for visitors, and lead nowhere else", async () => {
    const { page } = await server.visitor().get(`/garages/${ada.garageId}`);
    expect(page.text("main")).not.toMatch(/Block|Mute/);
    const away = await third.browser.submit(`/users/${bob.id}/mute`, { muted: "off", returnTo: "//evil.example" });
    expect(away.location).toBe("/");
    const response = await third.browser.get(
      `/users/${bob.id}/block?returnTo=${encodeURIComponent("https://evil.example")}`,
    );
    expect(response.page.links).not.toContain("https://evil.example");
  });
});
