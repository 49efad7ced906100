import { existsSync, utimesSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRandom, type Random } from "~/seed/random";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import type { Site } from "../support/launch";
import { newSite } from "../support/new-site";
import { startObjectStore } from "../support/object-store";
import { filesBelow, type PicturePlace, picturesIn, picturesOf, problemsLeft } from "./state";
import { makeWorld, type World, writeUntil } from "./writes";

/** Node's message for a worker that starts while the primary is killed, before the site's code. */
const ORPHAN =
  /^node:events:\d+\n(?:(?!Node\.js)[^\n]*\n)*?Error: write EPIPE\n(?:(?!Node\.js)[^\n]*\n)*Node\.js v[^\n]*$/gm;

/**
 * kill -9 during writes, uploads or the start. After each restart: acknowledged writes exist, interrupted ones
 * completely or not at all, rows and files match.
 */
test.each([
  ["a folder", 1, 5],
  ["a bucket", 2, 3],
] as const)(
  "kill -9 during writes and uploads, pictures in %s, %i process(es)",
  async (store, processes, few) => {
    const random = createRandom(`${SEED}`);
    const points = FULL ? 200 : few;
    const { site, place } = await siteWithStore(store, processes);
    await site.start();
    const world = await makeWorld(site, random, FULL ? 6 : 4);
    for (let point = 1; point <= points; point += 1) {
      const wrongAnswers = random.chance(0.1) ? await killAtStart(site, random) : await killAtWork(site, world);
      if (random.chance(0.5)) makeOld(site, place);
      await site.start();
      // Interrupted writes are rolled back or completed at once.
      const laterProblems = await problemsLeft(site, { ledger: world.ledger, place, within: 5 });
      const problems = [...wrongAnswers, ...laterProblems];
      expect.soft(problems, `point ${point} of seed ${SEED}`).toEqual([]);
      if (point % 20 === 0) printFigure(`${point} points, ${world.ledger.acknowledged} writes acknowledged`);
    }
    expect(await site.stop()).toMatchObject({ code: 0 });
    expect(site.faults().join("\n").replace(ORPHAN, "").trim()).toBe("");
  },
  DRILL_TIMEOUT_MS,
);

/** Not started; the bucket is in a separate store. */
async function siteWithStore(kind: "a folder" | "a bucket", processes: number) {
  const processSettings = { WEB_CONCURRENCY: String(processes) };
  if (kind === "a folder") {
    const site = await newSite(processSettings);
    return { site, place: picturesIn(site.uploadsDir) };
  }
  const store = await startObjectStore();
  onTestFinished(() => store.stop());
  const site = await newSite({ ...processSettings, UPLOADS_URL: store.url("site"), ...store.env });
  return { site, place: picturesOf(store, "site/") };
}

async function killAtWork(site: Site, world: World): Promise<string[]> {
  const writers = world.users.map((user) => writeUntil(site, world, user, () => false));
  await pause(world.random.int(20, 1000));
  await site.kill();
  return (await Promise.all(writers)).flat();
}

/** During migration or sweep, or just after. */
async function killAtStart(site: Site, random: Random): Promise<string[]> {
  await site.kill();
  site.spawn();
  await pause(random.int(50, 900));
  await site.kill();
  return [];
}

/** The start sweep must not depend on a file's age. */
function makeOld(site: Site, place: PicturePlace): void {
  const date = new Date(Date.now() - 2 * 3600 * 1000);
  const files = [...filesBelow(site.uploadsDir), ...place.keys().map(place.fileOf)];
  for (const file of files) if (existsSync(file)) utimesSync(file, date, date);
}
