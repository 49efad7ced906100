import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill";
import { memoryChecks } from "./memory";
import { makePeople, type Person } from "./people";
import { p99, readFor } from "./readers";
import { Site } from "./site";
import { type Endless, head, openWire, sendEndless, type Wire } from "./wire";

/** Seconds until a head, and a body of text, must be whole. */
const HEAD_PATIENCE = 15;
const BODY_PATIENCE = 60;
/** Seconds that cutting may come later: servers look once in a while. */
const SLACK = 5;
const MEGABYTE = 1024 * 1024;
/** What is still sent after a refusal is read away up to here, so that the refusal can be read; then it is cut. */
const READ_AWAY = 32 * MEGABYTE;
/** Bytes that the system's own buffers may hold between the two ends, which the server has not seen. */
const BUFFERS = bufferOf("tcp_rmem") + bufferOf("tcp_wmem");

function bufferOf(setting: string): number {
  return Number(readFileSync(`/proc/sys/net/ipv4/${setting}`, "utf8").trim().split(/\s+/).at(-1));
}

/** Hundreds of half-open connections, and bodies without an end: others notice nothing, and all of them are cut. */
export async function socketsDrill(drill: Drill): Promise<void> {
  const site = await Site.make();
  await site.start();
  const people = await makePeople(site, drill.options.short ? 2 : 6);
  const [me] = people as [Person, ...Person[]];
  // Their time runs beside all the rest.
  const halves = await openHalves(site, drill.options.short ? 20 : 250);
  const crumbs = setInterval(() => {
    for (const { wire } of halves) if (wire.closedAt() === undefined) wire.socket.write("a");
  }, 2_000);
  await memoryChecks(drill, site, people);
  await endlessBodies(drill, site, me);
  await besideOthers(drill, site, me);
  await allCut(drill, halves);
  clearInterval(crumbs);
  drill.check("faults in the log", site.faults());
  const { code } = await site.stop();
  drill.holds("the end", code === 0, `exit code ${code}`);
  await site.remove();
}

/** A connection that has begun to say something and takes its time. */
interface Half {
  wire: Wire;
  what: "head" | "body";
  openedAt: number;
}

async function openHalf(site: Site, what: Half["what"]): Promise<Half> {
  const wire = await openWire(site.port);
  const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "5000" };
  wire.socket.write(what === "head" ? "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: " : head("POST", "/login", form));
  return { wire, what, openedAt: performance.now() };
}

/** @param each how many heads, and how many bodies */
async function openHalves(site: Site, each: number): Promise<Half[]> {
  const halves: Half[] = [];
  for (let at = 0; at < each; at += 1) halves.push(await openHalf(site, "head"), await openHalf(site, "body"));
  return halves;
}

async function besideOthers(drill: Drill, site: Site, me: Person): Promise<void> {
  const [each, seconds, least, most] = drill.options.short ? [100, 0.7, 2, 12] : [250, 3, 5, 20];
  const paths = ["/", `/vehicles/${me.vehicleId}`, "/garages", "/about-us", "/api/v1/vehicles/latest"];
  // Connections are taken one after the other: who gets an answer on a new one knows that all before it were taken.
  const settle = () => readFor(site, paths, { seconds: 0.4 });
  const times: { without: number[]; beside: number[] } = { without: [], beside: [] };
  const problems: string[] = [];
  const best = () => [Math.min(...times.without), Math.min(...times.beside)] as const;
  const doubled = () => best()[1] > 2 * best()[0];
  // Alternating rounds, of which the best counts: other load only makes rounds slower, so a busy machine needs more of
  // them.
  for (let round = 0; round < least || (doubled() && round < most); round += 1) {
    await settle();
    const without = await readFor(site, paths, { seconds });
    const halves = await openHalves(site, each);
    await settle();
    const beside = await readFor(site, paths, { seconds });
    for (const { wire } of halves) wire.socket.destroy();
    times.without.push(p99(without.times));
    times.beside.push(p99(beside.times));
    problems.push(...without.problems, ...beside.problems);
  }
  const [before, after] = best();
  const told = `p99 of others ${before.toFixed(1)} → ${after.toFixed(1)} ms beside ${2 * each} half-open connections`;
  drill.points += 2 * each;
  drill.check("readers beside half-open connections", problems);
  drill.holds("p99 of others at most doubled", !doubled(), told);
  drill.figure(told);
}

/** Heads and bodies that stay half are cut in time. In the short cut only the heads are waited for. */
async function allCut(drill: Drill, all: readonly Half[]): Promise<void> {
  const heads = all.filter(({ what }) => what === "head");
  const bodies = all.filter(({ what }) => what === "body");
  const kinds: [string, readonly Half[], number][] = [["heads", heads, HEAD_PATIENCE]];
  if (!drill.options.short) kinds.push(["bodies", bodies, BODY_PATIENCE]);
  for (const [what, halves, patience] of kinds) {
    const end = Math.min(...halves.map(({ openedAt }) => openedAt)) + (patience + SLACK + 1) * 1000;
    await Promise.race([
      Promise.all(halves.map(({ wire }) => wire.closed)),
      pause(Math.max(0, end - performance.now())),
    ]);
    const lives = halves.map(({ wire, openedAt }) => ((wire.closedAt() ?? Number.POSITIVE_INFINITY) - openedAt) / 1000);
    const longest = Math.max(...lives);
    const late = lives.filter((life) => life > patience + SLACK).length;
    drill.holds(`half-open ${what} are cut`, late === 0, `${late} of ${halves.length} live longer than ${patience} s`);
    drill.figure(`half-open ${what} cut after ${longest.toFixed(1)} s`);
  }
  for (const { wire } of all) wire.socket.destroy();
}

async function endlessBodies(drill: Drill, site: Site, me: Person): Promise<void> {
  const json = { "Content-Type": "application/json" };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const files = { "Content-Type": "multipart/form-data; boundary=b" };
  const bearer = { Authorization: `Bearer ${me.token}` };
  const photo = '--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n\xff\xd8\xff';
  const cases: [string, string, Record<string, string>, number, string][] = [
    ["a form of a visitor", "/login", form, 0, "email="],
    ["JSON of a visitor", "/api/v1/users/login", json, 0, '{"email":"'],
    ["JSON of a member", `/api/v1/vehicles/${me.vehicleId}/comments`, { ...json, ...bearer }, 0, '{"text":"'],
    ["files of a visitor", "/api/v1/photos/upload", files, 0, photo],
    ["files to a route of text", "/login", files, 0, photo],
  ];
  // One file may have 20 MB; what comes after that is cut with the body's 100 MB at the latest.
  const large = 100 * MEGABYTE + 256 * 1024;
  if (!drill.options.short) {
    cases.push(["files of a member", "/api/v1/photos/upload", { ...files, ...bearer }, large, photo]);
    cases.push(["a form's files of a member", "/vehicles/new", { ...files, Cookie: me.cookie }, large, photo]);
  }
  await Promise.all(
    cases.map(async ([what, path, headers, limit, start]) => {
      const most = limit + READ_AWAY + BUFFERS;
      const result = await sendEndless(site.port, path, headers, { most: 2 * most, seconds: 60, start });
      drill.points += 1;
      drill.check(`an endless body: ${what}`, endlessProblems(result, most, limit === 0 ? 10 : 60));
      drill.note(
        `${what}: ${result.status} after ${(result.sent / MEGABYTE).toFixed(1)} MB, ${Math.round(result.ms)} ms`,
      );
    }),
  );
}

function endlessProblems({ status, sent, ms, cut }: Endless, most: number, seconds: number): string[] {
  return [
    ...(cut ? [] : ["it is not cut"]),
    ...(status === 413 || status === 401 || status === 302 ? [] : [`the answer is ${status || "none"}`]),
    ...(sent <= most ? [] : [`${(sent / MEGABYTE).toFixed(0)} MB were taken`]),
    ...(ms <= seconds * 1000 ? [] : [`it took ${(ms / 1000).toFixed(0)} s`]),
  ];
}
