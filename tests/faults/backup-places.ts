import { appendFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { browserLike } from "../support/browser-like";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { type Finished, runNode } from "../support/run-node";
import type { Drill } from "./drill";
import { type Facts, Ledger } from "./ledger";
import { lostRows } from "./lost-rows";
import { makePeople } from "./people";
import { seeded } from "./random";
import { newFolder, Site } from "./site";
import { databaseProblems, factsOf, mentionedImages, missingFiles, picturesOf } from "./state";
import { makePictures, type World, writeUntil } from "./writes";

const command = (site: Site, ...words: string[]) => runNode(["app/cli/run.mjs", ...words], site.env);

/**
 * Backups into places of many, a folder and an object store, while five people write; then the machine is lost, and the
 * site comes back elsewhere, with its photos in a folder and in an object store. Then one of a site whose photos are in an
 * object store, which loses some of them.
 */
export async function placesDrill(drill: Drill): Promise<void> {
  const store = await startObjectStore();
  try {
    const backups = await losingAMachine(drill, store);
    await losingPhotos(drill, store, backups);
  } finally {
    await store.stop();
  }
}

/** @returns a place with a backup that carries its photos */
async function losingAMachine(drill: Drill, store: ObjectStore): Promise<string> {
  const random = seeded(drill.options.seed);
  const site = await Site.make(store.env);
  await site.start();
  const people = await makePeople(site, 5);
  const world: World = {
    ledger: new Ledger(site.read(factsOf)),
    random,
    people,
    pictures: await makePictures(),
    serial: 0,
  };
  const working = people.map((person) => writeUntil(site, world, person, () => false));
  const [bucket, folder] = [store.url("backups"), `file:${path.join(newFolder(), "place")}`];
  const rounds = drill.options.short ? 1 : 5;
  let before: Facts = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    for (const place of [bucket, folder]) {
      await pause(random.whole(50, 600));
      before = world.ledger.remember();
      const taken = await command(site, "backup", place);
      drill.points += 1;
      succeeded(drill, `places ${round}: taken`, taken);
      if (place === folder && round === rounds) await site.kill();
      const elsewhere = await Site.make({ ...store.env, ...(place === bucket ? photosIn(store) : {}) });
      const force = round > 1 ? ["--force"] : [];
      succeeded(drill, `places ${round}: restored`, await command(elsewhere, "restore", place, ...force));
      compare(drill, `places ${round}`, elsewhere, { ledger: world.ledger, before, store });
      await elsewhere.remove();
    }
  }
  drill.check("places: writes until the machine was lost", (await Promise.all(working)).flat());
  await site.remove();
  return bucket;
}

const photosIn = (store: ObjectStore) => ({ UPLOADS_URL: store.url("photos") });

function succeeded(drill: Drill, what: string, { code, stderr }: Finished): void {
  drill.holds(what, code === 0 && stderr === "", `exit code ${code}: ${stderr}`);
}

interface Known {
  ledger: Ledger;
  before: Facts;
  store: ObjectStore;
}

function compare(drill: Drill, what: string, { databaseFile, uploadsDir, env }: Site, known: Known): void {
  const { ledger, before, store } = known;
  const raw = new Database(databaseFile, { readonly: true });
  try {
    drill.check(`${what}: rows`, [...databaseProblems(raw), ...lostRows(ledger, before, factsOf(raw))]);
    const place = env.UPLOADS_URL === undefined ? uploadsDir : picturesOf(store, "photos/");
    drill.check(`${what}: files`, missingFiles(mentionedImages(raw), place));
  } finally {
    raw.close();
  }
}

/** Photos on an object store are listed: the database comes back even where some of them have gone since. */
async function losingPhotos(drill: Drill, store: ObjectStore, backups: string): Promise<void> {
  const env = { ...store.env, UPLOADS_URL: store.url("listed") };
  const site = await Site.make(env);
  succeeded(drill, "listed: restored into a bucket", await command(site, "restore", backups));
  const places = [store.url("lists"), path.join(newFolder(), "one")];
  for (const place of places) {
    const taken = await command(site, "backup", place);
    succeeded(drill, "listed: taken", taken);
    drill.holds("listed: not carried", /listed with their checksums/.test(taken.stdout), taken.stdout);
  }
  drill.check("listed: photos in the place", store.keys("lists/files"));
  const trial = await Site.make(env);
  succeeded(drill, "listed: all there", await command(trial, "restore", places[0]!));
  drill.check("listed: a site that runs", await visit(trial));
  const [lost = "", harmed = ""] = store.keys("listed/photos/").filter((key) => key.endsWith("-400.jpg"));
  rmSync(store.fileOf(lost));
  appendFileSync(store.fileOf(harmed), "harm");
  for (const place of places) {
    drill.points += 1;
    const after = await command(trial, "restore", place, "--force");
    const said = [`${lost} is missing`, `${harmed} is damaged`].map((line) => line.replace(/^listed\//, ""));
    const told = after.code === 1 && said.every((line) => after.stderr.includes(`${line}\n`));
    drill.holds("listed: what is lost is named", told, `exit code ${after.code}: ${after.stderr}`);
    drill.holds(
      "listed: all else is back",
      after.stderr.includes("The restore is complete, but 2 files"),
      after.stderr,
    );
  }
  for (const one of [site, trial]) await one.remove();
}

async function visit(site: Site): Promise<string[]> {
  await site.start();
  const { status } = await browserLike(site).get("/");
  const { code } = await site.stop();
  return [...(status === 200 ? [] : [`/: ${status}`]), ...(code === 0 ? [] : [`exit code ${code}`]), ...site.faults()];
}
