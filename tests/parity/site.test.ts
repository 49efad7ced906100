import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { SITE_MESSAGES } from "~/features/site/limits";
import type { browserLike, Files } from "../support/browser-like";
import { png } from "../support/images";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const PLAIN = {
  ...{ name: "Paddock", line: "Garages and the vehicles in them", accent: "", contact: "" },
  ...{ imprint: "", privacy: "", terms: "", rules: "" },
};
const NOTHING = { text: "", from: "", until: "" };

const set = async (changes: object) => {
  const { status, json } = await admin.browser.api("PATCH", "/admin/site", changes);
  expect(status).toBe(200);
  return json.data.doc;
};

const admin = await server.signUpAdmin();
afterAll(() => set({ ...PLAIN, announcement: NOTHING }));

test("the site is set alike by the form and the API, and read alike", async () => {
  const values = {
    ...PLAIN,
    name: "Oily Hands",
    line: "Tools",
    accent: "#0b5fa5",
    contact: "Hello@Oily.example",
    terms: "Be kind.",
  };
  const moments = { from: "2027-05-01T10:00", until: "2027-05-02T10:00" };
  const response = await admin.browser.submit("/admin/site", { ...values, announcement: "We move.", ...moments });
  expect(response.location).toBe("/admin/site#saved-form");
  const byForm = (await admin.browser.api("GET", "/admin/site")).json.data.doc;
  const announcement = { text: "We move.", from: "2027-05-01T10:00:00.000Z", until: "2027-05-02T10:00:00.000Z" };
  expect(byForm).toEqual({ ...values, contact: "hello@oily.example", announcement, logo: null, locked: [] });
  await set({ ...PLAIN, announcement: NOTHING });
  expect(await set({ ...values, announcement })).toEqual(byForm);
  const { page } = await admin.browser.get("/admin/site");
  expect(["name", "accent", "announcement", "from", "until"].map((field) => page.value(field))).toEqual([
    ...["Oily Hands", "#0b5fa5", "We move.", moments.from, moments.until],
  ]);
  expect(await set({ announcement: { text: "We have moved." } })).toMatchObject({
    announcement: { ...announcement, text: "We have moved." },
  });
});

test("a name and texts are on every page at the next request, cached ones and errors too", async () => {
  await set({ ...PLAIN, announcement: NOTHING });
  const visitor = server.visitor();
  const pages = ["/", "/vehicles", "/login", "/nowhere"];
  for (const path of pages) expect((await visitor.get(path)).page.title, path).toContain("Paddock");
  await set({ name: "Oily Hands", imprint: "# Who\n\nAnna <b>Ott</b>", contact: "hello@oily.example" });
  for (const path of pages) {
    const { page, body } = await visitor.get(path);
    expect(page.title, path).toContain("Oily Hands");
    expect(page.text("header"), path).toContain("Oily Hands");
    expect(page.attributes("footer a", "href"), path).toEqual(
      expect.arrayContaining(["/imprint", "mailto:hello@oily.example"]),
    );
    expect(body.match(/Paddock/g), path).toHaveLength(1);
  }
  const imprint = await visitor.get("/imprint");
  expect([imprint.status, imprint.page.heading]).toEqual([200, "Imprint"]);
  expect(imprint.page.text("main")).toContain("Anna <b>Ott</b>");
  expect((await visitor.get("/terms")).status).toBe(404);
  for (const path of ["/feed.xml", "/events/feed.xml", "/events.ics", "/site.webmanifest", "/api/v1/openapi.json"]) {
    expect((await visitor.get(path)).body, path).toContain("Oily Hands");
  }
  await set({ imprint: "" });
  expect((await visitor.get("/imprint")).status).toBe(404);
});

test("an accent colour is on every page at the next request, allowed by its policy, and gone with it", async () => {
  await set({ ...PLAIN, announcement: NOTHING });
  const style = async (browser: ReturnType<typeof browserLike>, path: string) => {
    const { body, headers } = await browser.get(path);
    const [, nonce, css = ""] = /<style(?: nonce="([^"]+)")?>([^<]*)<\/style>/.exec(body) ?? [];
    const hash = createHash("sha256").update(css).digest("base64");
    const policy = headers.get("content-security-policy");
    // Script may insert it again, without a nonce.
    expect(policy, path).toContain(`'sha256-${hash}'`);
    if (nonce !== undefined) expect(policy, path).toContain(`'nonce-${nonce}'`);
    return css;
  };
  const looks = [...["/", "/vehicles", "/login", "/nowhere"].map((path) => [server.visitor(), path] as const)];
  looks.push([admin.browser, "/admin/site"], [admin.browser, "/nowhere"]);
  for (const [browser, path] of looks) expect(await style(browser, path), path).not.toContain("html:root{--signal");
  await set({ accent: "#0b5fa5" });
  for (const [browser, path] of looks) {
    expect(await style(browser, path), path).toContain("@media screen{html:root{--signal:#0b5fa5;");
  }
  await set({ accent: "" });
  for (const [browser, path] of looks) expect(await style(browser, path), path).not.toContain("html:root{--signal");
});

test("a refused accent colour is shown at its field and in the preview, with all that was typed", async () => {
  await set({ ...PLAIN, announcement: NOTHING });
  const look = ({ page }: { page: HtmlPage }) => [
    page.texts("figcaption"),
    page.attributes("figure [style]", "style").map((style) => /--signal:(#\w+)/.exec(style)?.[1]),
  ];
  const stored = look(await admin.browser.get("/admin/site"));
  expect(stored).toEqual([
    ["Light mode. Contrast 5.1 : 1, enough", "Dark mode. Contrast 6.4 : 1, enough"],
    ["#c2310f", "#ff7a59"],
  ]);
  const typed = { ...PLAIN, line: "Typed", terms: "Typed terms" };
  const refusal = await admin.browser.submit("/admin/site", { ...typed, accent: "#FFD400" });
  expect([refusal.status, refusal.page.fieldError("accent")]).toEqual([400, SITE_MESSAGES.paleAccent]);
  expect(["line", "terms", "accent"].map((field) => refusal.page.value(field))).toEqual([
    ...["Typed", "Typed terms", "#FFD400"],
  ]);
  expect(look(refusal)[0]![0]).toBe("Light mode. Contrast 1.3 : 1. At least 4.5 : 1 is needed.");
  expect(look(refusal)[1]![0]).toBe("#ffd400");
  const malformed = await admin.browser.submit("/admin/site", { ...typed, accent: "blue" });
  expect([malformed.page.fieldError("accent"), look(malformed)]).toEqual([SITE_MESSAGES.noColour, stored]);
});

test("a logo is sent by the form and the API alike, shown everywhere at the next request, and taken away", async () => {
  await set({ ...PLAIN, announcement: NOTHING });
  const visitor = server.visitor();
  const file = async (name: string) => ({ name, bytes: await png({ width: 500, height: 300 }) });
  const looks = async () => {
    const { page } = await visitor.get("/nowhere");
    const manifest = JSON.parse((await visitor.get("/site.webmanifest")).body);
    return {
      icons: page.attributes('link[rel="icon"], link[rel="apple-touch-icon"]', "href"),
      header: page.attributes("header img", "src"),
      manifest: manifest.icons.map(({ src, sizes }: Record<string, string>) => [src, sizes]),
    };
  };
  const builtIn = await looks();
  expect(builtIn.icons).toEqual(["/icon.ico", "/favicon.svg", "/apple-touch-icon.png"]);
  const send = {
    form: async (files: Files) =>
      (await admin.browser.submit("/admin/site", PLAIN, files)).location === "/admin/site#saved-form",
    api: async (files: Files) => (await admin.browser.api("PATCH", "/admin/site", {}, { files })).status === 200,
  };
  const take = {
    form: async () => void (await admin.browser.submit("/admin/site", { ...PLAIN, removeLogo: "on" })),
    api: async () => void (await set({ logo: null })),
  };
  for (const way of ["form", "api"] as const) {
    expect(await send[way]({ logo: [await file("logo.png")] }), way).toBe(true);
    const { logo } = (await admin.browser.api("GET", "/admin/site")).json.data.doc;
    expect(logo, way).toMatch(/^\/img\/users\/\w+_300x300_\w{6}\.jpg\?w=400$/);
    const base = logo.replace(/\?.*/, "");
    const icon = (side: number) => base.replace("/img/users/", "/icons/").replace(".jpg", `-${side}.png`);
    expect(await looks(), way).toEqual({
      icons: [icon(48), icon(192)],
      header: [`${base}?w=96`],
      manifest: [
        [icon(192), "192x192"],
        [icon(512), "512x512"],
      ],
    });
    for (const width of [96, 192, 400]) expect((await visitor.get(`${base}?w=${width}`)).status, way).toBe(200);
    for (const side of [48, 192, 512]) {
      const bytes = Buffer.from(await (await fetch(server.url + icon(side))).arrayBuffer());
      expect(await sharp(bytes).metadata(), way).toMatchObject({ format: "png", width: side, height: side });
    }
    expect((await visitor.get(icon(64))).status, way).toBe(404);
    expect((await visitor.get("/favicon.ico")).location, way).toBe(icon(48));
    expect((await visitor.get("/feed.xml")).body, way).toContain(icon(192));
    await take[way]();
    expect([await looks(), (await visitor.get("/favicon.ico")).location], way).toEqual([builtIn, "/icon.ico"]);
    expect((await visitor.get(base)).status, way).toBe(404);
    // Open pages still request it.
    expect((await visitor.get(icon(192))).location, way).toBe("/icon-192.png");
  }
  const broken = { logo: [{ name: "logo.png", bytes: Buffer.from("no picture") }] };
  const { status, page } = await admin.browser.submit("/admin/site", { ...PLAIN, line: "Typed" }, broken);
  const message =
    "“logo.png” is not an image we accept. It is damaged, or its format does not match its name. We accept PNG, JPEG or GIF, up to 20 MB.";
  expect([status, page.fieldError("logo"), page.value("line")]).toEqual([400, message, "Typed"]);
  const response = await admin.browser.api("PATCH", "/admin/site", { line: "Typed" }, { files: broken });
  expect([response.status, response.json.errors]).toEqual([400, { logo: [message] }]);
  expect((await admin.browser.api("GET", "/admin/site")).json.data.doc).toMatchObject({ logo: null, line: PLAIN.line });
});

test("a draft of the privacy text comes with what else was typed being saved", async () => {
  await set({ ...PLAIN, announcement: NOTHING });
  const response = await admin.browser.submit("/admin/site", { ...PLAIN, contact: "hello@oily.example", draft: "on" });
  expect(response.location).toBe("/admin/site?draft=privacy#field-privacy");
  const { page } = await admin.browser.follow(response);
  expect(page.value("contact")).toBe("hello@oily.example");
  expect(page.value("privacy")).toMatch(/Paddock is run by .*hello@oily\.example/s);
  expect(page.text("main")).toContain("Please fill in: [your name and address], ");
  expect((await admin.browser.get("/privacy")).status).toBe(404);
  await set(PLAIN);
});

test("all four texts may be full, in any script, by form with and without files and by call", async () => {
  const full = (sign: string) =>
    Object.fromEntries(["imprint", "privacy", "terms", "rules"].map((kind) => [kind, sign.repeat(20_000)]));
  const read = async () => (await admin.browser.api("GET", "/admin/site")).json.data.doc;
  expect((await admin.browser.submit("/admin/site", { ...PLAIN, ...full("規") }, {})).location).toBe(
    "/admin/site#saved-form",
  );
  expect(await read()).toMatchObject(full("規"));
  expect((await admin.browser.submit("/admin/site", { ...PLAIN, ...full("a") })).location).toBe(
    "/admin/site#saved-form",
  );
  expect(await read()).toMatchObject(full("a"));
  const response = await admin.browser.api("PATCH", "/admin/site", { ...full("規"), rules: "" }, { files: {} });
  expect([response.status, response.json.data.doc.rules]).toEqual([200, ""]);
  expect(await set(full("b"))).toMatchObject(full("b"));
  await set(PLAIN);
  expect(await read()).toMatchObject(PLAIN);
});

test("own rules stand on the page of the rules, with how a report works", async () => {
  const visitor = server.visitor();
  const builtIn = (await visitor.get("/rules")).page.text("main");
  await set({ rules: "1. Only cars that run." });
  const ownRules = (await visitor.get("/rules")).page.text("main");
  for (const text of ["Only cars that run.", "How a report works"]) expect(ownRules).toContain(text);
  expect(ownRules.length).toBeLessThan(builtIn.length);
});

test("an announcement is dismissed in one browser, and shown in all others, also from the cache", async () => {
  await set({ announcement: { text: "We move on Sunday.", from: "", until: "" } });
  const [firstVisitor, secondVisitor] = [server.visitor(), server.visitor()];
  const hasAnnouncement = async (visitor: typeof firstVisitor) =>
    (await visitor.get("/about-us")).page.texts("aside").join().includes("Sunday");
  expect([await hasAnnouncement(firstVisitor), await hasAnnouncement(secondVisitor)]).toEqual([true, true]);
  const { page } = await firstVisitor.get("/about-us");
  const hidden = await firstVisitor.submit("/announcement", { id: page.value("id") ?? "", returnTo: "/about-us" });
  expect(hidden.location).toBe("/about-us");
  expect([
    await hasAnnouncement(firstVisitor),
    await hasAnnouncement(secondVisitor),
    await hasAnnouncement(firstVisitor),
  ]).toEqual([false, true, false]);
  await set({ announcement: { text: "We moved on Sunday." } });
  expect(await hasAnnouncement(firstVisitor)).toBe(true);
  await set({ announcement: NOTHING });
  expect([await hasAnnouncement(firstVisitor), await hasAnnouncement(secondVisitor)]).toEqual([false, false]);
});

test("a changed or forged cookie of a dismissed announcement returns no other address's page", async () => {
  await set({ announcement: { text: "We move on Sunday.", from: "", until: "" } });
  const { page } = await server.visitor().get("/about-us");
  const form = new URLSearchParams({ id: page.value("id") ?? "", returnTo: "/" });
  const dismissed = await fetch(new URL("/announcement", server.url), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const [cookie = ""] = (dismissed.headers.get("set-cookie") ?? "").split(";");
  const get = async (path: string, cookie: string) =>
    (await fetch(new URL(path, server.url), { headers: { cookie } })).text();
  const { garageId } = await server.signUpWithGarage("Gwen Garage");
  const feed = `/garages/${garageId}/feed.xml`;
  // Joined without a separator, this cookie and path would equal the garage feed's.
  for (const end of [`/garages/${garageId}`, `","/garages/${garageId}`]) await get("/feed.xml", cookie + end);
  for (const header of [cookie, ""]) expect(await get(feed, header)).toContain("Gwen Garage");
  expect(await get("/about-us", cookie)).not.toContain("We move on Sunday.");
  expect(await get("/about-us", `${cookie}x`)).toContain("We move on Sunday.");
  await set({ announcement: NOTHING });
});
