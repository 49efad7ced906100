import { describe, expect, it } from "vitest";
import { FIGURES, GROUPS, parseOptions, remarksOf, UsageError } from "./options";
import { TARGETS } from "./targets";

describe("the words after npm run bench", () => {
  it("mean everything at full length where there are none", () => {
    expect(parseOptions([])).toMatchObject({ groups: GROUPS, vehicles: 1_000_000, things: 1_000_000, quick: false });
    expect(remarksOf(parseOptions([]))).toEqual([]);
  });

  it("pick groups, also the long ones of a quick run", () => {
    expect(parseOptions(["sizes", "pages"]).groups).toEqual(["sizes", "pages"]);
    expect(parseOptions(["--quick"]).groups).not.toContain("timing");
    expect(parseOptions(["--quick", "timing"]).groups).toEqual(["timing"]);
  });

  it("make a quick run smaller, and say so in the table", () => {
    const options = parseOptions(["--quick"]);
    expect(options).toMatchObject({ quick: true, vehicles: 10_000, things: 10_000, seconds: 0.6 });
    expect(remarksOf(options).join()).toContain("10000 vehicles instead of 1000000");
  });

  it("set numbers before and after --quick, with = or a blank", () => {
    for (const words of [
      ["--vehicles", "5000", "--quick"],
      ["--quick", "--vehicles=5000"],
    ]) {
      expect(parseOptions(words)).toMatchObject({ vehicles: 5000, things: 10_000 });
    }
    expect(parseOptions(["--json", "a.json"]).json).toMatch(/\/a\.json$/);
  });

  it.each([
    ["speed"],
    ["--fast"],
    ["--vehicles"],
    ["--vehicles", "12"],
    ["--seconds", "1.5"],
    ["--json"],
    ["toString"],
  ])("are refused with the usage: %s %s", (...words) => {
    expect(() => parseOptions(words)).toThrow(UsageError);
    expect(() => parseOptions(words)).toThrow(/usage: npm run bench/);
  });
});

it("gives every target to a group, and no group a figure without a target", () => {
  const given = new Set<string>(Object.values(FIGURES).flat());
  expect([...given].sort()).toEqual(Object.keys(TARGETS).sort());
});
