import { beforeAll, describe, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { htmlAsJpeg } from "../support/images";
import { type Member, PASSWORD, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let member: Member;

beforeAll(async () => {
  member = await signUp(server(), "Parity Person");
});

describe("the same mistake meets the same words on page and API", () => {
  test.each<[string, Fields]>([
    ["no name", { name: " " }],
    ["everything too long", { name: "x".repeat(81), bio: "x".repeat(501), location: "x".repeat(121) }],
  ])("the profile: %s", async (_what, fields) => {
    const form = await member.browser.submit("/settings", { intent: "profile", ...fields }, {});
    const call = await member.browser.api("PATCH", "/users/updateMe", fields);
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    for (const name of ["name", "bio", "location", "avatar"]) {
      expect(form.page.text(`#profile-field-${name}-error`), name).toBe((call.json.errors[name] ?? []).join(" "));
    }
  });

  test("the profile: a file that is no image", async () => {
    const avatar = [{ name: "page.jpg", bytes: htmlAsJpeg() }];
    const form = await member.browser.submit("/settings", { intent: "profile", name: "P" }, { avatar });
    const call = await member.browser.api("PATCH", "/users/updateMe", { name: "P" }, { files: { avatar } });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("#profile-field-avatar-error")).toBe(call.json.errors.avatar.join(" "));
  });

  test.each<[string, Fields]>([
    ["nothing at all", {}],
    ["a wrong current one", { passwordCurrent: "guess", password: "brand new one", passwordConfirm: "brand new one" }],
    ["two that differ", { passwordCurrent: PASSWORD, password: "brand new one", passwordConfirm: "another one" }],
    ["easy to guess", { passwordCurrent: PASSWORD, password: "Parity-Person-1", passwordConfirm: "Parity-Person-1" }],
    ["too short", { passwordCurrent: PASSWORD, password: "short", passwordConfirm: "short" }],
    ["too long", { passwordCurrent: PASSWORD, password: "x".repeat(201), passwordConfirm: "x".repeat(201) }],
  ])("the password: %s", async (_what, fields) => {
    const form = await member.browser.submit("/settings", { intent: "password", ...fields });
    const call = await member.browser.api("PATCH", "/users/updateMyPassword", fields);
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    for (const name of ["passwordCurrent", "password", "passwordConfirm"]) {
      expect(form.page.text(`#password-field-${name}-error`), name).toBe((call.json.errors[name] ?? []).join(" "));
    }
    expect((await member.browser.get("/settings")).status).toBe(200);
  });

  test("an unknown mode of mail, which leaves everything as it was", async () => {
    const path = "/users/me/notification-settings";
    const before = await member.browser.api("GET", path);
    const choices = { follow: { site: false, mail: "daily" }, like: { site: true, mail: "hourly" } };
    const fields = Object.entries(choices).flatMap(([kind, { site, mail }]) => [
      ...(site ? [[`settings[${kind}][site]`, "on"]] : []),
      [`settings[${kind}][mail]`, mail],
    ]);
    const form = await member.browser.submit("/settings/notifications", Object.fromEntries(fields));
    const call = await member.browser.api("PATCH", path, { settings: choices });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    expect(Object.keys(call.json.errors)).toEqual(["settings[like][mail]"]);
    const field = form.page.root.querySelector('[id="field-settings[like][mail]-error"]');
    expect(field?.text).toBe(call.json.errors["settings[like][mail]"].join(" "));
    // What was chosen is still chosen.
    expect(form.page.value("settings[follow][mail]")).toBe("daily");
    expect((await member.browser.api("GET", path)).json).toEqual(before.json);
  });

  test("no garage to delete", async () => {
    const form = await member.browser.submit("/settings/delete-garage", { safety: "on" });
    const call = await member.browser.api("DELETE", "/garages/my-garage");
    expect([form.status, call.status]).toEqual([404, 404]);
    expect(form.page.text("main")).toContain(call.json.message);
  });
});
