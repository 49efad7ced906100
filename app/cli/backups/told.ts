import { SECOND } from "~/lib/time";

/** What the process that takes a backup tells the site that started it. */
interface TakenMessage {
  /** That the backup added to the place. */
  bytes: number;
}

/** How long what was begun may take to be cleared away after the word to stop, ms. */
const CLEARING = 2 * SECOND;

/** Tells the site that started this command, if one did, and hears from it: SIGTERM, SIGINT, or that it is no more. */
export function tellParent(): { stopped: AbortSignal; taken(message: TakenMessage): Promise<void> } {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    setTimeout(() => process.exit(1), CLEARING).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
  // Listening alone is no reason to live on.
  process.channel?.unref();
  return {
    stopped: stopping.signal,
    taken: async (message) => {
      if (process.connected) await new Promise((sent) => process.send?.(message, sent));
    },
  };
}
