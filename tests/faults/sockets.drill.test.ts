import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { DRILL_TIMEOUT_MS, FULL, printFigure } from "../support/drill";
import type { Site } from "../support/launch";
import { newSite } from "../support/new-site";
import { sendRaw } from "../support/raw-http";
import { type RawSocket, rawSocket } from "../support/raw-socket";
import { memoryChecks } from "./memory";
import { type Endless, FORM, head, JSON_TYPE, PARTS, PHOTO, sendEndless } from "./wire";
import { makeUsers, type TestUser } from "./writes";

/** For a complete head or text body, s. */
const HEAD_PATIENCE = 15;
const BODY_PATIENCE = 60;
/** Tolerance, s: servers check periodically. */
const SLACK = 5;
const MEGABYTE = 1024 * 1024;
/** After a refusal, so that the client can read it; then the server closes. */
const READ_AWAY = 32 * MEGABYTE;
const BUFFERS = bufferOf("tcp_rmem") + bufferOf("tcp_wmem");

function bufferOf(setting: string): number {
  return Number(readFileSync(`/proc/sys/net/ipv4/${setting}`, "utf8").trim().split(/\s+/).at(-1));
}

test(
  "half-open connections and endless bodies are cut, others notice nothing, and little is held in memory",
  async () => {
    const site = await newSite();
    await site.start();
    const users = await makeUsers(site, FULL ? 6 : 2);
    const [me] = users as [TestUser, ...TestUser[]];
    // They time out meanwhile.
    const halves = await openHalves(site, FULL ? 250 : 20);
    const crumbs = setInterval(() => {
      for (const { wire } of halves) if (wire.closedAt() === undefined) wire.socket.write("a");
    }, 2_000);
    await memoryChecks(site, users);
    await endlessBodies(site, me);
    await measureOthers(site, me);
    await allCut(halves);
    clearInterval(crumbs);
    expect.soft(site.faults()).toEqual([]);
    expect.soft(await site.stop()).toMatchObject({ code: 0 });
  },
  DRILL_TIMEOUT_MS,
);

/**
 * One page after the other per reader, with short pauses.
 * @returns 99th percentile, ms; responses other than 200
 */
async function readFor({ url }: Site, paths: readonly string[], seconds: number) {
  const times: number[] = [];
  const problems: string[] = [];
  const until = performance.now() + seconds * 1000;
  const runClient = async (_: unknown, at: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: 30_000 });
    for (let turn = at; performance.now() < until; turn += 1) {
      const path = paths[turn % paths.length]!;
      const start = performance.now();
      const { status } = await sendRaw(url, { path, agent }).catch((error: Error) => ({ status: error.message }));
      times.push(performance.now() - start);
      if (status !== 200) problems.push(`${path}: ${status}`);
      await pause(2);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: 4 }, runClient));
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN, problems };
}

type Half = { wire: RawSocket; part: "head" | "body"; openedAt: number };

async function openHalf(site: Site, name: Half["part"]): Promise<Half> {
  const wire = await rawSocket(site.url);
  const form = { ...FORM, "Content-Length": "5000" };
  wire.socket.write(name === "head" ? "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: " : head("POST", "/login", form));
  return { wire, part: name, openedAt: performance.now() };
}

/** @param count number of heads, and of bodies */
async function openHalves(site: Site, count: number): Promise<Half[]> {
  const halves: Half[] = [];
  for (let index = 0; index < count; index += 1)
    halves.push(await openHalf(site, "head"), await openHalf(site, "body"));
  return halves;
}

async function measureOthers(site: Site, me: TestUser): Promise<void> {
  const [countPerKind, seconds, least, most] = FULL ? [250, 3, 5, 20] : [100, 0.7, 2, 12];
  const paths = ["/", `/vehicles/${me.vehicleId}`, "/garages", "/about-us", "/api/v1/vehicles/latest"];
  // Connections are accepted in order: a response shows that earlier ones were.
  const settle = () => readFor(site, paths, 0.4);
  const times: { without: number[]; beside: number[] } = { without: [], beside: [] };
  const problems: string[] = [];
  const best = () => [Math.min(...times.without), Math.min(...times.beside)] as const;
  const doubled = () => best()[1] > 2 * best()[0];
  // The best round counts, because other load only slows them down.
  for (let round = 0; round < least || (doubled() && round < most); round += 1) {
    await settle();
    const without = await readFor(site, paths, seconds);
    const halves = await openHalves(site, countPerKind);
    await settle();
    const loadedRun = await readFor(site, paths, seconds);
    for (const { wire } of halves) wire.socket.destroy();
    times.without.push(without.p99);
    times.beside.push(loadedRun.p99);
    problems.push(...without.problems, ...loadedRun.problems);
  }
  const [before, after] = best();
  const summary = `p99 of others ${before.toFixed(1)} → ${after.toFixed(1)} ms beside ${2 * countPerKind} half-open connections`;
  expect.soft(problems, "readers beside half-open connections").toEqual([]);
  expect.soft(doubled(), summary).toBe(false);
  printFigure(summary);
}

/** A short run waits for the heads only. */
async function allCut(all: readonly Half[]): Promise<void> {
  const heads = all.filter(({ part }) => part === "head");
  const bodies = all.filter(({ part }) => part === "body");
  const kinds: [string, readonly Half[], number][] = [["heads", heads, HEAD_PATIENCE]];
  if (FULL) kinds.push(["bodies", bodies, BODY_PATIENCE]);
  for (const [kind, halves, patience] of kinds) {
    const end = Math.min(...halves.map(({ openedAt }) => openedAt)) + (patience + SLACK + 1) * 1000;
    await Promise.race([
      Promise.all(halves.map(({ wire }) => wire.closed())),
      pause(Math.max(0, end - performance.now())),
    ]);
    const lives = halves.map(({ wire, openedAt }) => ((wire.closedAt() ?? Number.POSITIVE_INFINITY) - openedAt) / 1000);
    const longest = Math.max(...lives);
    const late = lives.filter((life) => life > patience + SLACK).length;
    expect.soft(late, `half-open ${kind} that live longer than ${patience} s`).toBe(0);
    printFigure(`half-open ${kind} cut after ${longest.toFixed(1)} s`);
  }
  for (const { wire } of all) wire.socket.destroy();
}

async function endlessBodies(site: Site, me: TestUser): Promise<void> {
  const bearer = { Authorization: `Bearer ${me.token}` };
  const cases: [string, string, Record<string, string>, number, string][] = [
    ["a form of a visitor", "/login", FORM, 0, "email="],
    ["JSON of a visitor", "/api/v1/users/login", JSON_TYPE, 0, '{"email":"'],
    ["JSON of a member", `/api/v1/vehicles/${me.vehicleId}/comments`, { ...JSON_TYPE, ...bearer }, 0, '{"text":"'],
    ["files of a visitor", "/api/v1/photos/upload", PARTS, 0, PHOTO],
    ["files to a route of text", "/login", PARTS, 0, PHOTO],
  ];
  // A file may have 20 MB; a body is cut at 100 MB at the latest.
  const large = 100 * MEGABYTE + 256 * 1024;
  if (FULL) {
    cases.push(["files of a member", "/api/v1/photos/upload", { ...PARTS, ...bearer }, large, PHOTO]);
    cases.push(["a form's files of a member", "/vehicles/new", { ...PARTS, Cookie: me.cookie }, large, PHOTO]);
  }
  await Promise.all(
    cases.map(async ([caseName, path, headers, limit, start]) => {
      const most = limit + READ_AWAY + BUFFERS;
      const result = await sendEndless(site.url, path, headers, { most: 2 * most, seconds: 60, start });
      expect.soft(endlessProblems(result, most, limit === 0 ? 10 : 60), `an endless body: ${caseName}`).toEqual([]);
      printFigure(
        `${caseName}: ${result.status} after ${(result.sent / MEGABYTE).toFixed(1)} MB, ${Math.round(result.ms)} ms`,
      );
    }),
  );
}

const endlessProblems = ({ status, sent, ms, cut }: Endless, most: number, seconds: number): string[] => [
  ...(cut ? [] : ["it is not cut"]),
  ...(status === 413 || status === 401 || status === 302 ? [] : [`the answer is ${status || "none"}`]),
  ...(sent <= most ? [] : [`${(sent / MEGABYTE).toFixed(0)} MB were taken`]),
  ...(ms <= seconds * 1000 ? [] : [`it took ${(ms / 1000).toFixed(0)} s`]),
];
