import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "~/seed/random";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { newSite } from "../support/new-site";
import { startObjectStore } from "../support/object-store";
import { picturesOf, stateProblems, strayProblems } from "./state";
import { isExpected, makeWorld, type Outcome, writeUntil } from "./writes";

/** Of the sweep at the start, s. */
const SWEEP_TIMEOUT = 40;

/**
 * Kills or silences the store during uploads, deletions and sweeps; sometimes the site is killed too, and starts
 * without a store. After recovery: no row without files, no half-written file, no lost acknowledged write. After the
 * next start: no file without a row. Meanwhile only uploads are refused, with 503.
 */
test(
  "an object store that dies or falls silent loses nothing, and uploads alone are refused",
  async () => {
    const random = createRandom(`${SEED}`);
    const points = FULL ? 50 : 3;
    const store = await startObjectStore();
    onTestFinished(() => store.stop());
    const site = await newSite({ UPLOADS_URL: store.url("site"), ...store.env });
    const place = picturesOf(store, "site/");
    await site.start();
    const world = await makeWorld(site, random, FULL ? 5 : 3);
    let refusedCount = 0;
    const isFine = (outcome: Outcome) => {
      const away = outcome.status === 503 && outcome.write.files !== undefined;
      if (away) refusedCount += 1;
      return away || isExpected(outcome);
    };
    for (let point = 1; point <= points; point += 1) {
      let over = false;
      const writers = world.users.map((user) => writeUntil(site, world, user, () => over, isFine));
      await pause(random.int(50, 1200));
      const silent = random.chance(0.1);
      if (silent) store.delayResponses("silent");
      else await store.kill();
      await pause(random.int(50, 1500));
      const dead = point % 3 === 0;
      if (dead) {
        await site.kill();
        await site.start();
      }
      if (silent) {
        store.delayResponses(0);
        await store.kill();
      }
      await store.restart();
      if (!dead) await pause(random.int(50, 500));
      over = true;
      const responses = (await Promise.all(writers)).flat();
      const problems = [...responses, ...stateProblems(site, world.ledger, place)];
      if (point % 5 === 0 || point === points) {
        await site.stop();
        await site.start();
        problems.push(
          ...(await strayProblems(site, SWEEP_TIMEOUT, place)),
          ...stateProblems(site, world.ledger, place),
        );
      }
      expect.soft(problems, `point ${point} of seed ${SEED}`).toEqual([]);
      if (point % 10 === 0) printFigure(`${point} points, ${world.ledger.acknowledged} writes acknowledged`);
    }
    expect(await site.stop()).toMatchObject({ code: 0 });
    // Logged after a start without the store.
    expect(site.faults().filter((line) => !line.includes("photo store unavailable"))).toEqual([]);
    expect(refusedCount).toBeGreaterThan(0);
    printFigure(`${world.ledger.acknowledged} writes acknowledged, ${refusedCount} uploads refused`);
  },
  DRILL_TIMEOUT_MS,
);
