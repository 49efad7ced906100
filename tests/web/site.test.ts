import { expect, test } from "vitest";
import { sharedServer } from "../support/server";

const server = await sharedServer();

test.each([
  ["/about-us", 200, "About Us"],
  ["/sitemap", 200, "Site Map"],
  ["/api/docs", 200, "API"],
  ["/no-garage", 200, "No Garage Found"],
  ["/not-found", 404, "Page Not Found"],
  ["/nowhere/at/all", 404, "Page Not Found"],
])("%s responds %i: %s", async (path, status, heading) => {
  const { page, ...answer } = await server.visitor().get(path);
  expect([answer.status, page.heading]).toEqual([status, heading]);
  expect(page.texts("h1")).toHaveLength(1);
  expect(page.title).toContain("Paddock");
});

test("the site map leads to every standing page, and none of its links is dead", async () => {
  const visitor = server.visitor();
  const { page } = await visitor.get("/sitemap");
  const links = page.attributes("main a", "href");
  expect(links).toEqual(expect.arrayContaining(["/", "/garages", "/vehicles", "/login", "/signup", "/about-us"]));
  for (const link of links) expect((await visitor.get(link)).status, link).toBeLessThan(400);
});

test("a missing page has a way home; a form sent there changes nothing", async () => {
  const visitor = server.visitor();
  expect((await visitor.get("/nowhere")).page.link("Go to Homepage")).toBe("/");
  expect((await visitor.submit("/nowhere", { a: "b" })).status).toBe(404);
});

test.each(["TRACE", "PROPFIND"])("%s is refused as a method", async (method) => {
  for (const path of ["/", "/api/v1/garages"]) {
    const answer = await server.ask({ method, path });
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
  }
});

test.each(["//", "/garages//", "//evil.example", "/%5c;:a", "/%5Cevil.example"])("%s is no address", async (path) => {
  const answer = await server.ask({ path });
  expect([answer.status, answer.body]).toEqual([404, "There is nothing at this address."]);
});

test("a file with a failing condition is not sent, and that is no fault", async () => {
  const answer = await server.ask({ path: "/icon-192.png", headers: { "If-Match": '"another"' } });
  expect([answer.status, answer.body]).toEqual([412, "Precondition Failed."]);
});

test("without a garage, a member is offered one; a visitor the others'", async () => {
  const { browser } = await server.signUp();
  expect((await browser.get("/no-garage")).page.link("Open your garage")).toBe("/onboarding");
  const visitor = await server.visitor().get("/no-garage");
  expect(visitor.page.link("Open your garage")).toBeUndefined();
  expect(visitor.page.link("See all garages")).toBe("/garages");
});

const hide = () => server.database.exec("ALTER TABLE vehicles RENAME TO vehicles_gone");
const back = () => server.database.exec("ALTER TABLE vehicles_gone RENAME TO vehicles");

test("if the content cannot be read, home shows a message with the logged id", async () => {
  server.allowFault(/vehicles/);
  hide();
  const { status, page } = await server.visitor().get("/").finally(back);
  expect([status, page.alerts]).toEqual([500, ["Could not load content. Please try again later."]]);
  const id = /Error id: ([0-9a-f]{12})/.exec(page.text("main"))?.[1] ?? "none";
  await expect.poll(() => server.log()).toContain(id);
  expect(page.text("header")).toContain("Garages");
  expect((await server.visitor().get("/")).status).toBe(200);
});

test("the site map offers a member no login", async () => {
  const { browser } = await server.signUp("Site Map Member");
  const links = (await browser.get("/sitemap")).page.attributes("main a", "href");
  expect(links).toContain("/profile");
  expect(links).not.toContain("/login");
});
