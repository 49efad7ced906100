import { describe, expect, test } from "vitest";
import { cookieName } from "../support/browser-like";
import { photograph } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();

test("a site without garages says so, and offers the next step", async () => {
  const home = await server.visitor().get("/");
  expect([home.status, home.page.texts("h2")]).toEqual([200, ["Featured Garages", "Newest Garages", "The Latest"]]);
  expect(home.page.link("Sign up")).toBe("/signup");
  expect(home.page.text("main")).toContain("No garages yet.");
  const list = await server.visitor().get("/garages");
  for (const { page } of [home, list]) expect(page.text("main")).toContain("No garages yet.Paddock is new.");
  expect(list.page.text("main")).not.toContain("match your criteria");
});

describe("onboarding", () => {
  test("takes a new member to an open garage that everybody sees", async () => {
    const { browser } = await server.signUp("Marta Rossi");
    expect((await browser.get("/")).page.link("Open your garage")).toBe("/onboarding");
    const form = await browser.get("/onboarding");
    expect(form.page.heading).toBe("Open your garage");
    expect(form.page.text("main")).toContain("Everyone on the internet will see the address");

    const fields = {
      garageName: "Officina Rossi",
      location: "Modena",
      about: "Two lifts.\n\nOne stove.",
      isPublicAddress: "on",
    };
    const avatar = [{ name: "me.jpg", bytes: await photograph() }];
    const response = await browser.submit("/onboarding", { ...fields, address: "Via Emilia 7" }, { avatar });
    expect(response).toMatchObject({ status: 302, location: expect.stringMatching(/^\/garages\/\d+$/) });
    const ownPage = await browser.follow(response);
    expect(ownPage.page.notices).toContain("Your garage has been created!");
    expect(ownPage.page.link("Edit Garage")).toBe(`${response.location}/edit`);
    expect(ownPage.page.link("+ Add Vehicle")).toBe("/vehicles/new");
    expect(ownPage.page.text("main")).toContain("Add your first vehicle.");

    const view = await server.visitor().get(response.location);
    expect([view.page.heading, view.page.title]).toEqual(["Officina Rossi", "Officina Rossi · Paddock"]);
    expect(view.page.texts(".prose p")).toEqual(["Two lifts.", "One stove."]);
    const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(
      Date.now(),
    );
    for (const text of ["Via Emilia 7", "Marta Rossi", "0 followers", `Joined ${month}`, "No vehicles yet."]) {
      expect(view.page.text("main")).toContain(text);
    }
    expect(view.page.link("Edit Garage")).toBeUndefined();
    expect(view.body).toMatch(/<img[^>]+src="\/img\/users\/[0-9a-z]+_/);
    expect((await browser.get("/onboarding")).location).toBe(response.location);
  });

  test("is for members: others are sent home, with the way back", async () => {
    const visitor = server.visitor();
    const redirect = await visitor.get("/onboarding");
    expect(redirect).toMatchObject({ status: 302, location: "/?returnTo=%2Fonboarding" });
    const home = await visitor.follow(redirect);
    expect(home.page.text("main")).toContain("That page is for members.");
    expect(home.page.links).toContain("/login?returnTo=%2Fonboarding");
    const bad = await visitor.get("/?returnTo=https%3A%2F%2Fevil.example%2F");
    expect(bad.body).not.toContain('evil.example"');
    expect(bad.page.text("main")).not.toContain("That page is for members.");
    const expected = { status: 302, location: expect.stringMatching(/^\/\?/) };
    expect(await visitor.submit("/onboarding", { garageName: "A", location: "B" })).toMatchObject(expected);
  });
});

const FIELDS = { garageName: "The Nest", location: "Nantes, France", about: "" };
const WELCOME = "Welcome to your garage";

test("a new owner is welcomed once, in the page, with the next step", async () => {
  const { browser } = await server.signUp("Wanda Welcome");
  const response = await browser.submit("/onboarding", FIELDS, {});
  const first = await browser.follow(response);
  expect(first.page.texts("h2")).toContain("Welcome to your garage, Wanda Welcome!");
  expect(first.page.link("+ Add Vehicle")).toBe("/vehicles/new");
  const secondVisit = await browser.get(response.location);
  expect(secondVisit.status).toBe(200);
  expect(secondVisit.page.text("main")).not.toContain(WELCOME);
  expect(secondVisit.headers.getSetCookie().join()).not.toContain("paddock_welcome");
});

test("the welcome is for the owner of the new garage, on its page alone", async () => {
  const otherMember = await server.signUpWithGarage("Otto Other");
  const { browser } = await server.signUp("Wim Waits");
  const response = await browser.submit("/onboarding", FIELDS, {});
  expect((await browser.get(`/garages/${otherMember.garageId}`)).page.text("main")).not.toContain(WELCOME);
  const name = cookieName(server.url, "welcome");
  otherMember.browser.cookies.set(name, browser.cookies.get(name) ?? "");
  expect((await otherMember.browser.get(response.location)).page.text("main")).not.toContain(WELCOME);
  expect((await browser.follow(response)).page.text("main")).toContain(WELCOME);
});

test("an edited garage shows the change", async () => {
  const { browser, garageId } = await server.signUpWithGarage("Kenji Tanaka", "Tanaka Motor Works");
  const page = `/garages/${garageId}/edit`;
  expect((await browser.get(page)).page.value("name")).toBe("Tanaka Motor Works");
  const response = await browser.submit(page, { name: "Tanaka & Sons", description: "<b>Quiet.</b>" });
  const shownPage = await browser.follow(response);
  expect(shownPage.page.notices).toContain("Garage updated successfully!");
  expect([shownPage.page.heading, shownPage.page.text(".prose")]).toEqual(["Tanaka & Sons", "<b>Quiet.</b>"]);
});

describe("the list", () => {
  test("searches and sorts by a plain form", async () => {
    for (const name of ["Café Racers", "Cafe Noir", "Barn"])
      await server.signUpWithGarage("List Maker", `List ${name}`);
    const visitor = server.visitor();
    const form = await visitor.get("/garages?name=LIST+CAF%C3%89&sort=createdAt");
    expect(form.page.texts("main h3")).toEqual(["List Café Racers", "List Cafe Noir"]);
    expect(form.page.text("main h2")).toBe("2 garages");
    expect([form.page.value("name"), form.page.value("sort")]).toEqual(["LIST CAFÉ", "createdAt"]);
    expect((await visitor.get("/garages?name=list+caf&sort=nonsense")).page.texts("main h3")[0]).toBe("List Cafe Noir");
    expect((await visitor.get("/garages?name=zzzz")).page.text("main")).toContain(
      "No garages found that match your criteria.",
    );
    expect((await visitor.get("/garages?page=40")).page.text("main")).toContain("Nothing on this page.");
    expect((await visitor.get("/garages?page=x")).status).toBe(400);
  });

  test("a form sent to an address without one is refused with a message, and is no fault", async () => {
    const response = await server.visitor().submit("/garages/1/reviews", { rating: "5" });
    expect([response.status, response.page.heading, server.faults()]).toEqual([405, "That is not possible.", []]);
  });

  test.each(["/vehicles?_data=routes/nope", "/nope?_data=x"])("asking for %s is no fault of ours", async (address) => {
    const response = await server.visitor().get(address);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(server.faults()).toEqual([]);
  });

  test("shows one eager picture, the others when they come near", async () => {
    const { browser, ...owner } = await server.signUpWithGarage("Photo Owner", "List with photo");
    const photos = [{ name: "a.jpg", bytes: await photograph() }];
    const token = await server.bearerOf(owner);
    const response = await browser.api(
      "POST",
      "/vehicles",
      { make: "Lotus", model: "Elan", year: 1967 },
      { token, files: { photos } },
    );
    expect(response.status).toBe(201);
    const { page, body } = await server.visitor().get("/garages");
    const pictures = page.root.querySelectorAll("main img");
    expect(
      pictures.map((img) => img.getAttribute("loading") ?? "eager").filter((loading) => loading === "eager"),
    ).toHaveLength(1);
    expect(pictures[0]?.getAttribute("fetchpriority")).toBe("high");
    expect(body).toContain(response.json.data.doc.coverPhoto);
    const garage = await server.visitor().get(`/garages/${owner.garageId}`);
    expect(garage.page.text("main h3")).toMatch(/^1967 ?Lotus Elan$/);
    // Cards have no figure of zero.
    expect([garage.page.text("main .card"), page.text("main")].join()).not.toMatch(/\b0 (comment|like|vehicle)s/);
    expect((await server.visitor().get("/")).page.text("main")).toContain("Lotus Elan");
  });
});
