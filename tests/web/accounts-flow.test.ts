import { beforeEach, describe, expect, test } from "vitest";
import { type Browser, browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { PASSWORD, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let serial = 0;
let browser: Browser;
let email: string;

beforeEach(() => {
  serial += 1;
  browser = browserLike(server());
  email = `flow.${process.pid}.${serial}@example.com`;
});

const person = () => ({ name: "Ada", email, password: PASSWORD, passwordConfirm: PASSWORD });

async function mailedPath(pattern: RegExp): Promise<string> {
  const mail = await readMail(server(), email, pattern);
  return new URL(mail.links.find((link) => pattern.test(link))!).pathname;
}

describe("from sign-up to the garage door, without script", () => {
  test("sign up, open the link, press the button, arrive logged in", async () => {
    const sent = await browser.submit("/signup", person());
    expect(sent.status).toBe(200);
    expect(sent.page.notices).toEqual([
      "Thank you! We have sent a verification link to your email. It is valid for 24 hours.",
    ]);
    expect(sent.page.fields).toEqual(["intent", "email"]);

    const path = await mailedPath(/\/verify-email\//);
    for (let look = 0; look < 3; look += 1) {
      const page = await browser.get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      expect(page.headers.get("referrer-policy")).toMatch(/same-origin$/);
      expect(page.page.texts("main button")).toEqual(["Verify my address"]);
    }
    expect(browser.cookies.has("paddock_session")).toBe(false);

    const verified = await browser.submit(path);
    expect([verified.status, verified.location]).toEqual([302, "/onboarding"]);
    expect((await browser.follow(verified)).page.notices).toContain("Account verified successfully! Welcome!");

    expect((await browser.api("GET", "/users/me")).json.data.user).toMatchObject({ name: "Ada", email });

    const again = await browserLike(server()).submit(path);
    expect(again.status).toBe(400);
    expect(again.page.text("main")).toContain("Verification failed. The link may be expired.");
    expect(again.page.fields).toContain("email");
  });

  test("another browser chooses the password, and a refused one leaves the link alive", async () => {
    await browser.submit("/signup", person());
    const path = await mailedPath(/\/verify-email\//);
    const other = browserLike(server());
    const form = await other.get(path);
    expect([form.status, form.page.fields]).toEqual([200, ["password", "passwordConfirm"]]);
    const nothing = await other.submit(path);
    expect([nothing.status, nothing.page.fieldError("password")]).toEqual([400, "Please choose a password."]);
    const easy = await other.submit(path, { password: email, passwordConfirm: email });
    expect([easy.status, easy.page.fieldError("password")]).toEqual([400, "This password is too easy to guess."]);
    const mine = { password: "the reader's own", passwordConfirm: "the reader's own" };
    const differing = await other.submit(path, { ...mine, passwordConfirm: "something else" });
    expect([differing.status, differing.page.alerts]).toEqual([400, ["Passwords do not match!"]]);
    const verified = await other.submit(path, mine);
    expect([verified.status, verified.location]).toEqual([302, "/onboarding"]);
    expect((await browser.submit("/login", { email, password: PASSWORD })).status).toBe(400);
    expect((await browser.submit("/login", { email, password: mine.password })).location).toBe("/");
  });

  test("whoever signed up with an address before its owner gets nothing of it", async () => {
    const mallory = browserLike(server());
    await mallory.submit("/signup", { ...person(), name: "Mallory" });
    const theirs = await mailedPath(/\/verify-email\//);
    await browser.submit("/signup", person());
    const ours = await mailedPath(/\/verify-email\//);
    expect((await browser.get(theirs)).page.fields).toEqual(["password", "passwordConfirm"]);
    expect((await browser.submit(ours)).location).toBe("/onboarding");
    const dead = await mallory.submit(theirs);
    expect([dead.status, dead.page.notices]).toEqual([400, ["Verification failed. The link may be expired."]]);
  });

  test("a link says who is logged in, and leaves it at that until the button is pressed", async () => {
    const ada = await signUp(server(), "Ada There");
    await browser.submit("/signup", person());
    const path = await mailedPath(/\/verify-email\//);
    ada.browser.cookies.set("paddock_sign_up", browser.cookies.get("paddock_sign_up")!);
    const page = await ada.browser.get(path);
    expect(page.page.text("main")).toContain("You are logged in as Ada There.");
    expect(page.page.texts("main button")).toEqual(["Verify my address"]);
    expect((await ada.browser.api("GET", "/users/me")).json.data.user._id).toBe(ada.id);
    expect((await ada.browser.submit(path)).location).toBe("/onboarding");
    expect((await ada.browser.api("GET", "/users/me")).json.data.user.email).toBe(email);
  });

  test("cookies of ours are for the server's eyes, and for its own address", async () => {
    const { headers } = await browser.submit("/signup", person());
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^paddock_sign_up=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("a link nobody gave", async () => {
    const without = await browser.get("/verify-email");
    expect([without.status, without.page.notices]).toEqual([400, ["No verification token found."]]);
    const wrong = await browser.get("/verify-email/nonsense");
    expect([wrong.status, wrong.page.notices]).toEqual([400, ["Verification failed. The link may be expired."]]);
  });

  test("a new link can be asked for", async () => {
    await browser.submit("/signup", person());
    await readMail(server(), email);
    await browserLike(server()).submit("/signup", person());
    await readMail(server(), email);
    const endless = await browser.submit("/verify-email", {
      intent: "resend",
      email: `${"x".repeat(300)}@example.com`,
    });
    expect([endless.status, endless.page.alerts[0]]).toEqual([
      400,
      "Your email address can have at most 254 characters.",
    ]);
    const resent = await browser.submit("/verify-email", { intent: "resend", email });
    expect([resent.status, resent.page.notices]).toEqual([
      200,
      ["If an account is waiting for its verification, a new link has been sent to your email."],
    ]);
    const verified = await browser.submit(await mailedPath(/\/verify-email\//));
    expect(verified.location).toBe("/onboarding");
  });
});

describe("logging in and out", () => {
  test("comes back to where one was, says so, and ends with a POST only", async () => {
    const ada = await signUp(server());
    const form = await browser.get("/login?returnTo=%2Fgarages%3Fpage%3D1&reason=like");
    expect(form.page.notices).toEqual(["You must be logged in to like a vehicle."]);
    expect(form.page.value("returnTo")).toBe("/garages?page=1");
    expect(form.page.link("Forgot your password?")).toBe("/forgot-password");

    const entered = await browser.submit("/login", { ...credentials(ada), returnTo: "/garages?page=1" });
    expect([entered.status, entered.location]).toEqual([302, "/garages?page=1"]);
    expect((await browser.follow(entered)).page.notices).toContain("Login successful!");
    expect((await browser.get("/login")).location).toBe("/");

    expect((await browser.get("/logout")).location).toBe("/");
    expect((await browser.api("GET", "/users/me")).status).toBe(200);
    const token = browser.cookies.get("paddock_session")!;
    const left = await browser.submit("/logout");
    expect([left.status, left.location, left.headers.get("clear-site-data")]).toEqual([302, "/", '"storage"']);
    browser.cookies.set("paddock_session", token);
    expect((await browser.api("GET", "/users/me")).status).toBe(401);
  });

  test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never leads to %s",
    async (returnTo) => {
      const ada = await signUp(server());
      const entered = await browser.submit("/login", { ...credentials(ada), returnTo });
      expect(entered.location).toBe("/");
    },
  );

  test("keeps what was typed, but no password, and what one came for", async () => {
    const refused = await browser.submit("/login", { email, password: "secret-guess", returnTo: "/garages" });
    expect(refused.status).toBe(400);
    expect(refused.page.alerts).toEqual(["Login failed. Check your credentials."]);
    expect(refused.page.value("email")).toBe(email);
    expect(refused.page.value("returnTo")).toBe("/garages");
    expect(refused.body).not.toContain("secret-guess");
    const empty = await browser.submit("/login", {});
    expect([empty.status, empty.page.fieldError("password")]).toEqual([400, "Please enter your password."]);
  });

  test("offers a new link to somebody who has not verified", async () => {
    await browser.submit("/signup", person());
    const refused = await browser.submit("/login", { email, password: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.page.alerts).toEqual(["Please verify your email address first. We can send you a new link."]);
    expect(refused.page.text("main")).toContain("Send a new link");
    const wrong = await browser.submit("/login", { email, password: "wrong password" });
    expect([wrong.status, wrong.page.text("main").includes("Send a new link")]).toEqual([400, false]);
  });

  test("refuses a deactivated account, whose sessions are dead by the next request", async () => {
    const ada = await signUp(server());
    server().database.prepare("UPDATE users SET active = 0 WHERE id = ?").run(ada.id);
    expect((await ada.browser.get("/profile")).location).toMatch(/^\/\?returnTo=/);
    const refused = await browser.submit("/login", credentials(ada));
    expect([refused.status, refused.page.alerts]).toEqual([403, ["This account has been deactivated."]]);
    expect((await browser.get(`/profile/${ada.id}`)).location).toBe("/not-found");
  });
});

const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password });

describe("a forgotten password", () => {
  test("is replaced through the mail; every older session ends", async () => {
    const ada = await signUp(server());
    email = ada.email;
    const asked = await browser.submit("/forgot-password", { email });
    expect([asked.status, asked.page.notices]).toEqual([
      200,
      ["If an account exists, a password reset link has been sent to your email."],
    ]);
    const path = await mailedPath(/\/reset-password\//);
    const form = await browser.get(path);
    expect([form.status, form.headers.get("cache-control")]).toEqual([200, "private, no-store"]);

    const different = await browser.submit(path, { password: "a new password", passwordConfirm: "another one" });
    expect([different.status, different.page.alerts]).toEqual([400, ["Passwords do not match!"]]);
    expect(different.body).not.toContain('a new password"');

    const saved = await browser.submit(path, { password: "a new password", passwordConfirm: "a new password" });
    expect([saved.status, saved.location]).toEqual([302, "/"]);
    expect((await browser.follow(saved)).page.notices).toContain("Password has been reset successfully!");
    expect((await browser.api("GET", "/users/me")).json.data.user.email).toBe(email);
    expect((await ada.browser.api("GET", "/users/me")).status).toBe(401);

    const again = await browser.submit(path, { password: "a third password", passwordConfirm: "a third password" });
    expect([again.status, again.page.alerts]).toEqual([
      400,
      ["Failed to reset password. Token may be invalid or expired."],
    ]);
  });
});

describe("profiles", () => {
  test("lead to the garage, to where one is opened, or say that there is none", async () => {
    const ada = await signUp(server());
    expect((await browser.get("/profile")).location).toBe("/?returnTo=%2Fprofile");
    expect((await ada.browser.get("/profile")).location).toBe("/onboarding");
    expect((await browser.get(`/profile/${ada.id}`)).location).toBe("/no-garage");
    expect((await browser.get("/profile/999999999")).location).toBe("/not-found");
    expect((await browser.get("/profile/nonsense")).location).toBe("/not-found");
    const garage = server()
      .database.prepare(
        "INSERT INTO garages (user_id, name, name_folded, location, created_at, updated_at) VALUES (?, 'G', 'g', 'L', 1, 1)",
      )
      .run(ada.id).lastInsertRowid;
    expect((await ada.browser.get("/profile")).location).toBe(`/garages/${garage}`);
    expect((await browser.get(`/profile/${ada.id}`)).location).toBe(`/garages/${garage}`);
  });
});
