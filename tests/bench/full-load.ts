import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { Connection, request } from "./connection";
import type { Measured } from "./measured";
import { cpuOfTree } from "./process-tree";
import { quantile } from "./report";
import { folder } from "./site";

/** What a server did while it got as many requests as it takes. */
export interface Loaded {
  /** Requests a second by the clock. */
  perSecond: number;
  /** Requests a second of processor time, of all processes of the server. */
  perProcessorSecond: number;
  /** ms */
  median: number;
  p99: number;
}

export interface Load {
  /** Addresses that take turns. */
  paths: string[];
  headers: Record<string, string>;
  seconds: number;
  connections: number;
}

/**
 * Where `wrk` is; undefined where the machine has none. It takes a tenth of the processor time that a generator written
 * in JavaScript does, which matters where it shares the processors with what it measures.
 */
const wrk = (process.env.PATH ?? "")
  .split(path.delimiter)
  .map((drawer) => path.join(drawer, "wrk"))
  .find((file) => existsSync(file));

/** What makes the requests, for the table. */
export const generator = wrk === undefined ? "prepared bytes over sockets from Node" : "wrk, one thread";

/**
 * Sends a server as many requests as it takes on a fixed number of connections.
 * @throws where an answer is no 200
 */
export async function fullLoad(server: Measured, load: Load): Promise<Loaded> {
  const cpu = cpuOfTree(server.pid);
  const { requests, seconds, median, p99 } =
    wrk === undefined ? await bySockets(server, load) : await byWrk(server, load);
  const spent = cpuOfTree(server.pid) - cpu;
  const perSecond = Math.round(requests / seconds);
  return { perSecond, perProcessorSecond: Math.round((requests / spent) * 1000), median, p99 };
}

interface Counted {
  requests: number;
  seconds: number;
  median: number;
  p99: number;
}

const text = (value: string) => JSON.stringify(value);

/** For wrk: requests made once, and the outcome as one line of JSON. */
function luaOf({ paths, headers }: Load): string {
  const lines = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
  return `
local paths = {${paths.map(text).join(",")}}
local headers = {${lines.join(",")}}
local requests, at = {}, 0
function init()
  for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path, headers) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests":%d,"us":%d,"median":%d,"p99":%d,"failed":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

async function byWrk({ port }: Measured, load: Load): Promise<Counted> {
  const script = path.join(folder, "load.lua");
  writeFileSync(script, luaOf(load));
  const { connections, seconds } = load;
  const flags = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "20s", "-s", script];
  const { stdout } = await promisify(execFile)(wrk!, [...flags, `http://127.0.0.1:${port}`]);
  const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? "{}") as Record<string, number>;
  if (result.failed !== 0) throw new Error(`wrk: ${result.failed} requests failed\n${stdout}`);
  return {
    requests: result.requests!,
    seconds: result.us! / 1e6,
    median: result.median! / 1000,
    p99: result.p99! / 1000,
  };
}

async function bySockets({ port }: Measured, { paths, headers, seconds, connections }: Load): Promise<Counted> {
  const asked = paths.map((address) => request(address, { headers }));
  const times: number[] = [];
  const start = performance.now();
  const reader = async () => {
    const connection = await Connection.open(port);
    for (let now = performance.now(); now - start < seconds * 1000; ) {
      const { status } = await connection.ask(asked[times.length % asked.length]!);
      if (status !== 200) throw new Error(`answered with ${status}`);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, reader));
  const spent = (performance.now() - start) / 1000;
  return { requests: times.length, seconds: spent, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
