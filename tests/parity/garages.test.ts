import { beforeAll, describe, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { htmlAsJpeg } from "../support/images";
import { jsonOf } from "../support/json-values";
import { type Member, type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let member: Member;
let owner: Owner;

beforeAll(async () => {
  member = await signUp(server(), "Parity Member");
  owner = await signUpWithGarage(server(), "Parity Owner");
});

const GOOD = { garageName: "Parity", location: "Here" };

describe("the same mistake meets the same words on page and API", () => {
  test.each<[string, Fields]>([
    ["nothing at all", {}],
    ["no name", { ...GOOD, garageName: " \t " }],
    ["no place", { ...GOOD, location: "" }],
    ["a public address without one", { ...GOOD, isPublicAddress: "on" }],
    ["everything wrong", { isPublicAddress: "1", about: "x".repeat(5001) }],
    ["too long", { garageName: "x".repeat(101), location: "x".repeat(121), address: "x".repeat(201) }],
  ])("opening a garage: %s", async (_what, fields) => {
    const form = await member.browser.submit("/onboarding", fields, {});
    const call = await member.browser.api(
      "POST",
      "/users/complete-onboarding",
      jsonOf(fields, { isPublicAddress: "switch" }),
    );
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    for (const name of ["garageName", "location", "isPublicAddress", "address", "about", "avatar"]) {
      expect(form.page.fieldError(name), name).toBe((call.json.errors[name] ?? []).join(" "));
    }
    expect(form.page.value("garageName")).toBe(fields.garageName ?? "");
  });

  test("opening a garage: a file that is no image", async () => {
    const avatar = [{ name: "page.jpg", bytes: htmlAsJpeg() }];
    const form = await member.browser.submit("/onboarding", GOOD, { avatar });
    const call = await member.browser.api("POST", "/users/complete-onboarding", GOOD, { files: { avatar } });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.fieldError("avatar")).toBe(call.json.errors.avatar.join(" "));
    expect(form.page.value("location")).toBe("Here");
  });

  test("opening a second garage", async () => {
    const form = await owner.browser.submit("/onboarding", GOOD, {});
    const call = await owner.browser.api("POST", "/users/complete-onboarding", GOOD);
    expect([form.status, call.status]).toEqual([409, 409]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
  });

  test.each<[string, Fields]>([
    ["no name", { name: "" }],
    ["a long name", { name: "x".repeat(101) }],
    ["a public address without one", { name: "A", isPublicAddress: "true" }],
    ["a long description", { name: "A", description: "x".repeat(5001) }],
  ])("editing a garage: %s", async (_what, fields) => {
    const form = await owner.browser.submit(`/garages/${owner.garageId}/edit`, fields);
    const call = await owner.browser.api("PATCH", "/garages/my-garage", jsonOf(fields, { isPublicAddress: "switch" }));
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    for (const name of ["name", "description", "location", "address"]) {
      expect(form.page.fieldError(name), name).toBe((call.json.errors[name] ?? []).join(" "));
    }
  });

  test("a search that is too long", async () => {
    const name = "x".repeat(101);
    const page = await owner.browser.get(`/garages?name=${name}`);
    const call = await owner.browser.api("GET", `/garages?name[regex]=${name}`);
    expect([page.status, call.status]).toEqual([400, 400]);
    expect(page.page.alerts).toEqual([call.json.message]);
  });
});
