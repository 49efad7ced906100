import { describe, expect, test } from "vitest";
import { codeAt, turnOnSecondStep } from "../support/authenticator";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { openArchive } from "../support/zip";

const server = await sharedServer();
const { visitor: client } = server;
const NEEDED = "Please enter the code from your authenticator app, or a recovery code.";
const WRONG = "That code is not correct, or has already been used.";
const refusal = (message: string, errors = {}) => ({ status: "fail", message, errors });
const required = (message: string) => ({ ...refusal(message, { code: [message] }), code: "second_step_required" });

test("/users/me/second-step begins, is confirmed with ten codes, and ends", async () => {
  const member = await server.signUp();
  const phone = await client().api("POST", "/users/login", { email: member.email, password: PASSWORD });
  const call = (method: string, body?: object) => member.browser.api(method, "/users/me/second-step", body);
  const state = async () => (await call("GET")).json.data.doc;
  const OFF = { on: false, recoveryCodesLeft: 0, since: null };
  expect(await state()).toEqual(OFF);
  const setup = await call("POST", {});
  const { secret, uri } = setup.json.data.doc;
  expect([setup.status, uri, await state()]).toEqual([201, expect.stringContaining(`secret=${secret}`), OFF]);
  const on = await call("PATCH", { code: codeAt(secret) });
  expect([on.status, on.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(on.json.data.doc).toMatchObject({ on: true, recoveryCodesLeft: 10, recoveryCodes: expect.any(Array) });
  expect(await state()).toEqual({ on: true, recoveryCodesLeft: 10, since: expect.stringMatching(/Z$/) });
  expect((await client().api("GET", "/users/me", undefined, { token: phone.json.token })).status).toBe(401);
  expect([(await call("POST", {})).status, (await call("PATCH", { code: "000000" })).status]).toEqual([409, 409]);
  for (let time = 0; time < 2; time += 1) {
    expect([(await call("DELETE")).status, await state()]).toEqual([204, OFF]);
  }
});

const member = await server.signUp("Tess Twostep");
const { secret, recoveryCodes } = await turnOnSecondStep(member.browser);

describe("a login", () => {
  const login = (body: object = {}) =>
    client().api("POST", "/users/login", { email: member.email, password: PASSWORD, ...body });

  test("returns 401 until the code arrives, and opens nothing before", async () => {
    const before = server.value("SELECT count(*) FROM sessions");
    for (const code of [undefined, "", null, "000000", "abc"]) {
      const { status, json, headers } = await login({ code });
      expect([status, json]).toEqual([401, required(code ? WRONG : NEEDED)]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(server.value("SELECT count(*) FROM sessions")).toBe(before);
    // A wrong password reveals nothing.
    const stranger = await login({ password: "wrong password", code: recoveryCodes[0] });
    expect([stranger.status, stranger.json]).toEqual([401, refusal("Login failed. Check your credentials.")]);
    const code = codeAt(secret);
    const response = await login({ code });
    expect([response.status, response.json.data.user._id]).toEqual([200, member.id]);
    expect((await login({ code })).json).toEqual(required(WRONG));
    expect((await login({ code: recoveryCodes[0] })).status).toBe(200);
    expect((await login({ code: recoveryCodes[0] })).json).toEqual(required(WRONG));
  });

  test("needs the code after a reset too, before anything changes", async () => {
    await client().api("POST", "/users/forgotPassword", { email: member.email });
    const link = (await server.mailedPath(member.email, /reset-password/)).split("/").at(-1);
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

test("with an old login the export requires the password; it contains the second step without its secret", async () => {
  const member = await server.signUp();
  const { secret } = await turnOnSecondStep(member.browser);
  server.ageLogins(member);
  const path = "/users/me/export";
  const refusalResponse = await member.browser.api("GET", path);
  const message = "Please enter your password again.";
  expect([refusalResponse.status, refusalResponse.json]).toEqual([403, refusal(message, { password: [message] })]);
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: server.url, "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ password: PASSWORD }),
  };
  const response = await member.browser.fetch(`/api/v1${path}`, init);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const text = openArchive(new Uint8Array(await response.arrayBuffer())).text("data.json");
  expect(JSON.parse(text).account.secondStep).toEqual({ on: true, since: expect.stringMatching(/Z$/) });
  expect(text).not.toContain(secret);
  expect((await member.browser.fetch(`/api/v1${path}`)).status).toBe(200);
});
