import { setTimeout as pause } from "node:timers/promises";
import { Connection, type Reply } from "./connection";
import type { Measured } from "./measured";
import { median, note, round } from "./report";
import { hasWrk, type Repeated, runWrk } from "./wrk";

/** One of those that are compared. */
export interface Side {
  name: string;
  server: Measured;
  /** The n-th request, as bytes. */
  request(n: number): Buffer;
  /** The status that every reply must have. */
  status: number;
  /** Where all requests are this one GET: wrk makes them, where it is there. */
  same?: Repeated;
}

/** How fast a side was. */
export interface Rate {
  name: string;
  requests: number;
  /** Requests per second by the clock. */
  perSecond: number;
  /** Requests per second of the server's own processor time. */
  perProcessorSecond: number;
}

export interface Race {
  rates: Rate[];
  /** How often the first is as fast as the second: the median of the rounds, by the clock and by processor time. */
  ratio: number;
  processorRatio: number;
  rounds: number[];
}

const ROUNDS = 6;
/** Of a side that is measured for two seconds or less. */
const FEW_ROUNDS = 3;
/** So many requests make a server's code as fast as it gets; or so long, ms. */
const WARM = { requests: 400, ms: 4_000 };
/** The same for wrk in a short run: a server that answers thousands a second. ms. */
const WARM_SHORT = 250;

/**
 * Sends both sides as many requests as they take, in turns of equal length, so that what else the machine does meets
 * both.
 * @param seconds for each side, all rounds together
 */
export async function race(first: Side, second: Side, { seconds = 4, connections = 8 } = {}): Promise<Race> {
  const runners = [await runner(first, connections), await runner(second, connections)] as const;
  const count = seconds > 2 ? ROUNDS : FEW_ROUNDS;
  const turn = (seconds * 1000) / count;
  const turns: [Turn, Turn][] = [];
  try {
    await Promise.all(runners.map((run) => run.warmUp(seconds * 1000)));
    for (let at = 0; at < count; at++) turns.push([await runners[0].go(turn), await runners[1].go(turn)]);
  } finally {
    for (const run of runners) run.close();
  }
  const rounds = turns.map(([a, b]) => a.requests / a.ms / (b.requests / b.ms));
  const byProcessor = turns.map(([a, b]) => a.requests / a.cpu / (b.requests / b.cpu));
  const [ofFirst, ofSecond] = [turns.map(([a]) => a), turns.map(([, b]) => b)];
  const result: Race = {
    rates: [rateOf(first.name, ofFirst), rateOf(second.name, ofSecond)],
    ratio: round(median(rounds)),
    processorRatio: round(median(byProcessor)),
    rounds: rounds.map((value) => round(value)),
  };
  for (const { name, perSecond, perProcessorSecond } of result.rates) {
    note(`  ${name}: ${perSecond}/s, ${perProcessorSecond} per second of processor`);
  }
  return result;
}

interface Turn {
  requests: number;
  ms: number;
  cpu: number;
}

function rateOf(name: string, turns: Turn[]): Rate {
  const sum = (key: keyof Turn) => turns.reduce((total, turn) => total + turn[key], 0);
  const requests = sum("requests");
  const perSecond = Math.round((requests / sum("ms")) * 1000);
  return { name, requests, perSecond, perProcessorSecond: Math.round((requests / sum("cpu")) * 1000) };
}

interface Runner {
  go(ms: number): Promise<Turn>;
  warmUp(ms: number): Promise<Turn>;
  close(): void;
}

function runner(side: Side, connections: number): Promise<Runner> {
  return side.same && hasWrk ? wrkRunner(side, side.same, connections) : socketRunner(side, connections);
}

/** wrk calls everything below 400 a success, so the status is looked at here, before each turn. */
async function wrkRunner(side: Side, same: Repeated, connections: number): Promise<Runner> {
  const connection = await Connection.open(side.server.port);
  const go = async (ms: number): Promise<Turn> => {
    check(await connection.ask(side.request(0)), side);
    const cpu = await side.server.cpu();
    const { requests, spent } = await runWrk(side.server, same, { connections, ms });
    return { requests, ms: spent, cpu: (await side.server.cpu()) - cpu };
  };
  return {
    go,
    warmUp: (ms) => go(ms > 2_000 ? Math.min(ms, WARM.ms) : Math.min(ms, WARM_SHORT)),
    close: () => connection.close(),
  };
}

async function socketRunner(side: Side, connections: number): Promise<Runner> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(side.server.port)));
  let serial = 0;
  const go = async (ms: number, most = Number.POSITIVE_INFINITY): Promise<Turn> => {
    const cpu = await side.server.cpu();
    const start = performance.now();
    let requests = 0;
    await Promise.all(
      open.map(async (connection) => {
        while (requests < most && performance.now() - start < ms) {
          requests += 1;
          check(await connection.ask(side.request(serial++)), side);
        }
      }),
    );
    return { requests, ms: performance.now() - start, cpu: (await side.server.cpu()) - cpu };
  };
  return {
    go,
    warmUp: (ms: number) => go(Math.min(ms, WARM.ms), WARM.requests),
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}

/** A race's outcome in short: by the clock, and by processor time. */
export const told = ({ ratio, processorRatio }: Race) => `${ratio} (${processorRatio})`;

function check({ status, head, body }: Reply, side: Pick<Side, "name" | "status">): void {
  if (status === side.status) return;
  throw new Error(`${side.name} answered ${status}:\n${head}\n${body.subarray(0, 500)}`);
}

/**
 * Sends requests at a fixed rate, whether the earlier ones are answered or not, as people do.
 * @param until ends it; or after `seconds`
 * @returns how long each took from when it was due, ms
 */
export async function pace(
  side: Side,
  { perSecond, seconds, until }: { perSecond: number; seconds: number; until?: Promise<unknown> },
): Promise<number[]> {
  const free: Connection[] = await Promise.all(Array.from({ length: 16 }, () => Connection.open(side.server.port)));
  const all = [...free];
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let ended = false;
  void until?.then(() => {
    ended = true;
  });
  const start = performance.now();
  for (let n = 0; !ended && n < perSecond * seconds; n++) {
    const due = start + (n * 1000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    pending.push(askWhenFree(n, due));
  }
  await Promise.all(pending);
  for (const connection of all) connection.close();
  return times;

  async function askWhenFree(n: number, due: number): Promise<void> {
    let connection = free.pop();
    if (connection === undefined) {
      connection = await Connection.open(side.server.port);
      all.push(connection);
    }
    check(await connection.ask(side.request(n)), side);
    times.push(performance.now() - due);
    free.push(connection);
  }
}
