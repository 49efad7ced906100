import { beforeAll, describe, expect, test } from "vitest";
import { type Browser, browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { PASSWORD, signUp } from "../support/members";
import { sharedServer } from "../support/server";

// Two, because a client can only sign up so often.
const LIMITED = { env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } };
const first = sharedServer(LIMITED);
const second = sharedServer(LIMITED);
let server = first;
let network = 0;
/** A client of its own at each call: other tests count theirs. */
const newAddress = () => `10.${++network >> 8}.${network & 255}.7`;
let serial = 0;
const nobody = () => `nobody.${++serial}@example.com`;

interface Try {
  email: string;
  password?: string;
  from: string;
  browser?: Browser;
}

/** @returns the status of a login */
async function tryLogin({ email, password = "wrong password", from, browser = browserLike(server()) }: Try) {
  const headers = { "X-Forwarded-For": from };
  return browser.api("POST", "/users/login", { email, password }, { headers });
}

async function statuses(count: number, next: (i: number) => Try): Promise<number[]> {
  const found = [];
  for (let i = 0; i < count; i += 1) found.push((await tryLogin(next(i))).status);
  return found;
}

const wrong = (count: number) => Array(count).fill(401);

describe("wrong logins", () => {
  test("25 in 5 minutes for a client, at whatever accounts; right ones do not count", async () => {
    const ada = await signUp(server());
    const from = newAddress();
    expect(await statuses(24, () => ({ email: nobody(), from }))).toEqual(wrong(24));
    for (let i = 0; i < 5; i += 1) {
      expect((await tryLogin({ email: ada.email, password: PASSWORD, from })).status).toBe(200);
    }
    expect(await statuses(3, () => ({ email: nobody(), from }))).toEqual([401, 429, 429]);
    const refused = await tryLogin({ email: ada.email, password: PASSWORD, from });
    expect([refused.status, Number(refused.headers.get("retry-after")) > 200]).toEqual([429, true]);
    expect((await tryLogin({ email: ada.email, password: PASSWORD, from: newAddress() })).status).toBe(200);
  });

  test("many at once are no more than many in a row", async () => {
    const from = newAddress();
    const tries = await Promise.all(Array.from({ length: 40 }, () => tryLogin({ email: nobody(), from })));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(25);
  });

  test("10 in 5 minutes for a client at one account; what is refused costs nothing more", async () => {
    const [ada, from] = [await signUp(server()), newAddress()];
    const email = (i: number) => (i % 2 === 0 ? ada.email : ada.email.toUpperCase());
    expect(await statuses(25, (i) => ({ email: email(i), from }))).toEqual([...wrong(10), ...Array(15).fill(429)]);
    expect(await statuses(15, () => ({ email: nobody(), from }))).toEqual(wrong(15));
    expect(await statuses(1, () => ({ email: nobody(), from }))).toEqual([429]);
  });

  test("the page counts with the API", async () => {
    const [email, from] = [nobody(), newAddress()];
    await statuses(10, () => ({ email, from }));
    const page = await browserLike(server()).fetch("/login", {
      method: "POST",
      headers: { "X-Forwarded-For": from, Origin: server().url, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ email, password: "wrong password" }),
    });
    expect([page.status, Number(page.headers.get("retry-after")) > 200]).toEqual([429, true]);
  });

  test("nobody is locked out: not the owner's device, and not a new device of theirs", async () => {
    const ada = await signUp(server());
    // 50 from everywhere; those of unknown accounts are told the same.
    const unknown = nobody();
    for (const email of [ada.email, unknown]) {
      expect(await statuses(50, () => ({ email, from: newAddress() }))).toEqual(wrong(50));
      const from = newAddress();
      expect(await statuses(2, () => ({ email, from }))).toEqual([401, 429]);
      const refused = await tryLogin({ email, from });
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
      expect((await tryLogin({ email, from: newAddress() })).status).toBe(401);
    }
    expect((await tryLogin({ email: ada.email, password: PASSWORD, from: newAddress() })).status).toBe(200);
    // The device that signed up is known: neither the account's nor its client's wrong tries of others count for it.
    const from = newAddress();
    await statuses(25, () => ({ email: nobody(), from }));
    const own = { email: ada.email, from, browser: ada.browser };
    expect(await statuses(9, () => own)).toEqual(wrong(9));
    expect((await tryLogin({ ...own, password: PASSWORD })).status).toBe(200);
    expect(await statuses(2, () => own)).toEqual([401, 429]);
  });

  test("a device is known to the accounts that it logged in to, and to no others", async () => {
    const [ada, bea] = [await signUp(server(), "Ada"), await signUp(server(), "Bea")];
    expect(await statuses(50, () => ({ email: bea.email, from: newAddress() }))).toEqual(wrong(50));
    const from = newAddress();
    expect(await statuses(2, () => ({ email: bea.email, from, browser: ada.browser }))).toEqual([401, 429]);
    const forged = browserLike(server());
    forged.cookies.set("paddock_device", btoa(JSON.stringify({ id: "x", accounts: [Number(bea.id)] })));
    const elsewhere = newAddress();
    expect(await statuses(2, () => ({ email: bea.email, from: elsewhere, browser: forged }))).toEqual([401, 429]);
  });
});

describe("a person with an account", () => {
  beforeAll(() => {
    server = second;
  });

  test("a wrong current password counts the same, and only a wrong one", async () => {
    const ada = await signUp(server());
    const change = (passwordCurrent: string, password: string) =>
      ada.browser.api("PATCH", "/users/updateMyPassword", { passwordCurrent, password, passwordConfirm: password });
    for (let i = 0; i < 12; i += 1) {
      const easy = await change(PASSWORD, "qwertyuiop");
      expect([easy.status, easy.json.message]).toEqual([400, "This password is too easy to guess."]);
    }
    const found = [];
    for (let i = 0; i < 11; i += 1) found.push((await change("a guess", "a password of mine")).status);
    expect(found).toEqual([...Array(10).fill(400), 429]);
  });

  test("the owner hears of a login from a new device, not of one from a device that is known", async () => {
    const ada = await signUp(server());
    const login = (browser: Browser) =>
      browser.fetch("/login", {
        method: "POST",
        headers: {
          "X-Forwarded-For": newAddress(),
          Origin: server().url,
          "Sec-Fetch-Site": "same-origin",
          "User-Agent": "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0",
        },
        body: new URLSearchParams({ email: ada.email, password: PASSWORD }),
      });
    await ada.browser.submit("/logout");
    expect((await login(ada.browser)).status).toBe(302);
    expect((await login(browserLike(server()))).status).toBe(302);
    const mail = await readMail(server(), ada.email, /new device/);
    expect(mail.text).toMatch(/Device: Firefox on Windows\./);
    expect(mail.text).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    expect(mail.links).toEqual([`${server().url}/forgot-password`]);
    const rows = server()
      .database.prepare("SELECT count(*) AS n FROM mail_outbox WHERE kind = 'new-device' AND recipient = ?")
      .get(ada.email);
    expect(rows).toEqual({ n: 1 });
  });

  test("the security log has a line for each act, and neither addresses nor secrets", async () => {
    const from = server().log().length;
    const ada = await signUp(server(), "Logged Person");
    await tryLogin({ email: ada.email, from: newAddress() });
    const { browser } = ada;
    const passwords = { password: "a password of mine", passwordConfirm: "a password of mine" };
    await browser.submit("/settings", { intent: "password", passwordCurrent: "wrong one", ...passwords });
    await browser.submit("/settings", { intent: "password", passwordCurrent: PASSWORD, ...passwords });
    await browser.submit("/settings", { intent: "end-others" });
    await browser.submit("/forgot-password", { email: ada.email });
    const path = new URL((await readMail(server(), ada.email, /reset-password/)).links[0]!).pathname;
    await browser.submit(path, passwords);
    await browser.submit("/logout");
    // The line is on its way from another process.
    await expect.poll(() => server().log().slice(from)).toContain('"event":"logout"');
    const lines = server()
      .log()
      .slice(from)
      .split("\n")
      .filter((line) => line.includes('"event"'))
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event, personId }) => [event, personId])).toEqual([
      ["sign_up", undefined],
      ["login", Number(ada.id)],
      ["login_failed", Number(ada.id)],
      ["password_failed", Number(ada.id)],
      ["password_changed", Number(ada.id)],
      ["session_ended", Number(ada.id)],
      ["password_reset", Number(ada.id)],
      ["logout", Number(ada.id)],
    ]);
    for (const line of lines)
      expect(line).toMatchObject({ clientAddress: expect.any(String), requestId: expect.any(String) });
    expect(JSON.stringify(lines)).not.toMatch(/example\.com|a password of mine|correct horse/);
  });
});
