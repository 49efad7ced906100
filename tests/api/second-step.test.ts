import { beforeAll, describe, expect, test } from "vitest";
import { codeAt, turnOnSecondStep } from "../support/authenticator";
import { browserLike } from "../support/browser-like";
import { readMail } from "../support/mail";
import { type Member, PASSWORD, signUp, signUpWithGarage } from "../support/members";
import { ageLogins } from "../support/old-login";
import { sharedServer, startServer } from "../support/server";
import { openArchive } from "../support/zip";

const server = sharedServer();
const client = () => browserLike(server());
const NEEDED = "Please enter the code from your authenticator app, or a recovery code.";
const WRONG = "That code is not correct, or has already been used.";
const required = (message: string) => ({
  status: "fail",
  code: "second_step_required",
  message,
  errors: { code: [message] },
});
const AGAIN = "Please enter your password again.";
const asked = (message: string) => ({ status: "fail", message, errors: { password: [message] } });

describe("/users/me/second-step", () => {
  test("begins, is confirmed with ten codes, and ends", async () => {
    const member = await signUp(server());
    const phone = await client().api("POST", "/users/login", { email: member.email, password: PASSWORD });
    const call = (method: string, body?: object) => member.browser.api(method, "/users/me/second-step", body);
    const OFF = { on: false, recoveryCodesLeft: 0, since: null };
    expect((await call("GET")).json.data.doc).toEqual(OFF);
    const begun = await call("POST", {});
    const { secret, uri } = begun.json.data.doc;
    expect([begun.status, uri]).toEqual([201, expect.stringContaining(`secret=${secret}`)]);
    expect((await call("GET")).json.data.doc).toEqual(OFF);
    expect((await call("PATCH", {})).json.errors).toEqual({ code: ["Please enter the code."] });
    const wrong = await call("PATCH", { code: "abc" });
    expect([wrong.status, Object.keys(wrong.json.errors)]).toEqual([400, ["code"]]);
    const on = await call("PATCH", { code: codeAt(secret) });
    expect([on.status, on.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(on.json.data.doc).toMatchObject({ on: true, recoveryCodesLeft: 10, recoveryCodes: expect.any(Array) });
    const state = await call("GET");
    expect(state.json.data.doc).toEqual({ on: true, recoveryCodesLeft: 10, since: expect.stringMatching(/Z$/) });
    expect((await client().api("GET", "/users/me", undefined, { token: phone.json.token })).status).toBe(401);
    expect([(await call("POST", {})).status, (await call("PATCH", { code: "000000" })).status]).toEqual([409, 409]);
    expect((await call("DELETE")).status).toBe(204);
    expect((await call("GET")).json.data.doc).toEqual(OFF);
    expect((await call("DELETE")).status).toBe(204);
    for (const subject of [/step is on/, /step is off/]) await readMail(server(), member.email, subject);
  });
});

describe("a login", () => {
  let member: Member;
  let secret: string;
  let recoveryCodes: string[];
  const login = (body: object = {}) =>
    client().api("POST", "/users/login", { email: member.email, password: PASSWORD, ...body });

  beforeAll(async () => {
    member = await signUp(server(), "Tess Twostep");
    ({ secret, recoveryCodes } = await turnOnSecondStep(member.browser));
  });

  test("answers 401 until the code comes along, and opens nothing before", async () => {
    const before = server().database.prepare("SELECT count(*) FROM sessions").pluck().get();
    for (const code of [undefined, "", null]) {
      const { status, json, headers } = await login({ code });
      expect([status, json]).toEqual([401, required(NEEDED)]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    for (const code of ["000000", "abc"]) {
      const { status, json } = await login({ code });
      expect([status, json]).toEqual([401, required(WRONG)]);
    }
    for (const code of [["1"], 0]) expect((await login({ code })).status).toBe(400);
    expect(server().database.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(before);
    // Whoever does not know the password learns nothing of it.
    const stranger = await login({ password: "wrong password", code: recoveryCodes[0] });
    expect([stranger.status, stranger.json]).toEqual([
      401,
      { status: "fail", message: "Login failed. Check your credentials.", errors: {} },
    ]);
    const code = codeAt(secret);
    const opened = await login({ code });
    expect([opened.status, opened.json.data.user._id]).toEqual([200, member.id]);
    expect((await login({ code })).json).toEqual(required(WRONG));
    expect((await login({ code: recoveryCodes[0] })).status).toBe(200);
    expect((await login({ code: recoveryCodes[0] })).json).toEqual(required(WRONG));
  });

  test("needs the code after a reset too, before anything changes", async () => {
    await client().api("POST", "/users/forgotPassword", { email: member.email });
    const mail = await readMail(server(), member.email, /reset-password/);
    const link = new URL(mail.links.find((one) => one.includes("/reset-password/"))!).pathname.split("/").at(-1);
    const NEW = { password: "another horse battery", passwordConfirm: "another horse battery" };
    const reset = (body: object) => client().api("PATCH", `/users/resetPassword/${link}`, body);
    expect((await reset(NEW)).json).toEqual(required(NEEDED));
    expect((await reset({ ...NEW, code: "000000" })).json).toEqual(required(WRONG));
    expect((await reset({ password: "x", code: recoveryCodes[1] })).status).toBe(400);
    expect((await login()).json.code).toBe("second_step_required");
    const done = await reset({ ...NEW, code: recoveryCodes[1] });
    expect([done.status, done.json.data.user._id]).toEqual([200, member.id]);
    expect((await login({ ...NEW, code: recoveryCodes[2] })).status).toBe(200);
  });
});

test("wrong codes are counted for account and client; the rest of the site goes on", async () => {
  const limited = await startServer({ env: { RATE_LIMITS: "on" } });
  try {
    const member = await signUp(limited, "Lim Ited");
    const { recoveryCodes } = await turnOnSecondStep(member.browser);
    const login = (code: string) =>
      browserLike(limited).api("POST", "/users/login", { email: member.email, password: PASSWORD, code });
    // Right ones do not count.
    expect((await login(recoveryCodes[0]!)).status).toBe(200);
    const answers = [];
    for (let at = 0; at < 10; at += 1) answers.push((await login("000000")).status);
    expect(answers.slice(0, 8)).toEqual(Array(8).fill(401));
    const refused = await login(recoveryCodes[1]!);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await member.browser.api("GET", "/users/me")).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

describe("the password is asked again where the login is old", () => {
  test.each([
    ["DELETE", "/users/deleteMe", 204],
    ["DELETE", "/garages/my-garage", 204],
    ["POST", "/users/me/second-step", 201],
    ["DELETE", "/users/me/second-step", 204],
  ])("%s %s", async (method, path, done) => {
    const owner = await signUpWithGarage(server(), "Olga Old");
    ageLogins(server(), owner);
    const missing = await owner.browser.api(method, path);
    expect([missing.status, missing.json]).toEqual([403, asked(AGAIN)]);
    const wrong = await owner.browser.api(method, path, { password: "wrong one" });
    expect([wrong.status, wrong.json]).toEqual([403, asked("Your password is not correct.")]);
    expect((await owner.browser.api("GET", "/garages/my-garage")).status).not.toBe(401);
    expect((await owner.browser.api(method, path, { password: PASSWORD })).status).toBe(done);
  });

  test("PATCH /users/me/second-step", async () => {
    const member = await signUp(server());
    const { secret } = (await member.browser.api("POST", "/users/me/second-step", {})).json.data.doc;
    ageLogins(server(), member);
    const code = codeAt(secret);
    const confirm = (body: object) => member.browser.api("PATCH", "/users/me/second-step", body);
    expect((await confirm({ code })).json).toEqual(asked(AGAIN));
    expect((await confirm({ code, password: PASSWORD })).status).toBe(200);
  });

  test("the export, which tells of the second step and not its secret", async () => {
    const member = await signUp(server());
    const { secret } = await turnOnSecondStep(member.browser);
    ageLogins(server(), member);
    const refused = await member.browser.api("GET", "/users/me/export");
    expect([refused.status, refused.json]).toEqual([403, asked(AGAIN)]);
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: server().url, "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ password: PASSWORD }),
    };
    const response = await member.browser.fetch("/api/v1/users/me/export", init);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
    const text = openArchive(new Uint8Array(await response.arrayBuffer())).text("data.json");
    expect(JSON.parse(text).account.secondStep).toEqual({ on: true, since: expect.stringMatching(/Z$/) });
    expect(text).not.toContain(secret);
    // It was shown a moment ago.
    expect((await member.browser.fetch("/api/v1/users/me/export")).status).toBe(200);
  });

  test("tries are counted", async () => {
    const limited = await startServer({ env: { RATE_LIMITS: "on" } });
    try {
      const member = await signUp(limited, "Guess Ing");
      ageLogins(limited, member);
      const answers: number[] = [];
      for (let at = 0; at < 30 && answers.at(-1) !== 429; at += 1) {
        const body = { password: `guess ${at}` };
        answers.push((await member.browser.api("POST", "/users/me/second-step", body)).status);
      }
      expect(answers.at(-1)).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
