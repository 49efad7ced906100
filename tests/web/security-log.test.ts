import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { turnOnSecondStep } from "../support/authenticator";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer({ env: { RATE_LIMITS: "on" } });

type Line = { event: string; personId?: number; clientAddress?: string; requestId?: string; [fact: string]: unknown };

const linesOf = (event: string): Line[] =>
  server
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.event === event);

async function lineOf(event: string, act: () => Promise<unknown>): Promise<Line> {
  const before = linesOf(event).length;
  await act();
  await expect.poll(() => linesOf(event).length).toBe(before + 1);
  const line = linesOf(event).at(-1)!;
  if (!["start", "stop"].includes(event)) {
    expect(line.clientAddress).toMatch(/127\.0\.0\.1$/);
    expect(line.requestId).toMatch(/^[\w-]{36}$/);
  }
  return line;
}
let recoveryCodes: string[] = [];
const member = await server.signUp("Mona Logged");
const admin = await server.signUpAdmin("Alma Logged");
const visitor = server.visitor();

// First, before suspensions and limits.
test("database, secret and mails are their owner's alone", async () => {
  await visitor.submit("/forgot-password", { email: member.email });
  await server.readMail(member.email);
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
  const folder = path.dirname(server.database.name);
  for (const name of readdirSync(folder).filter((file) => /^app\.db|^session-secret$/.test(file))) {
    // The test's handle may have created side files.
    expect([name, mode(path.join(folder, name))]).toEqual([name, "600"]);
  }
  expect(readdirSync(folder)).toContain("session-secret");
  expect(mode(server.mailDir)).toBe("700");
  for (const mail of readdirSync(server.mailDir)) expect(mode(path.join(server.mailDir, mail))).toBe("600");
});

describe("a line is written of", () => {
  test("the start, at any LOG_LEVEL", () => {
    expect(linesOf("start")).toHaveLength(1);
  });

  test("each act of a login and of an account", async () => {
    let user = member;
    expect((await lineOf("sign_up", async () => (user = await server.signUp("Logged Person")))).personId).toBe(
      undefined,
    );
    const { browser, email, password } = user;
    const passwords = { password: "a password of mine", passwordConfirm: "a password of mine" };
    const change = (passwordCurrent: string) =>
      browser.submit("/settings", { intent: "password", passwordCurrent, ...passwords });
    const otherBrowser = server.visitor();
    const reset = async () => {
      await browser.submit("/forgot-password", { email });
      await browser.submit(await server.mailedPath(email, /reset-password/), passwords);
    };
    const actions: [event: string, act: () => Promise<unknown>][] = [
      ["login_failed", () => otherBrowser.submit("/login", { email, password: "a wrong password" })],
      ["login", () => otherBrowser.submit("/login", { email, password })],
      ["password_failed", () => change("wrong one")],
      ["password_changed", () => change(password)],
      ["session_ended", () => browser.submit("/settings", { intent: "end-others" })],
      ["second_step_on", async () => ({ recoveryCodes } = await turnOnSecondStep(browser))],
      [
        "second_step_failed",
        async () => {
          await otherBrowser.submit("/login", { email, password: passwords.password });
          await otherBrowser.submit("/login/code", { code: "000000" });
        },
      ],
      ["second_step", () => otherBrowser.submit("/login/code", { code: recoveryCodes[0]! })],
      ["second_step_off", () => browser.submit("/settings/security", { intent: "off" })],
      ["password_reset", reset],
      ["logout", () => browser.submit("/logout")],
    ];
    for (const [event, act] of actions) {
      expect([event, (await lineOf(event, act)).personId]).toEqual([event, Number(user.id)]);
    }
  });

  test("a write started by another site, with its session's user", async () => {
    const line = await lineOf("refused_origin", () =>
      server.ask({
        method: "POST",
        path: "/logout",
        headers: { Origin: "https://evil.example", Cookie: member.browser.cookieHeader },
      }),
    );
    expect(line.personId).toBe(Number(member.id));
  });

  test("forbidden requests, on a page and in the API", async () => {
    expect(await lineOf("refused_permission", () => member.browser.get("/admin"))).toMatchObject({
      personId: Number(member.id),
    });
    await lineOf("refused_permission", () => member.browser.api("GET", "/users"));
    await lineOf("refused_permission", () =>
      member.browser.submit(`/admin/users/${admin.id}/active`, { active: "false" }),
    );
  });

  test("too frequent requests", async () => {
    for (let index = 0; index < 5; index++) await visitor.submit("/forgot-password", { email: "x" });
    await lineOf("refused_limit", () => visitor.submit("/forgot-password", { email: "x" }));
  });

  test("what an admin does", async () => {
    const line = await lineOf("admin_act", () =>
      admin.browser.submit(`/admin/users/${member.id}/active`, { active: "false", reason: "A secret reason" }),
    );
    expect(line).toMatchObject({ personId: Number(admin.id), subjectType: "user", subjectId: Number(member.id) });
    expect(JSON.stringify(line)).not.toContain("secret");
  });
});

test("none holds a password, a token, a cookie or an address", async () => {
  await visitor.submit("/login", { email: "somebody@example.com", password: "a wrong password" });
  const token = "q3xWm0-Zr_v9sY2bKc7hTnUeLfAoPiGd1j5MXVB6R8w";
  await visitor.get(`/Reset-Password/${token}`);
  await visitor.fetch("/errors", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: `at /verify-email/${token}`, stack: "", path: `/reset-password/${token}` }),
  });
  await expect.poll(() => server.log()).toContain("fault in a browser");
  server.allowFault(/fault in a browser/);
  const logText = server.log();
  expect(logText).not.toContain(token);
  const secrets = [PASSWORD, "a wrong password", "a password of mine", "@example.com", ...recoveryCodes];
  expect(recoveryCodes).toHaveLength(10);
  for (const secret of [...secrets, ...member.browser.cookies.values()]) expect(logText).not.toContain(secret);
});
