import { describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const GOOD = { name: "Ada", email: "parity@example.com", password: PASSWORD, passwordConfirm: PASSWORD };
const TOKEN = "x".repeat(43);

interface PageAndCall {
  page: string;
  method: string;
  path: string;
}

const SIGN_UP: PageAndCall = { page: "/signup", method: "POST", path: "/users/signup" };
const LOGIN: PageAndCall = { page: "/login", method: "POST", path: "/users/login" };
const RESET: PageAndCall = { page: `/reset-password/${TOKEN}`, method: "PATCH", path: `/users/resetPassword/${TOKEN}` };

describe("the same mistake meets the same words on page and API", () => {
  test.each<[string, PageAndCall, Record<string, string>]>([
    ["nothing at all", SIGN_UP, {}],
    ["no name", SIGN_UP, { ...GOOD, name: "  " }],
    ["a long name", SIGN_UP, { ...GOOD, name: "x".repeat(81) }],
    ["no address", SIGN_UP, { ...GOOD, email: "ada at example" }],
    ["a short password", SIGN_UP, { ...GOOD, password: "short", passwordConfirm: "short" }],
    ["a long password", SIGN_UP, { ...GOOD, password: "x".repeat(201), passwordConfirm: "x".repeat(201) }],
    ["a password of the many", SIGN_UP, { ...GOOD, password: "qwertyuiop", passwordConfirm: "qwertyuiop" }],
    ["a password like the name", SIGN_UP, { ...GOOD, password: "ada-1234", passwordConfirm: "ada-1234" }],
    ["an endless address", SIGN_UP, { ...GOOD, email: `ada@${"x".repeat(300)}.example` }],
    ["an endless address at login", LOGIN, { email: `ada@${"x".repeat(300)}.example`, password: PASSWORD }],
    ["two different passwords", SIGN_UP, { ...GOOD, passwordConfirm: "something else" }],
    ["no credentials", LOGIN, {}],
    ["no password", LOGIN, { email: GOOD.email }],
    ["no new password", RESET, {}],
    ["different new passwords", RESET, { password: PASSWORD, passwordConfirm: "something else" }],
    ["a dead link", RESET, { password: PASSWORD, passwordConfirm: PASSWORD }],
  ])("%s", async (_what, { page, method, path }, fields) => {
    const form = await browserLike(server()).submit(page, fields);
    const call = await browserLike(server()).api(method, path, fields);
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(call.json.message).toMatch(/\S/);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    const errors: Record<string, string[]> = call.json.errors;
    for (const name of form.page.fields) expect(form.page.fieldError(name)).toBe((errors[name] ?? []).join(" "));
    for (const name of ["name", "email"]) {
      if (form.page.fields.includes(name)) expect(form.page.value(name)).toBe(fields[name] ?? "");
    }
    for (const name of form.page.fields.filter((field) => /password/i.test(field)))
      expect(form.page.value(name)).toBe("");
  });

  test("wrong credentials: the form again, 401 from the API", async () => {
    const wrong = { email: GOOD.email, password: "wrong password" };
    const form = await browserLike(server()).submit("/login", wrong);
    const call = await browserLike(server()).api("POST", "/users/login", wrong);
    expect([form.status, call.status]).toEqual([400, 401]);
    expect(form.page.alerts).toEqual([call.json.message]);
    expect(call.json).toEqual({ status: "fail", message: "Login failed. Check your credentials.", errors: {} });
  });
});
