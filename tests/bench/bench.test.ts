import { describe, expect, it } from "vitest";
import { blockingTime } from "./blocking-time";
import { FIGURES, GROUPS, parseOptions, remarksOf } from "./options";
import { quantile, tableOf } from "./report";
import { boundOf, TARGETS, verdictOn } from "./targets";

const figure = (id: string, more = {}) => ({ id, what: "a page", comparedWith: "another", figure: "1.2", ...more });

describe("the table", () => {
  const rows = (...figures: ReturnType<typeof figure>[]) =>
    tableOf(figures)
      .split("\n")
      .slice(2)
      .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

  it("stands in the order of the targets, what has none at the end", () => {
    const ids = ["growth", "S5 login", "P10", "P2", "P19 idle", "P2"];
    expect(rows(...ids.map((id) => figure(id))).map(([id]) => id)).toEqual(["P2", "P2", "P10", "P19", "S5", "growth"]);
  });

  it.each([
    ["P1", 1.2, ["≥ 0.9", "≥ 1.3", "1.2", "must"]],
    ["P1", 1.3, ["≥ 0.9", "≥ 1.3", "1.2", "aim"]],
    ["P1", 0.89, ["≥ 0.9", "≥ 1.3", "1.2", "MISSED"]],
    ["growth", 5, ["", "", "1.2", "—"]],
    ["P2", undefined, ["≥ 3", "≥ 4.5", "1.2", "—"]],
  ])("reports requirement, target and distance of the worst value: %s %s", (id, worst, cells) => {
    expect(rows(figure(id, { worst }))[0]!.slice(2, 6)).toEqual(cells);
  });

  it("a bar in a text is no column separator", () => {
    expect(tableOf([figure("P1", { what: "a | b" })])).toContain("| a \\| b |");
  });
});

describe("a target", () => {
  it("is written with its direction and unit", () => {
    const of = (id: string) => [boundOf(TARGETS[id]!, TARGETS[id]!.must), boundOf(TARGETS[id]!, TARGETS[id]!.aim)];
    expect(of("P12")).toEqual(["0 KB", "0 KB"]);
    expect(of("P15")).toEqual(["≤ 1.8 s", "≤ 1.2 s"]);
    expect(of("P16 scores")).toEqual(["≥ 98", "100"]);
    expect(of("P19 idle")).toEqual(["≤ 170 MB", ""]);
    expect(of("P21")).toEqual(["all", "all"]);
    expect(of("P23 paint")).toEqual(["≤ 300 ms", "≤ 150 ms"]);
    expect(of("P23 lost")).toEqual(["0", "0"]);
  });

  it("is missed by what is no number", () => {
    expect(verdictOn(TARGETS.P1!, Number.NaN)).toBe("MISSED");
    expect(verdictOn(TARGETS.P10!, Number.NaN)).toBe("MISSED");
  });
});

it("the quantile is the value that the given share stays below", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile([], 0.5)]).toEqual([51, 100, Number.NaN]);
});

describe("blocking time", () => {
  const paint = { name: "firstContentfulPaint", pid: 1, tid: 2, ts: 1_000_000 };
  /** A task that starts `start` ms after the paint. */
  const task = (start: number, dur: number, tdur?: number, more = {}) => ({
    ...paint,
    name: "RunTask",
    ts: paint.ts + start * 1000,
    dur: dur * 1000,
    ...(tdur !== undefined && { tdur: tdur * 1000 }),
    ...more,
  });

  it("adds up what tasks take beyond 50 ms on a slow phone, by thread time", () => {
    expect(blockingTime([paint, task(1, 900, 20), task(1_000, 40, 15), task(2_000, 900, 12.5)])).toBe(40);
  });

  it("leaves out tasks before the paint, unfinished, of other threads and other processes", () => {
    const unfinished = { ...task(9_000, 0), dur: undefined };
    const others = [unfinished, task(-100, 90, 90), task(1, 90, 90, { tid: 3 }), task(1, 90, 90, { pid: 3 })];
    expect(blockingTime([paint, ...others, task(1, 90, 90, { name: "Layout" })])).toBe(0);
  });

  it("is NaN for a long task without thread time, and throws without a paint", () => {
    expect(blockingTime([paint, task(1, 0.001)])).toBe(0);
    expect(blockingTime([paint, task(1, 90)])).toBeNaN();
    expect(() => blockingTime([task(1, 90, 90)])).toThrow("no first contentful paint");
  });
});

it("all groups run at full length by default; options choose groups and a quick run", () => {
  expect(parseOptions([])).toMatchObject({ groups: GROUPS, vehicles: 100_000, quick: false });
  expect(remarksOf(parseOptions([]))).toEqual([]);
  expect(parseOptions(["sizes", "pages"]).groups).toEqual(["sizes", "pages"]);
  const quick = parseOptions(["--quick"]);
  expect(quick).toMatchObject({ quick: true, vehicles: 10_000, seconds: 0.6 });
  expect(quick.groups).not.toContain("timing");
  expect(remarksOf(quick).join()).toContain("10000 vehicles instead of 100000");
  const options = parseOptions(["--vehicles", "5000", "--quick", "timing", "--json=a.json"]);
  expect(options).toMatchObject({ groups: ["timing"], vehicles: 5000, json: expect.stringMatching(/\/a\.json$/) });
});

it.each([["speed"], ["--fast"], ["--vehicles"], ["--vehicles", "12"], ["--json"], ["toString"]])(
  "what is not understood is refused: %s %s",
  (...words) => {
    expect(() => parseOptions(words)).toThrow();
  },
);

it("gives every target to a group, and no group a figure without a target", () => {
  const figureIds = new Set<string>(Object.values(FIGURES).flat());
  expect([...figureIds].sort()).toEqual(Object.keys(TARGETS).sort());
});
