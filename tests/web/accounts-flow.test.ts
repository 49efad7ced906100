import { beforeEach, describe, expect, test } from "vitest";
import type { Browser } from "../support/browser-like";
import { cookieName } from "../support/browser-like";
import { PASSWORD, signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
let serial = 0;
let browser: Browser;
let email: string;

beforeEach(() => {
  serial += 1;
  browser = server.visitor();
  email = `flow.${process.pid}.${serial}@example.com`;
});

const user = () => signUpFields(email);

describe("from sign-up to the garage door, without script", () => {
  test("sign up, open the link, press the button, arrive logged in", async () => {
    const response = await browser.submit("/signup", user());
    expect(response.status).toBe(200);
    expect(response.page.notices).toEqual([
      `Open the link we sent to ${email} to activate your account. It is valid for 24 hours.`,
    ]);
    expect(response.page.fields).toEqual(["intent", "email"]);

    const path = await server.mailedPath(email, /\/verify-email\//);
    for (let look = 0; look < 3; look += 1) {
      const page = await browser.get(path);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      expect(page.headers.get("referrer-policy")).toMatch(/same-origin$/);
      expect(page.page.texts("main button")).toEqual(["Verify my address"]);
    }
    expect(browser.cookies.has(cookieName(browser.url, "session"))).toBe(false);

    const verified = await browser.submit(path);
    expect([verified.status, verified.location]).toEqual([302, "/onboarding"]);
    expect((await browser.follow(verified)).page.notices).toContain("Account verified successfully! Welcome!");

    expect((await browser.api("GET", "/users/me")).json.data.user).toMatchObject({ name: "Ada", email });

    const secondVisit = await server.visitor().submit(path);
    expect(secondVisit.status).toBe(400);
    expect(secondVisit.page.text("main")).toContain("Verification failed. The link may be expired.");
    expect(secondVisit.page.fields).toContain("email");
  });

  test("cookies of ours are for the server's eyes, and for its own address", async () => {
    const { headers } = await browser.submit("/signup", user());
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^paddock_sign_up_\d+=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("an unknown link", async () => {
    const response = await browser.get("/verify-email");
    expect([response.status, response.page.notices]).toEqual([400, ["No verification token found."]]);
    const wrong = await browser.get("/verify-email/nonsense");
    expect([wrong.status, wrong.page.notices]).toEqual([400, ["Verification failed. The link may be expired."]]);
  });
});

describe("logging in and out", () => {
  test("returns to the page with a toast, and ends with a POST only", async () => {
    const ada = await server.signUp();
    const form = await browser.get("/login?returnTo=%2Fgarages%3Fpage%3D1&reason=like");
    expect(form.page.notices).toEqual(["You must be logged in to like a vehicle."]);
    expect(form.page.value("returnTo")).toBe("/garages?page=1");
    expect(form.page.link("Forgot your password?")).toBe("/forgot-password");

    const login = await browser.submit("/login", { ...credentials(ada), returnTo: "/garages?page=1" });
    expect([login.status, login.location]).toEqual([302, "/garages?page=1"]);
    expect((await browser.follow(login)).page.notices).toContain("Login successful!");
    expect((await browser.get("/login")).location).toBe("/");

    expect((await browser.get("/logout")).location).toBe("/");
    expect((await browser.api("GET", "/users/me")).status).toBe(200);
    const token = browser.cookies.get(cookieName(browser.url, "session"))!;
    const logout = await browser.submit("/logout");
    expect([logout.status, logout.location, logout.headers.get("clear-site-data")]).toEqual([302, "/", '"storage"']);
    browser.cookies.set(cookieName(browser.url, "session"), token);
    expect((await browser.api("GET", "/users/me")).status).toBe(401);
  });

  test("another site on this host logs nobody out: its cookies have another name, and all of one name are tried", async () => {
    const member = await server.signUp("Hanna Hosts");
    const name = cookieName(server.url, "session");
    expect([...member.browser.cookies.keys()]).toContain(name);
    const live = `${name}=${member.browser.cookies.get(name)}`;
    const formerUser = await server.signUp("Gerd Gone");
    const ended = `${name}=${formerUser.browser.cookies.get(name)}`;
    await formerUser.browser.submit("/logout");
    for (const others of [`${name}=unsigned`, `${name}=`, ended, `paddock_session_1=x; ${name}="x"`]) {
      for (const Cookie of [`${others}; ${live}`, `${live}; ${others}`]) {
        const answer = await server.ask({ path: "/api/v1/users/me", headers: { Cookie } });
        expect([Cookie, JSON.parse(answer.body).data?.user._id]).toEqual([Cookie, member.id]);
      }
    }
    const headers = { Cookie: `${ended}; ${live}`, "Sec-Fetch-Site": "same-origin" };
    expect((await server.ask({ method: "POST", path: "/logout", headers, body: "" })).status).toBe(302);
    expect((await member.browser.api("GET", "/users/me")).status).toBe(401);
  });

  test("never leads to another site", async () => {
    const ada = await server.signUp();
    for (const returnTo of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const login = await browser.submit("/login", { ...credentials(ada), returnTo });
      expect([returnTo, login.location]).toEqual([returnTo, "/"]);
      await browser.submit("/logout");
    }
  });

  test("offers a new link to unverified users", async () => {
    await browser.submit("/signup", user());
    const response = await browser.submit("/login", { email, password: PASSWORD });
    expect(response.status).toBe(403);
    expect(response.page.alerts).toEqual(["Please verify your email address first. We can send you a new link."]);
    expect(response.page.text("main")).toContain("Send a new link");
    const wrong = await browser.submit("/login", { email, password: "wrong password" });
    expect([wrong.status, wrong.page.text("main").includes("Send a new link")]).toEqual([400, false]);
  });

  test("refuses a deactivated account, whose sessions end by the next request", async () => {
    const ada = await server.signUp();
    server.run("UPDATE users SET active = 0 WHERE id = ?", ada.id);
    expect((await ada.browser.get("/profile")).location).toMatch(/^\/\?returnTo=/);
    const response = await browser.submit("/login", credentials(ada));
    expect([response.status, response.page.alerts]).toEqual([403, ["This account has been deactivated."]]);
  });
});

const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password });

test("a forgotten password is replaced through the mail; every older session ends", async () => {
  const ada = await server.signUp();
  email = ada.email;
  const response = await browser.submit("/forgot-password", { email });
  expect(response.status).toBe(200);
  expect(response.page.notices).toEqual(["If an account exists, a password reset link has been sent to your email."]);
  const path = await server.mailedPath(email, /\/reset-password\//);
  const form = await browser.get(path);
  expect([form.status, form.headers.get("cache-control")]).toEqual([200, "private, no-store"]);

  const resetResponse = await browser.submit(path, { password: "a new password", passwordConfirm: "a new password" });
  expect([resetResponse.status, resetResponse.location]).toEqual([302, "/"]);
  expect((await browser.follow(resetResponse)).page.notices).toContain("Password has been reset successfully!");
  expect((await browser.api("GET", "/users/me")).json.data.user.email).toBe(email);
  expect((await ada.browser.api("GET", "/users/me")).status).toBe(401);
});
