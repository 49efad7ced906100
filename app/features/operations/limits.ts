import { DAY, MINUTE, SECOND } from "~/lib/time";

const GIGABYTE = 1024 ** 3;

export const OPERATIONS_LIMITS = {
  /** A disk with less room than this is nearly full: this part of it, or so many bytes. */
  roomShare: 0.1,
  roomBytes: GIGABYTE,
  /** The oldest mail waits for so long before somebody should look, ms: a mail server that refuses for a moment is usual. */
  mailAge: 15 * MINUTE,
  /** Copies are overdue where the last whole one is older than so many times their interval. */
  backupsMissed: 2,
  /** How long the photo store may take to answer when it is asked how it is, ms. */
  storePatience: 2 * SECOND,
  /** How long what was found of disks and store is good, ms: nobody waits for them on every look. */
  placesKept: 5 * SECOND,
  /** Faults that the desk shows, and of what time, ms. */
  faultsShown: 20,
  faultsOf: DAY,
  /** Mails in the outbox that are looked at for what went wrong: more would make the desk slow when it matters. */
  mailsRead: 10_000,
} as const;

/** Whether a disk is nearly full. */
export function isNearlyFull({ free, size }: { free: number; size: number }): boolean {
  return free < OPERATIONS_LIMITS.roomBytes || free < size * OPERATIONS_LIMITS.roomShare;
}
