import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { serverEnv } from "../support/launch";
import { forgetPeak, memoryOf } from "../support/memory";
import { startNode } from "../support/run-node";
import { BROWSER, fullLoad, sendExpecting } from "./load";
import type { Options } from "./options";
import { median, type Report, round } from "./report";
import { asStarted, folder, logIn, type Site, SMALL, withSite } from "./site";
import { photographs, uploader } from "./uploads";

const READERS = 16;

/** P19. */
export async function measureStart(report: Report, options: Options): Promise<void> {
  const highest = await withSite(async (site) => {
    await timeStarts(report, options, site);
    weighIdle(report, site);
    return weighLoad(options, site);
  });
  const withMap = await withSite((site) => weighMap(options, site));
  report.add({
    id: "P19 load",
    what: `highest memory with ${READERS} readers and uploads of ${photographs(options.quick)}; of a fresh start with ${READERS} readers of the map's pages and tiles`,
    comparedWith: "resident memory of the process, with the settings of `npm start`",
    figure: `${Math.round(highest)} MB; ${Math.round(withMap)} MB`,
    worst: Math.round(Math.max(highest, withMap)),
    details: { highest, withMap },
  });
}

/** @returns ms */
async function timeToListening(env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const { child, closed, output } = startNode(["build/server.js"], env);
  const listening = await output.find(/^listening on/);
  const ms = performance.now() - start;
  child.kill("SIGTERM");
  await closed;
  if (!listening) throw new Error(`the server did not start:\n${output.text()}`);
  return ms;
}

async function timeStarts(report: Report, { quick }: Options, { env }: Site): Promise<void> {
  const filled: number[] = [];
  const empty: number[] = [];
  const count = quick ? 2 : 5;
  for (let index = 0; index < count; index++) {
    filled.push(await timeToListening(env));
    const emptyFolder = mkdtempSync(path.join(folder, "empty-"));
    empty.push(await timeToListening(serverEnv(emptyFolder, asStarted())));
    rmSync(emptyFolder, { recursive: true });
  }
  report.add({
    id: "P19 start",
    what: `from the command to listening, the median of ${count}: a site of ${SMALL} vehicles; an empty folder, all migrations`,
    comparedWith: "node build/server.js",
    figure: `${round(median(filled) / 1000)} s; ${round(median(empty) / 1000)} s`,
    worst: round(Math.max(median(filled), median(empty)) / 1000),
    details: { filled, empty },
  });
}

function weighIdle(report: Report, { pid }: Site): void {
  const memory = Math.round(memoryOf(pid)!.now);
  report.add({
    id: "P19 idle",
    what: "memory idle, after the start",
    comparedWith: "resident memory of the process, with the settings of `npm start`",
    figure: `${memory} MB`,
    worst: memory,
  });
}

/** MB. */
async function peak(site: Site, seconds: number, cookie: string, addresses: string[]): Promise<number> {
  const requests = addresses.map((address) => ({ path: address, headers: { ...BROWSER, Cookie: cookie } }));
  await fullLoad(site, { requests, connections: READERS, ms: seconds * 1000 });
  return memoryOf(site.pid)!.peak;
}

async function weighLoad({ seconds, quick }: Options, site: Site): Promise<number> {
  const login = await logIn(site, 1);
  const send = await uploader(site, login, quick);
  const pages = ["/", "/garages", "/garages/3", "/vehicles/30", "/search?q=ford", "/events", "/feed.xml"];
  forgetPeak(site.pid);
  const uploads = async () => {
    for (let set = 0; set < (quick ? 1 : 3); set++) await send();
  };
  await Promise.all([uploads(), peak(site, seconds, login.cookie, pages)]);
  return memoryOf(site.pid)!.peak;
}

async function weighMap({ seconds }: Options, site: Site): Promise<number> {
  const { cookie } = await logIn(site, 1);
  const maps = [2, 3, 4, 5, 6, 7, 8].flatMap((zoom) => [48, 51.5, -25, 35].map((lat) => `${zoom}/${lat}.00/10.00`));
  const views = ["Birmingham", "Delhi", "Tokyo", "Lima"].flatMap((place) =>
    [10, 100, 500].map((km) => `place=${place}&radius=${km}`),
  );
  const pages = [...maps.map((map) => `map=${map}`), ...views].map((query) => `/map-search?${query}`);
  const tiles = new Set<string>();
  for (const address of pages) {
    const { body } = await sendExpecting(site.url, { path: address });
    for (const [tile] of body.matchAll(/\/map-tiles\/[\w./-]+\.svg/g)) tiles.add(tile);
  }
  return peak(site, seconds, cookie, [...pages, ...tiles]);
}
