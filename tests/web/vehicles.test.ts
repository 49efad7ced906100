import { describe, expect, test } from "vitest";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const jpeg = async (name: string, width = 90) => ({ name, bytes: await jpegWithExif({ width, height: 60 }) });

/** @returns its path */
async function addVehicle(fields = {}, photos: { name: string; bytes: Buffer }[] = []): Promise<string> {
  const answer = await owner.browser.submit(
    "/vehicles/new",
    { make: "Lotus", model: "Elan", year: "1967", condition: "", description: "", ...fields },
    { photos },
  );
  expect(answer.status, answer.body).toBe(302);
  return answer.location;
}

const owner = await server.signUpWithGarage("Margit Halloran", "Rost und Ruhm");

describe("adding a vehicle", () => {
  test("shows required fields and leads to the vehicle, its photos in order and the first as the cover", async () => {
    const form = await owner.browser.get("/vehicles/new");
    expect(form.page.fields).toEqual(expect.arrayContaining(["make", "model", "year", "description", "photos"]));
    expect(form.page.texts("button")).toContain("Add vehicle");

    const photos = await Promise.all([50, 60, 70, 80, 90].map((width) => jpeg(`${width}.jpg`, width)));
    const path = await addVehicle({ description: "Twin cam.", condition: "Driver" }, photos);
    const { page } = await owner.browser.get(path);
    expect([page.heading, page.texts("dl dd")]).toEqual(["1967 Lotus Elan", ["Lotus", "Elan", "1967", "Driver"]]);
    const gallery = page.root.querySelectorAll("#gallery ~ ul img, section[aria-labelledby=gallery] img");
    expect(gallery.map((image) => image.getAttribute("width"))).toEqual(["50", "60", "70", "80", "90"]);
    const cover = page.root.querySelector("main img");
    expect([cover?.getAttribute("fetchpriority"), cover?.getAttribute("width")]).toEqual(["high", "50"]);
    expect(page.link("Rost und Ruhm")).toBe(`/garages/${owner.garageId}`);
  });

  test("reports all missing fields at once, with photos too", async () => {
    const { body } = await owner.browser.submit("/vehicles/new", {}, { photos: [await jpeg("lost.jpg")] });
    expect(body.split(">Make, Model, and Year are required.<")).toHaveLength(2);
  });
});

test("details and story are edited, with paragraphs", async () => {
  const path = await addVehicle();
  expect((await owner.browser.get(`${path}/edit`)).page.value("make")).toBe("Lotus");
  const story = "First.\n\nSecond <b>bold</b>.";
  const fields = { make: "Lotus", model: "Europa", year: "1971", condition: "Project", description: "", story };
  const saveResponse = await owner.browser.submit(`${path}/edit`, fields);
  expect(saveResponse.location).toBe(path);
  const { page } = await owner.browser.follow(saveResponse);
  expect([page.heading, page.texts(".prose p")]).toEqual(["1971 Lotus Europa", ["First.", "Second <b>bold</b>."]]);
});
