import { beforeEach, expect, test } from "vitest";
import type { PageResponse } from "../support/browser-like";
import { addVehicle } from "../support/members";
import { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();
let id = "";
let page = "";

type Rows = [name: string, value: string][];

async function send(
  rows: Rows,
  button: Record<string, string> = {},
  query = "",
): Promise<Pick<PageResponse, "status" | "page">> {
  const fields = rows.flatMap(([name, value]) => [
    ["name", name],
    ["value", value],
  ]);
  const answer = await owner.browser.fetch(page + query, {
    method: "POST",
    headers: { Origin: owner.browser.url, "Sec-Fetch-Site": "same-origin", Accept: "text/html" },
    body: new URLSearchParams([...fields, ...Object.entries(button)]),
  });
  return { status: answer.status, page: new HtmlPage(await answer.text()) };
}

/** Rows up to the last filled one; the number of all. */
function readRows({ root }: HtmlPage): { rows: Rows; count: number } {
  const values = (member: string) =>
    root.querySelectorAll(`main [name=${member}]`).map((field) => field.getAttribute("value") ?? "");
  const all = values("name").map((name, index): [string, string] => [name, values("value")[index] ?? ""]);
  const last = all.findLastIndex(([name, value]) => name !== "" || value !== "");
  return { rows: all.slice(0, last + 1), count: all.length };
}

const storedRows = async () =>
  ((await owner.browser.api("GET", `/vehicles/${id}`)).json.data.doc.specs as { name: string; value: string }[]).map(
    ({ name, value }): [string, string] => [name, value],
  );

const ENGINE: [string, string] = ["Engine", "1.6 l <Twin> Cam"];
const POWER: [string, string] = ["Power", "105 hp"];

const owner = await server.signUpWithGarage("Sophie Sheet");

beforeEach(async () => {
  id = await addVehicle(owner);
  page = `/vehicles/${id}/specs`;
});

test("rows are filled in, saved in their order and shown", async () => {
  expect((await send([ENGINE, ["", ""], POWER])).status).toBe(302);
  const vehicle = await owner.browser.get(`/vehicles/${id}`);
  expect(vehicle.page.notices).toContain("Spec sheet saved.");
  expect(vehicle.page.texts("[aria-labelledby=specs] dt")).toEqual([
    "Make",
    "Model",
    "Year",
    "Condition",
    "Engine",
    "Power",
  ]);
  expect(vehicle.page.texts("[aria-labelledby=specs] dd").slice(4)).toEqual(["1.6 l <Twin> Cam", "105 hp"]);
  expect(vehicle.page.texts(".four-facts dd")).toEqual(["1.6 l <Twin> Cam", "105 hp"]);
  expect(readRows((await owner.browser.get(page)).page)).toEqual({ rows: [ENGINE, POWER], count: 5 });
  await send([["", ""]]);
  expect(await storedRows()).toEqual([]);
  expect((await owner.browser.get(`/vehicles/${id}`)).page.texts(".four-facts")).toEqual([]);
});

test("buttons arrange what is typed, and save nothing", async () => {
  const TYPED: Rows = [ENGINE, ["Half a row", ""], POWER];
  const arranged = async (button: Record<string, string>) => {
    const answer = await send(TYPED, button);
    expect(answer.status).toBe(200);
    const goesOn = answer.page.root
      .querySelectorAll("main input, main button")
      .find(({ rawAttrs }) => /autofocus/i.test(rawAttrs));
    return { ...readRows(answer.page), said: answer.page.notices.at(-1), goesOn: goesOn?.text };
  };
  const expected = { rows: TYPED, count: 6, said: "There is room for more now. Nothing is saved yet.", goesOn: "" };
  expect(await arranged({ add: "1" })).toEqual(expected);
  expect(await arranged({ move: "3:up" })).toMatchObject({
    rows: [TYPED[0], TYPED[2], TYPED[1]],
    said: "Row 3 is now row 2. Nothing is saved yet.",
    goesOn: "Move row 2 up",
  });
  expect((await arranged({ move: "1:down" })).rows).toEqual([TYPED[1], TYPED[0], TYPED[2]]);
  expect(await arranged({ move: "2:up" })).toMatchObject({ goesOn: "Move row 1 down" });
  expect(await arranged({ remove: "1" })).toMatchObject({
    rows: [TYPED[1], TYPED[2]],
    count: 3,
    goesOn: "Remove row 1",
  });
  const nothings: Record<string, string>[] = [{ move: "1:up" }, { move: "3:down" }, { move: "9:up" }, { remove: "x" }];
  for (const nothing of nothings) expect((await arranged(nothing)).rows).toEqual(TYPED);
  const full = await send(Array(40).fill(ENGINE), { add: "1" });
  expect(readRows(full.page).count).toBe(40);
  expect(full.page.notices.at(-1)).toBe("A spec sheet has at most 40 rows. Nothing is saved yet.");
  expect(await storedRows()).toEqual([]);
});

test("a refusal is at its row, by page and API in the same words, and costs nothing that was typed", async () => {
  const bad: Rows[] = [
    [ENGINE, ["", "105 hp"], ["Half a row", ""]],
    [
      ["", ""],
      ["x".repeat(61), "y".repeat(201)],
    ],
    Array(41).fill(ENGINE),
    [...Array(19).fill(["名".repeat(60), "値".repeat(200)]), ["名", ""]],
  ];
  for (const rows of bad) {
    const form = await send(rows);
    const specs = rows.map(([name, value]) => ({ name, value }));
    const call = await owner.browser.api("PUT", `/vehicles/${id}/specs`, { specs });
    expect([form.status, call.status]).toEqual([400, 400]);
    const messages = Object.values(call.json.errors as Record<string, string[]>).flat();
    expect([form.page.texts("[role=alert] li, [role=alert] > p"), readRows(form.page).rows]).toEqual([messages, rows]);
    expect(form.page.texts("main [id$=-error]")).toEqual(messages);
    for (const link of form.page.root.querySelectorAll("[role=alert] a")) {
      expect(form.page.text(`label[for="${link.getAttribute("href")?.slice(1)}"]`)).not.toBe("");
    }
  }
  expect(await storedRows()).toEqual([]);
});

test("an empty sheet starts with the rows of its kind; those without a value are not saved", async () => {
  const { rows, count } = readRows((await owner.browser.get(page)).page);
  expect(rows).toContainEqual(["Driven wheels", ""]);
  expect(count).toBe(rows.length);
  const filled = rows.map(([name]): [string, string] => [name, name === "Fuel" ? "Petrol" : ""]);
  expect((await send(filled)).status).toBe(302);
  expect(await storedRows()).toEqual([["Fuel", "Petrol"]]);
  // An existing sheet has no suggestions.
  expect(readRows((await owner.browser.get(page)).page)).toEqual({ rows: [["Fuel", "Petrol"]], count: 4 });
  expect((await send([["Fuel", ""]])).status).toBe(400);
  const motorcycle = `/vehicles/${await addVehicle(owner, { make: "Ducati", model: "916", year: 1994 })}/specs`;
  expect(readRows((await owner.browser.get(motorcycle)).page).rows).toContainEqual(["Final drive", ""]);
  expect(readRows((await owner.browser.get(`${motorcycle}?kind=boat`)).page).rows).toContainEqual(["Hull", ""]);
});

test("suggested rows have their names in the fields; those without a value are not saved", async () => {
  const rowsToSend: Rows = [
    ["hull", "Mahogany"],
    ["", ""],
    ["Half a row", ""],
    ["Power", ""],
  ];
  const { page: boat } = await send(rowsToSend, { suggest: "boat" }, "?kind=boat");
  const { rows } = readRows(boat);
  expect(rows.slice(0, 4)).toEqual([rowsToSend[0], rowsToSend[2], ["Engine", ""], ["Displacement", ""]]);
  expect(rows).toContainEqual(["Hull number", ""]);
  expect(rows).not.toContainEqual(["Hull", ""]);
  expect(boat.notices.at(-1)).toBe(
    "Rows for a boat have been added. Rows without a value are left out. Nothing is saved yet.",
  );
  const { page: car } = await send(rows, { suggest: "car" }, "?kind=car");
  expect(readRows(car).rows).not.toContainEqual(["Hull number", ""]);
  expect(readRows(car).rows).toContainEqual(["Driven wheels", ""]);

  const response = await send(rows, {}, "?kind=boat");
  expect([response.status, response.page.texts("main [id$=-error]")]).toEqual([400, ["Row 2: Please enter a value."]]);
  const filled = rows.map(([name, value]): [string, string] => [name, name === "Half a row" ? "Whole" : value]);
  expect((await send(filled, {}, "?kind=boat")).status).toBe(302);
  expect(await storedRows()).toEqual([rowsToSend[0], ["Half a row", "Whole"]]);
  expect((await send([], {}, "?kind=boat")).status).toBe(400);
  expect(await storedRows()).toHaveLength(2);
  // A full sheet suggests nothing.
  expect(readRows((await send(Array(40).fill(ENGINE), { suggest: "boat" })).page).rows).toHaveLength(40);
});
