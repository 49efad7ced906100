import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { neededProgram } from "../programs.mjs";
import { type Answer, type Asked, ask } from "../support/ask";
import { median, note, round } from "./report";
import { cpuOf, folder, type Measured } from "./site";

/** What a browser sends with a page's address. */
export const BROWSER = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" };

/** One request. @throws where the answer has another status */
export async function answered(url: string, asked: Asked, status = 200): Promise<Answer> {
  const answer = await ask(url, asked);
  if (answer.status === status) return answer;
  throw new Error(`${asked.path} answered ${answer.status}: ${answer.body.slice(0, 500)}`);
}

/** What makes the requests where many are made, for the table. */
export const generator = "wrk, one thread";

/** What a server did while it got as many requests as it takes. */
export interface Loaded {
  /** Requests a second by the clock. */
  perSecond: number;
  /** Requests a second of processor time, of all processes of the server. */
  perProcessorSecond: number;
  /** ms */
  p99: number;
  /** Processors that the generator took, such as 0.2. */
  generator: number;
}

interface Load {
  /** They take turns. */
  requests: readonly Asked[];
  /** That the answers must have. */
  status?: number;
  connections: number;
  ms: number;
}

/** The text as Lua and JSON both write it. */
const text = (value: string | Buffer | undefined) => (value === undefined ? "nil" : JSON.stringify(String(value)));
const table = (entries: string[]) => `{${entries.join(",")}}`;

function luaOf(requests: readonly Asked[]): string {
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

/** wrk knows whole seconds only; a signal ends it sooner, and it still tells what it counted. */
const LONGER_S = 600;
const PATIENCE_S = 20;

/**
 * Sends a server as many requests as it takes for so many milliseconds. wrk calls everything below 400 a success, so one
 * answer is looked at before.
 * @throws where an answer is an error or none comes
 */
export async function fullLoad({ url, pid }: Measured, { requests, status, connections, ms }: Load): Promise<Loaded> {
  const program = neededProgram(["wrk"], ["wrk"]);
  if (program === undefined) throw new Error("wrk is missing, and could not be installed");
  await answered(url, requests[0]!, status);
  const script = path.join(folder, "load.lua");
  writeFileSync(script, luaOf(requests));
  const flags = ["-t1", `-c${connections}`, `-d${LONGER_S}s`, "--timeout", `${PATIENCE_S}s`, "-s", script];
  const cpu = cpuOf(pid);
  const child = spawn(program, [...flags, url], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  let own = 0;
  const timer = setTimeout(() => {
    own = cpuOf(child.pid!);
    child.kill("SIGINT");
  }, ms);
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearTimeout(timer);
  process.off("exit", kill);
  const spent = cpuOf(pid) - cpu;
  const result = JSON.parse(/^RESULT (.*)$/m.exec(said)?.[1] ?? "{}") as Record<string, number>;
  if (result.failed !== 0 || !result.requests) throw new Error(`wrk: ${result.failed} requests failed\n${said}`);
  return {
    perSecond: Math.round((result.requests / result.us!) * 1e6),
    perProcessorSecond: Math.round((result.requests / spent) * 1000),
    p99: round(result.p99! / 1000),
    generator: own / ms,
  };
}

/** One of those that are compared. */
export type Side = { server: Measured; requests: readonly Asked[]; status?: number };

export interface Compared {
  /** The medians of the rounds. */
  first: Loaded;
  second: Loaded;
  /** How often the first is as fast as the second: the median of the rounds, by the clock and by processor time. */
  ratio: number;
  processorRatio: number;
  p99Ratio: number;
  rounds: { first: Loaded; second: Loaded }[];
}

const ROUNDS = 6;
/** Of a side that is measured for two seconds or less. */
const FEW_ROUNDS = 3;

/**
 * Loads two servers in turns of equal length, so that what else the machine does meets both.
 * @param seconds for each, all rounds together; as long, one at least and four at most, it is loaded before, so that its code is warm
 */
export async function compare(first: Side, second: Side, { seconds = 4, connections = 16 } = {}): Promise<Compared> {
  const count = seconds > 2 ? ROUNDS : FEW_ROUNDS;
  const load = ({ server, ...asked }: Side, ms: number) => fullLoad(server, { ...asked, connections, ms });
  for (const side of [first, second]) await load(side, Math.min(Math.max(seconds, 1), 4) * 1000);
  const turn = (seconds * 1000) / count;
  const rounds: Compared["rounds"] = [];
  for (let at = 0; at < count; at++) rounds.push({ first: await load(first, turn), second: await load(second, turn) });
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

/** A comparison's outcome in short: by the clock, and by processor time. */
export const told = ({ ratio, processorRatio }: Compared) => `${ratio} (${processorRatio})`;

/**
 * Sends requests at a fixed rate, whether the earlier ones are answered or not, as people do.
 * @returns how long each took from when it was due, ms
 */
export async function pace(
  url: string,
  requests: readonly Asked[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const each = async (_: unknown, n: number) => {
    const due = start + (n * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    await answered(url, { ...requests[n % requests.length], agent });
    return performance.now() - due;
  };
  const times = await Promise.all(Array.from({ length: Math.ceil(perSecond * seconds) }, each));
  agent.destroy();
  return times;
}
