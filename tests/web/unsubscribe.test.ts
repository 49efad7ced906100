import { describe, expect, test } from "vitest";
import { newToken } from "~/lib/tokens.server";
import { sharedServer } from "../support/server";

const server = await sharedServer({ env: { LOG_LEVEL: "info" } });
const { visitor } = server;
const key = newToken().slice(0, 22);

const member = await server.signUp("Ada Unmailed");
server.run("UPDATE users SET unsubscribe_key = ? WHERE id = ?", key, member.id);

const settings = async () => (await member.browser.api("GET", "/users/me/notification-settings")).json.data.doc;

describe("a link in a mail that stops mails", () => {
  test("works without a login: a GET shows and changes nothing, the button unsubscribes", async () => {
    const path = `/unsubscribe/${key}.comment-like`;
    for (const address of [path, `${path}.data`]) {
      const { status, headers } = await visitor().get(address);
      expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      expect(headers.get("referrer-policy")).toMatch(/(^|, )same-origin$/);
    }
    const { page } = await visitor().get(path);
    expect(page.heading).toBe("Stop these emails?");
    expect(page.texts("main li")).toEqual(["comments on your vehicles", "likes on your vehicles"]);
    expect(page.attribute('meta[name="robots"]', "content")).toBe("noindex");
    expect((await settings()).settings.comment.mail).toBe("daily");
    const done = await visitor().submit(path);
    expect([done.status, done.page.heading]).toEqual([200, "These emails are stopped"]);
    expect(done.page.texts("main a")).toEqual(["Choose what we email you about"]);
    expect(await settings()).toMatchObject({ paused: false, settings: { comment: { site: true, mail: "off" } } });
    expect((await visitor().get(path)).page.texts("main button")).toEqual([]);
  });

  const body = "List-Unsubscribe=One-Click";
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const parts = [`--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"`, "", "One-Click", "--x--", ""];

  test.each<[string, { headers: Record<string, string>; body: string }]>([
    ["no word of an origin", { headers: form, body }],
    ["another origin", { headers: { ...form, Origin: "https://mail.example" }, body }],
    ["another site", { headers: { ...form, "Sec-Fetch-Site": "cross-site", Origin: "null" }, body }],
    ["multipart", { headers: { "Content-Type": "multipart/form-data; boundary=x" }, body: parts.join("\r\n") }],
  ])("takes one click of a mail program: %s", async (_, request) => {
    await member.browser.api("PATCH", "/users/me/notification-settings", { settings: { review: { mail: "weekly" } } });
    const answer = await server.ask({ method: "POST", path: `/unsubscribe/${key}.review`, ...request });
    expect([answer.status, (await settings()).settings.review.mail]).toEqual([200, "off"]);
  });

  test("is the only address that may be written to from elsewhere", async () => {
    const headers = { ...form, Origin: "https://mail.example" };
    for (const path of [
      "/settings/notifications",
      `/unsubscribe/${key}.all/x`,
      `/unsubscribe/${key}.all.data`,
      "/api/v1/unsubscribe/x",
      "/unsubscribe",
    ]) {
      const { status } = await server.ask({ method: "POST", path, headers, body });
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await settings()).paused).toBe(false);
  });

  test("an unknown link says so, with a way on", async () => {
    for (const token of ["nonsense", `${"x".repeat(22)}.all`, `${key}.owls`]) {
      for (const answer of [
        await visitor().get(`/unsubscribe/${token}`),
        await visitor().submit(`/unsubscribe/${token}`),
      ]) {
        expect([answer.status, answer.page.heading]).toEqual([404, "This link does not stop any emails"]);
        expect(answer.page.texts("main a")).toContain("Go to Homepage");
      }
    }
  });

  test("pauses all mail, which the settings show and undo", async () => {
    expect((await visitor().submit(`/unsubscribe/${key}.all`)).status).toBe(200);
    const { page } = await member.browser.get("/settings/notifications");
    expect(page.root.querySelector("input[name=paused]")?.hasAttribute("checked")).toBe(true);
    const saveResponse = await member.browser.submit("/settings/notifications", { "settings[like][mail]": "once" });
    expect([saveResponse.status, saveResponse.location]).toEqual([302, "/settings/notifications#saved-form"]);
    expect(await settings()).toMatchObject({ paused: false, settings: { like: { site: false, mail: "once" } } });
  });

  test("is in no log", async () => {
    await expect.poll(() => server.log()).toContain("/unsubscribe/…");
    expect(server.log()).not.toContain(key);
  });
});
