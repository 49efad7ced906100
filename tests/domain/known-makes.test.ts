import { expect, test } from "vitest";
import { modelKey, typedMake } from "~/features/makes/key";
import { isMotorcycleMake, KNOWN_MAKES, knownMake } from "~/features/makes/known";

test("a make is known for motorcycles only, however it is typed", () => {
  expect(["Ducati", "harley davidson", "HD", "VINCENT"].map(isMotorcycleMake)).toEqual([true, true, true, true]);
  expect(["BMW", "Triumph", "Ford", "Riva", "Nobody's", ""].map(isMotorcycleMake)).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  expect(knownMake("vw")?.models).toContain("Beetle");
});

test("the shipped list names every make once, by its usual name, and no model of it twice", () => {
  const keys = KNOWN_MAKES.map(({ name }) => typedMake(name).key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(KNOWN_MAKES.filter(({ name }) => typedMake(name).isAlias)).toEqual([]);
  for (const { models } of KNOWN_MAKES) expect(new Set(models.map(modelKey)).size).toBe(models.length);
});
