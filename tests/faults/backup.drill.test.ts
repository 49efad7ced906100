import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "~/seed/random";
import { browserLike } from "../support/browser-like";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { newFolder, type Site } from "../support/launch";
import { newSite } from "../support/new-site";
import { runNode } from "../support/run-node";
import { factsOf, mentionedImages, stateProblems } from "./state";
import { makeWorld, type TestUser, type World, writeUntil } from "./writes";

test(
  "people write while backups are taken, into a folder and into a repository: each is of one moment, and a site that runs",
  async () => {
    const random = createRandom(`${SEED}`);
    const site = await newSite({ RESTIC_REPOSITORY: path.join(newFolder(), "repository"), RESTIC_PASSWORD: "secret" });
    await site.start();
    const world = await makeWorld(site, random, FULL ? 5 : 3);
    let going = true;
    const writers = world.users.map((user) => writeUntil(site, world, user, () => !going));
    await pause(FULL ? 2_000 : 800);
    for (let round = 1; round <= (FULL ? 10 : 2); round += 1) {
      await pause(random.int(50, 500));
      await backupRound(site, world, round);
    }
    going = false;
    expect.soft((await Promise.all(writers)).flat(), "writes meanwhile").toEqual([]);
    expect(site.faults()).toEqual([]);
    await site.stop();
    printFigure(`backups beside ${world.ledger.acknowledged} acknowledged writes`);
  },
  DRILL_TIMEOUT_MS,
);

const repositoryOf = ({ env }: Site) => ({
  ...{ RESTIC_REPOSITORY: env.RESTIC_REPOSITORY!, RESTIC_PASSWORD: env.RESTIC_PASSWORD! },
});

async function backupRound(site: Site, world: World, round: number): Promise<void> {
  const copy = path.join(newFolder(), "backup");
  const before = world.ledger.remember();
  const count = world.ledger.acknowledged;
  const start = performance.now();
  // Alternately a folder and the settings' repository.
  const where = round % 2 === 1 ? [copy] : [];
  const result = await runNode(["app/cli/run.mjs", "backup", ...where], site.env);
  const ms = performance.now() - start;
  expect(result, `backup ${round}`).toMatchObject({ code: 0 });
  printFigure(`backup ${round}: ${Math.round(ms)} ms, beside ${world.ledger.acknowledged - count} writes`);
  const otherSite = await newSite(repositoryOf(site));
  const restored = await runNode(["app/cli/run.mjs", "restore", ...where], otherSite.env);
  expect(restored, `backup ${round}, restored`).toMatchObject({ code: 0 });
  const problems = [...stateProblems(otherSite), ...world.ledger.compareCopy(before, otherSite.read(factsOf))];
  expect.soft(problems, `backup ${round}: rows and files`).toEqual([]);
  await otherSite.start();
  expect.soft(await runningProblems(otherSite, world.users[0]!), `backup ${round}: a site that runs`).toEqual([]);
}

async function runningProblems(site: Site, { email, password, vehicleId }: TestUser): Promise<string[]> {
  const visitor = browserLike(site);
  const problems: string[] = [];
  for (const path of ["/", "/garages", `/vehicles/${vehicleId}`]) {
    const { status } = await visitor.get(path);
    if (status !== 200) problems.push(`${path}: ${status}`);
  }
  for (const name of [...site.read(mentionedImages).photos].slice(-5)) {
    const image = await visitor.fetch(`/img/photos/${name}`);
    await image.arrayBuffer();
    // Pending photos are hidden from visitors; the file was checked before.
    if (image.status !== 200 && image.status !== 404) problems.push(`/img/photos/${name}: ${image.status}`);
  }
  const login = await visitor.api("POST", "/users/login", { email, password });
  if (login.status !== 200) problems.push(`login: ${login.status}`);
  const text = "A comment on the restored site";
  const comment = await visitor.api("POST", `/vehicles/${vehicleId}/comments`, { text }, { token: login.json?.token });
  return comment.status === 201 ? problems : [...problems, `a write: ${comment.status}`];
}
