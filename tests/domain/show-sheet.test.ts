import { expect, test } from "vitest";
import { setSpecs } from "~/features/vehicles/commands.server";
import { getVehiclePage } from "~/features/vehicles/queries.server";
import { fitSheet } from "~/features/vehicles/show-sheet";
import { vehicleData } from "~/features/vehicles/structured-data";
import { makeOwner, makeVehicle } from "../support/make-rows";

const row = (name: string, value: string) => ({ name, value });
const rows = (count: number, value: string) => Array.from({ length: count }, (_, index) => row(`Row ${index}`, value));
const mods = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => ({ area: index % 2 ? "Brakes" : "Engine", title: `${index} ${title}` }));

test("little is written large, twelve rows are the most, and what finds no room in the smallest letters is counted", () => {
  const short = fitSheet({ specs: rows(2, "V8"), modifications: [] });
  const more = fitSheet({ specs: rows(12, "1.6 l Twin Cam, 105 hp"), modifications: mods(4, "Weber carburettors") });
  expect(short.letters).toBeGreaterThan(more.letters);
  expect(fitSheet({ specs: rows(40, "V8"), modifications: [] }).specs).toEqual(rows(12, "V8"));
  expect(more.left).toBe(0);
  expect(more.areas.map(({ area, titles }) => [area, titles.length])).toEqual([
    ["Engine", 2],
    ["Brakes", 2],
  ]);
  const full = fitSheet({ specs: rows(12, "x".repeat(200)), modifications: mods(15, "y".repeat(115)) });
  expect(full.left).toBeGreaterThan(0);
  const visible = full.areas.flatMap(({ titles }) => titles);
  expect(visible.length + full.left).toBe(15);
  expect(visible.length).toBeGreaterThan(3);
  expect(Math.max(...visible.map(({ length }) => length))).toBeLessThanOrEqual(60);
});

test("schema.org: a car or a motorcycle, its rows, and the terms that they map to", () => {
  const { viewer, garage } = makeOwner();
  const specs = [
    row("Engine", "1.6 l Twin Cam"),
    row("Displacement", "1,558 cc"),
    row("Power", "105 hp or so"),
    row("Mileage", "98 000 km"),
    row("Weight", "1.200 kg"),
    row("Color", "Yellow"),
    row("Colour", "Green"),
    row("constructor", "Hethel"),
  ];
  const dataOf = (make: string) => {
    const { id } = makeVehicle(garage, { make });
    setSpecs(viewer, id, specs);
    const { vehicle } = getVehiclePage(id, null);
    return vehicleData(vehicle, "https://paddock.example", "https://paddock.example/vehicles/1");
  };
  const data = dataOf("Lotus");
  expect(data).toMatchObject({
    "@type": "Car",
    color: "Yellow",
    mileageFromOdometer: { value: 98_000, unitCode: "KMT" },
    vehicleEngine: { name: "1.6 l Twin Cam", engineDisplacement: { value: 1558, unitCode: "CMQ" } },
    additionalProperty: specs.map((spec) => ({ "@type": "PropertyValue", ...spec })),
  });
  expect(data).not.toHaveProperty("weight");
  expect(data).not.toHaveProperty("vehicleEngine.enginePower");
  expect(dataOf("ducati")["@type"]).toBe("Motorcycle");
  expect(dataOf("BMW")["@type"]).toBe("Car");
});
