import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { codeAt, turnOnSecondStep } from "../support/authenticator";
import type { Browser, Fields } from "../support/browser-like";
import { CLIENT, type Lies, passProvider, startLyingProvider, startOpenIdProvider } from "../support/openid";
import { sharedServer } from "../support/server";
import type { TestSite } from "../support/site";

const provider = await startOpenIdProvider();
const server = await sharedServer({ env: { ...CLIENT, OIDC_ISSUER: provider.issuer } });
provider.register(server.url);
afterAll(provider.close);

const person = { sub: "liar", name: "Lee Liar", email: "lee@keys.example", email_verified: true };
const liar = await startLyingProvider(person);
const site = await sharedServer({ env: { ...CLIENT, OIDC_ISSUER: liar.issuer, OIDC_SECOND_STEP: "theirs" } });
afterAll(liar.close);

const SECURITY = "/settings/security";
const MESSAGES = {
  hasAccount:
    "Your email address already has an account. Log in to it first, then link Club Keys in the security settings. If you have no password, use “Forgot your password?”.",
  noAddress:
    "Club Keys has not sent us your email address. Please sign up with a password. Then you can link Club Keys in the security settings.",
  failed: "Logging in with Club Keys failed. Please try again, or log in another way.",
  unreachable: "We cannot reach Club Keys at the moment. Please try again later, or log in another way.",
  over: "Your login with Club Keys has expired. Please try again.",
};

let serial = 0;

/** A new person at the provider. */
function meet(claims: Fields = {}) {
  serial += 1;
  const login = `person-${serial}`;
  const email = `${login}@keys.example`;
  provider.people.set(login, { name: "Kay Keys", email, email_verified: true, ...claims });
  return { login, email };
}

async function arrive(browser: Browser, login: string, fields: Fields = {}) {
  const begun = await browser.submit("/login/oidc", fields);
  expect(begun.status, begun.page.text("main")).toBe(302);
  return browser.get(await passProvider(begun.location, login));
}

async function link(browser: Browser, login: string) {
  const begun = await browser.submit(SECURITY, { intent: "link" });
  return browser.get(await passProvider(begun.location, login));
}

const me = async (browser: Browser) => (await browser.api("GET", "/users/me")).json.data?.user;
/** Of mails all that ever were: one with nothing to send goes by itself. */
const countRows = (on: TestSite = server) => [
  ...["users", "identities", "sign_ups", "applications", "sessions"].map((table) =>
    on.value(`SELECT count(*) FROM ${table}`),
  ),
  on.value("SELECT seq FROM sqlite_sequence WHERE name = 'mail_outbox'"),
];
const setDoor = (registration: string) => {
  server.run("DELETE FROM door");
  server.insert("door", { id: 1, registration });
};

describe("the pages", () => {
  test.each(["/login", "/signup"])("%s offers the login, and its policy allows the way there", async (path) => {
    const { page, headers } = await server.visitor().get(path);
    expect(page.texts("main button")).toContain("Log in with Club Keys");
    expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${provider.issuer}`);
  });

  test("the login begins with PKCE, state and nonce, in a cookie of ten minutes", async () => {
    const { location, headers } = await server.visitor().submit("/login/oidc", { returnTo: "/garages" });
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: "code", code_challenge_method: "S256", scope: "openid email profile" },
      redirect_uri: `${server.url}/login/oidc/callback`,
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^paddock_provider_\d+=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe("a login", () => {
  test("opens an account, and later logs in to it, with a mail about the new device", async () => {
    const { login, email } = meet();
    const browser = server.visitor();
    const opened = await arrive(browser, login);
    expect([opened.status, opened.location]).toEqual([302, "/onboarding"]);
    expect((await browser.follow(opened)).page.notices).toContain("Welcome! Your account is open.");
    expect(await me(browser)).toMatchObject({ name: "Kay Keys", email });
    expect([...browser.cookies.keys()].some((name) => name.startsWith("paddock_provider"))).toBe(false);
    const otherBrowser = server.visitor();
    const again = await arrive(otherBrowser, login, { returnTo: "/garages?page=1" });
    expect([again.status, again.location]).toEqual([302, "/garages?page=1"]);
    expect((await me(otherBrowser)).email).toBe(email);
    await server.readMail(email, /new device/);
    expect(server.log()).toContain('"event":"login"');
  });

  test.each([
    [{ name: "see cars.example.com", preferred_username: "kay.drives" }, "kay.drives"],
    [{ name: "", preferred_username: "kay@work.example" }, "kay"],
  ])("takes a name that a sign-up would accept: %j", async (claims, name) => {
    const browser = server.visitor();
    await arrive(browser, meet(claims).login);
    expect((await me(browser)).name).toBe(name);
  });

  test("links nothing by address: its owner logs in first", async () => {
    const member = await server.signUp("Olga Owner");
    const { login } = meet({ email: member.email });
    const before = countRows();
    const refused = await arrive(server.visitor(), login);
    expect([refused.status, refused.page.notices]).toEqual([409, [MESSAGES.hasAccount]]);
    expect(refused.page.fields).toEqual(expect.arrayContaining(["email", "password"]));
    expect(countRows()).toEqual(before);
  });

  test("asks for the code of two-step verification", async () => {
    const { login } = meet();
    const first = server.visitor();
    await arrive(first, login);
    const { secret } = await turnOnSecondStep(first);
    const browser = server.visitor();
    const paused = await arrive(browser, login, { returnTo: "/garages" });
    expect([paused.location, await me(browser)]).toEqual(["/login/code", undefined]);
    expect((await browser.submit("/login/code", { code: codeAt(secret) })).location).toBe("/garages");
  });

  test("does not open a deactivated account", async () => {
    const { login, email } = meet();
    await arrive(server.visitor(), login);
    server.run("UPDATE users SET active = 0 WHERE email = ?", email);
    const refused = await arrive(server.visitor(), login);
    expect([refused.status, refused.page.notices]).toEqual([403, ["This account has been deactivated."]]);
  });

  test("is open to a suspended member", async () => {
    const { login, email } = meet();
    await arrive(server.visitor(), login);
    server.run("UPDATE users SET suspended_until = ? WHERE email = ?", Date.now() + 86_400_000, email);
    expect((await arrive(server.visitor(), login)).location).toBe("/");
  });

  test("cancelled at the provider is said, and leaves the other ways", async () => {
    const browser = server.visitor();
    const { searchParams } = new URL((await browser.submit("/login/oidc")).location);
    const query = new URLSearchParams({ error: "access_denied", state: searchParams.get("state")! });
    const refused = await browser.get(`/login/oidc/callback?${query}&iss=${encodeURIComponent(provider.issuer)}`);
    expect([refused.status, refused.page.notices]).toEqual([400, [MESSAGES.failed]]);
  });
});

describe("an unverified address", () => {
  const linkTo = (email: string) => server.mailedPath(email, /\/verify-email\//);
  const identitiesOf = (email: string) =>
    server.value("SELECT count(*) FROM identities i JOIN users u ON u.id = i.user_id WHERE email = ?", email);
  beforeEach(() => () => setDoor("open"));

  test("signs up: the mailed link opens the account, and links the login", async () => {
    const { login, email } = meet({ email_verified: false });
    const browser = server.visitor();
    const begun = await arrive(browser, login);
    expect([begun.status, begun.page.heading, begun.page.notices]).toEqual([
      ...[200, "Check your email"],
      [`Open the link we sent to ${email} to activate your account. It is valid for 24 hours.`],
    ]);
    expect([await me(browser), identitiesOf(email)]).toEqual([undefined, 0]);
    expect((await browser.submit(await linkTo(email))).location).toBe("/onboarding");
    expect(await me(browser)).toMatchObject({ name: "Kay Keys", email });
    const later = server.visitor();
    expect((await arrive(later, login)).location).toBe("/");
    expect((await me(later)).email).toBe(email);
  });

  test("of somebody else gets the same response, and tells the owner only", async () => {
    const { email } = await server.signUp("Olga Owner");
    const browser = server.visitor();
    const { status, page } = await arrive(browser, meet({ email, email_verified: false }).login);
    expect([status, page.notices]).toEqual([
      200,
      [`Open the link we sent to ${email} to activate your account. It is valid for 24 hours.`],
    ]);
    await server.readMail(email, /already have an account/);
    expect([await me(browser), identitiesOf(email)]).toEqual([undefined, 0]);
  });

  test("confirmed in another browser does not link the login of whoever began", async () => {
    const { login, email } = meet({ email_verified: false });
    const intruder = server.visitor();
    await arrive(intruder, login);
    const victim = server.visitor();
    const path = await linkTo(email);
    expect((await victim.submit(path)).status).toBe(400);
    const password = "chosen by the reader";
    expect((await victim.submit(path, { password, passwordConfirm: password })).location).toBe("/onboarding");
    expect([(await me(victim)).email, identitiesOf(email)]).toEqual([email, 0]);
    expect((await arrive(intruder, login)).page.heading).toBe("Check your email");
    expect(await me(intruder)).toBe(undefined);
  });

  test("confirmed by a program does not link it either", async () => {
    const { login, email } = meet({ email_verified: false });
    await arrive(server.visitor(), login);
    const { status } = await server
      .visitor()
      .api("GET", (await linkTo(email)).replace("/verify-email", "/users/verify-email"));
    expect([status, identitiesOf(email)]).toEqual([200, 0]);
  });

  test("applies under approval: acceptance links the login", async () => {
    const admin = await server.signUpAdmin("Asa Accepts");
    setDoor("approval");
    const { login, email } = meet({ email_verified: false });
    const browser = server.visitor();
    expect((await arrive(browser, login)).page.text("main")).toContain("Then we review your application");
    expect((await browser.submit(await linkTo(email))).page.heading).toBe("Your application is waiting");
    const id = server.value("SELECT id FROM applications WHERE email = ?", email);
    expect((await admin.browser.api("POST", `/moderation/applications/${id}/accept`)).status).toBe(200);
    expect((await arrive(browser, login)).location).toBe("/");
    expect((await me(browser)).email).toBe(email);
  });

  test("signs nobody up while registration is closed", async () => {
    setDoor("closed");
    const before = countRows();
    expect((await arrive(server.visitor(), meet({ email_verified: false }).login)).status).toBe(403);
    expect(countRows()).toEqual(before);
  });
});

describe("registration", () => {
  beforeEach(() => () => setDoor("open"));

  test("that is closed opens nothing", async () => {
    setDoor("closed");
    const before = countRows();
    const refused = await arrive(server.visitor(), meet().login);
    expect([refused.status, refused.page.text("main")]).toEqual([
      403,
      expect.stringContaining("Registration is closed"),
    ]);
    expect(countRows()).toEqual(before);
  });

  test("by approval leaves an application, once", async () => {
    setDoor("approval");
    const { login, email } = meet();
    for (let time = 0; time < 2; time += 1) {
      const { status, page } = await arrive(server.visitor(), login);
      expect([status, page.heading]).toEqual([200, "Your application is waiting"]);
    }
    expect(server.values("SELECT email FROM applications")).toEqual([email]);
    expect(server.value("SELECT count(*) FROM users WHERE email = ?", email)).toBe(0);
  });

  test("by invitation needs the invite of the sign-up page", async () => {
    const admin = await server.signUpAdmin("Ines Invites");
    setDoor("invite");
    const { json } = await admin.browser.api("POST", "/users/me/invites", { uses: 1, days: 1 });
    const invite = new URL(json.data.doc.link).searchParams.get("invite")!;
    const { login } = meet();
    expect((await arrive(server.visitor(), login)).status).toBe(403);
    expect((await server.visitor().get(`/signup?invite=${invite}`)).page.text("main")).toContain(
      "Log in with Club Keys",
    );
    expect((await arrive(server.visitor(), login, { invite })).location).toBe("/onboarding");
    expect((await arrive(server.visitor(), meet().login, { invite })).status).toBe(403);
  });

  test("refuses a refused domain", async () => {
    server.run("DELETE FROM door");
    server.insert("door", { id: 1, registration: "open", refused_domains: '["spam.example"]' });
    const refused = await arrive(server.visitor(), meet({ email: "kay@spam.example" }).login);
    expect([refused.status, refused.page.notices]).toEqual([
      403,
      ["We cannot open an account for your email address."],
    ]);
  });
});

describe("in the security settings", () => {
  test("a member links and unlinks, with a mail each", async () => {
    const { browser, email, id } = await server.signUp("Lina Link");
    const { login } = meet();
    const linked = await link(browser, login);
    expect([linked.status, linked.location]).toEqual([302, SECURITY]);
    const { page } = await browser.follow(linked);
    expect(page.notices).toContain("You can now log in with Club Keys.");
    await server.readMail(email, /was added/);
    const visitor = server.visitor();
    expect((await arrive(visitor, login)).location).toBe("/");
    expect((await me(visitor))._id).toBe(id);
    const unlinked = await browser.submit(SECURITY, { intent: "unlink", identityId: page.value("identityId")! });
    expect(unlinked.location).toBe(SECURITY);
    await server.readMail(email, /was removed/);
    expect(server.value("SELECT count(*) FROM identities WHERE user_id = ?", id)).toBe(0);
    for (const event of ["identity_linked", "identity_unlinked"]) expect(server.log()).toContain(`"event":"${event}"`);
  });

  test("an identity of another account is refused", async () => {
    const { login } = meet();
    await arrive(server.visitor(), login);
    const { browser } = await server.signUp("Theo Third");
    const refused = await link(browser, login);
    expect(refused.location).toBe(SECURITY);
    expect((await browser.follow(refused)).page.notices).toContain("This Club Keys login belongs to another account.");
  });

  test("a link begun by one member is not finished by another", async () => {
    const { browser } = await server.signUp("Mia Begins");
    const begun = await browser.submit(SECURITY, { intent: "link" });
    const other = await server.signUp("Ole Ends");
    for (const [name, value] of browser.cookies)
      if (name.startsWith("paddock_provider")) other.browser.cookies.set(name, value);
    const refused = await other.browser.get(await passProvider(begun.location, meet().login));
    expect((await other.browser.follow(refused)).page.notices).toContain(MESSAGES.over);
    expect(server.value("SELECT count(*) FROM identities WHERE user_id = ?", other.id)).toBe(0);
  });

  test("an account has at most five", async () => {
    const { browser, id } = await server.signUp("Five Five");
    for (let subject = 0; subject < 5; subject += 1)
      server.insert("identities", {
        user_id: id,
        issuer: "https://former.example",
        subject: `${id}-${subject}`,
        created_at: 1,
      });
    const { page } = await browser.get(SECURITY);
    expect(page.text("main")).toContain("No longer in use: https://former.example.");
    const refused = await link(browser, meet().login);
    expect((await browser.follow(refused)).page.notices).toContain("You can link at most 5 logins. Unlink one first.");
  });

  test("the last way in stays, and without a password a new login replaces it", async () => {
    const { login, email } = meet();
    const browser = server.visitor();
    await arrive(browser, login);
    const { page } = await browser.get(SECURITY);
    expect(page.text("main")).toContain("You have no password.");
    const unlink = () => browser.submit(SECURITY, { intent: "unlink", identityId: page.value("identityId")! });
    const refused = await unlink();
    expect([refused.status, refused.page.alerts]).toEqual([
      409,
      ["This is your only way to log in. Choose a password first."],
    ]);
    server.ageLogins({ id: (await me(browser))._id });
    const aged = await unlink();
    expect([aged.status, aged.page.text("main")]).toEqual([
      403,
      expect.stringContaining("Please log out, log in again"),
    ]);
    await arrive(browser, login);
    const owner = { user_id: (await me(browser))._id, created_at: 1 };
    server.insert("identities", { ...owner, issuer: "https://former.example", subject: login });
    expect((await unlink()).status).toBe(409);
    server.run("DELETE FROM identities WHERE issuer = 'https://former.example'");
    const passkeyId = server.insert("passkeys", { ...owner, credential_id: login, public_key: "", name: "Old phone" });
    expect((await browser.submit(SECURITY, { intent: "remove-passkey", passkeyId: String(passkeyId) })).status).toBe(
      302,
    );
    expect(
      server.value("SELECT count(*) FROM identities i JOIN users u ON u.id = i.user_id WHERE email = ?", email),
    ).toBe(1);
  });
});

describe("a lying provider", () => {
  async function begin(browser: Browser) {
    const { searchParams } = new URL((await browser.submit("/login/oidc")).location);
    return `/login/oidc/callback?code=${searchParams.get("nonce")}&state=${searchParams.get("state")}`;
  }

  const finish = async (browser: Browser) => browser.get(await begin(browser));

  const other = { sub: "another" };
  const noAddress = { ...other, email: undefined };
  const lies: [string, Lies, number, string][] = [
    ["another nonce", { claims: { nonce: "another" } }, 400, MESSAGES.failed],
    ["another issuer", { claims: { iss: "https://another.example" } }, 400, MESSAGES.failed],
    ["another audience", { claims: { aud: "another" } }, 400, MESSAGES.failed],
    ["another signature", { isForged: true }, 400, MESSAGES.failed],
    ["an expired token", { claims: { exp: 1 } }, 400, MESSAGES.failed],
    ["another subject", { userInfo: other }, 400, MESSAGES.failed],
    ["no address", { claims: { ...other, email: undefined }, userInfo: noAddress }, 403, MESSAGES.noAddress],
    ["an error", { tokenStatus: 500 }, 503, MESSAGES.unreachable],
    ["nothing in time", { isSilent: true }, 503, MESSAGES.unreachable],
  ];

  test("that tells the truth for once logs in, with its own second step only", async () => {
    const browser = site.visitor();
    expect((await finish(browser)).location).toBe("/onboarding");
    await turnOnSecondStep(browser);
    expect((await finish(site.visitor())).location).toBe("/");
  });

  test.each(lies)("that sends %s logs nobody in", async (_, lie, status, message) => {
    // The address is that of an account.
    liar.lie(lie);
    const before = countRows(site);
    const browser = site.visitor();
    const refused = await finish(browser);
    liar.lie({});
    expect([refused.status, refused.page.notices]).toEqual([status, [message]]);
    expect(refused.headers.get("cache-control")).toBe("private, no-store");
    expect(refused.page.fields).toEqual(expect.arrayContaining(["email", "password"]));
    expect([await me(browser), countRows(site)]).toEqual([undefined, before]);
  });

  test("that verifies an address in one place and names another elsewhere opens nothing", async () => {
    const userInfo = { ...other, email: "elsewhere@keys.example", email_verified: false };
    liar.lie({ claims: { ...noAddress, email_verified: true }, userInfo });
    const browser = site.visitor();
    const { page } = await finish(browser);
    liar.lie({});
    expect([page.heading, await me(browser)]).toEqual(["Check your email", undefined]);
  });

  test("that repeats a state, or one of another browser, logs nobody in, and ends no login", async () => {
    const browser = site.visitor();
    const address = await begin(browser);
    for (const [visitor, wrong] of [
      [site.visitor(), address],
      [browser, `${address}x`],
      [browser, "/login/oidc/callback"],
    ] as const) {
      const { status, page } = await visitor.get(wrong);
      expect([status, page.notices]).toEqual([400, [MESSAGES.over]]);
      expect(await me(visitor)).toBe(undefined);
    }
    expect((await browser.get(address)).location).toBe("/");
    const repeated = await browser.get(address);
    expect((await browser.follow(repeated)).page.notices).toContain(MESSAGES.over);
  });

  test("that is away is said, and works again once it is back", async () => {
    const browser = site.visitor();
    const address = await begin(browser);
    await liar.close();
    const refused = await browser.get(address);
    expect([refused.status, refused.page.notices]).toEqual([503, [MESSAGES.unreachable]]);
    await site.restart();
    const late = site.visitor();
    const unbegun = await late.submit("/login/oidc");
    expect([unbegun.status, unbegun.page.alerts]).toEqual([503, [MESSAGES.unreachable]]);
    expect(unbegun.page.fields).toEqual(expect.arrayContaining(["email", "password"]));
    await liar.reopen();
    expect((await finish(late)).location).toBe("/");
  });
});
