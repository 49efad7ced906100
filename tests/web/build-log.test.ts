import { expect, test } from "vitest";
import { jpegWithExif } from "../support/images";
import { sharedServer } from "../support/server";

const server = await sharedServer();

test("an entry is added with a picture and parts, read by visitors without its cost, changed, and deleted in two steps", async () => {
  const { browser } = await server.signUpWithGarage("Bo Builder");
  const vehicle = (await browser.submit("/vehicles/new", { make: "Saab", model: "99", year: 1978 })).location;
  expect((await browser.get(vehicle)).page.link("+ Add to the build log")).toBe(`${vehicle}/build/new`);
  const entry = {
    ...{ kind: "Modification", area: "Suspension", date: "2024-03-14", cost: "1240.50", currency: "GBP" },
    ...{ title: "Lowered by an inch", text: "Out with the old springs.\n\nIn with the new." },
    ...{ "parts[0][name]": "Springs", "parts[0][url]": "https://springs.example/99", "parts[3][name]": "Bump stops" },
  };
  const { "parts[3][name]": _, ...typed } = entry;
  const { page: more } = await browser.submit(`${vehicle}/build/new`, { ...typed, rows: 4 });
  expect(more.fields).toContain("parts[3][name]");
  for (const [name, value] of Object.entries(typed)) expect(more.value(name), name).toBe(value);
  const photos = [{ name: "springs.jpg", bytes: await jpegWithExif({ width: 900, height: 600 }) }];
  const addResponse = await browser.submit(`${vehicle}/build/new`, entry, { photos });
  const { page: ownPage } = await browser.follow(addResponse);
  expect([ownPage.notices, ownPage.heading]).toEqual([["Added to the build log!"], "Lowered by an inch"]);
  expect(ownPage.text("main")).toContain("Only you can see this.");
  expect(ownPage.attribute('main a[href="https://springs.example/99"]', "rel")).toMatch(/nofollow ugc/);
  expect(ownPage.attributes("main .mosaic img", "src")).toHaveLength(1);

  const path = addResponse.location;
  const visit = async (address: string) => (await server.visitor().get(address)).page;
  const response = await visit(vehicle);
  expect(response.texts("tr").filter((row) => /Suspension.*Lowered by an inch/.test(row))).toHaveLength(1);
  const log = await visit(response.link("All 1 entry") ?? "");
  expect([log.texts("main h2"), log.link("Lowered by an inch")]).toEqual([expect.arrayContaining(["2024"]), path]);
  const visitorPage = await visit(path);
  expect(visitorPage.text("main")).toContain("In with the new.");
  expect([visitorPage.text("main").includes("1,240"), visitorPage.link("Edit entry")]).toEqual([false, undefined]);
  expect(visitorPage.link(/^Report/)).toContain("/report");

  const edit = ownPage.link("Edit entry") ?? "";
  const { page: form } = await browser.get(edit);
  expect(form.value("parts[1][name]")).toBe("Bump stops");
  const caption = form.fields.find((name) => name.startsWith("caption-")) ?? "";
  const captionResponse = await browser.submit(edit, { intent: "gallery", [caption]: "The old ones" });
  expect((await browser.follow(captionResponse)).page.notices).toContain("Photos saved.");
  const saveResponse = await browser.submit(edit, { intent: "entry", ...entry, title: "Lowered by two inches" });
  const { page: changedPage } = await browser.follow(saveResponse);
  expect([saveResponse.location, changedPage.notices]).toEqual([path, ["Entry updated successfully!"]]);
  expect(changedPage.attributes("main img", "alt")).toContain("The old ones");
  expect((await browser.get(`${vehicle}/build`)).page.texts("main h2")).toContain("Spent so far");

  const step = changedPage.link("Delete entry") ?? "";
  expect((await browser.get(step)).page.texts("main button")).toContain("Delete entry");
  const goneResponse = await browser.submit(step);
  const { page: empty } = await browser.follow(goneResponse);
  expect([goneResponse.location, empty.notices]).toEqual([`${vehicle}/build`, ["Entry deleted successfully."]]);
  expect(empty.text("main")).toContain("No entries yet.");
});
