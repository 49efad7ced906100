import { lookAtPlaces } from "~/features/operations/places.server";
import { readOperations } from "~/features/operations/state.server";
import { now } from "~/lib/time";
import { type Figure, gauge, type Labels } from "~/services/metrics/figures";

/** What is so of the site as a whole, and is asked once, not once a process. */
export async function siteFigures(): Promise<Figure[]> {
  const { mails, photosWaiting, backups } = readOperations();
  const { disks, store, database } = await lookAtPlaces();
  const ofDisks = (value: "free" | "size") =>
    disks.map((disk): [Labels, number] => [{ holds: disk.holds }, disk[value]]);
  const age = mails.oldestAt === null ? 0 : Math.max(0, now() - mails.oldestAt) / 1000;
  return [
    gauge("paddock_mails_waiting", "Mails in the outbox that are to be sent", mails.waiting),
    gauge("paddock_mails_oldest_seconds", "Age of the oldest of them; 0: none", age),
    gauge("paddock_mails_failing", "Of them those that were tried in vain", mails.failing),
    gauge("paddock_mails_given_up", "Mails of the last week that were given up", mails.givenUp),
    gauge("paddock_photos_waiting", "Photos that wait for their form", photosWaiting),
    ...backupFigures(backups),
    gauge("paddock_photo_store_up", "Whether the photo store answers", store.reachable ? 1 : 0),
    gauge("paddock_database_bytes", "Size of the database's file", database.bytes),
    gauge("paddock_database_wal_bytes", "Size of its write-ahead log", database.walBytes),
    gauge("paddock_disk_free_bytes", "Room on a disk; one where the database's holds the photos too", ofDisks("free")),
    gauge("paddock_disk_size_bytes", "Size of a disk", ofDisks("size")),
  ];
}

function backupFigures({ every, lastWhole, lastTried }: ReturnType<typeof readOperations>["backups"]): Figure[] {
  const [took, bytes] = [secondsOf(lastWhole), lastWhole?.bytes ?? 0];
  return [
    gauge("paddock_backup_interval_seconds", "BACKUP_EVERY; 0: off", (every ?? 0) / 1000),
    gauge("paddock_backup_last_success_timestamp_seconds", "When the last whole backup began; 0: none", at(lastWhole)),
    gauge("paddock_backup_last_try_timestamp_seconds", "When the last that is over began; 0: none", at(lastTried)),
    gauge("paddock_backup_last_try_success", "Whether that one is whole", lastTried?.error === null ? 1 : 0),
    gauge("paddock_backup_last_bytes", "What the last whole one added to the place of the backups", bytes),
    gauge("paddock_backup_last_duration_seconds", "How long the last whole one took", took),
  ];
}

type Run = ReturnType<typeof readOperations>["backups"]["lastWhole"];

const at = (run: Run) => (run?.startedAt ?? 0) / 1000;
const secondsOf = (run: Run) => (run?.finishedAt ? (run.finishedAt - run.startedAt) / 1000 : 0);
