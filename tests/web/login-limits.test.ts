import { describe, expect, test } from "vitest";
import { codeAt, turnOnSecondStep } from "../support/authenticator";
import { type Browser, browserLike, cookieName } from "../support/browser-like";
import { PASSWORD, signUp as signUpAt } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });
let network = 0;
/** Other tests have limits of their own. */
const newAddress = () => `10.${++network >> 8}.${network & 255}.7`;
/** New clients, because sign-ups per client are limited. */
const signUp = (name?: string) => signUpAt({ url: server.url, database: server.database, from: newAddress() }, name);
let serial = 0;
const nobody = () => `nobody.${++serial}@example.com`;

type Try = { email: string; password?: string; code?: string; from: string; browser?: Browser };

/** @returns the response status */
async function tryLogin({ email, password = "wrong password", code, from, browser = server.visitor() }: Try) {
  const headers = { "X-Forwarded-For": from };
  return browser.api("POST", "/users/login", { email, password, ...(code && { code }) }, { headers });
}

async function statuses(count: number, next: (i: number) => Try): Promise<number[]> {
  const results = [];
  for (let i = 0; i < count; i += 1) results.push((await tryLogin(next(i))).status);
  return results;
}

const wrong = (count: number) => Array(count).fill(401);

describe("wrong logins", () => {
  test("25 in 5 minutes for a client, at any accounts; right ones do not count", async () => {
    const ada = await signUp();
    const from = newAddress();
    expect(await statuses(24, () => ({ email: nobody(), from }))).toEqual(wrong(24));
    for (let i = 0; i < 5; i += 1) {
      expect((await tryLogin({ email: ada.email, password: PASSWORD, from })).status).toBe(200);
    }
    expect(await statuses(3, () => ({ email: nobody(), from }))).toEqual([401, 429, 429]);
    const result = await tryLogin({ email: ada.email, password: PASSWORD, from });
    expect([result.status, Number(result.headers.get("retry-after")) > 200]).toEqual([429, true]);
    expect((await tryLogin({ email: ada.email, password: PASSWORD, from: newAddress() })).status).toBe(200);
  });

  test("many at once are no more than many in a row", async () => {
    const from = newAddress();
    const tries = await Promise.all(Array.from({ length: 40 }, () => tryLogin({ email: nobody(), from })));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(25);
  });

  test("10 in 5 minutes for a client at one account; refused ones cost nothing more", async () => {
    const [ada, from] = [await signUp(), newAddress()];
    const email = (i: number) => (i % 2 === 0 ? ada.email : ada.email.toUpperCase());
    expect(await statuses(25, (i) => ({ email: email(i), from }))).toEqual([...wrong(10), ...Array(15).fill(429)]);
    expect(await statuses(15, () => ({ email: nobody(), from }))).toEqual(wrong(15));
    expect(await statuses(1, () => ({ email: nobody(), from }))).toEqual([429]);
  });

  test("the page counts with the API", async () => {
    const [email, from] = [nobody(), newAddress()];
    await statuses(10, () => ({ email, from }));
    const page = await server.visitor().fetch("/login", {
      method: "POST",
      headers: { "X-Forwarded-For": from, Origin: server.url, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ email, password: "wrong password" }),
    });
    expect([page.status, Number(page.headers.get("retry-after")) > 200]).toEqual([429, true]);
  });

  test("the owner is never locked out, on a known or a new device", async () => {
    const ada = await signUp();
    // 50 from any client; unknown accounts get the same response.
    const unknown = nobody();
    for (const email of [ada.email, unknown]) {
      expect(await statuses(50, () => ({ email, from: newAddress() }))).toEqual(wrong(50));
      const from = newAddress();
      expect(await statuses(2, () => ({ email, from }))).toEqual([401, 429]);
      expect(Number((await tryLogin({ email, from })).headers.get("retry-after"))).toBeLessThanOrEqual(60);
      expect((await tryLogin({ email, from: newAddress() })).status).toBe(401);
    }
    expect((await tryLogin({ email: ada.email, password: PASSWORD, from: newAddress() })).status).toBe(200);
    // The sign-up device is known: others' failed attempts do not count for it.
    const from = newAddress();
    await statuses(25, () => ({ email: nobody(), from }));
    const ownLogin = { email: ada.email, from, browser: ada.browser };
    expect(await statuses(9, () => ownLogin)).toEqual(wrong(9));
    expect((await tryLogin({ ...ownLogin, password: PASSWORD })).status).toBe(200);
    expect(await statuses(2, () => ownLogin)).toEqual([401, 429]);
  });

  test("a device is known to its accounts only", async () => {
    const [ada, bea] = [await signUp("Ada"), await signUp("Bea")];
    expect(await statuses(50, () => ({ email: bea.email, from: newAddress() }))).toEqual(wrong(50));
    const from = newAddress();
    expect(await statuses(2, () => ({ email: bea.email, from, browser: ada.browser }))).toEqual([401, 429]);
    const forged = server.visitor();
    forged.cookies.set(cookieName(server.url, "device"), btoa(JSON.stringify({ id: "x", accounts: [Number(bea.id)] })));
    const elsewhere = newAddress();
    expect(await statuses(2, () => ({ email: bea.email, from: elsewhere, browser: forged }))).toEqual([401, 429]);
  });
});

describe("wrong codes with the right password", () => {
  const TOO_MANY = "Too many wrong codes. Please try again in an hour.";

  test("20 an hour for an account, from wherever; its recovery codes and its own devices go on", async () => {
    const ada = await signUp("Ada Coded");
    const { secret, recoveryCodes } = await turnOnSecondStep(ada.browser);
    const login = (code: string, from: string, browser?: Browser) =>
      tryLogin({ email: ada.email, password: PASSWORD, code, from, ...(browser && { browser }) });
    const responses = [];
    for (let index = 0; index < 24; index += 1)
      responses.push(await login(`${100_000 + index}`, `2001:db8:9:${index}::1`));
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    const lastResponse = responses.at(-1)!;
    expect(lastResponse.json).toEqual({ status: "fail", message: TOO_MANY, errors: {} });
    expect(Number(lastResponse.headers.get("retry-after")) > 3_500).toBe(true);
    // Even the right code, from any client; without the password no information.
    expect((await login(codeAt(secret), newAddress())).json.message).toBe(TOO_MANY);
    expect((await tryLogin({ email: ada.email, code: "100000", from: newAddress() })).status).toBe(401);
    // Wrong recovery codes are limited per client.
    for (let index = 0; index < 25; index += 1) {
      expect((await login("ABCD-EFGH-IJKL-MNOP-QRST-UVWX", newAddress())).status).toBe(401);
    }
    expect((await login(recoveryCodes[0]!, newAddress())).status).toBe(200);
    // The owner's device, with wrong codes too.
    await ada.browser.submit("/logout");
    expect((await login("100000", newAddress(), ada.browser)).status).toBe(401);
    expect((await login(codeAt(secret), newAddress(), ada.browser)).status).toBe(200);
  });

  test("the page shows it, and counts with the API", async () => {
    const bea = await signUp("Bea Coded");
    await turnOnSecondStep(bea.browser);
    const browser = server.visitor();
    await browser.submit("/login", { email: bea.email, password: PASSWORD });
    for (let index = 0; index < 20; index += 1) {
      await tryLogin({ email: bea.email, password: PASSWORD, code: `${100_000 + index}`, from: newAddress() });
    }
    const page = await browser.submit("/login/code", { code: "123456" });
    expect([page.status, page.page.alerts[0]]).toEqual([429, TOO_MANY]);
  });

  test("60 right passwords in five minutes where no code follows; the owner's own device goes on", async () => {
    const dora = await signUp("Dora Coded");
    const { secret } = await turnOnSecondStep(dora.browser);
    await dora.browser.submit("/logout");
    const loginAgain = (at: number) => {
      const browser = browserLike({ ...server, from: newAddress() });
      return at % 2 === 0
        ? browser.submit("/login", { email: dora.email, password: PASSWORD })
        : browser.api("POST", "/users/login", { email: dora.email, password: PASSWORD });
    };
    const statuses = [];
    for (let index = 0; index < 62; index += 1) statuses.push((await loginAgain(index)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    const ownLogin = { email: dora.email, password: PASSWORD, code: codeAt(secret), from: newAddress() };
    expect((await tryLogin({ ...ownLogin, browser: dora.browser })).status).toBe(200);
  });

  test("another person's sign-up for an address does not delay its owner", async () => {
    const eva = await signUp("Eva Held");
    const stranger = browserLike({ ...server, from: newAddress() });
    const password = "a password of mine";
    await stranger.submit("/signup", { name: "Mal", email: eva.email, password, passwordConfirm: password });
    const from = newAddress();
    const statuses = [];
    for (let index = 0; index < 62; index += 1)
      statuses.push((await tryLogin({ email: eva.email, password, from })).status);
    expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
    expect((await tryLogin({ email: eva.email, password: PASSWORD, from: newAddress() })).status).toBe(200);
  });

  test("the owner is mailed after five, once", async () => {
    const cleo = await signUp("Cleo Coded");
    await turnOnSecondStep(cleo.browser);
    const guess = (at: number) =>
      tryLogin({ email: cleo.email, password: PASSWORD, code: `${100_000 + at}`, from: newAddress() });
    const summarize = () =>
      server.value(
        "SELECT count(*) FROM mail_outbox WHERE kind = 'second-step-wrong-codes' AND recipient = ?",
        cleo.email,
      );
    for (let index = 0; index < 4; index += 1) await guess(index);
    expect(summarize()).toBe(0);
    await Promise.all([4, 5, 6, 7].map(guess));
    for (let index = 8; index < 24; index += 1) await guess(index);
    expect(summarize()).toBe(1);
    const mail = await server.readMail(cleo.email, /Wrong codes/);
    expect(mail.text).toContain("know your password");
    expect(mail.links).toEqual([`${server.url}/forgot-password`, `${server.url}/settings/security`]);
    expect((await server.listMails(cleo.email)).filter(({ subject }) => /Wrong codes/.test(subject))).toHaveLength(1);
  });
});

describe("a person with an account", () => {
  test("a wrong current password counts the same, and only a wrong one", async () => {
    const ada = await signUp();
    const change = (passwordCurrent: string, password: string) =>
      ada.browser.api("PATCH", "/users/updateMyPassword", { passwordCurrent, password, passwordConfirm: password });
    for (let i = 0; i < 12; i += 1) {
      const easy = await change(PASSWORD, "qwertyuiop");
      expect([easy.status, easy.json.message]).toEqual([400, "This password is too easy to guess."]);
    }
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await change("a guess", "a password of mine")).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test("so does a wrong one with an old login", async () => {
    const ada = await signUp("Guess Ing");
    server.ageLogins(ada);
    const responses: number[] = [];
    for (let index = 0; index < 30 && responses.at(-1) !== 429; index += 1) {
      const body = { password: `guess ${index}` };
      responses.push((await ada.browser.api("POST", "/users/me/second-step", body)).status);
    }
    expect(responses.at(-1)).toBe(429);
  });

  test("the owner is mailed about a login from a new device, not from a known one", async () => {
    const ada = await signUp();
    const login = (browser: Browser) =>
      browser.fetch("/login", {
        method: "POST",
        headers: {
          "X-Forwarded-For": newAddress(),
          Origin: server.url,
          "Sec-Fetch-Site": "same-origin",
          "User-Agent": "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0",
        },
        body: new URLSearchParams({ email: ada.email, password: PASSWORD }),
      });
    await ada.browser.submit("/logout");
    expect([(await login(ada.browser)).status, (await login(server.visitor())).status]).toEqual([302, 302]);
    const mail = await server.readMail(ada.email, /new device/);
    expect(mail.text).toMatch(/Device: Firefox on Windows\./);
    expect(mail.text).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    expect(mail.links).toEqual([`${server.url}/forgot-password`]);
    const rows = server.row(
      "SELECT count(*) AS n FROM mail_outbox WHERE kind = 'new-device' AND recipient = ?",
      ada.email,
    );
    expect(rows).toEqual({ n: 1 });
  });
});
