import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { serverEnv } from "../support/launch";
import { startNode } from "../support/run-node";
import { BROWSER, Connection, request } from "./connection";
import { pace } from "./load";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { folder, logIn, type Site, SMALL, sampleDatabase, startSite } from "./site";
import { makePhotos, megapixels, uploader } from "./uploads";

/** P19: how soon it listens, and how much memory it holds. */
export async function measureStart(report: Report, options: Options): Promise<void> {
  const template = await sampleDatabase(SMALL);
  const loaded = await startSite(template);
  try {
    await timeStarts(report, options, loaded);
    // The next site starts, and photographs are made where there are none, while this one has nothing to do.
    const [, map, photos] = await Promise.all([
      weighIdle(report, loaded),
      startSite(template),
      makePhotos(options.quick),
    ]);
    const highest = await weighLoad(options, loaded, photos);
    const withMap = await weighMap(options, map).finally(() => map.stop());
    report.add({
      id: "P19 load",
      what: `highest memory with ${READERS} readers and uploads of ${options.quick ? "two" : "five"} ${megapixels(options.quick)}-megapixel photos; of a fresh start with ${READERS} readers of the map's pages and tiles`,
      comparedWith: "resident memory of the process, with the MALLOC_ settings of `npm start`",
      figure: `${Math.round(highest)} MB; ${Math.round(withMap)} MB`,
      worst: Math.round(Math.max(highest, withMap)),
      details: { highest, withMap },
    });
  } finally {
    await loaded.stop();
  }
}

const STARTS = 5;
const QUICK_STARTS = 2;

/** @returns how long it takes from the command to the line `listening on`, ms */
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

async function timeStarts(report: Report, { quick }: Options, site: Site): Promise<void> {
  const filled: number[] = [];
  const empty: number[] = [];
  const count = quick ? QUICK_STARTS : STARTS;
  for (let at = 0; at < count; at++) {
    filled.push(await timeToListening(site.env));
    const own = mkdtempSync(path.join(folder, "empty-"));
    empty.push(await timeToListening(serverEnv(own)));
    rmSync(own, { recursive: true });
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

async function weighIdle(report: Report, site: Site): Promise<void> {
  await pace(side(site, [request("/healthz")]), { perSecond: 1, seconds: 2 });
  const memory = Math.round(await site.memory());
  report.add({
    id: "P19 idle",
    what: "memory idle, after the start",
    comparedWith: "resident memory of the process, with the MALLOC_ settings of `npm start`",
    figure: `${memory} MB`,
    worst: memory,
  });
}

async function weighLoad({ seconds, quick }: Options, site: Site, photos: string[]): Promise<number> {
  const login = await logIn(site, 1);
  const send = await uploader(site, login, photos);
  const pages = ["/", "/garages", "/garages/3", "/vehicles/30", "/search?q=ford", "/events", "/feed.xml"];
  const uploads = async () => {
    for (let set = 0; set < (quick ? 1 : 3); set++) await send();
  };
  return peak(site, seconds, login.cookie, pages, uploads);
}

async function weighMap({ seconds }: Options, site: Site): Promise<number> {
  const { cookie } = await logIn(site, 1);
  const maps = [2, 3, 4, 5, 6, 7, 8].flatMap((zoom) => [48, 51.5, -25, 35].map((lat) => `${zoom}/${lat}.00/10.00`));
  const views = ["Birmingham", "Delhi", "Tokyo", "Lima"].flatMap((place) =>
    [10, 100, 500].map((km) => `place=${place}&radius=${km}`),
  );
  const pages = [...maps.map((map) => `map=${map}`), ...views].map((query) => `/map-search?${query}`);
  return peak(site, seconds, cookie, [...pages, ...(await tilesOf(site, pages))]);
}

/** The addresses of the base map's pictures that these pages show. */
async function tilesOf(site: Site, pages: string[]): Promise<string[]> {
  const connection = await Connection.open(site.port);
  const tiles = new Set<string>();
  for (const address of pages) {
    const { body } = await connection.ask(request(address));
    for (const [tile] of body.toString().matchAll(/\/map-tiles\/[\w./-]+\.svg/g)) tiles.add(tile);
  }
  connection.close();
  note(`  ${tiles.size} tiles of the base map`);
  return [...tiles];
}

const side = (site: Site, asked: Buffer[]) => ({
  name: "the site",
  server: site,
  request: (n: number) => asked[n % asked.length]!,
  status: 200,
});

const READERS = 16;

/** The most memory while readers ask for pages one after the other, and `work` goes on. */
async function peak(
  site: Site,
  seconds: number,
  cookie: string,
  addresses: string[],
  work: () => Promise<unknown> = async () => {},
): Promise<number> {
  const asked = addresses.map((address) => request(address, { headers: { ...BROWSER, Cookie: cookie } }));
  let most = 0;
  let over = false;
  const end = performance.now() + seconds * 1000;
  const worked = work().then(() => {
    over = true;
  });
  let n = 0;
  const reader = async () => {
    const connection = await Connection.open(site.port);
    while (!over || performance.now() < end) {
      await connection.ask(asked[n++ % asked.length]!);
      if (n % 20 === 0) most = Math.max(most, await site.memory());
    }
    connection.close();
  };
  await Promise.all([worked, ...Array.from({ length: READERS }, reader)]);
  return Math.max(most, await site.memory());
}
