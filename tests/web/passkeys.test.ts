import { expect, test } from "vitest";
import { NO_PASSWORD } from "~/features/accounts/passwords.server";
import { turnOnSecondStep } from "../support/authenticator";
import { type Browser, cookieName } from "../support/browser-like";
import { type Member, PASSWORD } from "../support/members";
import { type Authenticator, newAuthenticator } from "../support/passkey";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const PAGE = "/settings/security";
const origin = server.url;
const alive = async (browser: Browser) => (await browser.api("GET", "/users/me")).status === 200;

/** The newest, from its cookie. */
function challengeOf(browser: Browser): string {
  const [value = ""] = decodeURIComponent(browser.cookies.get(cookieName(origin, "passkey")) ?? "").split(".");
  return JSON.parse(Buffer.from(value, "base64").toString()).at(-1).text;
}

async function add({ browser }: Member, authenticator = newAuthenticator(), count = 0) {
  await browser.submit(PAGE, { intent: "add-passkey" });
  const response = authenticator.create({ challenge: challengeOf(browser), origin, count });
  const added = await browser.submit(PAGE, { intent: "add-passkey", response });
  expect([added.status, added.location]).toEqual([302, PAGE]);
  return { authenticator, page: (await browser.follow(added)).page };
}

const send = async (browser: Browser, fields: Record<string, string>, to = "/garages") => {
  const response = await browser.fetch(`/login/passkey?${new URLSearchParams({ to })}`, {
    method: "POST",
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, json: await response.json() };
};

async function answer(browser: Browser, member: Member, authenticator: Authenticator, count = 0): Promise<string> {
  const { json } = await send(browser, {});
  expect(json).toMatchObject({ challenge: challengeOf(browser), rpId: "127.0.0.1", userVerification: "required" });
  return authenticator.get({ challenge: json.challenge, origin, count, userId: member.id });
}

test("added, in with it instead of password and code, renamed, removed", async () => {
  const member = await server.signUp("Pia Passkey");
  await turnOnSecondStep(member.browser);
  expect((await member.browser.get(PAGE)).body).toContain("Adding a passkey needs script.");
  const { authenticator, page } = await add(member);
  expect(page.notices).toContain("Passkey added.");
  expect(page.text("#passkeys ~ ul, [aria-labelledby=passkeys]")).toContain("Not used yet.");
  await server.readMail(member.email, /A passkey was added/);
  const list = async () => (await member.browser.api("GET", "/users/me/passkeys")).json.data.data;
  const [row] = await list();
  expect(row).toEqual({
    ...{ _id: expect.any(String), name: expect.any(String) },
    ...{ createdAt: expect.stringMatching(/Z$/), lastUsedAt: null },
  });

  const browser = server.visitor();
  expect((await browser.get("/login")).body).toContain("Passkeys need script. Log in with your password.");
  const response = await answer(browser, member, authenticator);
  const stolen = browser.cookies.get(cookieName(origin, "passkey"))!;
  expect(await send(browser, { response })).toEqual({ status: 200, json: { to: "/garages" } });
  expect(await alive(browser)).toBe(true);
  expect((await browser.get("/garages")).page.notices).toContain("Login successful!");
  await server.readMail(member.email, /Login from a new device/);
  expect((await list())[0].lastUsedAt).toMatch(/Z$/);

  // Cookie and answer again.
  const thief = server.visitor();
  thief.cookies.set(cookieName(origin, "passkey"), stolen);
  const refused = "That passkey did not work. Try again, or log in with your password.";
  expect(await send(thief, { response })).toEqual({ status: 400, json: { message: refused } });
  expect(await alive(thief)).toBe(false);
  const elsewhere = await answer(thief, member, authenticator);
  expect((await send(thief, { response: elsewhere }, "https://evil.example/")).json).toEqual({ to: "/" });

  const nameless = { intent: "rename-passkey", passkeyId: row._id, name: "" };
  expect((await member.browser.submit(PAGE, nameless)).page.text("[role=alert]")).toContain("Please enter a name.");
  server.ageLogins(member);
  const renamed = await member.browser.submit(PAGE, { ...nameless, name: "My phone" });
  expect((await member.browser.follow(renamed)).page.notices).toContain("Passkey renamed.");
  for (const intent of ["add-passkey", "remove-passkey"])
    expect((await member.browser.submit(PAGE, { intent, passkeyId: row._id })).status).toBe(403);
  const remove = { intent: "remove-passkey", passkeyId: row._id, password: PASSWORD };
  const removed = await member.browser.follow(await member.browser.submit(PAGE, remove));
  expect(removed.page.notices).toContain("Passkey removed.");
  expect(await list()).toEqual([]);
  await server.readMail(member.email, /A passkey was removed/);
  expect(await alive(browser)).toBe(true);
});

test("refusals are logged; a copied or deactivated one does not log in", async () => {
  const member = await server.signUp("Cora Copy");
  const { authenticator } = await add(member, newAuthenticator(), 7);
  const browser = server.visitor();
  const copied = await send(browser, { response: await answer(browser, member, authenticator, 7) });
  expect([copied.status, copied.json.message]).toEqual([400, expect.stringContaining("may have copied this passkey")]);
  const facts = { event: "passkey_refused", personId: Number(member.id), reason: "counter" };
  const lines = () =>
    server
      .log()
      .split("\n")
      .filter((line) => line.includes("passkey_refused"));
  await expect.poll(() => lines().map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(facts));
  expect((await member.browser.api("GET", "/users/me/passkeys")).json.data.data).toHaveLength(1);
  const response = await answer(browser, member, authenticator, 8);
  server.run("UPDATE users SET active = 0 WHERE id = ?", member.id);
  const message = "This account has been deactivated.";
  expect(await send(browser, { response })).toEqual({ status: 403, json: { message } });
  expect(await alive(browser)).toBe(false);
});

test("the API removes only one’s own, after reauthentication, and not the only way in", async () => {
  const [member, stranger] = [await server.signUp("Ada Api"), await server.signUp("Sam Stranger")];
  await add(member);
  const { _id } = (await member.browser.api("GET", "/users/me/passkeys")).json.data.data[0];
  const remove = (user: Member, body?: object) => user.browser.api("DELETE", `/users/me/passkeys/${_id}`, body);
  expect((await remove(stranger)).status).toBe(404);
  expect((await stranger.browser.api("DELETE", "/users/me/passkeys/none")).status).toBe(404);
  const hash = server.value("SELECT password_hash FROM users WHERE id = ?", member.id);
  server.run("UPDATE users SET password_hash = ? WHERE id = ?", NO_PASSWORD, member.id);
  const last = "This is your only way to log in. Choose a password first.";
  const refusal = await remove(member);
  expect([refusal.status, refusal.json.message]).toEqual([409, last]);
  const form = await member.browser.submit(PAGE, { intent: "remove-passkey", passkeyId: _id });
  expect([form.status, form.page.text("[role=alert]")]).toEqual([409, expect.stringContaining(last)]);
  server.ageLogins(member);
  const again = "You logged in a while ago. Please log out, log in again, and repeat this.";
  expect((await remove(member, { password: "guess" })).json).toEqual({ status: "fail", message: again, errors: {} });
  server.run("UPDATE users SET password_hash = ? WHERE id = ?", hash, member.id);
  expect((await remove(member)).json.errors).toHaveProperty("password");
  expect((await remove(member, { password: PASSWORD })).status).toBe(204);
});
