import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { browserLike } from "../support/browser-like";
import { runNode } from "../support/run-node";
import { placesDrill } from "./backup-places";
import type { Drill } from "./drill";
import { Ledger } from "./ledger";
import { lostRows } from "./lost-rows";
import { makePeople, type Person } from "./people";
import { seeded } from "./random";
import { newFolder, Site } from "./site";
import { databaseProblems, factsOf, mentionedImages, missingFiles } from "./state";
import { makePictures, type World, writeUntil } from "./writes";

/** Backups while people write and upload, each restored elsewhere: a site of one moment, whole and running. */
export async function backupDrill(drill: Drill): Promise<void> {
  const rounds = drill.options.short ? 1 : 10;
  const random = seeded(drill.options.seed);
  const site = await Site.make();
  await site.start();
  const people = await makePeople(site, drill.options.short ? 3 : 5);
  const pictures = await makePictures();
  const world: World = { ledger: new Ledger(site.read(factsOf)), random, people, pictures, serial: 0 };
  let going = true;
  const working = people.map((person) => writeUntil(site, world, person, () => !going));
  await pause(drill.options.short ? 800 : 2_000);
  for (let round = 1; round <= rounds; round += 1) {
    await pause(random.whole(50, 500));
    await backupRound(drill, site, world, round);
  }
  going = false;
  drill.check("writes meanwhile", (await Promise.all(working)).flat());
  drill.check("faults in the log", site.faults());
  await site.stop();
  await site.remove();
  drill.figure(`${rounds} backups beside ${world.ledger.acknowledged} acknowledged writes`);
  await placesDrill(drill);
}

async function backupRound(drill: Drill, site: Site, world: World, round: number): Promise<void> {
  const folder = newFolder();
  const copy = path.join(folder, "backup");
  const before = world.ledger.remember();
  const count = world.ledger.acknowledged;
  const start = performance.now();
  const taken = await runNode(["app/cli/run.mjs", "backup", copy], site.env);
  const ms = performance.now() - start;
  drill.points += 1;
  drill.holds(`backup ${round}: taken`, taken.code === 0, `exit code ${taken.code}: ${taken.stderr}`);
  if (taken.code !== 0) return;
  drill.note(`backup ${round}: ${Math.round(ms)} ms, beside ${world.ledger.acknowledged - count} writes`);
  const elsewhere = await Site.make();
  const restored = await runNode(["app/cli/run.mjs", "restore", copy], elsewhere.env);
  drill.holds(`backup ${round}: restored`, restored.code === 0, `exit code ${restored.code}: ${restored.stderr}`);
  const raw = new Database(elsewhere.databaseFile, { readonly: true });
  try {
    drill.check(`backup ${round}: rows`, [...databaseProblems(raw), ...lostRows(world.ledger, before, factsOf(raw))]);
    drill.check(`backup ${round}: files`, missingFiles(mentionedImages(raw), elsewhere.uploadsDir));
  } finally {
    raw.close();
  }
  await elsewhere.start();
  drill.check(`backup ${round}: a site that runs`, await runningProblems(elsewhere, world.people[0]!));
  await elsewhere.stop();
  await elsewhere.remove();
}

async function runningProblems(site: Site, { email, password, vehicleId }: Person): Promise<string[]> {
  const visitor = browserLike(site);
  const problems: string[] = [];
  for (const path of ["/", "/garages", `/vehicles/${vehicleId}`]) {
    const { status } = await visitor.get(path);
    if (status !== 200) problems.push(`${path}: ${status}`);
  }
  for (const name of [...site.read(mentionedImages).photos].slice(-5)) {
    const image = await visitor.fetch(`/img/photos/${name}`);
    await image.arrayBuffer();
    // What waits for an admin is not for visitors; whether the file is there was looked at before.
    if (image.status !== 200 && image.status !== 404) problems.push(`/img/photos/${name}: ${image.status}`);
  }
  const login = await visitor.api("POST", "/users/login", { email, password });
  if (login.status !== 200) problems.push(`login: ${login.status}`);
  const text = "A comment on the restored site";
  const written = await visitor.api("POST", `/vehicles/${vehicleId}/comments`, { text }, { token: login.json?.token });
  return written.status === 201 ? problems : [...problems, `a write: ${written.status}`];
}
