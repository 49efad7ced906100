import { availableParallelism } from "node:os";
import { BROWSER, compare, generator } from "./load";
import type { Options } from "./options";
import { note, type Report, round } from "./report";
import { logIn, richVehicle, withSite } from "./site";

/** Members' pages are rendered concurrently: with many connections all would be ready at once, late. */
const CONNECTIONS = { members: 8, visitors: 32 };

/** P22: two processes (WEB_CONCURRENCY=2) against one. */
export async function measureProcesses(report: Report, { seconds }: Options): Promise<void> {
  const two = { WEB_CONCURRENCY: "2" };
  await withSite((oneProcess) =>
    withSite((twoProcesses) => compareProcesses(report, seconds, [twoProcesses, oneProcess]), two),
  );
}

type Sites = [two: Parameters<typeof logIn>[0], one: Parameters<typeof logIn>[0]];

async function compareProcesses(report: Report, seconds: number, sites: Sites): Promise<void> {
  const { id, owner } = richVehicle(sites[0]);
  const cookies = await Promise.all(sites.map(async (site) => (await logIn(site, owner === 1 ? 2 : 1)).cookie));
  for (const kind of ["members", "visitors"] as const) {
    note(`P22 ${kind}`);
    const connections = CONNECTIONS[kind];
    const [twoProcesses, oneProcess] = sites.map((server, index) => {
      const headers = { ...BROWSER, ...(kind === "members" ? { Cookie: cookies[index]! } : {}) };
      return { server, requests: [{ path: `/vehicles/${id}`, headers }] };
    });
    const result = await compare(twoProcesses!, oneProcess!, { seconds, connections });
    const byProcessorTime = round(2 * result.processorRatio);
    report.add({
      id: `P22 ${kind}`,
      what: `the vehicle's page for ${kind} with WEB_CONCURRENCY=2: requests per second of processor time; by the clock`,
      comparedWith: `the same with one process; ${connections} connections, ${generator}, which shares the ${availableParallelism()} processors with the servers; ${result.second.perSecond} → ${result.first.perSecond} requests/s`,
      figure: `${byProcessorTime}; ${result.ratio}`,
      worst: byProcessorTime,
      details: result,
    });
  }
}
