import { type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { MAX_SAVED_FORM_BYTES } from "~/features/accounts/saved-forms.server";
import { newToken } from "~/lib/tokens.server";
import type { Browser } from "../support/browser-like";
import { png } from "../support/images";
import { type Member, type Owner, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const VEHICLE = { make: "Fiat", model: "500", year: "not sure yet", description: "Found <in> a barn.\r\nIt ran." };
const BACK = `/?returnTo=${encodeURIComponent("/vehicles/new#kept-words")}`;

/** A person's sessions run out: their browsers keep dead tokens. */
function endSessions({ id }: Member): void {
  server.run("UPDATE sessions SET expires_at = 1 WHERE user_id = ?", Number(id));
}

/** Where a form goes whose words are not kept. */
const UNSENT = "/?returnTo=%2Fvehicles%2Fnew&unsent=on";

const logIn = ({ email }: Member, browser: Browser, returnTo = "/") =>
  browser.submit("/login", { email, password: PASSWORD, returnTo });

const parked = () => server.rows("SELECT user_id, path, intent, fields FROM parked_forms ORDER BY user_id");

const savedFormOf = ({ id }: Member) =>
  server.value("SELECT fields FROM parked_forms WHERE user_id = ?", Number(id)) as string | undefined;

/** An owner whose session has run out while they were writing. */
async function lateWriter(name: string): Promise<Owner> {
  const owner = await server.signUpWithGarage(name);
  endSessions(owner);
  return owner;
}

test.each(["urlencoded", "multipart"])(
  "words of an ended session come back to their form after login (%s)",
  async (kind) => {
    const owner = await lateWriter(`Lotte ${kind}`);
    const { browser } = owner;
    const photos = [{ name: "barn.png", bytes: await png() }];
    const sent = await browser.submit("/vehicles/new", VEHICLE, kind === "multipart" ? { photos } : undefined);
    expect(sent).toMatchObject({ status: 302, location: BACK });
    const home = await browser.follow(sent);
    expect(home.page.notices.join()).toContain("Your session has ended. Log in and we'll take you back.");
    expect(home.page.links).toContain(`/login?returnTo=${encodeURIComponent("/vehicles/new#kept-words")}`);
    expect((await logIn(owner, browser, "/vehicles/new#kept-words")).location).toBe("/vehicles/new#kept-words");

    const form = await browser.get("/vehicles/new");
    expect(form.headers.get("cache-control")).toBe("private, no-store");
    expect(form.page.text("#kept-words")).toContain("We kept what you wrote.");
    expect(["make", "model", "year"].map((name) => form.page.value(name))).toEqual(["Fiat", "500", "not sure yet"]);
    expect(form.page.value("description")?.replace(/\r\n?/g, "\n")).toBe("Found <in> a barn.\nIt ran.");
    // Elsewhere it does not show.
    expect((await browser.get("/events/submit")).body).not.toContain("in a barn");

    // A refused one stays, a taken one is gone.
    expect((await browser.submit("/vehicles/new", VEHICLE)).status).toBe(400);
    expect(savedFormOf(owner)).toBeDefined();
    expect((await browser.submit("/vehicles/new", { ...VEHICLE, year: 1965 })).location).toMatch(/^\/vehicles\/\d+$/);
    expect(savedFormOf(owner)).toBeUndefined();
    expect((await browser.get("/vehicles/new")).page.text("#kept-words")).toBe("");
  },
);

test("so does what was chosen in a gallery, until it is saved", async () => {
  const owner = await server.signUpWithGarage("Gal Lery");
  const { browser } = owner;
  const photos = [await png(), await png({ width: 80 })].map((bytes, at) => ({ name: `${at}.png`, bytes }));
  const { location } = await browser.submit("/vehicles/new", { ...VEHICLE, year: 1965 }, { photos });
  const path = `${location}/photos`;
  const [, cover = ""] = (await browser.get(path)).page.attributes("[name=cover]", "value");
  const typed = { intent: "gallery", [`caption-${cover}`]: "Dry", [`place-${cover}`]: "first", cover };
  endSessions(owner);
  expect((await browser.submit(path, typed)).location).toBe(`/?returnTo=${encodeURIComponent(`${path}#kept-words`)}`);
  await logIn(owner, browser, path);
  const { page } = await browser.get(path);
  const shown = [page.value(`caption-${cover}`), page.value(`place-${cover}`)];
  expect([...shown, page.attribute("[name=cover][checked]", "value")]).toEqual(["Dry", "first", cover]);
  // Refused, as that is no number, it stays.
  expect((await browser.submit(path, typed)).status).toBe(400);
  expect(savedFormOf(owner)).toBeDefined();
  expect((await browser.submit(path, { ...typed, [`place-${cover}`]: "2" })).status).toBe(302);
  expect([savedFormOf(owner), (await browser.get(path)).page.value(`caption-${cover}`)]).toEqual([undefined, "Dry"]);
});

test("they can be discarded, and show in any browser of the person, but in nobody else's", async () => {
  const owner = await lateWriter("Dora Discard");
  await owner.browser.submit("/vehicles/new", VEHICLE);
  const neighbour = await server.signUpWithGarage("Nia Neighbour");
  for (const stranger of [neighbour.browser, owner.browser]) {
    for (const path of ["/vehicles/new", "/vehicles/new.data"]) {
      expect((await stranger.get(path)).body).not.toContain("in a barn");
    }
  }
  // Somebody else at the same browser.
  await logIn(neighbour, owner.browser);
  expect((await owner.browser.get("/vehicles/new")).page.value("make")).toBe("");
  await neighbour.browser.submit("/kept-words", { returnTo: "/vehicles/new" });
  expect(savedFormOf(owner)).toBeDefined();

  const another = server.visitor();
  await logIn(owner, another);
  expect((await another.get("/vehicles/new")).page.value("make")).toBe("Fiat");
  const gone = await another.submit("/kept-words", { returnTo: "/vehicles/new" });
  expect(gone.location).toBe("/vehicles/new");
  expect((await another.follow(gone)).page.value("make")).toBe("");
  expect((await another.submit("/kept-words", { returnTo: "https://evil.example/" })).location).toBe("/");
});

test("a review comes back to its own of the page's forms, unfolded, and is gone once another one is taken", async () => {
  const { garageId } = await server.signUpWithGarage("Olaf Host");
  const guest = await server.signUp("Gina Guest");
  const path = `/garages/${garageId}`;
  const review = { intent: "review", rating: "4", review: "Tidy." };
  endSessions(guest);
  const sent = await guest.browser.submit(path, review);
  expect(sent.location).toBe(`/?returnTo=${encodeURIComponent(`${path}#kept-words`)}`);
  await logIn(guest, guest.browser);
  const { page, headers } = await guest.browser.get(path);
  expect([page.value("rating"), page.value("review")]).toEqual(["4", "Tidy."]);
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(page.root.querySelector("details:has([name=review])")?.hasAttribute("open")).toBe(true);
  await guest.browser.submit(path, { ...review, review: "Tidy!" });
  expect(savedFormOf(guest)).toBeUndefined();
});

test("nothing is kept of secrets, of forms without words, of too much, and of a token that never was one", async () => {
  const member = await lateWriter("Sam Secret");
  const { browser } = member;
  const before = parked();
  const fields = { intent: "password", passwordCurrent: PASSWORD, password: "a b c d e f", passwordConfirm: "a b c" };
  expect((await browser.submit("/settings", fields)).location).toBe("/?returnTo=%2Fsettings&unsent=on");
  expect((await browser.submit(`/users/${member.id}/follow`, { following: "on" })).status).toBe(302);
  const large = { ...VEHICLE, description: "x".repeat(MAX_SAVED_FORM_BYTES) };
  expect((await browser.submit("/vehicles/new", large)).location).toBe(UNSENT);
  const huge = { ...VEHICLE, description: "x".repeat(300_000) };
  expect([(await browser.submit("/vehicles/new", huge)).location, parked()]).toEqual([UNSENT, before]);
  // Secrets beside words stay out.
  await browser.submit("/vehicles/new", { ...VEHICLE, password: PASSWORD, code: "123456" });
  expect(JSON.parse(savedFormOf(member) ?? "")).toEqual(VEHICLE);

  const now = parked();
  for (const token of [undefined, newToken(), "x"]) {
    const forger = server.visitor();
    const headers = { Origin: server.url, ...(token && { Authorization: `Bearer ${token}` }) };
    const body = new URLSearchParams({ ...VEHICLE, year: "1965" });
    const answer = await forger.fetch("/vehicles/new", { method: "POST", headers, body });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, UNSENT]);
  }
  // After a logout the browser has no token, and one that was copied before is worth nothing.
  for (const other of [await server.signUpWithGarage("Lou Logout"), await lateWriter("Lil Logout")]) {
    const copy = new Map(other.browser.cookies);
    await other.browser.submit("/logout");
    for (const [name, value] of copy) other.browser.cookies.set(name, value);
    expect((await other.browser.submit("/vehicles/new", VEHICLE)).location).toBe(UNSENT);
  }
  expect(parked()).toEqual(now);
});

test("a session that was ended on purpose keeps nothing; whoever wrote is told, and led back", async () => {
  const ends: Record<string, (owner: Owner, elsewhere: Browser) => Promise<unknown>> = {
    "logged out in another tab": ({ browser }) => browser.submit("/logout"),
    "all others logged out": (_, elsewhere) => elsewhere.submit("/settings", { intent: "end-others" }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const owner = await server.signUpWithGarage(`Nele ${name}`);
    const elsewhere = server.visitor();
    await logIn(owner, elsewhere);
    await end(owner, elsewhere);
    const sent = await owner.browser.submit("/vehicles/new", VEHICLE);
    expect([name, sent.location, savedFormOf(owner)]).toEqual([name, UNSENT, undefined]);
    const home = await owner.browser.follow(sent);
    expect(home.page.notices.join()).toContain(
      "Your session has ended. Log in and we'll take you back. What you sent last was not saved.",
    );
    expect(home.page.links).toContain("/login?returnTo=%2Fvehicles%2Fnew");
  }
});

test("texts that stand behind large photos are kept too; a text whose letters take more on the way as well", async () => {
  const owner = await lateWriter("Bea Behind");
  const bytes = new Uint8Array(3 * 1024 * 1024);
  const form = new FormData();
  form.append("photos", new Blob([bytes], { type: "image/jpeg" }), "a.jpg");
  for (const [name, value] of Object.entries(VEHICLE)) form.append(name, value);
  const headers = { Origin: server.url };
  const sent = await owner.browser.fetch("/vehicles/new", { method: "POST", headers, body: form });
  expect(sent.headers.get("location")).toBe(BACK);
  expect(JSON.parse(savedFormOf(owner) ?? "").make).toBe("Fiat");
  const story = "Ж".repeat(20_000);
  await owner.browser.submit("/vehicles/new", { ...VEHICLE, description: story });
  expect(JSON.parse(savedFormOf(owner) ?? "").description).toBe(story);
});

test("of photos that come slowly no more is read, and no longer, than behind any refusal", async () => {
  const owner = await lateWriter("Sid Slow");
  const head = '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n';
  const headers = {
    Cookie: owner.browser.cookieHeader,
    Origin: server.url,
    "Content-Type": "multipart/form-data; boundary=x",
  };
  const sent = request(new URL("/vehicles/new", server.url), {
    method: "POST",
    agent: false,
    headers: { ...headers, "Content-Length": String(3 * 1024 * 1024) },
  });
  sent.on("error", () => {}).write(head);
  const answer = await new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
  sent.destroy();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, UNSENT]);
  expect(savedFormOf(owner)).toBeUndefined();
});
