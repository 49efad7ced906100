import { expect, test, vi } from "vitest";
import { modelKey, parseMake } from "~/features/makes/key";
import { BUILT_IN_MAKES, findBuiltInMake, isMotorcycleMake } from "~/features/makes/known";
import { suggestNames } from "~/features/makes/queries.server";
import { fetchModels } from "~/features/vehicles/models-of";
import { pluralName } from "~/features/vehicles/name";
import { makeOwner, makeVehicle } from "../support/make-rows";

test("a make is recognised for motorcycles only, in any spelling", () => {
  expect(["Ducati", "harley davidson", "HD", "VINCENT"].map(isMotorcycleMake)).toEqual([true, true, true, true]);
  expect(["BMW", "Triumph", "Ford", "Riva", "Nobody's", ""].filter(isMotorcycleMake)).toEqual([]);
  expect(findBuiltInMake("vw")?.models).toContain("Beetle");
});

test("the shipped list names every make once, by its usual name, and no model of it twice", () => {
  const keys = BUILT_IN_MAKES.map(({ name }) => parseMake(name).key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(BUILT_IN_MAKES.filter(({ name }) => parseMake(name).isAlias)).toEqual([]);
  for (const { models } of BUILT_IN_MAKES) expect(new Set(models.map(modelKey)).size).toBe(models.length);
});

test("a form suggests existing names in their spelling, and built-in ones, each once", async () => {
  const { garage } = makeOwner();
  makeVehicle(garage, { make: "LOTUS", model: "ELAN" });
  makeVehicle(garage, { make: "Homemade", model: "One" });
  const first = suggestNames();
  expect(first.makes).toEqual(expect.arrayContaining(["Homemade", "Ford", "Lotus"]));
  expect(first.makes).not.toContain("LOTUS");
  expect(first.models).toContain("Elan");
  expect(suggestNames("lotus").models.slice(0, 1)).toEqual(["Elan"]);
  expect(suggestNames("Homemade").models).toEqual(["One"]);
  const answer = { data: { data: [{ model: "Seven S4" }, { model: "ELAN" }] } };
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
  expect((await fetchModels("lotus")).slice(0, 2)).toEqual(["Seven S4", "ELAN"]);
  expect((await fetchModels("lotus")).filter((model) => modelKey(model) === "elan")).toEqual(["ELAN"]);
  expect(fetched).toHaveBeenLastCalledWith("/api/v1/vehicles/models?make=lotus&limit=50");
  fetched.mockRestore();
});

test("several of a model are named in English", () => {
  const many = (model: string) => pluralName({ make: "Ford", model });
  expect(["Mustang", "GT40", "Focus", "RS", "Model T", "T (1910)"].map(many)).toEqual(
    ["Mustangs", "GT40s", "Focuses", "RSs", "Model Ts", "T (1910)"].map((model) => `Ford ${model}`),
  );
});
