import { formatBytes, plural } from "~/lib/text";
import { formatAgo, MINUTE, now, SECOND } from "~/lib/time";
import { versionName } from "~/lib/version.server";
import type { SiteStatus } from "./json.server";
import { isInFuture } from "./queries.server";

/** ms; mail servers often refuse temporarily. */
const MAX_MAIL_AGE_MS = 15 * MINUTE;

export type Tone = "fine" | "warning" | "error";

export interface StatusLine {
  label: string;
  to?: string;
  tone: Tone;
  /** The most important first. */
  words: string[];
}

export function statusLines(status: Omit<SiteStatus, "errors" | "checklist">): StatusLine[] {
  const { backups, mails, disks, photoStore, version } = status;
  const versionLine: StatusLine = {
    label: "Version",
    to: "/admin/about",
    tone: "fine",
    words: [`Paddock ${versionName(version)}.`],
  };
  return [backupLine(backups), mailLine(mails), diskLine(disks), storeLine(photoStore), versionLine];
}

const ago = (time: string) => formatAgo(Date.parse(time));

function duration(ms: number): string {
  if (ms < MINUTE) return "less than a minute";
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 60) return plural(minutes, "minute");
  return minutes < 48 * 60 ? plural(Math.floor(minutes / 60), "hour") : plural(Math.floor(minutes / 1440), "day");
}

function backupLine({ every, lastWhole, lastTried, overdue }: SiteStatus["backups"]): StatusLine {
  const sizeText = lastWhole?.bytes == null ? "" : `, ${formatBytes(lastWhole.bytes)}`;
  const lastIs = (name: string) =>
    lastWhole && isInFuture(Date.parse(lastWhole.startedAt))
      ? [`The last ${name} is dated in the future: check the clock.`]
      : lastWhole
        ? [`Last ${name}: ${ago(lastWhole.startedAt)}${sizeText}.`]
        : [];
  const last = lastIs("backup");
  const line = (tone: Tone, ...words: string[]) => ({ label: "Backups", to: "/admin/backups", tone, words });
  if (lastTried?.error != null) {
    const failureText = `The last backup failed ${ago(lastTried.startedAt)}: ${lastTried.error}`;
    return line("error", failureText, ...lastIs("complete one"));
  }
  if (every === null) {
    const advice = "Set RESTIC_REPOSITORY, RESTIC_PASSWORD and BACKUP_EVERY to turn them on.";
    return line("warning", "Backups are off.", ...last, advice);
  }
  if (!lastWhole) return line("fine", `No backup yet. The first one is due within ${duration(every * SECOND)}.`);
  if (overdue) return line("error", ...last, `There should be one every ${duration(every * SECOND)}.`);
  return line("fine", ...last);
}

function mailLine({ isSent, waiting, oldestAt, failing, givenUp, refused, ...last }: SiteStatus["mails"]): StatusLine {
  const { lastError, lastFailedAt, isFailing } = last;
  const age = oldestAt === null ? 0 : now() - Date.parse(oldestAt);
  const failedAgo = lastFailedAt === null ? "" : ago(lastFailedAt);
  const recent = (count: number) => plural(count, "email from the last 7 days was", "emails from the last 7 days were");
  const words = [
    isFailing && `Sending fails: ${lastError}, ${failedAgo}.`,
    !isSent && "Emails are not sent but saved as files on the server. Set SMTP_URL to send them.",
    waiting === 0
      ? "No emails are waiting."
      : `${plural(waiting, "email is", "emails are")} waiting, ${waiting === 1 ? "" : "the oldest "}for ${duration(age)}.`,
    failing > 0 && `Sending has failed for ${failing === waiting && waiting > 1 ? "all" : plural(failing, "email")}.`,
    givenUp > 0 && `${recent(givenUp)} given up on.`,
    refused > 0 && `${recent(refused)} refused for good.`,
    lastError !== null && !isFailing && `Last failure, ${failedAgo}: ${lastError}.`,
  ].filter((sentence) => sentence !== false);
  const warns = givenUp > 0 || refused > 0 || !isSent;
  const late = age > MAX_MAIL_AGE_MS;
  return { label: "Email", to: "/admin/mail", tone: late || isFailing ? "error" : warns ? "warning" : "fine", words };
}

function diskLine(disks: SiteStatus["disks"]): StatusLine {
  const words = disks.map(({ holds, free, size, nearlyFull }) => {
    const disk = disks.length === 1 ? "" : holds === "database" ? "Database: " : "Photos: ";
    const share = Math.floor((free / size) * 100);
    return `${disk}${formatBytes(free)} of ${formatBytes(size)} free (${share}%).${nearlyFull ? " It is nearly full." : ""}`;
  });
  const isFine = words.length > 0 && !disks.some(({ nearlyFull }) => nearlyFull);
  const text = words.length > 0 ? words : ["The disk cannot be read."];
  return { label: "Disk", to: "/admin/storage", tone: isFine ? "fine" : "error", words: text };
}

function storeLine({ kind, reachable, awaySince }: SiteStatus["photoStore"]): StatusLine {
  if (reachable) return { label: "Photo storage", tone: "fine", words: ["Photo storage is working."] };
  const problem = kind === "folder" ? "The photo folder cannot be written." : "The object store cannot be reached.";
  const since = awaySince === null ? "" : ` It stopped working ${ago(awaySince)}.`;
  return { label: "Photo storage", tone: "error", words: [`${problem}${since}`] };
}
