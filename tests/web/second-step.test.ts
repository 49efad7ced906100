import { describe, expect, test } from "vitest";
import { codeAt, turnOnSecondStep } from "../support/authenticator";
import type { Browser } from "../support/browser-like";
import { cookieName } from "../support/browser-like";
import { type Member, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;
const PAGE = "/settings/security";
const alive = async (browser: Browser) => (await browser.api("GET", "/users/me")).status === 200;

/** A browser past the password. */
async function showPassword({ email }: Member, fields = {}, password = PASSWORD): Promise<Browser> {
  const browser = visitor();
  const response = await browser.submit("/login", { email, password, returnTo: "/garages", ...fields });
  expect([response.status, response.location, await alive(browser)]).toEqual([302, "/login/code", false]);
  return browser;
}

test("on, log out, log in with a code, with a recovery code, new codes, off", async () => {
  const member = await server.signUp("Walt Walker");
  const { browser } = member;
  expect((await browser.get("/settings")).page.link("Security")).toBe(PAGE);
  expect((await browser.get(PAGE)).page.text("main")).toContain("Off");

  const response = await browser.submit(PAGE, { intent: "start" });
  expect([response.status, response.location]).toEqual([302, PAGE]);
  const setup = await browser.follow(response);
  expect(setup.headers.get("cache-control")).toBe("private, no-store");
  const secret = setup.page.text("main .font-mono");
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(setup.page.attribute("main svg", "aria-label")).toContain("QR code");
  const field = setup.page.root.querySelector("[name=code]");
  expect([field?.getAttribute("inputmode"), field?.getAttribute("autocomplete")]).toEqual(["numeric", "one-time-code"]);

  const wrong = await browser.submit(PAGE, { intent: "confirm", code: "abc" });
  expect(wrong.page.text("main .font-mono")).toBe(secret);

  const code = codeAt(secret, Date.now() - 30_000);
  const on = await browser.submit(PAGE, { intent: "confirm", code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([on.status, on.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(on.page.notices).toContain("Two-step verification is on.");
  const codes = on.page.texts("main ol li");
  expect(codes).toHaveLength(10);
  const later = await browser.get(PAGE);
  expect(later.page.text("main")).toContain("10 of 10 left.");
  for (const hidden of [codes[0]!, secret]) expect(later.body).not.toContain(hidden);

  await browser.submit("/logout");
  const firstBrowser = await showPassword(member);
  const confirmPage = await firstBrowser.get("/login/code");
  expect([confirmPage.status, confirmPage.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(confirmPage.page.heading).toBe("Enter your code");
  expect((await firstBrowser.submit("/login/code", { code: "000000" })).page.value("code")).toBe("");
  const openedPage = await firstBrowser.submit("/login/code", { code: codeAt(secret) });
  expect([openedPage.status, openedPage.location]).toEqual([302, "/garages"]);
  expect((await firstBrowser.follow(openedPage)).page.notices).toContain("Login successful!");
  expect(await alive(firstBrowser)).toBe(true);

  const secondBrowser = await showPassword(member, { returnTo: "https://evil.example/" });
  expect((await secondBrowser.submit("/login/code", { code: codes[0]!.toLowerCase() })).location).toBe("/");
  expect(await alive(secondBrowser)).toBe(true);

  const renewed = await secondBrowser.submit(PAGE, { intent: "codes" });
  expect(renewed.page.notices).toContain("These are your new recovery codes. The old ones no longer work.");
  expect(renewed.page.texts("main ol li")).toHaveLength(10);
  const offResponse = await secondBrowser.submit(PAGE, { intent: "off" });
  expect((await secondBrowser.follow(offResponse)).page.notices).toContain(
    "Two-step verification is off. You are logged out everywhere else.",
  );
  expect([await alive(secondBrowser), await alive(firstBrowser)]).toEqual([true, false]);
  expect((await visitor().submit("/login", { email: member.email, password: PASSWORD })).location).toBe("/");
  for (const subject of [/verification is on/, /new recovery codes/, /verification is off/]) {
    await server.readMail(member.email, subject);
  }
});

describe("a login that waits for its code", () => {
  test("ends with ten minutes, another password, or another secret in its cookie", async () => {
    const member = await server.signUp();
    await turnOnSecondStep(member.browser);
    expect((await visitor().get("/login/code")).location).toBe("/login");
    const codePage = await showPassword(member);
    expect((await codePage.get("/login/code")).status).toBe(200);
    const cookie = codePage.cookies.get(cookieName(codePage.url, "second_step"))!;
    codePage.cookies.set(cookieName(codePage.url, "second_step"), `x${cookie.slice(1)}`);
    expect((await codePage.get("/login/code")).location).toBe("/login");
    codePage.cookies.set(cookieName(codePage.url, "second_step"), cookie);
    const change = {
      intent: "password",
      passwordCurrent: PASSWORD,
      password: "brand new one",
      passwordConfirm: "brand new one",
    };
    expect((await member.browser.submit("/settings", change)).status).toBe(302);
    const late = await codePage.submit("/login/code", { code: "000000" });
    expect(late.location).toBe("/login");
    expect((await codePage.follow(late)).page.notices).toContain("Your login has expired. Please log in again.");
  });

  test("comes after a reset of the password too", async () => {
    const owner = await server.signUpWithGarage();
    const { secret } = await turnOnSecondStep(owner.browser);
    await visitor().submit("/forgot-password", { email: owner.email });
    const link = await server.mailedPath(owner.email, /reset-password/);
    const browser = visitor();
    const reset = await browser.submit(link, { password: "brand new one", passwordConfirm: "brand new one" });
    expect([reset.status, reset.location, await alive(browser)]).toEqual([302, "/login/code", false]);
    expect((await browser.follow(reset)).page.notices).toContain("Password has been reset successfully!");
    const response = await browser.submit("/login/code", { code: codeAt(secret) });
    expect([response.location, await alive(browser)]).toEqual([`/garages/${owner.garageId}`, true]);
  });
});

describe("with an old login, the password is required again", () => {
  test("a pending secret is not shown, and new codes are not created", async () => {
    const member = await server.signUp();
    const response = await member.browser.follow(await member.browser.submit(PAGE, { intent: "start" }));
    const secret = response.page.text("main .font-mono");
    server.ageLogins(member);
    expect((await member.browser.get(PAGE)).body).not.toContain(secret);
    for (const intent of ["confirm", "codes"]) {
      expect((await member.browser.submit(PAGE, { intent, code: codeAt(secret) })).status).toBe(403);
    }
  });

  test("the download", async () => {
    const member = await server.signUp();
    server.ageLogins(member);
    expect((await member.browser.get("/settings/export")).location).toBe("/settings/data");
    const { page } = await member.browser.get("/settings/data");
    expect(page.link("Download my data (.zip)")).toBeUndefined();
    const right = await member.browser.submit("/settings/data", { intent: "data", password: PASSWORD });
    expect([right.status, right.location]).toEqual([302, "/settings/data"]);
    const shownPage = await member.browser.follow(right);
    expect((await member.browser.fetch(shownPage.page.link("Download my data (.zip)")!)).status).toBe(200);
  });
});

test("an admin without it sees a notice on the dashboard", async () => {
  const admin = await server.signUpAdmin();
  const summarize = async () => (await admin.browser.get("/admin")).page.link("two-step verification");
  expect(await summarize()).toBe(PAGE);
  await turnOnSecondStep(admin.browser);
  expect(await summarize()).toBeUndefined();
});
