import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { neededProgram } from "../programs.mjs";
import { type RawRequest, type RawResponse, sendRaw } from "../support/raw-http";
import { median, note, round } from "./report";
import { cpuOf, folder, type Measured } from "./site";

export const BROWSER = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" };

/** @throws on another status */
export async function sendExpecting(url: string, request: RawRequest, status = 200): Promise<RawResponse> {
  const answer = await sendRaw(url, request);
  if (answer.status === status) return answer;
  throw new Error(`${request.path} answered ${answer.status}: ${answer.body.slice(0, 500)}`);
}

export const generator = "wrk, one thread";

export interface Loaded {
  /** By wall time. */
  perSecond: number;
  /** By CPU time of all processes of the server. */
  perProcessorSecond: number;
  /** ms. */
  p99: number;
  /** CPUs used, such as 0.2. */
  generator: number;
}

interface Load {
  requests: readonly RawRequest[];
  /** Required of each response. */
  status?: number;
  connections: number;
  ms: number;
}

/** For Lua and JSON alike. */
const text = (value: string | Buffer | undefined) => (value === undefined ? "nil" : JSON.stringify(String(value)));
const table = (entries: string[]) => `{${entries.join(",")}}`;

function luaOf(requests: readonly RawRequest[]): string {
  const all = requests.map(({ method = "GET", path: address = "/", headers = {}, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
    return `wrk.format(${text(method)}, ${text(address)}, ${table(fields)}, ${text(body)})`;
  });
  return `
local requests, at = {}, 0
function init() requests = ${table(all)} end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests":%d,"us":%d,"p99":%d,"failed":%d}\\n', summary.requests,
    summary.duration, latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** wrk takes whole seconds; a signal ends it sooner, with its counts. */
const LONGER_S = 600;
const PATIENCE_S = 20;

/**
 * One response is checked first, because wrk counts every status below 400 as success.
 * @throws on an error response or none
 */
export async function fullLoad({ url, pid }: Measured, { requests, status, connections, ms }: Load): Promise<Loaded> {
  const program = neededProgram(["wrk"], ["wrk"]);
  if (program === undefined) throw new Error("wrk is missing, and could not be installed");
  await sendExpecting(url, requests[0]!, status);
  const script = path.join(folder, "load.lua");
  writeFileSync(script, luaOf(requests));
  const flags = ["-t1", `-c${connections}`, `-d${LONGER_S}s`, "--timeout", `${PATIENCE_S}s`, "-s", script];
  const cpu = cpuOf(pid);
  const child = spawn(program, [...flags, url], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let ownCpu = 0;
  const timer = setTimeout(() => {
    ownCpu = cpuOf(child.pid!);
    child.kill("SIGINT");
  }, ms);
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearTimeout(timer);
  process.off("exit", kill);
  const spentCpu = cpuOf(pid) - cpu;
  const result = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? "{}") as Record<string, number>;
  if (result.failed !== 0 || !result.requests) throw new Error(`wrk: ${result.failed} requests failed\n${output}`);
  return {
    perSecond: Math.round((result.requests / result.us!) * 1e6),
    perProcessorSecond: Math.round((result.requests / spentCpu) * 1000),
    p99: round(result.p99! / 1000),
    generator: ownCpu / ms,
  };
}

export type Side = { server: Measured; requests: readonly RawRequest[]; status?: number };

export interface Compared {
  first: Loaded;
  second: Loaded;
  /** Median of the rounds, by wall time and by CPU time. */
  ratio: number;
  processorRatio: number;
  p99Ratio: number;
  rounds: { first: Loaded; second: Loaded }[];
}

const ROUNDS = 6;
/** If measured for two seconds or less. */
const FEW_ROUNDS = 3;

/**
 * Loads both in turns of equal length, so that other load on the machine affects both.
 * @param seconds for each, all rounds together; the warm-up takes as long, within 1 to 4 s
 */
export async function compare(first: Side, second: Side, { seconds = 4, connections = 16 } = {}): Promise<Compared> {
  const count = seconds > 2 ? ROUNDS : FEW_ROUNDS;
  const load = ({ server, ...asked }: Side, ms: number) => fullLoad(server, { ...asked, connections, ms });
  for (const side of [first, second]) await load(side, Math.min(Math.max(seconds, 1), 4) * 1000);
  const turn = (seconds * 1000) / count;
  const rounds: Compared["rounds"] = [];
  for (let index = 0; index < count; index++)
    rounds.push({ first: await load(first, turn), second: await load(second, turn) });
  const middle = (side: "first" | "second", key: keyof Loaded) => median(rounds.map((of) => of[side][key]));
  const middles = (side: "first" | "second") => ({
    perSecond: middle(side, "perSecond"),
    perProcessorSecond: middle(side, "perProcessorSecond"),
    p99: middle(side, "p99"),
    generator: middle(side, "generator"),
  });
  const ratio = (key: keyof Loaded) => round(median(rounds.map((of) => of.first[key] / of.second[key])));
  const result = { first: middles("first"), second: middles("second"), rounds };
  note(`  ${JSON.stringify(result.first)} against ${JSON.stringify(result.second)}`);
  return { ...result, ratio: ratio("perSecond"), processorRatio: ratio("perProcessorSecond"), p99Ratio: ratio("p99") };
}

/** "by wall time (by CPU time)". */
export const describeRatio = ({ ratio, processorRatio }: Compared) => `${ratio} (${processorRatio})`;

/**
 * Sends at a fixed rate, as users do, without waiting for responses.
 * @returns time of each since it was due, ms
 */
export async function pace(
  url: string,
  requests: readonly RawRequest[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const sendOne = async (_: unknown, n: number) => {
    const due = start + (n * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    await sendExpecting(url, { ...requests[n % requests.length], agent });
    return performance.now() - due;
  };
  const times = await Promise.all(Array.from({ length: Math.ceil(perSecond * seconds) }, sendOne));
  agent.destroy();
  return times;
}
