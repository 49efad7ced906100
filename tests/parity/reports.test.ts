import { describe, expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const { visitor } = server;
const GOOD = { reason: "spam", text: "Sells watches." };
const VISITOR = { name: "Vic", email: "vic@example.com" };
const owner = await server.signUpWithGarage("Olga Owner");
const subjectPath = `/garages/${owner.garageId}`;

test("one's own and missing content: a message with a way on", async () => {
  const ownResponse = await owner.browser.submit(`/report?about=${subjectPath}`, {
    ...GOOD,
    about: subjectPath,
    goodFaith: "on",
  });
  const ownJson = await owner.browser.api("POST", "/reports", { ...GOOD, about: subjectPath, goodFaith: true });
  expect([ownResponse.status, ownResponse.page.heading, ownJson.status]).toEqual([403, ownJson.json.message, 403]);
  expect(ownResponse.page.link("Go back")).toBe(subjectPath);
  const missingThing = { ...GOOD, ...VISITOR, about: "/vehicles/999" };
  const form = await visitor().submit("/report?about=/vehicles/999", { ...missingThing, goodFaith: "on" });
  const json = await visitor().api("POST", "/reports", { ...missingThing, goodFaith: true });
  expect([form.status, form.page.heading, json.status]).toEqual([404, json.json.message, 404]);
  expect(form.page.fields).toEqual(["about"]);
  for (const address of ["/report?about=/vehicles/999", "/report?about=https://evil.example/"]) {
    expect(await visitor().get(address)).toMatchObject({ status: 404 });
  }
  expect((await owner.browser.get(`/report?about=${subjectPath}`)).status).toBe(403);
});

describe("a report that is taken", () => {
  test("by page leads to its own page, which thanks once; it is mailed, and not cached", async () => {
    const form = await visitor().get(`/report?about=${subjectPath}`);
    expect(form.page.heading).toBe("Report this garage");
    expect(form.page.fields).toEqual(
      "about reason text law children name email goodFaith"
        .split(" ")
        .filter((name) => form.page.fields.includes(name)),
    );
    const response = await visitor().submit(`/report?about=${subjectPath}`, {
      ...GOOD,
      ...VISITOR,
      about: subjectPath,
      goodFaith: "on",
    });
    expect([response.status, response.location]).toEqual([302, expect.stringMatching(/^\/reports\/[\w-]{43}\?sent$/)]);
    expect((await visitor().get(response.location)).page.heading).toBe("Thank you. Your report has been received.");
    const address = response.location.replace("?sent", "");
    for (const path of [address, `${address}.data`]) {
      const { status, headers } = await visitor().get(path);
      expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      expect(headers.get("referrer-policy")).toMatch(/same-origin/);
    }
    const { page } = await visitor().get(address);
    expect(page.heading).toBe("Your report");
    expect(page.root.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    expect(page.text("main")).toContain("Sells watches.");
    const mail = await server.readMail(VISITOR.email, /received/);
    expect(mail.links.some((link) => link.endsWith(address))).toBe(true);
    server.run("UPDATE cases SET state = 'decided', measure = 'none', decided_at = created_at WHERE state = 'open'");
    const later = await visitor().get(address);
    expect(later.page.text("main")).toContain("found that it does not break our rules");
    expect(later.page.link("Report it again")).toBe(`/report?${new URLSearchParams({ about: subjectPath })}`);
  });

  test("by the API returns its link; members need no name, and have no field for it", async () => {
    const member = await server.signUp("Mia Member");
    const fields = (await member.browser.get(`/report?about=${subjectPath}`)).page.fields;
    expect(fields).toEqual(["about", "once", "reason", "text", "law", "goodFaith"]);
    const { status, json } = await visitor().api(
      "POST",
      "/reports",
      { ...GOOD, about: subjectPath, goodFaith: true },
      { token: await server.bearerOf(member) },
    );
    expect([status, json.data.doc]).toMatchObject([201, { about: subjectPath, state: "open", acted: null, ...GOOD }]);
    const [, token] = json.data.doc.link.split("/reports/");
    expect((await visitor().api("GET", `/reports/${token}`)).json.data.doc).toEqual(json.data.doc);
    const ownReports = await member.browser.api("GET", "/users/me/reports");
    expect(ownReports.json.data.data).toEqual([json.data.doc]);
    const { page: list } = await member.browser.get("/reports");
    expect([list.link(json.data.doc.title), list.text("main")]).toEqual([
      `/reports/${token}`,
      expect.stringContaining("Under review"),
    ]);
    const ownPage = await visitor().get(`/reports/${token}`);
    expect(ownPage.page.link(json.data.doc.title)).toBe(subjectPath);
    const unknown = await visitor().api("GET", `/reports/${token}x`);
    expect([unknown.status, unknown.json.message]).toEqual([404, "This report does not exist."]);
    const page = await visitor().get(`/reports/${token}x`);
    expect([page.status, page.page.heading]).toEqual([404, "This report does not exist."]);
  });
});

test("the rules are public, say what was done, and stand where people agree to them", async () => {
  const { status, headers, page } = await visitor().get("/rules");
  expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=0, must-revalidate"]);
  expect(page.texts("main h2")).toEqual(["How a report works", "How to object", "The last 12 months"]);
  expect(page.texts("main tr th")).toContain("Objections to these decisions");
  for (const path of ["/", "/signup", `/report?about=${subjectPath}`, "/report", "/sitemap"]) {
    expect((await visitor().get(path)).page.links, path).toContain("/rules");
  }
  expect((await visitor().get("/sitemap.xml")).body).toContain("/rules</loc>");
});
