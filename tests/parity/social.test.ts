import { beforeAll, describe, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { jsonOf } from "../support/json-values";
import { sharedServer } from "../support/server";
import { type Crowd, makeCrowd } from "../support/social";

const server = sharedServer();
let crowd: Crowd;

beforeAll(async () => {
  crowd = await makeCrowd(server());
});

describe("the same mistake meets the same words on page and API", () => {
  test.each<[string, Fields]>([
    ["nothing", {}],
    ["white space", { text: " \n " }],
    ["too much", { text: "x".repeat(2001) }],
  ])("a comment of %s", async (_what, fields) => {
    const path = `/vehicles/${crowd.vehicleId}`;
    const form = await crowd.member.browser.submit(path, { intent: "comment", ...fields });
    const call = await crowd.member.browser.api("POST", `${path}/comments`, fields);
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    expect(form.page.text("#comment-field-text-error")).toBe(call.json.errors.text.join(" "));
    expect(form.page.value("text")).toBe(fields.text ?? "");
  });

  test.each<[string, Fields]>([
    ["nothing", {}],
    ["too much", { text: "x".repeat(2001) }],
  ])("an answer of %s", async (_what, fields) => {
    const path = `/vehicles/${crowd.vehicleId}`;
    const { browser } = crowd.member;
    const parent = (await browser.api("POST", `${path}/comments`, { text: "First" })).json.data.doc._id;
    const form = await browser.submit(path, { intent: "reply", parent, ...fields });
    const call = await browser.api("POST", `${path}/comments`, { parent, ...fields });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text(`#reply-${parent}-field-text-error`)).toBe(call.json.errors.text.join(" "));
    expect(form.page.text(`#reply-${parent}-field-text`)).toBe(fields.text ?? "");
    expect(form.page.text("#comment-field-text")).toBe("");
  });

  test.each([["987654"], ["x"]])("an answer to a comment that is not there: %s", async (parent) => {
    const path = `/vehicles/${crowd.vehicleId}`;
    const { browser } = crowd.member;
    const form = await browser.submit(path, { intent: "reply", parent, text: "Typed with care." });
    const call = await browser.api("POST", `${path}/comments`, { parent, text: "Typed with care." });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(call.json.errors).toEqual({ parent: [call.json.message] });
    expect(form.page.alerts[0]).toBe(call.json.message);
    // What was typed is in the form for a comment.
    expect(form.page.text("#comment-field-text")).toBe("Typed with care.");
  });

  test.each<[string, Fields]>([
    ["nothing", {}],
    ["no stars", { rating: "", review: "Tidy." }],
    ["six stars", { rating: 6, review: "Tidy." }],
    ["half a star", { rating: "4.5", review: "Tidy." }],
    ["no words", { rating: 5, review: "  " }],
    ["too many words", { rating: 5, review: "x".repeat(2001) }],
  ])("a review of %s", async (_what, fields) => {
    const path = `/garages/${crowd.owner.garageId}`;
    const form = await crowd.member.browser.submit(path, { intent: "review", ...fields });
    const call = await crowd.member.browser.api("POST", `${path}/reviews`, jsonOf(fields, { rating: "number" }));
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    for (const name of ["rating", "review"]) {
      const said = form.page.text(`#review-field-${name}-error`);
      expect(said, name).toBe((call.json.errors[name] ?? []).join(" "));
    }
    expect(form.page.value("review")?.trim()).toBe(String(fields.review ?? "").trim());
  });

  test("following oneself, and who is not there", async () => {
    const { browser, id } = crowd.member;
    for (const other of [id, "987654", "x"]) {
      const call = await browser.api("POST", `/users/follow/${other}`);
      const form = await browser.submit(`/users/${other}/follow`, { following: "on", returnTo: "/garages" });
      expect(form).toMatchObject({ status: 302, location: "/garages" });
      expect((await browser.follow(form)).page.notices).toContain(call.json.message);
      const script = await browser.submit(`/users/${other}/follow`, { following: "on" });
      expect([script.status, JSON.parse(script.body)]).toEqual([call.status, { message: call.json.message }]);
    }
  });

  test("liking what is not there", async () => {
    const { browser } = crowd.member;
    const call = await browser.api("PATCH", "/vehicles/987654/like");
    const script = await browser.submit("/vehicles/987654/like", { liked: "true" });
    expect([script.status, JSON.parse(script.body)]).toEqual([call.status, { message: call.json.message }]);
  });

  test.each(["comments", "reviews"])("deleting what is not one's own, or not there: %s", async (kind) => {
    const { member, other, owner, vehicleId } = crowd;
    const made =
      kind === "comments"
        ? await member.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text: "Mine" })
        : await member.browser.api("POST", `/garages/${owner.garageId}/reviews`, { rating: 3, review: "Mine" });
    for (const [id, status] of [
      [made.json.data.doc._id, 403],
      ["987654", 404],
      ["x", 404],
    ] as const) {
      const call = await other.browser.api("DELETE", `/${kind}/${id}`);
      const form = await other.browser.submit(`/${kind}/${id}/delete`);
      const page = await other.browser.get(`/${kind}/${id}/delete`);
      expect([call.status, form.status, page.status]).toEqual([status, status, status]);
      expect(form.page.text("main")).toContain(call.json.message);
      expect(page.page.text("main")).toContain(call.json.message);
    }
  });
});
