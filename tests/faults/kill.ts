import { existsSync, utimesSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startObjectStore } from "../support/object-store";
import type { Drill, DrillOptions } from "./drill";
import { Ledger } from "./ledger";
import { eventually, makePeople } from "./people";
import { type Random, seeded } from "./random";
import { Site } from "./site";
import {
  databaseProblems,
  factsOf,
  filesBelow,
  mentionedImages,
  missingFiles,
  type PicturePlace,
  picturesIn,
  picturesOf,
  strayFiles,
} from "./state";
import { makePictures, type World, writeUntil } from "./writes";

/** Names of photos are not known before the answer; how many there are is in the vehicle's own fact. */
export const PHOTO_NAMES = /^photo /;

/**
 * kill -9 while several clients write and upload, or while the server starts. After each restart on the same files:
 * what was acknowledged is there, what was on its way is there as a whole or not at all, rows and files belong
 * together.
 */
export async function killDrill(drill: Drill): Promise<void> {
  const random = seeded(drill.options.seed);
  const [points, clients] = drill.options.short ? [drill.options.store === "bucket" ? 3 : 5, 4] : [200, 6];
  const { site, place, end } = await siteWithStore(drill.options);
  await site.start();
  const people = await makePeople(site, clients);
  const ledger = new Ledger(site.read(factsOf));
  const world: World = { ledger, random, people, pictures: await makePictures(), serial: 0 };
  let wrongAnswers: string[] = [];
  for (let point = 1; point <= points; point += 1) {
    if (random.next() < 0.1) await killAtStart(site, random);
    else wrongAnswers = await killAtWork(site, world);
    if (random.next() < 0.5) makeOld(site, place);
    await site.start();
    drill.points += 1;
    const problems = [...wrongAnswers, ...(await problemsAfter(site, ledger, place))];
    drill.check(`point ${point} of seed ${drill.options.seed}`, problems);
    wrongAnswers = [];
    if (point % 20 === 0) drill.note(`${point} points, ${ledger.acknowledged} writes acknowledged`);
  }
  const { code } = await site.stop();
  drill.holds("the end", code === 0, `exit code ${code}`);
  drill.check("faults in the log", site.faults());
  const lost = drill.failures.filter((failure) => failure.includes("lost:")).length;
  drill.figure(`${ledger.acknowledged} writes acknowledged, ${lost} points with losses`);
  await site.remove();
  await end();
}

/** A site that does not run yet, with its pictures in a folder, or in a bucket of a store of its own. */
async function siteWithStore({ store: kind = "folder", processes = 1 }: DrillOptions) {
  const several: Record<string, string> = processes > 1 ? { WEB_CONCURRENCY: String(processes) } : {};
  if (kind === "folder") {
    const site = await Site.make(several);
    return { site, place: picturesIn(site.uploadsDir), end: async () => {} };
  }
  const store = await startObjectStore();
  const site = await Site.make({ ...several, UPLOADS_URL: store.url("site"), ...store.env });
  return { site, place: picturesOf(store, "site/"), end: () => store.stop() };
}

async function killAtWork(site: Site, world: World): Promise<string[]> {
  const working = world.people.map((person) => writeUntil(site, world, person, () => false));
  await pause(world.random.whole(20, 1000));
  await site.kill();
  return (await Promise.all(working)).flat();
}

/** While it migrates, sweeps, or has just begun to listen. */
async function killAtStart(site: Site, random: Random): Promise<void> {
  await site.kill();
  site.spawn();
  await pause(random.whole(50, 900));
  await site.kill();
}

/** The sweep at start looks closer at old files without a row: nobody can be writing it any more. */
function makeOld(site: Site, place: PicturePlace): void {
  const date = new Date(Date.now() - 2 * 3600 * 1000);
  const files = [...filesBelow(site.uploadsDir), ...place.keys().map(place.fileOf)];
  for (const file of files) if (existsSync(file)) utimesSync(file, date, date);
}

/** What was under way when it died is taken back or finished at once, whatever it was. */
async function problemsAfter(site: Site, ledger: Ledger, place: PicturePlace): Promise<string[]> {
  const stray = () => strayFiles(site.read(mentionedImages), site.uploadsDir, place);
  await eventually(() => stray().length === 0, 5);
  return [
    ...stray().map((file) => `no row mentions ${file}`),
    ...missingFiles(site.read(mentionedImages), place),
    ...site.read(databaseProblems),
    ...ledger.compare(site.read(factsOf), PHOTO_NAMES),
  ];
}
