import { expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** The label and the text that a garage or an event stands at. */
const standing = (table: "garages" | "events", id: string) =>
  server()
    .database.prepare(
      `SELECT t.show_on_map AS shown, t.place_text AS text, p.label FROM ${
        table === "garages" ? "garages" : "(SELECT *, NULL AS show_on_map FROM events)"
      } t LEFT JOIN places p ON p.id = t.place_id WHERE t.id = ?`,
    )
    .get(id);

const LOCATIONS = ["Bicester, England", "Springfield", "Somewhere over the rainbow"];

test.each(LOCATIONS)("a garage in “%s” stands at the same place by page and API", async (location) => {
  const fields = { garageName: "Shed", location, showOnMap: "on" };
  const [form, api] = await Promise.all(["Form", "Api"].map((name) => signUp(server(), name)));
  const opened = await form!.browser.submit("/onboarding", fields, {});
  const made = await api!.browser.api("POST", "/users/complete-onboarding", { ...fields, showOnMap: true });
  const ids = [opened.location.split("/").pop() ?? "", made.json.data.user.garage?._id ?? made.json.data.user.garage];
  expect(made.status).toBe(201);
  expect(standing("garages", ids[1])).toMatchObject({ shown: 1, text: location });
  expect(standing("garages", ids[0])).toEqual(standing("garages", ids[1]));

  await form!.browser.submit(`/garages/${ids[0]}/edit`, { name: "Barn", location: "Reims, France" });
  await api!.browser.api("PATCH", "/garages/my-garage", { location: "Reims, France", showOnMap: false });
  expect(standing("garages", ids[1])).toEqual({ shown: 0, text: "Reims, France", label: "Reims, France" });
  expect(standing("garages", ids[0])).toEqual(standing("garages", ids[1]));
});

test("an event stands at the same place by page and API", async () => {
  const { browser } = await signUp(server(), "Eve");
  const location = "Bicester, England";
  await browser.submit("/events/submit", { ...GOOD_EVENT, location }, { photos: [] });
  const { json } = await browser.api("POST", "/events/submit", { ...GOOD_EVENT, location });
  const id = Number(json.data.doc._id);
  const both = () => [standing("events", String(id - 1)), standing("events", String(id))];
  expect(both()[1]).toMatchObject({ label: "Bicester, United Kingdom" });
  expect(both()[0]).toEqual(both()[1]);
  await browser.submit(`/events/${id - 1}/edit`, { ...GOOD_EVENT, location: "Reims, France" });
  await browser.api("PATCH", `/events/${id}`, { location: "Reims, France" });
  expect(both()[1]).toMatchObject({ label: "Reims, France" });
  expect(both()[0]).toEqual(both()[1]);
});

test("no call tells where on the globe anything is", async () => {
  const admin = await signUpAdmin(server());
  const { browser, garageId, id } = await signUpWithGarage(server(), "Shy");
  await browser.api("PATCH", "/garages/my-garage", { location: "Bicester, England", showOnMap: true });
  const { json } = await browser.api("POST", "/events/submit", { ...GOOD_EVENT, location: "Bicester, England" });
  const event = json.data.doc._id;
  await admin.browser.api("PATCH", `/events/admin/${event}/approve`);
  const { lat, lng, x, y } = server().database.prepare("SELECT * FROM places WHERE name = 'Bicester'").get() as Record<
    string,
    number
  >;
  const calls = [
    "/garages",
    `/garages/${garageId}`,
    "/users/me",
    `/users/${id}`,
    "/events",
    `/events/${event}`,
    "/users/me/events",
    "/search?q=shy",
  ];
  for (const path of calls) {
    const json = JSON.stringify((await browser.api("GET", path)).json);
    // A moment may have such a number in its seconds.
    const text = json.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "");
    expect(text, path).not.toMatch(/"(lat|lng|x|y|latitude|longitude|place|placeId|placeText|showOnMap)"/);
    for (const number of [lat, lng, x, y]) expect(text, path).not.toContain(`:${number}`);
  }
  for (const path of [`/garages/${garageId}`, `/events/${event}`]) {
    const { body } = await browserLike(server()).get(path);
    for (const number of [lat, lng]) expect(body, path).not.toContain(String(number));
  }
});
