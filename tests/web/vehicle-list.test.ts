import { expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

test("all vehicles, the newest first, page by page; nothing yet, and nothing any more, say so", async () => {
  const visitor = browserLike(server());
  const empty = await visitor.get("/vehicles");
  expect([empty.status, empty.page.text("main")]).toEqual([200, expect.stringContaining("No vehicles yet.")]);
  expect(empty.page.link("Add the first vehicle")).toBe("/vehicles/new");

  const owner = await signUpWithGarage(server(), "Vera Visible");
  const add = async (model: string) =>
    (await owner.browser.submit("/vehicles/new", { make: "Saab", model, year: 1968, description: "Two strokes." }))
      .location;
  const [older, newer] = [await add("96"), await add("Sonett V-4")];
  const { page, status } = await visitor.get("/vehicles");
  expect([status, page.heading, page.title]).toEqual([200, "Vehicles", "Vehicles · Paddock"]);
  expect(page.texts("main h2")).toEqual(["2 vehicles"]);
  const links = page.root.querySelectorAll("main article a").map((link) => link.getAttribute("href"));
  expect(links).toEqual([newer, older]);
  // A short word is not broken at its hyphen.
  expect(page.texts("main h3").at(0)).toBe("1968 Saab Sonett V-4");
  expect(page.texts("main h3 a .unbroken")).toEqual(["V-4"]);

  const second = await visitor.get("/vehicles?limit=1&page=2");
  expect(second.page.texts("main h3")).toEqual(["1968 Saab 96"]);
  expect(second.page.link("Previous")).toBe("/vehicles?limit=1");
  const past = await visitor.get("/vehicles?page=9");
  expect([past.status, past.page.text("main")]).toEqual([200, expect.stringContaining("Nothing on this page.")]);
  expect((await visitor.get("/vehicles?page=x")).status).toBe(400);
  expect((await visitor.get("/sitemap.xml")).body).toContain("/vehicles</loc>");
});
