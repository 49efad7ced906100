import { describe, expect, test } from "vitest";
import { GOOD_EVENT, submitEvent } from "../support/good-event";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const HINT = "We place it at the centre of your town, never closer.";

const admin = await server.signUpAdmin();
const ada = await server.signUpWithGarage("Ada Driver");
const bo = await server.signUp("Bo Bystander");

const selectedPlace = (page: HtmlPage) => page.attribute("[name=placeId][checked]", "value");

function choices(page: HtmlPage): Map<string, string> {
  const labels = page.root.querySelectorAll("label:has([name=placeId])");
  return new Map(
    labels.map((label) => [
      label.querySelector("input")?.getAttribute("value") ?? "",
      label.text.replace(/\s+/g, " ").trim(),
    ]),
  );
}

function idOf(page: HtmlPage, text: string): string {
  const [id] = [...choices(page)].find(([, label]) => label === text) ?? [];
  if (!id) throw new Error(`no ${text} in ${[...choices(page).values()]}`);
  return id;
}

describe("a garage's place", () => {
  const edit = () => `/garages/${ada.garageId}/edit`;
  const place = () => `/garages/${ada.garageId}/place`;

  test("is a choice when opening, and off by default", async () => {
    const cleo = await server.signUp("Cleo");
    const { page } = await cleo.browser.get("/onboarding");
    const box = page.root.querySelector("[name=showOnMap]");
    expect([box?.getAttribute("type"), box?.hasAttribute("checked")]).toEqual(["checkbox", false]);
    expect(page.text("main")).toContain(`Show my garage on the map${HINT}`);
    const fields = { garageName: "Cleo's", location: "Bicester, England", showOnMap: "on" };
    const response = await cleo.browser.follow(await cleo.browser.submit("/onboarding", fields, {}));
    expect(response.page.text("main")).toContain("Placed near Bicester, United Kingdom: change");
    expect((await bo.browser.get(response.page.link("change")!.replace("/place", ""))).page.text("main")).not.toContain(
      "Placed near",
    );
  });

  test("stands under the location; a change of the location moves it", async () => {
    await ada.browser.submit(edit(), { name: "Shed", location: "Bicester, England" });
    const { page } = await ada.browser.get(edit());
    expect(page.text("main")).toContain("Placed near Bicester, United Kingdom: change");
    expect(page.link("change")).toBe(place());
    expect(page.root.querySelector("[name=showOnMap]")?.hasAttribute("checked")).toBe(false);
    const response = await ada.browser.submit(edit(), { name: "Shed", location: "Springfield", showOnMap: "on" });
    const shownPage = await ada.browser.follow(response);
    expect(shownPage.page.text("main")).toContain("There are several places called Springfield: choose");
    expect(shownPage.page.link("choose")).toBe(place());
    const editPage = await ada.browser.get(edit());
    expect(editPage.page.root.querySelector("[name=showOnMap]")?.hasAttribute("checked")).toBe(true);
  });

  test("is chosen among those that the text may mean, and stays", async () => {
    await ada.browser.submit(edit(), { name: "Shed", location: "Springfield", showOnMap: "on" });
    const { page } = await ada.browser.get(place());
    expect([page.heading, selectedPlace(page)]).toEqual(["Your garage on the map", undefined]);
    expect(page.text("main")).toContain("Shed: “Springfield”");
    expect([...choices(page)].at(-1)).toEqual(["none", "Without a map position"]);
    const placeId = idOf(page, "Springfield, Illinois, United States");
    const response = await ada.browser.submit(place(), { placeId });
    expect([response.status, response.location]).toEqual([302, edit()]);
    const shownPage = await ada.browser.follow(response);
    expect(shownPage.page.notices).toContain("Position saved.");
    expect(shownPage.page.text("main")).toContain("Placed near Springfield, Illinois, United States: change");
    const placePage = await ada.browser.get(place());
    expect(selectedPlace(placePage.page)).toEqual(placeId);
    expect([...choices(placePage.page)][0]).toEqual([placeId, "Springfield, Illinois, United States"]);
  });

  test("is found by its name, or is none", async () => {
    const { page } = await ada.browser.get(`${place()}?q=Reims`);
    const field = page.root.querySelector("main form[method=get] input[name=q]");
    expect([field?.getAttribute("value"), field?.getAttribute("type")]).toEqual(["Reims", "search"]);
    for (const words of ["Find a town", "Found for “Reims”:"]) expect(page.text("main")).toContain(words);
    const form = page.root.querySelector("main form[method=post]");
    const response = await ada.browser.submit(form?.getAttribute("action") ?? "", {
      placeId: idOf(page, "Reims, France (Grand Est)"),
    });
    expect((await ada.browser.follow(response)).page.text("main")).toContain("Placed near Reims, France: change");
    const nothing = await ada.browser.get(`${place()}?q=${encodeURIComponent("<b>zzz")}`);
    expect(nothing.page.text("main")).toContain("No other town found for “<b>zzz”.");
    const noPlacePage = await ada.browser.follow(await ada.browser.submit(place(), { placeId: "none" }));
    expect(noPlacePage.page.notices).toContain("Position saved.");
    expect((await ada.browser.get(`${place()}?q=${"x".repeat(3000)}`)).status).toBe(200);
  });
});

describe("an event's place", () => {
  test("is shown to the submitter, and can be changed", async () => {
    const id = await submitEvent(ada, { location: "Springfield" });
    const ownEvents = await ada.browser.get("/events/mine");
    expect(ownEvents.page.text("main article")).toContain("There are several places called Springfield: choose");
    expect(ownEvents.page.links).toContain(`/events/${id}/place`);
    const { page } = await ada.browser.get(`/events/${id}/place`);
    expect(page.text("main")).toContain(`${GOOD_EVENT.title}: “Springfield”`);
    const response = await ada.browser.submit(`/events/${id}/place`, {
      placeId: idOf(page, "Springfield, Illinois, United States"),
    });
    const shownPage = await ada.browser.follow(response);
    expect([response.location, shownPage.page.notices]).toEqual([`/events/${id}`, ["Position saved."]]);
    expect(shownPage.page.text("main")).toContain("Placed near Springfield, Illinois, United States: change");
    expect((await ada.browser.get("/events/mine")).page.text("main article")).toContain(
      "Placed near Springfield, Illinois, United States: change",
    );
  });

  test("is shown to deciding admins, who may change it once it is live", async () => {
    const id = await submitEvent(ada, { location: "Bicester, England" });
    const place = `/events/${id}/place`;
    for (const path of ["/admin/events", `/events/${id}`]) {
      const { page } = await admin.browser.get(path);
      expect(page.text("main")).toContain("Placed near Bicester, United Kingdom");
      expect(page.links).not.toContain(place);
    }
    expect((await admin.browser.submit(`/admin/events/${id}/approve`)).status).toBe(302);
    expect((await bo.browser.get(`/events/${id}`)).page.text("main")).not.toContain("Placed near");
    expect((await admin.browser.get(`/events/${id}`)).page.link("change")).toBe(place);
    expect((await admin.browser.submit(place, { placeId: "none" })).location).toBe(`/events/${id}`);
    expect((await ada.browser.get(`/events/${id}`)).page.text("main")).toContain("Without a map position: choose");
    expect((await admin.browser.get("/admin/log")).page.text("main")).toContain("Placed event");
  });
});
