import { describe, expect, test } from "vitest";
import { tokenIn } from "../support/account-mail";
import type { PageAnswer } from "../support/browser-like";
import { newPerson, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

/** Without the user's input and parts that vary. */
function told({ status, headers, body, location }: PageAnswer, typed: string) {
  const told = body
    .replaceAll(typed, "ADDRESS")
    .replaceAll(encodeURIComponent(typed), "ADDRESS")
    .replace(/nonce="[^"]*"/g, "");
  return { status, location, told, cookies: headers.getSetCookie().length };
}

const server = await sharedServer();

describe("nobody learns whether an address has an account", () => {
  async function addresses() {
    const member = await server.signUp();
    const waiting = `waiting.${member.email}`;
    await server.visitor().submit("/signup", newPerson(waiting));
    return [`unknown.${member.email}`, member.email, waiting] as const;
  }

  test.each([
    ["/login", { password: "wrong password" }],
    ["/forgot-password", {}],
    ["/verify-email", { intent: "resend" }],
    ["/signup", { name: "A", password: PASSWORD, passwordConfirm: PASSWORD }],
  ])("from %s", async (path, fields) => {
    const answers = [];
    for (const email of await addresses()) {
      answers.push(told(await server.visitor().submit(path, { ...fields, email }), email));
    }
    expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]]);
  });

  test("an owner who signs up again hears of it by mail", async () => {
    const { email } = await server.signUp();
    const again = { name: "Mallory", email, password: "another one", passwordConfirm: "another one" };
    await server.visitor().submit("/signup", again);
    expect((await server.readMail(email, /already/)).subject).toBe("You already have an account");
  });
});

const limited = await sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1", LOG_LEVEL: "info" } });

describe("request limits", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });

  const post = async (path: string, body: Record<string, string>, address: string) =>
    limited.visitor().api("POST", path, body, { headers: from(address) });

  test("forgotten passwords: 5 for a client; for an account no more mail, and the same answer", async () => {
    const email = "popular@example.com";
    await post("/users/signup", newPerson(email), "192.0.2.3");
    await limited.visitor().api("GET", `/users/verify-email/${tokenIn(await limited.readMail(email))}`);
    const statuses = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await post("/users/forgotPassword", { email: "" }, "192.0.2.4")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const answers = [];
    for (let i = 0; i < 7; i += 1)
      answers.push((await post("/users/forgotPassword", { email }, `198.51.100.${i}`)).json);
    expect(answers).toEqual(Array(7).fill(answers[0]));
    for (let i = 0; i < 3; i += 1) await limited.readMail(email, /reset-password/);
    await post("/users/signup", newPerson("z@example.com"), "192.0.2.5");
    await limited.readMail("z@example.com");
    expect(await limited.listMails(email)).toHaveLength(4);
  });

  test("the log names mail files and holds no token, password or link", async () => {
    const mails = await limited.listMails();
    expect(mails.length).toBeGreaterThan(0);
    const log = limited.log();
    expect(log).toContain(".eml");
    for (const mail of mails) {
      for (const link of mail.links) {
        const token = new URL(link).pathname.split("/")[2];
        if (token) expect(log).not.toContain(token);
      }
    }
    expect(log).not.toContain(PASSWORD);
  });
});
