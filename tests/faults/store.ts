import { setTimeout as pause } from "node:timers/promises";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import type { Drill } from "./drill";
import { PHOTO_NAMES } from "./kill";
import { Ledger } from "./ledger";
import { eventually, makePeople } from "./people";
import { seeded } from "./random";
import { Site } from "./site";
import {
  databaseProblems,
  factsOf,
  mentionedImages,
  missingFiles,
  type PicturePlace,
  picturesOf,
  strayFiles,
} from "./state";
import { isExpected, makePictures, type Outcome, type World, writeUntil } from "./writes";

/** How long what could not be removed may stay once the store is back, s. */
const SOON = 40;

/**
 * Kills the object store at random moments of mixed uploads, deletions and sweeps, or silences it; in some of them the
 * site is killed too and starts without a store. After each return: no row without its files, what was acknowledged is
 * there, nothing is half written; soon after, no file without its row. Uploads are refused with 503 meanwhile, nothing
 * else is.
 */
export async function storeDrill(drill: Drill): Promise<void> {
  const random = seeded(drill.options.seed);
  const [points, clients] = drill.options.short ? [3, 3] : [50, 5];
  const store = await startObjectStore();
  const env = { UPLOADS_URL: store.url("site"), ...store.env, WEB_CONCURRENCY: String(drill.options.processes ?? 1) };
  const site = await Site.make(env);
  const place = picturesOf(store, "site/");
  await site.start();
  const people = await makePeople(site, clients);
  const ledger = new Ledger(site.read(factsOf));
  const world: World = { ledger, random, people, pictures: await makePictures(), serial: 0 };
  let refused = 0;
  const isFine = (outcome: Outcome) => {
    const away = outcome.status === 503 && outcome.write.files !== undefined;
    if (away) refused += 1;
    return away || isExpected(outcome);
  };
  for (let point = 1; point <= points; point += 1) {
    let over = false;
    const working = people.map((person) => writeUntil(site, world, person, () => over, isFine));
    await pause(random.whole(50, 1200));
    const silent = random.next() < 0.1;
    if (silent) store.hold("silent");
    else await store.kill();
    await pause(random.whole(50, 1500));
    const dead = point % 3 === 0;
    if (dead) await killSite(site);
    await bringBack(store, silent);
    if (!dead) await pause(random.whole(50, 500));
    over = true;
    const answers = (await Promise.all(working)).flat();
    drill.points += 1;
    const files = point % 5 === 0 || point === points ? await filesLeft(site, place) : [];
    const problems = [
      ...answers,
      ...files,
      ...missingFiles(site.read(mentionedImages), place),
      ...site.read(databaseProblems),
      ...ledger.compare(site.read(factsOf), PHOTO_NAMES),
    ];
    drill.check(`point ${point} of seed ${drill.options.seed}`, problems);
    if (point % 10 === 0) drill.note(`${point} points, ${ledger.acknowledged} writes acknowledged`);
  }
  const { code } = await site.stop();
  drill.holds("the end", code === 0, `exit code ${code}`);
  drill.check("faults in the log", site.faults());
  drill.holds("uploads are refused", refused > 0, "none was");
  drill.figure(`${ledger.acknowledged} writes acknowledged, ${refused} uploads refused`);
  await site.remove();
  await store.stop();
}

/** kill -9, and a start without a store. */
async function killSite(site: Site): Promise<void> {
  await site.kill();
  await site.start();
}

async function bringBack(store: ObjectStore, silent: boolean): Promise<void> {
  if (silent) {
    store.hold(0);
    await store.kill();
  }
  await store.revive();
}

async function filesLeft(site: Site, place: PicturePlace): Promise<string[]> {
  const stray = () => strayFiles(site.read(mentionedImages), site.uploadsDir, place);
  await eventually(() => stray().length === 0, SOON);
  return stray().map((file) => `no row mentions ${file}`);
}
