import { expect, test } from "vitest";
import { signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
const FIELDS = { garageName: "The Nest", location: "Nantes, France", about: "" };
const WELCOME = "Welcome to your garage";

test("a new owner is welcomed once, in the page, and told what comes next", async () => {
  const { browser } = await signUp(server(), "Wanda Welcome");
  const opened = await browser.submit("/onboarding", FIELDS, {});
  const first = await browser.follow(opened);
  expect(first.page.texts("h2")).toContain("Welcome to your garage, Wanda Welcome!");
  expect(first.page.link("+ Add Vehicle")).toBe("/vehicles/new");
  const again = await browser.get(opened.location);
  expect(again.status).toBe(200);
  expect(again.page.text("main")).not.toContain(WELCOME);
  expect(again.headers.getSetCookie().join()).not.toContain("paddock_welcome");
});

test("the welcome is for the owner of the new garage, on its page alone", async () => {
  const other = await signUpWithGarage(server(), "Otto Other");
  const { browser } = await signUp(server(), "Wim Waits");
  const opened = await browser.submit("/onboarding", FIELDS, {});
  const elsewhere = await browser.get(`/garages/${other.garageId}`);
  expect(elsewhere.page.text("main")).not.toContain(WELCOME);
  // Somebody else at the same browser.
  other.browser.cookies.set("paddock_welcome", browser.cookies.get("paddock_welcome") ?? "");
  expect((await other.browser.get(opened.location)).page.text("main")).not.toContain(WELCOME);
  expect((await browser.follow(opened)).page.text("main")).toContain(WELCOME);
});
