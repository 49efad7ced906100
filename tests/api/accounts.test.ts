import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { bearerOf, PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let serial = 0;
const freshEmail = () => `api.${process.pid}.${++serial}@example.com`;

async function mailedToken(email: string, pattern: RegExp): Promise<string> {
  const mail = await readMail(server(), email, pattern);
  return new URL(mail.links.find((link) => pattern.test(link))!).pathname.split("/").at(-1)!;
}

const PUBLIC = [
  "_id",
  "avatar",
  "bio",
  "createdAt",
  "followerCount",
  "followers",
  "following",
  "garage",
  "location",
  "name",
];
const OWN = [...PUBLIC, "active", "email", "role"].sort();

describe("an account through the API, with bearer only", () => {
  test("sign up, verify once, log in, log out", async () => {
    const email = freshEmail();
    const client = browserLike(server());
    const person = { name: "Ada", email, password: PASSWORD, passwordConfirm: PASSWORD };
    const signedUp = await client.api("POST", "/users/signup", {
      ...person,
      role: "admin",
      active: true,
      verifiedAt: 1,
    });
    expect([signedUp.status, signedUp.json]).toEqual([
      201,
      {
        status: "success",
        message: "Thank you! We have sent a verification link to your email. It is valid for 24 hours.",
      },
    ]);
    const early = await client.api("POST", "/users/login", { email, password: PASSWORD });
    expect([early.status, early.json.status]).toEqual([403, "fail"]);

    const link = `/users/verify-email/${await mailedToken(email, /verify-email/)}`;
    expect((await client.fetch(`/api/v1${link}`, { method: "HEAD" })).status).toBe(200);
    const verified = await browserLike(server()).api("GET", link);
    expect(verified.status).toBe(200);
    expect(Object.keys(verified.json).sort()).toEqual(["data", "status", "token"]);
    expect(verified.json.data.user).toMatchObject({ name: "Ada", email, role: "user", active: true, garage: null });
    expect(verified.headers.getSetCookie().join()).toMatch(/paddock_session=[^;]+;.*HttpOnly;.*SameSite=Lax/);

    const again = await client.api("GET", link);
    expect([again.status, again.json.message]).toEqual([400, "Verification failed. The link may be expired."]);
    expect((await client.fetch(`/api/v1${link}`, { method: "HEAD" })).status).toBe(400);

    const loggedIn = await browserLike(server()).api("POST", "/users/login", {
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    const { token } = loggedIn.json;
    expect([loggedIn.status, loggedIn.json.data.user._id]).toEqual([200, verified.json.data.user._id]);
    const me = await client.api("GET", "/users/me", undefined, { token });
    expect(Object.keys(me.json.data.user).sort()).toEqual(OWN);
    const out = await client.api("POST", "/users/logout", undefined, { token });
    expect([out.status, out.json]).toEqual([204, null]);
    expect((await client.api("GET", "/users/me", undefined, { token })).status).toBe(401);
    expect((await client.api("GET", "/users/me", undefined, { token: verified.json.token })).status).toBe(200);
  });

  test("the link touches no browser's session that did not ask for it from our own pages", async () => {
    const there = await signUp(server(), "Ada There");
    const kept = there.browser.cookies.get("paddock_session");
    const foreign: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { Origin: "https://evil.example" },
      { Accept: "text/html,*/*" },
    ];
    for (const headers of foreign) {
      const email = freshEmail();
      const client = browserLike(server());
      await client.api("POST", "/users/signup", { name: "B", email, password: PASSWORD, passwordConfirm: PASSWORD });
      const path = `/api/v1/users/verify-email/${await mailedToken(email, /verify-email/)}`;
      const answer = await there.browser.fetch(path, { headers });
      const { token, data } = await answer.json();
      expect([answer.status, answer.headers.getSetCookie(), data.user.email]).toEqual([200, [], email]);
      expect(there.browser.cookies.get("paddock_session")).toBe(kept);
      expect((await there.browser.api("GET", "/users/me")).json.data.user._id).toBe(there.id);
      expect((await client.api("GET", "/users/me", undefined, { token })).json.data.user.email).toBe(email);
    }
  });

  test("a client that is no browser gets the cookie too, and signing up leaves one", async () => {
    const email = freshEmail();
    const client = browserLike(server());
    const body = JSON.stringify({ name: "B", email, password: PASSWORD, passwordConfirm: PASSWORD });
    const headers = { "Content-Type": "application/json" };
    await client.fetch("/api/v1/users/signup", { method: "POST", headers, body });
    expect(client.cookies.has("paddock_sign_up")).toBe(true);
    const path = `/api/v1/users/verify-email/${await mailedToken(email, /verify-email/)}`;
    expect((await client.fetch(path)).status).toBe(200);
    expect([...client.cookies.keys()].sort()).toEqual(["paddock_device", "paddock_session", "paddock_sign_up"]);
  });

  test("only the bearer counts where there is one", async () => {
    const [ada, bea] = [await signUp(server(), "Ada"), await signUp(server(), "Bea")];
    const token = await bearerOf(server(), bea);
    const me = (authorization: string) =>
      ada.browser.api("GET", "/users/me", undefined, { headers: { Authorization: authorization } });
    expect((await me(`Bearer ${token}`)).json.data.user._id).toBe(bea.id);
    for (const dead of ["Bearer nonsense", "Bearer", "bearer no/token", `Bearer ${"x".repeat(300)}`]) {
      expect((await me(dead)).status).toBe(401);
    }
    // A proxy's own password says nothing about ours.
    expect((await me("Basic eDp5")).json.data.user._id).toBe(ada.id);
  });

  test("a new session at every login", async () => {
    const ada = await signUp(server());
    expect(await bearerOf(server(), ada)).not.toBe(await bearerOf(server(), ada));
  });

  test("a forgotten password", async () => {
    const ada = await signUp(server());
    const old = await bearerOf(server(), ada);
    const client = browserLike(server());
    const answers = [];
    for (const email of [ada.email, "nobody@example.com", "no address", `${"x".repeat(5000)}@example.com`, undefined]) {
      const { status, json } = await client.api("POST", "/users/forgotPassword", { email });
      answers.push({ status, json });
    }
    const message = "If an account exists, a password reset link has been sent to your email.";
    expect(answers).toEqual(Array(5).fill({ status: 200, json: { status: "success", message } }));
    const number = await client.api("POST", "/users/forgotPassword", { email: 7 });
    expect([number.status, Object.keys(number.json.errors)]).toEqual([400, ["email"]]);

    const path = `/users/resetPassword/${await mailedToken(ada.email, /reset-password/)}`;
    const mismatch = await client.api("PATCH", path, { password: "a new password", passwordConfirm: "b" });
    expect([mismatch.status, mismatch.json.message]).toEqual([400, "Passwords do not match!"]);
    const reset = await client.api("PATCH", path, { password: "a new password", passwordConfirm: "a new password" });
    expect(reset.status).toBe(200);
    expect(reset.json.data.user.email).toBe(ada.email);
    const me = (token: string) => client.api("GET", "/users/me", undefined, { token });
    expect([(await me(reset.json.token)).status, (await me(old)).status]).toEqual([200, 401]);
    const again = await client.api("PATCH", path, { password: "a new password", passwordConfirm: "a new password" });
    expect([again.status, again.json.message]).toEqual([
      400,
      "Failed to reset password. Token may be invalid or expired.",
    ]);
  });
});

describe("what a user looks like", () => {
  test("to others, to oneself, to an admin", async () => {
    const owner = await signUpWithGarage(server());
    const stranger = await signUp(server(), "Stranger");
    const admin = await signUp(server(), "Admin");
    server().database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin.id);
    const path = `/users/${owner.id}`;
    const look = async (browser = browserLike(server())) => (await browser.api("GET", path)).json.data.user;
    for (const user of [await look(), await look(stranger.browser)]) expect(Object.keys(user).sort()).toEqual(PUBLIC);
    for (const user of [await look(owner.browser), await look(admin.browser)])
      expect(Object.keys(user).sort()).toEqual(OWN);
    expect((await look()).garage).toEqual({ _id: owner.garageId, name: expect.any(String) });
    const login = await browserLike(server()).api("POST", "/users/login", { email: owner.email, password: PASSWORD });
    expect(login.json.data.user.garage).toBe(owner.garageId);
  });

  test("who follows, and how many; the deactivated do not count and are not there", async () => {
    const [ada, bob, eve] = [
      await signUp(server(), "Ada"),
      await signUp(server(), "Bob"),
      await signUp(server(), "Eve"),
    ];
    const follow = server().database.prepare(
      "INSERT INTO follows (follower_id, followed_id, created_at) VALUES (?, ?, 1)",
    );
    follow.run(bob.id, ada.id);
    follow.run(eve.id, ada.id);
    follow.run(ada.id, eve.id);
    const look = async (id: string, browser = browserLike(server())) => browser.api("GET", `/users/${id}`);
    const before = (await look(ada.id)).json.data.user;
    expect({ ...before, followers: before.followers.sort() }).toMatchObject({
      followers: [bob.id, eve.id].sort(),
      following: [eve.id],
      followerCount: 2,
    });
    server().database.prepare("UPDATE users SET active = 0 WHERE id = ?").run(eve.id);
    expect((await look(ada.id)).json.data.user).toMatchObject({ followers: [bob.id], following: [], followerCount: 1 });
    const gone = await look(eve.id);
    expect([gone.status, gone.json.message]).toEqual([404, "Could not load garage. The user or garage may not exist."]);
  });
});

describe("literal paths", () => {
  test.each([
    ["GET", "/users/login", "POST"],
    ["GET", "/users/signup", "POST"],
    ["GET", "/users/logout", "POST"],
    ["DELETE", "/users/forgotPassword", "POST"],
    ["GET", "/users/resetPassword", "PATCH"],
    ["POST", "/users/verify-email/x", "GET, HEAD"],
    ["PUT", "/users/me", "GET, HEAD"],
  ])("%s %s is 405", async (method, path, allow) => {
    const { status, headers, json } = await browserLike(server()).api(method, path);
    expect([status, headers.get("allow"), json.status]).toEqual([405, allow, "fail"]);
  });

  test("a link without its token", async () => {
    const { status, json } = await browserLike(server()).api("GET", "/users/verify-email");
    expect([status, json.message]).toEqual([400, "No verification token found."]);
  });
});
