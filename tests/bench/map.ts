import path from "node:path";
import { serverEnv } from "../support/launch";
import { compareCosts, worstOf } from "./cost";
import { compiled, type Measured, startMeasured } from "./measured";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { folder, runToEnd, type Site, startSite } from "./site";

const FEW = 1_000;

interface Drawn {
  spent: number[];
  seen: Record<string, number>;
}

/** P5 for the map: what views, blocks and pages cost with a million things against a thousand. */
export async function measureMap(report: Report, { things, quick }: Options): Promise<void> {
  const files = await filledMaps(things);
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  await measureViews(report, files, things, rounds);
  await measurePages(report, files, things, quick);
}

let maps: Promise<{ few: string; many: string }> | undefined;

/** Fills the two maps of the run, once. @returns their databases */
export function filledMaps(things: number): Promise<{ few: string; many: string }> {
  maps ??= (async () => {
    const script = await compiled("tests/bench/map-fill.ts");
    const [few, many] = await Promise.all([filled(script, FEW), filled(script, things)]);
    return { few, many };
  })();
  return maps;
}

async function filled(script: string, count: number): Promise<string> {
  const file = path.join(folder, `map-${count}.db`);
  note(`filling a map with ${count} things`);
  const start = performance.now();
  await runToEnd([script, String(count)], databaseEnv(file));
  note(`  ${count} in ${Math.round((performance.now() - start) / 1000)} s`);
  return file;
}

const databaseEnv = (file: string) => serverEnv(folder, { DATABASE_URL: `file:${file}` });

const ROUNDS = 5;
const QUICK_ROUNDS = 2;

async function measureViews(
  report: Report,
  files: { few: string; many: string },
  things: number,
  count: number,
): Promise<void> {
  const few = await startMeasured("tests/bench/map-views.ts", databaseEnv(files.few));
  const many = await startMeasured("tests/bench/map-views.ts", databaseEnv(files.many));
  try {
    const draw = (on: Measured, name: string) => on.ask<Drawn>("draw", name, 4);
    const costs = [];
    for (const name of await few.ask<string[]>("cases")) {
      await draw(few, name);
      await draw(many, name);
      const rounds: [Drawn, Drawn][] = [];
      for (let at = 0; at < count; at++) rounds.push([await draw(few, name), await draw(many, name)]);
      const [a, b] = [rounds.flatMap(([{ spent }]) => spent), rounds.flatMap(([, { spent }]) => spent)];
      const [{ seen: seenFew }, { seen: seenMany }] = rounds[0]!;
      const cost = { name, small: round(median(a)), large: round(median(b)), ratio: round(median(b) / median(a)) };
      costs.push({ ...cost, seen: [seenFew, seenMany], bytes: [0, 0] as [number, number] });
      note(
        `  ${name}: ${cost.small} → ${cost.large} ms, ${cost.ratio}, ${JSON.stringify(seenFew)} → ${JSON.stringify(seenMany)}`,
      );
    }
    const slowest = [...costs].sort((a, b) => b.large - a.large).slice(0, 3);
    const told = slowest.map(({ name, small, large }) => `${name} ${large} ms (${small} ms)`);
    report.add({
      id: "P5",
      what: `processor time of ${costs.length} map views and near lists, each drawn afresh, with ${things} things: the median of all; the three slowest`,
      comparedWith: `the same with ${FEW} things, where there is less or nothing to draw, so that it is held against no target: rows and marks are in the JSON`,
      figure: `${round(median(costs.map(({ ratio }) => ratio)))}; ${told.join(", ")}`,
      details: costs,
    });
  } finally {
    await few.stop();
    await many.stop();
  }
}

async function measurePages(
  report: Report,
  files: { few: string; many: string },
  things: number,
  quick: boolean,
): Promise<void> {
  const [few, many] = await Promise.all([
    startSite(files.few, { inPlace: true }),
    startSite(files.many, { inPlace: true }),
  ]);
  try {
    const alike = (address: string) => ({ name: address, small: address, large: address });
    const addresses = [
      ...["", "?place=Birmingham", "?place=Birmingham&radius=500", "?map=4/48.00/10.00"].map(
        (query) => `/map-search${query}`,
      ),
      "/events?near=Birmingham&radius=100",
      "/garages/1",
      "/events/1",
      "/events",
    ].map(alike);
    let writes = 0;
    const before = ({ database }: Site) => {
      database.prepare("UPDATE users SET bio = ? WHERE id = 1").run(String(writes++));
    };
    const costs = await compareCosts([few, many], addresses, { before, quick });
    for (const { name, small, large, ratio } of costs) note(`  ${name}: ${small} → ${large} ms, ${ratio}`);
    report.add({
      id: "P5",
      what: `processor time of ${costs.length} whole pages with the map, the near block or /events near a place, with ${things} things: the median of all; the three that grow most`,
      comparedWith: `the same with ${FEW} things, after a write each`,
      figure: `${round(median(costs.map(({ ratio }) => ratio)))}; ${worstOf(costs)}`,
      worst: round(median(costs.map(({ ratio }) => ratio))),
      details: costs,
    });
  } finally {
    await few.stop();
    await many.stop();
  }
}
