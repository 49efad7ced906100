import { utimesSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill";
import { Ledger } from "./ledger";
import { eventually, makePeople } from "./people";
import { type Random, seeded } from "./random";
import { Site } from "./site";
import { databaseProblems, factsOf, filesBelow, mentionedImages, missingFiles, strayFiles } from "./state";
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
  const [points, clients] = drill.options.short ? [5, 4] : [200, 6];
  const site = await Site.make();
  await site.start();
  const people = await makePeople(site, clients);
  const ledger = new Ledger(site.read(factsOf));
  const world: World = { ledger, random, people, pictures: await makePictures(), serial: 0 };
  const known = new Set<string>();
  let wrongAnswers: string[] = [];
  for (let point = 1; point <= points; point += 1) {
    const aged = random.next() < 0.5;
    if (random.next() < 0.1) await killAtStart(site, random);
    else wrongAnswers = await killAtWork(site, world);
    if (aged) makeOld(site);
    await site.start();
    drill.points += 1;
    const problems = [...wrongAnswers, ...(await problemsAfter(site, ledger, known, aged))];
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

/** The sweep at start leaves young files without a row alone: somebody may be writing their row. */
function makeOld(site: Site): void {
  const date = new Date(Date.now() - 2 * 3600 * 1000);
  for (const file of filesBelow(site.uploadsDir)) utimesSync(file, date, date);
}

/**
 * @param known images that have stood in a row at some time: where such a file was just being removed, it may wait for
 * the sweep of a start an hour later; one of an upload that never got its row must go at once
 */
async function problemsAfter(site: Site, ledger: Ledger, known: Set<string>, aged: boolean): Promise<string[]> {
  const stray = () =>
    strayFiles(site.read(mentionedImages), site.uploadsDir).filter(
      (file) => aged || ![...known].some((name) => file.includes(name.replace(/\.jpg$/, ""))),
    );
  await eventually(() => stray().length === 0, 5);
  const mentioned = site.read(mentionedImages);
  for (const name of [...mentioned.photos, ...mentioned.users]) known.add(name);
  return [
    ...stray().map((file) => `no row mentions ${file}`),
    ...missingFiles(mentioned, site.uploadsDir),
    ...site.read(databaseProblems),
    ...ledger.compare(site.read(factsOf), PHOTO_NAMES),
  ];
}
