import { expect, test } from "vitest";
import { jpegWithExif, truncatedJpeg } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();

type Values = Record<string, string>;

const good: Values = { kind: "Modification", title: "Lowered", date: "2024-03-14", unit: "km", area: "Suspension" };

const owner = await server.signUpWithGarage("Parity Builder");
const vehicle = (await owner.browser.submit("/vehicles/new", { make: "Saab", model: "99", year: 1978 })).location;
const entry = (await owner.browser.submit(`${vehicle}/build/new`, good)).location;

test("numbers can be typed with a comma, and are shown again as they were", async () => {
  const path = `${vehicle}/build/new`;
  const { page } = await owner.browser.get(path);
  for (const field of ["mileage", "cost"]) {
    const input = page.root.querySelector(`input[name=${field}]`);
    expect([input?.getAttribute("type") ?? "text", input?.getAttribute("inputmode")]).toEqual(["text", "decimal"]);
  }
  const refusals: [Values, string[]][] = [
    [{ cost: "3,480" }, ["", "“3,480” can be read in two ways. Please enter 3480 or 3.48.", ""]],
    [{ mileage: "84.200,5" }, ["", "", "Mileage must be a whole number, such as 84200."]],
    [{ title: " " }, ["Please give the entry a title.", "", ""]],
  ];
  for (const [wrong, errors] of refusals) {
    const values = { ...good, cost: "3.480,50", currency: "EUR", mileage: "84 200", ...wrong };
    const form = await owner.browser.submit(path, values);
    expect([form.status, ...["title", "cost", "mileage"].map((name) => form.page.fieldError(name))]).toEqual([
      400,
      ...errors,
    ]);
    expect([form.page.value("cost"), form.page.value("mileage")]).toEqual([values.cost, values.mileage]);
  }
});

test("a refused picture stores nothing, by page and API", async () => {
  const photos = [
    { name: "good.jpg", bytes: await jpegWithExif({ width: 60, height: 40 }) },
    { name: "broken.jpg", bytes: await truncatedJpeg() },
  ];
  const raised = { ...good, title: "Raised" };
  const form = await owner.browser.submit(`${vehicle}/build/new`, raised, { photos });
  const call = await owner.browser.api("POST", `${vehicle}/build`, raised, { files: { photos } });
  expect([form.status, form.page.fieldError("photos")]).toEqual([call.status, call.json.message]);
  expect(call.json.message).toContain("broken.jpg");
  expect(form.page.value("title")).toBe("Raised");
  const emptyUpload = await owner.browser.submit(`${entry}/edit`, {}, { photos: [] });
  const apiResponse = await owner.browser.api("POST", `${entry}/photos`, {});
  expect([emptyUpload.status, emptyUpload.page.fieldError("photos")]).toEqual([
    apiResponse.status,
    apiResponse.json.message,
  ]);
  expect(server.value("SELECT count(*) FROM build_entries")).toBe(1);
});
