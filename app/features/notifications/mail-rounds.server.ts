import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/env.server";
import { MINUTE, now, SECOND } from "~/lib/time";
import { startRounds } from "~/services/rounds/rounds.server";
import { latestDigest } from "./digests";
import { listDueAtOnce, listDueDigests, listNewsmakers, listReadersAtOnce } from "./due.server";
import { mailAtOnce, mailDigest } from "./mailing.server";

/** How long what is mailed at once waits for more, ms. */
export const PATIENCE = 2 * MINUTE;
/** How often it is looked whether something is due, ms. */
const EVERY = 15 * SECOND;

type IsStopped = () => boolean;

/**
 * Mails people one by one, each in a transaction of their own; requests get as much time as each took.
 * @param next the next people after one, by id
 * @returns whether it went through to the end
 */
async function eachOf(next: (after: number) => number[], mail: (userId: number) => void, isStopped: IsStopped) {
  for (let people = next(0); people.length > 0; people = next(people.at(-1)!)) {
    for (const userId of people) {
      if (isStopped()) return false;
      const started = performance.now();
      mail(userId);
      await pause(performance.now() - started);
    }
  }
  return !isStopped();
}

/**
 * Looks for what is due and puts it into the outbox. What a round of digests, or news up to some moment, have been gone
 * through for is kept in memory only to save looking again: after a start everything is looked for, and only what is
 * still waiting is found.
 */
export function mailRounds(): (isStopped?: IsStopped) => Promise<void> {
  let digestsDone = 0;
  let newsDone: number | undefined;

  const atOnce = async (isStopped: IsStopped) => {
    const until = now() - PATIENCE;
    await eachOf(
      (after) => listDueAtOnce(after, until),
      (id) => mailAtOnce(id, until),
      isStopped,
    );
    const makers = newsDone === undefined ? undefined : listNewsmakers(newsDone, until);
    if (makers?.length === 0) return;
    const readers = (after: number) => listReadersAtOnce(after, until, makers);
    if (await eachOf(readers, (id) => mailAtOnce(id, until), isStopped)) newsDone = until;
  };

  const digests = async (isStopped: IsStopped) => {
    const hour = env().DIGEST_HOUR;
    const times = { daily: latestDigest("daily", now(), hour), weekly: latestDigest("weekly", now(), hour) };
    if (digestsDone === times.daily) return;
    const through = await eachOf(
      (after) => listDueDigests(after, times),
      (id) => mailDigest(id, times),
      isStopped,
    );
    if (through) digestsDone = times.daily;
  };

  return async (isStopped = () => false) => {
    await atOnce(isStopped);
    await digests(isStopped);
  };
}

/** Makes rounds as long as the process runs; one process of the site does so. @returns ends it, as `startRounds` says */
export const startMailRounds = (): (() => Promise<void>) =>
  startRounds({ every: EVERY, round: mailRounds(), failed: "notification mails fault" });
