import { describe, expect, test } from "vitest";
import { NO_PASSWORD } from "~/features/accounts/passwords.server";
import type { Browser } from "../support/browser-like";
import { cookieName } from "../support/browser-like";
import { png } from "../support/images";
import { type Member, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { openArchive } from "../support/zip";

const server = await sharedServer();
const { visitor } = server;
const SAFETY_OFF = "Please turn on the safety switch first.";
const SURE = "Are you absolutely sure? This cannot be undone.";

const alive = async (browser: Browser) => (await browser.api("GET", "/users/me")).status === 200;

async function logIn({ email, password }: Member, headers?: Record<string, string>): Promise<Browser> {
  const browser = visitor();
  const { status } = await browser.api("POST", "/users/login", { email, password }, { headers });
  if (status !== 200) throw new Error(`login failed: ${status}`);
  return browser;
}

const buttons = async (browser: Browser) =>
  (await browser.get("/settings")).page.texts("main button").filter((text) => text.startsWith("Delete"));

test("the page is in the menu, and has its parts", async () => {
  const member = await server.signUp("Ada Driver");
  const { page, status } = await member.browser.get("/settings");
  expect([status, page.title, page.heading]).toEqual([200, "Settings · Paddock", "Settings"]);
  expect(page.texts("header details a")).toEqual(["My Garage", "Settings"]);
  expect(page.texts("main h2")).toEqual(["Profile", "Email and password", "Danger zone"]);
  expect(page.value("name")).toBe("Ada Driver");
  expect(page.text("main")).toContain(member.email);
  expect(await buttons(member.browser)).toEqual(["Delete My Account"]);
  const owner = await server.signUpWithGarage();
  expect(await buttons(owner.browser)).toEqual(["Delete My Garage", "Delete My Account"]);
});

test("a user with undeliverable mail sees a notice, and no one else", async () => {
  const { browser, email, id } = await server.signUp();
  const alerts = async (browser: Browser) => (await browser.get("/settings")).page.texts("main [role=status]").join();
  expect(await alerts(browser)).toBe("");
  server.database.prepare("UPDATE users SET mail_refused_at = 1800000000000 WHERE id = ?").run(Number(id));
  expect(await alerts(browser)).toMatch(
    `We cannot deliver email to ${email}: its mail server refused it, 15 January 2027`,
  );
  expect(await alerts((await server.signUp()).browser)).toBe("");
});

test("the profile is saved, with a picture", async () => {
  const { browser, id } = await server.signUp();
  const fields = { intent: "profile", name: "  Ada   Racer ", bio: "One.\r\n\r\nTwo.", location: "Here" };
  const avatar = [{ name: "me.png", bytes: await png() }];
  const saveResponse = await browser.submit("/settings", fields, { avatar });
  expect([saveResponse.status, saveResponse.location]).toEqual([302, "/settings#saved-profile"]);
  const { page } = await browser.follow(saveResponse);
  expect(page.notices).toEqual(["Profile updated successfully!"]);
  expect(page.text("#saved-profile")).toBe("Saved");
  const { json } = await visitor().api("GET", `/users/${id}`);
  expect(json.data.user).toMatchObject({ name: "Ada Racer", bio: "One.\n\nTwo.", location: "Here" });
  const avatarPath = page.attribute("main img", "src") ?? "";
  expect(avatarPath).toContain(json.data.user.avatar);
  expect((await visitor().fetch(avatarPath)).status).toBe(200);
});

const CHANGE = {
  intent: "password",
  passwordCurrent: PASSWORD,
  password: "brand new one",
  passwordConfirm: "brand new one",
};

test("a change of the password keeps this browser's session, with another cookie", async () => {
  const member = await server.signUp();
  const before = member.browser.cookies.get(cookieName(server.url, "session"));
  const changeResponse = await member.browser.submit("/settings", CHANGE);
  expect([changeResponse.status, changeResponse.location]).toEqual([302, "/settings#saved-password"]);
  expect((await member.browser.follow(changeResponse)).page.notices).toEqual([
    "Your password has been changed. You are logged out everywhere else.",
  ]);
  expect(member.browser.cookies.get(cookieName(server.url, "session"))).not.toBe(before);
  expect(await alive(member.browser)).toBe(true);
  const dead = visitor();
  dead.cookies.set(cookieName(server.url, "session"), before!);
  expect(await alive(dead)).toBe(false);
});

test("another address: asked for, confirmed in any browser, and taken back from the old inbox", async () => {
  const member = await server.signUp();
  const phone = await logIn(member);
  const email = `new.${member.email}`;
  const asked = await member.browser.submit("/settings", { intent: "email", email, password: PASSWORD });
  expect([asked.status, asked.location]).toEqual([302, "/settings#saved-email"]);
  expect((await member.browser.follow(asked)).page.text("main")).toContain(email);
  const wrong = await member.browser.submit("/settings", { intent: "email", email, password: "guess" });
  expect([wrong.status, wrong.page.value("email")]).toEqual([400, email]);

  const confirm = await server.mailedPath(email, /confirm-email/);
  expect((await visitor().get(confirm)).page.text("main")).toContain(email);
  const confirmed = await visitor().submit(confirm, {});
  expect(confirmed.location).toBe("/login");
  expect([await alive(member.browser), await alive(phone)]).toEqual([true, false]);
  expect((await visitor().get(confirm)).status).toBe(400);

  const owner = visitor();
  const undone = await owner.submit(await server.mailedPath(member.email, /undo-email/), {});
  expect(undone.location).toMatch(/^\/reset-password\//);
  expect(await alive(member.browser)).toBe(false);
  const password = { password: "back in the driver seat", passwordConfirm: "back in the driver seat" };
  await owner.submit(undone.location!, password);
  expect((await owner.get("/settings")).page.text("main")).toContain(member.email);
});

test("an account without a password is offered a link to choose one", async () => {
  const member = await server.signUp();
  server.run("UPDATE users SET password_hash = ? WHERE id = ?", NO_PASSWORD, member.id);
  for (const path of ["/settings", "/settings/security"]) {
    const { page } = await member.browser.get(path);
    expect(page.link("Get a link to choose one"), path).toBe("/forgot-password");
    expect(page.root.querySelector("[name=passwordCurrent]")).toBeNull();
  }
});

test("sessions are listed, and can be ended", async () => {
  const member = await server.signUp();
  const phone = await logIn(member, { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Safari/604" });
  const { page } = await member.browser.get("/settings/security");
  const rows = page.texts("main li");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain("This device");
  expect(rows[1]).toMatch(/Safari on iPhone.*Log out this device/);
  const fields = { intent: "end-session", sessionId: page.value("sessionId")! };
  const ended = await member.browser.submit("/settings/security", fields);
  expect(ended.location).toBe("/settings/security");
  expect((await member.browser.follow(ended)).page.notices).toEqual(["That device has been logged out."]);
  expect([await alive(phone), await alive(member.browser)]).toEqual([false, true]);
  const { location } = await phone.get("/settings");
  expect(location).toBe("/?returnTo=%2Fsettings");
});

test("forms of the other pages are accepted at /settings too", async () => {
  const member = await server.signUp();
  const { browser } = member;
  const phone = await logIn(member);
  const sessionId = (await browser.get("/settings/security")).page.value("sessionId")!;
  const gone = await browser.submit("/settings", { intent: "end-session", sessionId });
  expect([gone.location, await alive(phone)]).toEqual(["/settings/security", false]);
  const tablet = await logIn(member);
  const allGone = await browser.submit("/settings", { intent: "end-others" });
  expect([allGone.location, await alive(tablet), await alive(browser)]).toEqual(["/settings/security", false, true]);
  server.ageLogins(member);
  const wrong = await browser.submit("/settings", { intent: "data", password: "wrong one" });
  expect([wrong.status, wrong.page.alerts.length]).toEqual([403, 1]);
  const right = await browser.submit("/settings", { intent: "data", password: PASSWORD });
  expect([right.status, right.location]).toEqual([302, "/settings/data"]);
});

test("the download is one's own data, as an archive", async () => {
  const owner = await server.signUpWithGarage("Eve Export");
  const { page } = await owner.browser.get("/settings/data");
  const response = await owner.browser.fetch(page.link("Download my data (.zip)")!);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": expect.stringMatching(/^attachment; filename="paddock-eve-export-[\d-]+\.zip"$/),
    "cache-control": "private, no-store",
  });
  const archive = openArchive(new Uint8Array(await response.arrayBuffer()));
  expect(JSON.parse(archive.text("data.json")).account).toMatchObject({ id: owner.id, email: owner.email });
  const head = await owner.browser.fetch("/settings/export", { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/zip"]);
});

describe("the danger zone, without script", () => {
  test("requires the switch, then the second step, then the switch again", async () => {
    const { browser } = await server.signUpWithGarage();
    for (const leave of ["garage", "account"]) {
      const offResponse = await browser.submit("/settings", { intent: "leave", leave });
      expect([offResponse.status, offResponse.page.text("#danger-leave-field-safety-error")]).toEqual([
        400,
        SAFETY_OFF,
      ]);
      const on = await browser.submit("/settings", { intent: "leave", leave, safety: "on" });
      expect([on.status, on.location]).toEqual([302, `/settings/delete-${leave}?safety=on`]);
      const second = await browser.follow(on);
      expect(second.page.heading).toBe(SURE);
      expect(second.page.attribute("main input[type=hidden][name=safety]", "value")).toBe("on");
      const direct = await browser.get(`/settings/delete-${leave}`);
      expect(direct.page.root.querySelector("main input[type=checkbox][name=safety]")).not.toBeNull();
      const response = await browser.submit(`/settings/delete-${leave}`);
      expect([response.status, response.page.alerts]).toEqual([400, [SAFETY_OFF]]);
    }
    expect(await alive(browser)).toBe(true);
    expect((await browser.submit("/settings", { intent: "leave", leave: "else", safety: "on" })).status).toBe(400);
  });

  test("the garage is deleted, and the page leads to a new one", async () => {
    const owner = await server.signUpWithGarage("Gus Garage");
    const response = await owner.browser.submit("/settings/delete-garage", { safety: "on" });
    expect([response.status, response.location]).toEqual([302, "/settings"]);
    const { page } = await owner.browser.follow(response);
    expect(page.notices).toEqual(["Your garage has been deleted. You can open a new one at any time."]);
    expect((await visitor().get(`/garages/${owner.garageId}`)).status).toBe(404);
    expect(await buttons(owner.browser)).toEqual(["Delete My Account"]);
  });

  test("the account is deleted, with its session and the browser's storage", async () => {
    const leaver = await server.signUpWithGarage("Lea Leaver");
    const response = await leaver.browser.submit("/settings/delete-account", { safety: "on" });
    expect([response.status, response.location, response.headers.get("clear-site-data")]).toEqual([
      302,
      "/",
      '"storage"',
    ]);
    expect(leaver.browser.cookies.has(cookieName(server.url, "session"))).toBe(false);
    const { page } = await leaver.browser.follow(response);
    expect(page.notices.join()).toContain("Your account has been deleted.");
    expect(page.link("Log in")).toBeDefined();
    expect((await visitor().get(`/garages/${leaver.garageId}`)).status).toBe(404);
  });
});
