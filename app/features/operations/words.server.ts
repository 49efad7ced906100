import { plural, sizeInWords } from "~/lib/text";
import { formatAgo, MINUTE, now } from "~/lib/time";
import { OPERATIONS_LIMITS } from "./limits";
import type { SiteStatus } from "./queries.server";

/** How good it is: as it should be, to be looked at soon, broken. */
export type Tone = "fine" | "warning" | "error";

/** One thing about how the site is running, in words. */
export interface StatusLine {
  label: string;
  tone: Tone;
  /** A sentence each, the most important first. */
  words: string[];
}

/** How the site is running, for people. */
export function statusLines(status: Omit<SiteStatus, "faults">): StatusLine[] {
  return [backupLine(status.backups), mailLine(status.mails), roomLine(status.disks), storeLine(status.store)];
}

const MEGABYTE = 1024 * 1024;

/** "4.1 MB", "38 MB", "1.5 GB". */
function size(bytes: number): string {
  if (bytes === 0 || bytes >= 10 * MEGABYTE) return sizeInWords(bytes);
  return `${Math.max(0.1, Math.round((bytes / MEGABYTE) * 10) / 10)} MB`;
}

/** "12 minutes", "3 hours", "2 days". */
function duration(ms: number): string {
  if (ms < MINUTE) return "less than a minute";
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 60) return plural(minutes, "minute");
  return minutes < 48 * 60 ? plural(Math.floor(minutes / 60), "hour") : plural(Math.floor(minutes / 1440), "day");
}

function backupLine({ every, lastWhole, lastTried, overdue }: SiteStatus["backups"]): StatusLine {
  const added = lastWhole?.bytes == null ? "" : `, ${size(lastWhole.bytes)}`;
  const last = lastWhole ? [`Last backup: ${formatAgo(lastWhole.startedAt)}${added}.`] : [];
  const line = (tone: Tone, ...words: string[]) => ({ label: "Backups", tone, words });
  if (lastTried?.error != null) {
    const failed = `The last backup failed ${formatAgo(lastTried.startedAt)}: ${lastTried.error}`;
    return line("error", failed, ...(lastWhole ? [`Last whole one: ${formatAgo(lastWhole.startedAt)}${added}.`] : []));
  }
  if (every === null) {
    return line("warning", "Backups are off.", ...last, "Set BACKUP_URL and BACKUP_EVERY to turn them on.");
  }
  if (!lastWhole) return line("fine", `No backup yet. The first one comes within ${duration(every)}.`);
  if (overdue) return line("error", ...last, `One should come every ${duration(every)}.`);
  return line("fine", ...last);
}

function mailLine({ waiting, oldestAt, failing, givenUp }: SiteStatus["mails"]): StatusLine {
  const age = oldestAt === null ? 0 : now() - oldestAt;
  const are = (count: number) => (count === 1 ? "is" : "are");
  const words = [
    waiting === 0
      ? "No mails are waiting."
      : `${plural(waiting, "mail")} ${are(waiting)} waiting, ${since(age, waiting)}.`,
    ...(failing > 0
      ? [`Sending has failed for ${failing === waiting && waiting > 1 ? "all" : plural(failing, "mail")}.`]
      : []),
    ...(givenUp > 0
      ? [`${plural(givenUp, "mail")} of the last 7 days ${givenUp === 1 ? "was" : "were"} given up.`]
      : []),
  ];
  const late = age > OPERATIONS_LIMITS.mailAge;
  return { label: "Mail", tone: late ? "error" : givenUp > 0 ? "warning" : "fine", words };
}

const since = (age: number, waiting: number) =>
  waiting === 1 ? `for ${duration(age)}` : `the oldest for ${duration(age)}`;

function roomLine(disks: SiteStatus["disks"]): StatusLine {
  const nearlyFull = disks.some((disk) => disk.nearlyFull);
  const words = disks.map((disk) => {
    const where = disks.length === 1 ? "" : disk.holds === "database" ? "Database: " : "Photos: ";
    const share = Math.floor((disk.free / disk.size) * 100);
    const warning = disk.nearlyFull ? " It is nearly full." : "";
    return `${where}${size(disk.free)} of ${size(disk.size)} are free (${share} %).${warning}`;
  });
  if (words.length === 0) return { label: "Disk", tone: "error", words: ["The disk cannot be read."] };
  return { label: "Disk", tone: nearlyFull ? "error" : "fine", words };
}

function storeLine({ kind, reachable, awaySince }: SiteStatus["store"]): StatusLine {
  const label = "Photo store";
  const what = kind === "folder" ? "The folder of the photos" : "The object store";
  if (reachable) return { label, tone: "fine", words: [`${what} is reachable.`] };
  const since = awaySince === null ? "" : ` It was found away ${formatAgo(awaySince)}.`;
  return { label, tone: "error", words: [`${what} cannot be reached.${since}`] };
}
