import { describe, expect, it } from "vitest";
import { slowSteps } from "./plan-steps";
import { parseStat } from "./process-tree";
import { quantile, rowsOf, tableOf } from "./report";
import { boundOf, TARGETS, verdictOn } from "./targets";

const figure = (id: string, more = {}) => ({ id, what: "a page", comparedWith: "another", figure: "1.2", ...more });

describe("the table", () => {
  it("stands in the order of the targets, what has none at the end", () => {
    const ids = ["growth", "S5 login", "P10", "P2", "P19 idle", "P2"];
    const rows = rowsOf(ids.map((id) => figure(id)));
    expect(rows.map(({ id }) => id)).toEqual(["P2", "P2", "P10", "P19", "S5", "growth"]);
  });

  it("says what must be, what is aimed at and how far the worst value got", () => {
    expect(rowsOf([figure("P1", { worst: 1.2 })])[0]).toMatchObject({ must: "≥ 1", aim: "≥ 1.3", met: "must" });
    expect(rowsOf([figure("P1", { worst: 1.3 })])[0]).toMatchObject({ met: "aim" });
    expect(rowsOf([figure("P1", { worst: 0.99 })])[0]).toMatchObject({ met: "MISSED" });
    expect(rowsOf([figure("growth", { worst: 5 })])[0]).toMatchObject({ must: "", aim: "", met: "—" });
  });

  it("shows why a figure is not there, and holds it against nothing", () => {
    const row = rowsOf([figure("P4", { worst: 100, absent: "Ghost is not installed" })])[0];
    expect(row).toMatchObject({ reached: "Ghost is not installed", met: "—" });
  });

  it("keeps a bar in a text from being a column", () => {
    const lines = tableOf([figure("P1", { what: "a | b" })]).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain("a \\| b");
  });
});

describe("a target", () => {
  it("is written with its direction and unit", () => {
    const of = (id: string) => [boundOf(TARGETS[id]!, TARGETS[id]!.must), boundOf(TARGETS[id]!, TARGETS[id]!.aim)];
    expect(of("P12")).toEqual(["0 KB", "0 KB"]);
    expect(of("P15")).toEqual(["≤ 1.8 s", "≤ 1.2 s"]);
    expect(of("P16 scores")).toEqual(["≥ 98", "100"]);
    expect(of("P19 idle")).toEqual(["≤ 150 MB", ""]);
    expect(of("P21")).toEqual(["all", "all"]);
  });

  it("is missed by what is no number", () => {
    expect(verdictOn(TARGETS.P1!, Number.NaN)).toBe("MISSED");
    expect(verdictOn(TARGETS.P10!, Number.NaN)).toBe("MISSED");
  });
});

it("takes the value that the asked share stays below", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile([], 0.5)]).toEqual([51, 100, Number.NaN]);
});

describe("the steps of a plan that count", () => {
  const growing = new Set(["vehicles", "garages"]);
  const slow = (statement: string, ...plan: string[]) => slowSteps({ statement, plan, growing });

  it("are walks through growing tables and sorting, and nothing else", () => {
    const fine = [
      "SEARCH vehicles USING INDEX vehicles_newest (hidden=?)",
      "SCAN vehicles USING COVERING INDEX vehicles_newest",
      "SCAN json_each VIRTUAL TABLE INDEX 1:",
      "SCAN vehicles_fts VIRTUAL TABLE INDEX 0:M1",
      "SCAN site_totals",
    ];
    expect(slow("SELECT * FROM vehicles LIMIT 20", ...fine, "SCAN vehicles", "USE TEMP B-TREE FOR ORDER BY")).toEqual([
      "SCAN vehicles",
      "USE TEMP B-TREE FOR ORDER BY",
    ]);
  });

  it("are walks by another name too", () => {
    const statement = 'SELECT * FROM site_totals s JOIN "vehicles" AS "v" ON v.id = s.id LEFT JOIN garages g ON true';
    expect(slow(statement, "SCAN s", "SCAN v", "SCAN g LEFT-JOIN")).toEqual(["SCAN v", "SCAN g LEFT-JOIN"]);
  });

  it("are not walks in the order of row ids that a limit ends", () => {
    expect(slow("SELECT * FROM vehicles ORDER BY id DESC LIMIT ?", "SCAN vehicles")).toEqual([]);
    expect(slow("SELECT * FROM vehicles ORDER BY id DESC", "SCAN vehicles")).toEqual(["SCAN vehicles"]);
  });

  it("are walks through a whole index where no limit ends them", () => {
    const step = "SCAN vehicles USING COVERING INDEX vehicles_newest";
    expect(slow("SELECT count(*) FROM vehicles", step)).toEqual([step]);
  });
});

it("reads a process's parent and processor time, whatever the name", () => {
  const rest = "S 41 4242 4242 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 11 0 100 1000 10";
  expect(parseStat(`4242 (node (a) b) ${rest}`)).toEqual({ pid: 4242, parent: 41, cpu: 3000 });
});
