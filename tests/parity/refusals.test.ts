import { describe, expect, test } from "vitest";
import type { Browser, Fields } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { htmlAsJpeg } from "../support/images";
import { jsonOf } from "../support/json-values";
import { signUpFields } from "../support/members";
import { sharedServer } from "../support/server";
import { expectSameRefusal } from "./same-refusal";
import { makeScene } from "./scene";
import { type WritePair, writePairsOf } from "./write-pairs";

const server = await sharedServer();
const scene = await makeScene(server);
const PAIRS = writePairsOf(scene);

/** Forms send CRLF. */
const asTyped = (text: Fields[string] = "") => String(text).replace(/\r\n?/g, "\n").trim();

async function tryBoth(pair: WritePair, fields: Fields, files?: Parameters<Browser["submit"]>[2]) {
  const { user, form, call, intent, kinds = {}, silent } = pair;
  const { comment } = scene;
  const extraFields: Fields = intent === "reply" ? { parent: comment } : (pair.extraFields ?? {});
  const fieldPrefix = intent === "reply" ? `reply-${comment}` : (pair.fieldPrefix ?? intent);
  const formFields = { ...(intent && { intent }), ...extraFields, ...fields };
  const json = files ? fields : { ...extraFields, ...(pair.json?.(fields) ?? jsonOf(fields, kinds)) };
  return expectSameRefusal(
    user?.browser ?? server.visitor(),
    [form, formFields, files ?? (pair.picture ? {} : undefined)],
    [call[0], call[1], json, files ? { files } : {}],
    { ...(fieldPrefix && { fieldPrefix }), ...(silent && { silent }) },
  );
}

describe("the same mistake meets the same words on page and API", () => {
  const all = Object.entries(PAIRS).flatMap(([pairName, pair]) =>
    Object.entries(pair.invalid).map(([reason, fields]) => [pairName, reason, pair, fields] as const),
  );

  test.each(all)("%s: %s", async (_what, _why, pair, fields) => {
    const { page } = await tryBoth(pair, fields);
    for (const name of pair.restored ?? []) expect(asTyped(page.value(name))).toBe(asTyped(fields[name]));
    for (const name of page.fields) if (/password/i.test(name)) expect(page.value(name)).toBe("");
    if (pair.intent !== "reply") return;
    expect(page.text(`#reply-${scene.comment}-field-text`)).toBe(fields.text ?? "");
    expect(page.text("#comment-field-text")).toBe("");
  });

  const GOOD: Record<string, Fields> = {
    "a profile": { name: "P" },
    "opening a garage": { garageName: "Parity", location: "Here" },
    "submitting an event": GOOD_EVENT,
  };

  test.each(Object.entries(GOOD))("%s: a file that is no image", async (action, fields) => {
    const pair = PAIRS[action]!;
    const { picture = "", restored = [] } = pair;
    const { page, json } = await tryBoth(pair, fields, { [picture]: [{ name: "page.jpg", bytes: htmlAsJpeg() }] });
    expect(Object.keys(json.errors)).toEqual([picture]);
    for (const name of restored) expect(asTyped(page.value(name))).toBe(asTyped(fields[name]));
  });

  test("a second garage", async () => {
    const fields = GOOD["opening a garage"]!;
    const call = ["POST", "/users/complete-onboarding", fields] as const;
    await expectSameRefusal(scene.crowd.owner.browser, ["/onboarding", fields, {}], [...call], { status: 409 });
  });

  test("no garage to delete", async () => {
    const { browser } = scene.crowd.member;
    const form = await browser.submit("/settings/delete-garage", { safety: "on" });
    const call = await browser.api("DELETE", "/garages/my-garage");
    expect([form.status, call.status]).toEqual([404, 404]);
    expect(form.page.text("main")).toContain(call.json.message);
  });

  test("wrong credentials: the form again, 401 from the API", async () => {
    const wrong = { email: signUpFields("parity@example.com").email, password: "wrong password" };
    const form = await server.visitor().submit("/login", wrong);
    const call = await server.visitor().api("POST", "/users/login", wrong);
    expect([form.status, call.status, form.page.alerts]).toEqual([400, 401, [call.json.message]]);
    expect(call.json).toEqual({ status: "fail", message: "Login failed. Check your credentials.", errors: {} });
  });

  test("an unknown mode of mail, which leaves everything as it was", async () => {
    const { browser } = await server.signUp();
    const path = "/users/me/notification-settings";
    const before = await browser.api("GET", path);
    const settings = { follow: { site: false, mail: "daily" }, like: { site: true, mail: "hourly" } };
    const fields = {
      "settings[follow][mail]": "daily",
      "settings[like][site]": "on",
      "settings[like][mail]": "hourly",
    };
    const { page, json } = await expectSameRefusal(
      browser,
      ["/settings/notifications", fields],
      ["PATCH", path, { settings }],
    );
    expect(Object.keys(json.errors)).toEqual(["settings[like][mail]"]);
    expect(page.value("settings[follow][mail]")).toBe("daily");
    expect((await browser.api("GET", path)).json).toEqual(before.json);
  });
});
