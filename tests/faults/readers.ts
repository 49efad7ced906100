import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./site";

/**
 * People who read while something else goes on: each asks one page after the other, with a breath between.
 * @returns how long each answer took, ms, and what was not answered with 200
 */
export async function readFor(
  site: Site,
  paths: readonly string[],
  { seconds, readers = 4, breath = 2 }: { seconds: number; readers?: number; breath?: number },
): Promise<{ times: number[]; problems: string[] }> {
  const times: number[] = [];
  const problems: string[] = [];
  const until = performance.now() + seconds * 1000;
  const one = async (at: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = at; performance.now() < until; turn += 1) {
      const path = paths[turn % paths.length]!;
      const start = performance.now();
      const status = await statusOfPage(site, path, agent).catch((error: Error) => error.message);
      times.push(performance.now() - start);
      if (status !== 200) problems.push(`${path}: ${status}`);
      await pause(breath);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: readers }, (_, at) => one(at)));
  return { times, problems };
}

function statusOfPage(site: Site, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ hostname: "127.0.0.1", port: site.port, path, agent, timeout: 30_000 }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
      answer.once("error", reject);
    });
    call.once("timeout", () => call.destroy(new Error("no answer within 30 s")));
    call.once("error", reject);
    call.end();
  });
}

/** The time that one in a hundred exceeds, ms. */
export function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
