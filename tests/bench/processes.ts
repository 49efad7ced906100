import { availableParallelism } from "node:os";
import { BROWSER } from "./connection";
import { fullLoad, type Loaded } from "./full-load";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { logIn, richVehicle, SMALL, sampleDatabase, startSite } from "./site";
import { generator } from "./wrk";

/** Members' pages are made side by side: with many connections all of them would be ready at once, and late. */
const CONNECTIONS = { members: 8, visitors: 32 };
/** ms; until the code of a member's page is as fast as it gets, in each of two processes. */
const WARM = { members: 3_000, visitors: 500 };
/** ms: a second has hundreds of members' pages, half a second thousands of visitors'. */
const SHORTEST = { members: 1_000, visitors: 500 };
const ROUNDS = 3;

/** P22: two processes (WEB_CONCURRENCY=2) against one. */
export async function measureProcesses(report: Report, { seconds }: Options): Promise<void> {
  const template = await sampleDatabase(SMALL);
  const [one, two] = await Promise.all([startSite(template), startSite(template, { env: { WEB_CONCURRENCY: "2" } })]);
  try {
    const { id, owner } = richVehicle(one);
    const [ofOne, ofTwo] = [await logIn(one, owner === 1 ? 2 : 1), await logIn(two, owner === 1 ? 2 : 1)];
    const kinds = {
      members: [{ Cookie: ofOne.cookie }, { Cookie: ofTwo.cookie }],
      visitors: [{}, {}],
    };
    const paths = [`/vehicles/${id}`];
    for (const kind of ["members", "visitors"] as const) {
      const [mine, theirs] = kinds[kind];
      const connections = CONNECTIONS[kind];
      note(`P22 ${kind}`);
      const load = { paths, connections, ms: Math.max(SHORTEST[kind], (seconds * 1000) / 2) };
      const ask = {
        one: (ms = load.ms) => fullLoad(one, { ...load, ms, headers: { ...BROWSER, ...mine } }),
        two: (ms = load.ms) => fullLoad(two, { ...load, ms, headers: { ...BROWSER, ...theirs } }),
      };
      const look = async () => ({ one: await ask.one(), two: await ask.two() });
      // Each process has its own code to warm; nothing is measured yet, so all at once.
      await Promise.all([ask.one(WARM[kind]), ask.two(WARM[kind])]);
      const rounds: { one: Loaded; two: Loaded }[] = [];
      for (let at = 0; at < ROUNDS; at++) rounds.push(await look());
      const ratio = (key: "perSecond" | "perProcessorSecond") =>
        round(median(rounds.map((of) => of.two[key] / of.one[key])));
      const [byClock, byProcessor] = [ratio("perSecond"), ratio("perProcessorSecond")];
      const own = median(rounds.map(({ two }) => two.generator));
      // One process leaves a processor to the generator; two get what it leaves of all.
      const most = round(Math.min(2, availableParallelism() - own));
      // Its collector and compiler have threads of their own: what one takes beyond a processor two cannot get twice.
      const taken = median(rounds.map(({ one }) => one.perSecond / one.perProcessorSecond));
      const reachable = round(Math.min(2, (availableParallelism() - own) / taken));
      const rate = (of: "one" | "two") => Math.round(median(rounds.map((at) => at[of].perSecond)));
      const corrected = round((byClock * 2) / most);
      report.add({
        id: `P22 ${kind}`,
        what: `the vehicle's page for ${kind} with WEB_CONCURRENCY=2: requests/s by the clock; with the generator's share given back (held against the target); by processor time`,
        comparedWith: `the same with one process; ${connections} connections, ${generator}, which shares the ${availableParallelism()} processors with the servers; ${rate("one")} → ${rate("two")} requests/s; with two it took ${round(own)} processors, so that more than ${most} by the clock cannot be reached here; one process took ${round(taken)} processors, so that of its like two could reach ${reachable}; by processor time: twice the requests per second of it, all processes counted, against those of one process`,
        figure: `${byClock}; ${corrected}; ${round(2 * byProcessor)}`,
        worst: corrected,
        details: rounds,
      });
    }
  } finally {
    await one.stop();
    await two.stop();
  }
}
