import { describe, expect, test } from "vitest";
import { turnOnSecondStep } from "../support/authenticator";
import { type Member, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { expectSameRefusal } from "./same-refusal";

const server = await sharedServer();
const PAGE = "/settings/security";
const CALL = "/users/me/second-step";

type PageAndCall = { page: [path: string, fields: Record<string, string>]; call: [method: string, path: string] };

describe("the same mistake meets the same words on page and API", () => {
  test.each([
    ["no code", ""],
    ["a wrong code", "abc"],
    ["a code that is too long", "1".repeat(61)],
  ])("turning it on with %s", async (_what, code) => {
    const { browser } = await server.signUp();
    await browser.submit(PAGE, { intent: "start" });
    await expectSameRefusal(browser, [PAGE, { intent: "confirm", code }], ["PATCH", CALL, { code }], {
      fieldPrefix: "confirm",
    });
  });

  test.each([
    ["a wrong code", "000000"],
    ["no code of any kind", "hello"],
  ])("logging in with %s", async (_what, code) => {
    const member = await server.signUp();
    await turnOnSecondStep(member.browser);
    const credentials = { email: member.email, password: PASSWORD };
    const browser = server.visitor();
    await browser.submit("/login", credentials);
    const form = await browser.submit("/login/code", { code });
    const call = await server.visitor().api("POST", "/users/login", { ...credentials, code });
    // Forms are never redirected home.
    expect([form.status, call.status]).toEqual([400, 401]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    expect(form.page.fieldError("code")).toBe(call.json.errors.code.join(" "));
  });

  test.each<[string, PageAndCall]>([
    ["delete garage", { page: ["/settings/delete-garage", { safety: "on" }], call: ["DELETE", "/garages/my-garage"] }],
    ["delete account", { page: ["/settings/delete-account", { safety: "on" }], call: ["DELETE", "/users/deleteMe"] }],
    ["export", { page: ["/settings/data", { intent: "data" }], call: ["POST", "/users/me/export"] }],
    ["export, sent to the settings", { page: ["/settings", { intent: "data" }], call: ["POST", "/users/me/export"] }],
    ["turn it on", { page: [PAGE, { intent: "start" }], call: ["POST", CALL] }],
    ["turn it off", { page: [PAGE, { intent: "off" }], call: ["DELETE", CALL] }],
  ])("an old login: %s", async (name, { page: [path, fields], call: [method, address] }) => {
    const owner: Member = await server.signUpWithGarage();
    if (name === "turn it off") await turnOnSecondStep(owner.browser);
    server.ageLogins(owner);
    for (const password of ["", "wrong one"]) {
      const call = [method, address, { password }] as const;
      const refusal = { status: 403, fieldPrefix: fields.intent };
      const { json } = await expectSameRefusal(owner.browser, [path, { ...fields, password }], [...call], refusal);
      expect(json.errors).toHaveProperty("password");
    }
  });
});
