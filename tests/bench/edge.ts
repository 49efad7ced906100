import { availableParallelism } from "node:os";
import { startVarnish } from "../support/edge";
import { BROWSER } from "./connection";
import { fullLoad, type Loaded } from "./full-load";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { richVehicle, SMALL, sampleDatabase, startSite } from "./site";
import { generator } from "./wrk";

const CONNECTIONS = 64;
const ROUNDS = 3;

/** What the recipe of `app/deploy` gives visitors from Varnish's memory, beside what the site gives from its own. */
export async function measureEdge(report: Report, { seconds }: Options): Promise<void> {
  const site = await startSite(await sampleDatabase(SMALL));
  const varnish = await startVarnish(site.port);
  try {
    const paths = [`/vehicles/${richVehicle(site).id}`];
    const load = { paths, headers: { ...BROWSER }, connections: CONNECTIONS, ms: seconds * 500 };
    const look = async () => ({
      edge: await fullLoad({ ...site, port: varnish.port, pid: varnish.pid }, load),
      site: await fullLoad(site, load),
    });
    await look();
    const rounds: { edge: Loaded; site: Loaded }[] = [];
    for (let at = 0; at < ROUNDS; at++) rounds.push(await look());
    const of = (side: "edge" | "site", key: keyof Loaded) => median(rounds.map((one) => one[side][key]));
    const [edge, own] = [of("edge", "perSecond"), of("site", "perSecond")];
    note(`  ${edge} requests/s through Varnish, ${own} from the site`);
    report.add({
      id: "edge",
      what: "a visitor's vehicle page through Varnish, requests/s; against the site's own kept page; p99",
      comparedWith: `the same page from the site's own memory, one process: ${own} requests/s, p99 ${round(of("site", "p99"))} ms; ${CONNECTIONS} connections, ${generator}, on the same ${availableParallelism()} processors; by processor time ${round(of("edge", "perProcessorSecond") / of("site", "perProcessorSecond"))} times as many`,
      figure: `${edge}; ${round(edge / own)}; ${round(of("edge", "p99"))} ms`,
      worst: edge,
      details: rounds,
    });
  } finally {
    await varnish.stop();
    await site.stop();
  }
}
