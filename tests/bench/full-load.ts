import { Connection, request } from "./connection";
import type { Measured } from "./measured";
import { cpuOfTree } from "./process-tree";
import { quantile } from "./report";
import { type Counted, hasWrk, type Repeated, runWrk } from "./wrk";

/** What a server did while it got as many requests as it takes. */
export interface Loaded {
  /** Requests a second by the clock. */
  perSecond: number;
  /** Requests a second of processor time, of all processes of the server. */
  perProcessorSecond: number;
  /** ms */
  median: number;
  p99: number;
  /** Processors that the generator took, such as 0.2; NaN where that is not known. */
  generator: number;
}

export interface Load extends Repeated {
  ms: number;
  connections: number;
}

/**
 * Sends a server as many requests as it takes on a fixed number of connections.
 * @throws where an answer is no 200
 */
export async function fullLoad(server: Measured, load: Load): Promise<Loaded> {
  const cpu = cpuOfTree(server.pid);
  const { requests, spent, median, p99, own } = hasWrk
    ? await runWrk(server, load, load)
    : await bySockets(server, load);
  if (requests === 0) throw new Error(`nothing was answered within ${Math.round(spent)} ms`);
  const cpuSpent = cpuOfTree(server.pid) - cpu;
  return {
    perSecond: Math.round((requests / spent) * 1000),
    perProcessorSecond: Math.round((requests / cpuSpent) * 1000),
    median,
    p99,
    generator: own / spent,
  };
}

async function bySockets({ port }: Measured, { paths, headers, ms, connections }: Load): Promise<Counted> {
  const asked = paths.map((address) => request(address, { headers }));
  const times: number[] = [];
  const start = performance.now();
  const reader = async () => {
    const connection = await Connection.open(port);
    for (let now = performance.now(); now - start < ms; ) {
      const { status } = await connection.ask(asked[times.length % asked.length]!);
      if (status !== 200) throw new Error(`answered with ${status}`);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
    connection.close();
  };
  const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: connections }, reader));
  const { user, system } = process.cpuUsage(cpu);
  const spent = performance.now() - start;
  const own = (user + system) / 1000;
  return { requests: times.length, spent, median: quantile(times, 0.5), p99: quantile(times, 0.99), own };
}
