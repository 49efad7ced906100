import { describe, expect, test } from "vitest";
import { tokenIn } from "../support/account-mail";
import type { PageResponse } from "../support/browser-like";
import { PASSWORD, signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

/** Without the user's input and parts that vary. */
function summarize({ status, headers, body, location }: PageResponse, address: string) {
  const summary = body
    .replaceAll("<wbr/>", "")
    .replaceAll(address, "ADDRESS")
    .replaceAll(encodeURIComponent(address), "ADDRESS")
    .replace(/nonce="[^"]*"/g, "");
  return { status, location, told: summary, cookies: headers.getSetCookie().length };
}

const server = await sharedServer();

describe("no response reveals whether an address has an account", () => {
  async function addresses() {
    const member = await server.signUp();
    const waiting = `waiting.${member.email}`;
    await server.visitor().submit("/signup", signUpFields(waiting));
    return [`unknown.${member.email}`, member.email, waiting] as const;
  }

  test.each([
    ["/login", { password: "wrong password" }],
    ["/forgot-password", {}],
    ["/verify-email", { intent: "resend" }],
    ["/signup", { name: "A", password: PASSWORD, passwordConfirm: PASSWORD }],
  ])("from %s", async (path, fields) => {
    const responses = [];
    for (const email of await addresses()) {
      responses.push(summarize(await server.visitor().submit(path, { ...fields, email }), email));
    }
    expect([responses[1], responses[2]]).toEqual([responses[0], responses[0]]);
  });

  test("a second sign-up of an address is reported to its owner by mail", async () => {
    const { email } = await server.signUp();
    const secondSignUp = { name: "Mallory", email, password: "another one", passwordConfirm: "another one" };
    await server.visitor().submit("/signup", secondSignUp);
    expect((await server.readMail(email, /already/)).subject).toBe("You already have an account");
  });
});

const limited = await sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1", LOG_LEVEL: "info" } });

describe("request limits", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });

  const post = async (path: string, body: Record<string, string>, address: string) =>
    limited.visitor().api("POST", path, body, { headers: from(address) });

  test("forgotten passwords: 5 for a client; for an account no more mail, and the same response", async () => {
    const email = "popular@example.com";
    await post("/users/signup", signUpFields(email), "192.0.2.3");
    await limited.visitor().api("GET", `/users/verify-email/${tokenIn(await limited.readMail(email))}`);
    const statuses = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await post("/users/forgotPassword", { email: "" }, "192.0.2.4")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const responses = [];
    for (let i = 0; i < 7; i += 1)
      responses.push((await post("/users/forgotPassword", { email }, `198.51.100.${i}`)).json);
    expect(responses).toEqual(Array(7).fill(responses[0]));
    for (let i = 0; i < 3; i += 1) await limited.readMail(email, /reset-password/);
    await post("/users/signup", signUpFields("z@example.com"), "192.0.2.5");
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
