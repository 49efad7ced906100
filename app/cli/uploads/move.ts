import { IMAGE_KINDS, neededImages } from "~/services/images/file-images.server";
import { forEachInLanes, inBatches } from "~/services/images/lanes.server";
import { Findings } from "./findings";
import { imageFiles, pairsOf } from "./listing";
import { type Outcome, type Route, transfer } from "./transfer";

/** Files in one look-up and one turn of copying, and how many such turns at the same time. */
const BATCH = 64;
const AT_ONCE = 2;
/** On a busy site there is always something new: what is left then comes with the next move. */
const MOST_ROUNDS = 10;

/** How far it has come. */
export interface Progress {
  round: number;
  /** Files of this round that were looked at. */
  compared: number;
  /** Of all rounds. */
  copied: number;
  bytes: number;
}

/** What a move has done, and what it has left. */
export interface Moved extends Progress {
  /** Files of the last round that were there already. */
  same: number;
  /** Files that could not be copied, and why. */
  failed: Findings;
  /** Files that belong to no row, and are nobody's who is at work. */
  unused: Findings;
  foreign: Findings;
}

/**
 * Copies the files of all images that somebody needs, in rounds until one finds nothing new, each checked in its new
 * place. Nothing is removed from either store. May be repeated, and goes on where it was broken off.
 * @param onRound called after each round
 * @throws StoreUnavailableError, and what the disk says
 */
export async function moveFiles(
  route: Omit<Route, "thorough">,
  progress: Progress,
  onRound: (moved: Moved) => void | Promise<void> = () => {},
): Promise<Moved> {
  for (;;) {
    const before = progress.copied;
    progress.round += 1;
    progress.compared = 0;
    // What this run has compared once it only has to find again.
    const moved = await moveOnce({ ...route, thorough: progress.round === 1 }, progress);
    await onRound(moved);
    if (progress.copied === before || progress.round === MOST_ROUNDS) return moved;
  }
}

async function moveOnce(route: Route, progress: Progress): Promise<Moved> {
  const { source, target, patience } = route;
  const seen = { same: 0, failed: new Findings(), unused: new Findings(), foreign: new Findings() };
  const count = (key: string, outcome: Outcome) => {
    if (outcome.kind === "same") seen.same += 1;
    else if (outcome.kind === "failed") seen.failed.add(`${key}: ${outcome.why}`);
    else if (outcome.kind === "copied") {
      progress.copied += 1;
      progress.bytes += outcome.bytes;
    }
  };
  for (const kind of IMAGE_KINDS) {
    const files = imageFiles(source, kind, patience, ({ key }) => seen.foreign.add(key));
    const others = imageFiles(target, kind, patience, () => {});
    await forEachInLanes(inBatches(pairsOf(files, others), BATCH), AT_ONCE, async (batch) => {
      const images = neededImages(
        kind,
        batch.map(({ file }) => file.image),
      );
      const needed = batch.filter(({ file }) => images.has(file.image));
      for (const { file } of batch) if (!images.has(file.image)) seen.unused.add(file.key);
      const outcomes = await transfer(needed, route);
      for (const [key, outcome] of outcomes) count(key, outcome);
      progress.compared += batch.length;
    });
  }
  return { ...progress, ...seen };
}
