import { describe, expect, test } from "vitest";
import { cookieName } from "../support/browser-like";
import { htmlAsJpeg, png } from "../support/images";
import { PASSWORD, signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor: client } = server;
let serial = 0;
const freshEmail = () => `api.${process.pid}.${++serial}@example.com`;
const me = (token: string) => client().api("GET", "/users/me", undefined, { token });
const statusesOf = async (...tokens: string[]) => (await Promise.all(tokens.map(me))).map(({ status }) => status);
const mailedToken = async (email: string, pattern: RegExp) =>
  (await server.mailedPath(email, pattern)).split("/").at(-1)!;

const PUBLIC = "_id avatar bio createdAt followerCount followers following garage location name".split(" ");
const OWN = [...PUBLIC, "active", "email", "role"].sort();

describe("an account through the API, with bearer only", () => {
  test("sign up, verify once, log in, log out", async () => {
    const email = freshEmail();
    const sly = { role: "admin", active: true, verifiedAt: 1 };
    const signedUp = await client().api("POST", "/users/signup", { ...signUpFields(email), ...sly });
    const message = "Thank you! We have sent a verification link to your email. It is valid for 24 hours.";
    expect([signedUp.status, signedUp.json]).toEqual([201, { status: "success", message }]);
    const early = await client().api("POST", "/users/login", { email, password: PASSWORD });
    expect([early.status, early.json.status]).toEqual([403, "fail"]);

    const link = `/users/verify-email/${await mailedToken(email, /verify-email/)}`;
    expect((await client().fetch(`/api/v1${link}`, { method: "HEAD" })).status).toBe(200);
    const verified = await client().api("GET", link);
    expect([verified.status, Object.keys(verified.json).sort()]).toEqual([200, ["data", "status", "token"]]);
    expect(verified.json.data.user).toMatchObject({ name: "Ada", email, role: "user", active: true, garage: null });
    expect(verified.headers.getSetCookie().join()).toMatch(/paddock_session_\d+=[^;]+;.*HttpOnly;.*SameSite=Lax/);
    const secondVisit = await client().api("GET", link);
    expect([secondVisit.status, secondVisit.json.message]).toEqual([
      400,
      "Verification failed. The link may be expired.",
    ]);
    expect((await client().fetch(`/api/v1${link}`, { method: "HEAD" })).status).toBe(400);

    const login = { email: email.toUpperCase(), password: PASSWORD };
    const loggedIn = await client().api("POST", "/users/login", login);
    const { token } = loggedIn.json;
    expect([loggedIn.status, loggedIn.json.data.user._id]).toEqual([200, verified.json.data.user._id]);
    expect(Object.keys((await me(token)).json.data.user).sort()).toEqual(OWN);
    const logout = await client().api("POST", "/users/logout", undefined, { token });
    expect([logout.status, logout.json, await statusesOf(token, verified.json.token)]).toEqual([204, null, [401, 200]]);
  });

  test("the link affects no session of a browser that did not request it from our pages", async () => {
    const existingUser = await server.signUp("Ada There");
    const sessionCookie = existingUser.browser.cookies.get(cookieName(existingUser.browser.url, "session"));
    const foreign: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { Origin: "https://evil.example" },
      { Accept: "text/html,*/*" },
    ];
    for (const headers of foreign) {
      const email = freshEmail();
      await client().api("POST", "/users/signup", signUpFields(email));
      const path = `/api/v1/users/verify-email/${await mailedToken(email, /verify-email/)}`;
      const answer = await existingUser.browser.fetch(path, { headers });
      const { token, data } = await answer.json();
      expect([answer.status, answer.headers.getSetCookie(), data.user.email]).toEqual([200, [], email]);
      expect(existingUser.browser.cookies.get(cookieName(existingUser.browser.url, "session"))).toBe(sessionCookie);
      expect((await existingUser.browser.api("GET", "/users/me")).json.data.user._id).toBe(existingUser.id);
      expect((await me(token)).json.data.user.email).toBe(email);
    }
  });

  test("a client that is no browser gets the cookie too, and signing up leaves one", async () => {
    const email = freshEmail();
    const program = client();
    const headers = { "Content-Type": "application/json" };
    await program.fetch("/api/v1/users/signup", { method: "POST", headers, body: JSON.stringify(signUpFields(email)) });
    expect(program.cookies.has(cookieName(program.url, "sign_up"))).toBe(true);
    const path = `/api/v1/users/verify-email/${await mailedToken(email, /verify-email/)}`;
    expect((await program.fetch(path)).status).toBe(200);
    const names = (["device", "session", "sign_up"] as const).map((name) => cookieName(program.url, name));
    expect([...program.cookies.keys()].sort()).toEqual(names);
  });

  test("a bearer token takes precedence over the session", async () => {
    const [ada, bea] = [await server.signUp("Ada"), await server.signUp("Bea")];
    const token = await server.bearerOf(bea);
    const getMe = (authorization: string) =>
      ada.browser.api("GET", "/users/me", undefined, { headers: { Authorization: authorization } });
    expect((await getMe(`Bearer ${token}`)).json.data.user._id).toBe(bea.id);
    for (const dead of ["Bearer nonsense", "Bearer", "bearer no/token", `Bearer ${"x".repeat(300)}`]) {
      expect((await getMe(dead)).status).toBe(401);
    }
    // A proxy's password does not affect ours.
    expect((await getMe("Basic eDp5")).json.data.user._id).toBe(ada.id);
  });

  test("a forgotten password", async () => {
    const ada = await server.signUp();
    const old = await server.bearerOf(ada);
    const message = "If an account exists, a password reset link has been sent to your email.";
    for (const email of [ada.email, "nobody@example.com", "no address", `${"x".repeat(5000)}@example.com`, undefined]) {
      const { status, json } = await client().api("POST", "/users/forgotPassword", { email });
      expect([status, json]).toEqual([200, { status: "success", message }]);
    }
    const path = `/users/resetPassword/${await mailedToken(ada.email, /reset-password/)}`;
    const NEW = { password: "a new password", passwordConfirm: "a new password" };
    const reset = await client().api("PATCH", path, NEW);
    expect([reset.status, reset.json.data.user.email]).toEqual([200, ada.email]);
    expect(await statusesOf(reset.json.token, old)).toEqual([200, 401]);
    const secondReset = await client().api("PATCH", path, NEW);
    const tokenMessage = "Failed to reset password. Token may be invalid or expired.";
    expect([secondReset.status, secondReset.json.message]).toEqual([400, tokenMessage]);
  });

  test("a new password: a new token, every other one dead", async () => {
    const member = await server.signUp();
    const [firstToken, secondToken] = [await server.bearerOf(member), await server.bearerOf(member)];
    const NEW = { passwordCurrent: PASSWORD, password: "brand new one", passwordConfirm: "brand new one" };
    const { status, json } = await client().api("PATCH", "/users/updateMyPassword", NEW, { token: firstToken });
    expect([status, json.data.user]).toMatchObject([200, { _id: member.id, email: member.email }]);
    expect(await statusesOf(json.token, firstToken, secondToken)).toEqual([200, 401, 401]);
    expect((await member.browser.api("GET", "/users/me")).status).toBe(401);
  });
});

test("a profile changes in what is sent and listed, with an avatar; a refused one changes nothing", async () => {
  const member = await server.signUp("Ada Driver");
  const token = await server.bearerOf(member);
  const update = (body: object, bytes?: Buffer) => {
    const files = bytes && { files: { avatar: [{ name: "me.png", bytes }] } };
    return client().api("PATCH", "/users/updateMe", body, { token, ...files });
  };
  const first = await update({ bio: "B.", location: "Here" });
  const storedUser = { _id: member.id, bio: "B.", location: "Here", email: member.email };
  expect([first.status, first.json.data.user]).toMatchObject([200, { ...storedUser, name: "Ada Driver" }]);
  const sly = { role: "admin", active: false, email: "x@example.com", avatar: "x.jpg", followerCount: 9 };
  const untouched = { role: "user", active: true, avatar: "default.jpg", followerCount: 0 };
  const expected = { ...storedUser, ...untouched, name: "Ada" };
  expect((await update({ name: "Ada", ...sly })).json.data.user).toMatchObject(expected);
  expect((await update({ name: "Eve" }, htmlAsJpeg())).status).toBe(400);
  const { user } = (await update({}, await png())).json.data;
  expect([user.name, (await client().fetch(`/img/users/${user.avatar}`)).status]).toEqual(["Ada", 200]);
});

test("what a user looks like to others, to oneself, to an admin", async () => {
  const owner = await server.signUpWithGarage();
  const stranger = await server.signUp("Stranger");
  const admin = await server.signUpAdmin();
  const look = async (browser = client()) => (await browser.api("GET", `/users/${owner.id}`)).json.data.user;
  for (const user of [await look(), await look(stranger.browser)]) expect(Object.keys(user).sort()).toEqual(PUBLIC);
  expect(Object.keys(await look(owner.browser)).sort()).toEqual(OWN);
  const { figures, ...account } = await look(admin.browser);
  expect(Object.keys(account).sort()).toEqual(OWN);
  expect(figures).toMatchObject({ sessions: 1, vehicles: 0, storageBytes: 0, secondStepOn: false });
  expect((await look()).garage).toEqual({ _id: owner.garageId, name: expect.any(String) });
  const login = await client().api("POST", "/users/login", { email: owner.email, password: PASSWORD });
  expect(login.json.data.user.garage).toBe(owner.garageId);
});
