import { expect, test } from "vitest";
import { GOOD_EVENT } from "../support/good-event";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const standing = (id: number) =>
  server.row(
    "SELECT place_text AS text, label FROM events LEFT JOIN places ON places.id = place_id WHERE events.id = ?",
    id,
  );

test("an event stands at the same place by page and API", async () => {
  const { browser } = await server.signUp("Eve");
  const location = "Bicester, England";
  await browser.submit("/events/submit", { ...GOOD_EVENT, location }, { photos: [] });
  const { json } = await browser.api("POST", "/events/submit", { ...GOOD_EVENT, location });
  const id = Number(json.data.doc._id);
  const standings = () => [standing(id - 1), standing(id)];
  expect(standings()[1]).toMatchObject({ label: "Bicester, United Kingdom" });
  expect(standings()[0]).toEqual(standings()[1]);
  await browser.submit(`/events/${id - 1}/edit`, { ...GOOD_EVENT, location: "Reims, France" });
  await browser.api("PATCH", `/events/${id}`, { location: "Reims, France" });
  expect(standings()[1]).toMatchObject({ label: "Reims, France" });
  expect(standings()[0]).toEqual(standings()[1]);
});

test("no call reveals coordinates", async () => {
  const admin = await server.signUpAdmin();
  const { browser, garageId, id } = await server.signUpWithGarage("Shy");
  await browser.api("PATCH", "/garages/my-garage", { location: "Bicester, England", showOnMap: true });
  const { json } = await browser.api("POST", "/events/submit", { ...GOOD_EVENT, location: "Bicester, England" });
  const event = json.data.doc._id;
  await admin.browser.api("PATCH", `/events/admin/${event}/approve`);
  const { lat, lng, x, y } = server.row("SELECT * FROM places WHERE name = 'Bicester'") as Record<string, number>;
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
    // A time's seconds may look like such a number.
    const text = json.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "");
    expect(text, path).not.toMatch(/"(lat|lng|x|y|latitude|longitude|place|placeId|placeText|showOnMap)"/);
    for (const number of [lat, lng, x, y]) expect(text, path).not.toContain(`:${number}`);
  }
  for (const path of [`/garages/${garageId}`, `/events/${event}`]) {
    const { body } = await server.visitor().get(path);
    for (const number of [lat, lng]) expect(body, path).not.toContain(String(number));
  }
});
