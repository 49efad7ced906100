import { sql } from "drizzle-orm";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { hashPassword } from "~/features/accounts/passwords.server";
import { formatCount } from "~/lib/text";
import { now as currentTime } from "~/lib/time";
import { makeTemporaryFolder, type TemporaryFolder } from "~/services/images/temporary-folder.server";
import { inBulk } from "./bulk";
import { seedCases } from "./cases";
import { type FleetCounts, seedFleet } from "./fleet";
import { seedHolds } from "./holds";
import { OWN_UP_TO, storeAvatars, storeGalleries } from "./images";
import { nextId } from "./insert";
import { seedNotifications } from "./notifications";
import type { SeedOptions } from "./options";
import { type Owners, seedOwners } from "./owners";
import { createRandom } from "./random";
import { seedApplications, seedBlocks, seedEvents, seedFollows, seedReviews } from "./relations";

/** Of every sample account. */
export const SAMPLE_PASSWORD = "sunday-drive";

/** Above it is a load test, not a demo: texts are short and comments rare. */
const SHOW_SIZE = 2000;
/** Default average per vehicle in a load test. */
const ENTRIES = 2;

export interface SeedSummary extends FleetCounts {
  garages: number;
  vehicles: number;
  follows: number;
  reviews: number;
  events: number;
  /** Different ones of photos and portraits. */
  images: number;
  seconds: number;
  /** The first account; its password is SAMPLE_PASSWORD. */
  firstEmail: string;
}

/**
 * Adds sample data to a migrated database, even while the site runs. The same seed on the same database creates the
 * same rows; times are relative to now. No user becomes admin.
 * @param tell receives progress lines
 * @param how.chatty long texts and many comments, instead of speed
 */
export async function seedDatabase(
  options: SeedOptions,
  tell: (line: string) => void = () => {},
  { chatty = options.vehicles <= SHOW_SIZE }: { chatty?: boolean } = {},
): Promise<SeedSummary> {
  // Photos are stored before their rows: the folder prevents sweeps by a running site.
  const folder = await makeTemporaryFolder();
  try {
    return await addSampleData(options, tell, chatty, folder);
  } finally {
    await folder.drop();
  }
}

async function addSampleData(
  options: SeedOptions,
  tell: (line: string) => void,
  chatty: boolean,
  folder: TemporaryFolder,
): Promise<SeedSummary> {
  const started = performance.now();
  const now = currentTime();
  // With the existing rows, so that a second run adds other users.
  const stream = `${options.seed}/${nextId("users")}`;
  const random = (subject: string) => createRandom(`${stream}/${subject}`);

  const progress = every(25, (done, all) => tell(`${done} of ${all} images`));
  const galleries = await storeGalleries(options, progress);
  const avatars = await storeAvatars(options.garages);
  if (!folder.exists()) throw new Error("a site that started meanwhile may have deleted the sample photos: try again");
  const passwordHash = await hashPassword(SAMPLE_PASSWORD);
  const fill = async () => {
    const owners = await seedOwners(random("owners"), {
      count: options.garages,
      passwordHash,
      avatars,
      chatty,
      now,
    });
    const own = options.vehicles <= OWN_UP_TO;
    const fleet = await seedFleet(random("fleet"), random("books"), owners, {
      count: options.vehicles,
      photos: options.photos,
      galleries,
      own,
      chatty,
      entries: options.entries ?? ENTRIES,
      now,
      onProgress: every(100_000, (done, all) => tell(`${formatCount(done)} of ${formatCount(all)} vehicles`)),
    });
    if (own) pictureGarages(owners);
    const follows = await seedFollows(random("follows"), owners, now);
    const reviews = await seedReviews(random("reviews"), owners, now);
    return { owners, made: { ...fleet, follows, reviews } };
  };
  const { owners, made } = await (chatty ? fill() : inBulk(fill, tell));
  const events = await seedEvents(random("events"), owners, options.photos > 0, now);
  let held = 0;
  if (chatty) {
    transaction(() => seedNotifications(owners.userIds[0] ?? 0, now));
    seedBlocks(owners, now);
    seedCases((owners.userIds[0] ?? 1) - 1, now);
    transaction(() => seedApplications(passwordHash, now));
    held = transaction(() => seedHolds(owners, now));
  }
  analyzeDatabase();

  return {
    ...made,
    comments: made.comments + held,
    garages: options.garages,
    vehicles: options.vehicles,
    events,
    images: avatars.length + galleries.flatMap(({ photos }) => photos).length,
    seconds: (performance.now() - started) / 1000,
    firstEmail: owners.firstEmail,
  };
}

/** The second picture of the newest vehicle, so that no list repeats a picture. */
function pictureGarages({ garageIds }: Owners): void {
  db().run(sql`UPDATE garages SET cover_photo = (
    SELECT photo FROM photos p JOIN vehicles v ON v.id = p.vehicle_id
    WHERE v.garage_id = garages.id AND p.entry_id IS NULL AND p.position = 2 ORDER BY v.id DESC LIMIT 1
  ) WHERE id >= ${garageIds[0]}`);
}

/** About every `step` items. */
function every(step: number, tell: (done: number, all: number) => void): (done: number, all: number) => void {
  let next = step;
  return (done, all) => {
    if (done < next) return;
    tell(done, all);
    next = done + step;
  };
}
