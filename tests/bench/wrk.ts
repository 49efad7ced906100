import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Measured } from "./measured";
import { reapedCpu } from "./process-tree";
import { folder } from "./site";

/**
 * Where `wrk` is; undefined where the machine has none. It takes a tenth of the processor time that a generator written
 * in JavaScript does, which matters where it shares the processors with what it measures.
 */
const program = (process.env.PATH ?? "")
  .split(path.delimiter)
  .map((drawer) => path.join(drawer, "wrk"))
  .find((file) => existsSync(file));

export const hasWrk = program !== undefined;

/** What makes the requests where many are made, for the table. */
export const generator = hasWrk ? "wrk, one thread" : "prepared bytes over sockets from Node";

/** Requests that wrk repeats. */
export interface Repeated {
  /** Addresses that take turns. */
  paths: readonly string[];
  headers: Record<string, string>;
}

/** What wrk counted. */
export interface Counted {
  requests: number;
  /** ms */
  spent: number;
  median: number;
  p99: number;
  /** Processor time of wrk itself, ms; NaN but on Linux. */
  own: number;
}

const text = (value: string) => JSON.stringify(value);

function luaOf({ paths, headers }: Repeated): string {
  const lines = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
  // A request that is always the same is made by wrk itself: Lua would cost a call each.
  const turns = `
local requests, at = {}, 0
function init()
  for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end`;
  return `
local paths = {${paths.map(text).join(",")}}
wrk.headers = {${lines.join(",")}}
${paths.length > 1 ? turns : ""}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests":%d,"us":%d,"median":%d,"p99":%d,"failed":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** wrk knows whole seconds only; a signal ends it sooner, and it still tells what it counted. */
const LONGER_S = 600;
const PATIENCE_S = 20;
let scripts = 0;

/**
 * Sends a server as many requests as it takes for so many milliseconds.
 * @throws where an answer is an error or none comes
 */
export async function runWrk(
  { port }: Pick<Measured, "port">,
  asked: Repeated,
  { connections, ms }: { connections: number; ms: number },
): Promise<Counted> {
  if (program === undefined) throw new Error("wrk is not installed");
  scripts += 1;
  const script = path.join(folder, `load-${scripts}.lua`);
  writeFileSync(script, luaOf(asked));
  const flags = ["-t1", `-c${connections}`, `-d${LONGER_S}s`, "--timeout", `${PATIENCE_S}s`, "-s", script];
  const address = `http://127.0.0.1:${port}${asked.paths.length === 1 ? asked.paths[0] : ""}`;
  const before = reapedCpu();
  const child = spawn(program, [...flags, address], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const timer = setTimeout(() => child.kill("SIGINT"), ms);
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearTimeout(timer);
  process.off("exit", kill);
  const result = JSON.parse(/^RESULT (.*)$/m.exec(said)?.[1] ?? "{}") as Record<string, number>;
  if (result.failed !== 0) throw new Error(`wrk: ${result.failed} requests failed\n${said}`);
  return {
    requests: result.requests!,
    spent: result.us! / 1000,
    median: result.median! / 1000,
    p99: result.p99! / 1000,
    own: reapedCpu() - before,
  };
}
