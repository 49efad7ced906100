import { sql } from "drizzle-orm";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { hashPassword } from "~/features/accounts/passwords.server";
import { formatCount } from "~/lib/text";
import { now as currentTime } from "~/lib/time";
import { makeTemporaryFolder, type TemporaryFolder } from "~/services/images/temporary-folder.server";
import { loadInBulk } from "./bulk";
import { seedCases } from "./cases";
import { type FleetCounts, seedFleet } from "./fleet";
import { seedHolds } from "./holds";
import { MAX_OWN_PHOTO_VEHICLES, type SampleGallery, storeAvatars, storeGalleries } from "./images";
import { nextId } from "./insert";
import { seedNotifications } from "./notifications";
import type { SeedOptions } from "./options";
import { type Owners, seedOwners } from "./owners";
import { createRandom } from "./random";
import {
  seedAdministration,
  seedApplications,
  seedBlocks,
  seedEvents,
  seedFollows,
  seedReviews,
  seedSeries,
} from "./relations";
import { seedTickets } from "./tickets";

export const SAMPLE_PASSWORD = "sunday-drive";

/** Above it is a load test, not a demo: texts are short and comments rare. */
const MAX_DEMO_VEHICLES = 2000;
/** Default average per vehicle in a load test. */
const MEAN_ENTRIES = 2;

export interface SeedSummary extends FleetCounts {
  garages: number;
  vehicles: number;
  follows: number;
  reviews: number;
  events: number;
  /** Distinct photos and portraits. */
  images: number;
  seconds: number;
  /** The first account; its password is SAMPLE_PASSWORD. */
  firstEmail: string;
}

/**
 * Adds sample data to a migrated database, even while the site runs. The same seed creates the same rows; times are
 * relative to now.
 * @param report receives progress lines
 * @param how.isDemo long texts and many comments, instead of speed
 */
export async function seedDatabase(
  options: SeedOptions,
  report: (line: string) => void = () => {},
  { isDemo = options.vehicles <= MAX_DEMO_VEHICLES }: { isDemo?: boolean } = {},
): Promise<SeedSummary> {
  // Photos are stored before their rows: the folder prevents sweeps by a running site.
  const folder = await makeTemporaryFolder();
  try {
    return await addSampleData(options, report, isDemo, folder);
  } finally {
    await folder.drop();
  }
}

async function addSampleData(
  options: SeedOptions,
  report: (line: string) => void,
  isDemo: boolean,
  folder: TemporaryFolder,
): Promise<SeedSummary> {
  const startedAt = performance.now();
  const now = currentTime();
  // With the existing rows, so that a second run adds other users.
  const stream = `${options.seed}/${nextId("users")}`;
  const random = (subject: string) => createRandom(`${stream}/${subject}`);

  const progress = reportEvery(25, (done, total) => report(`${done} of ${total} images`));
  const galleries = await storeGalleries(options, progress);
  const avatars = await storeAvatars(options.garages);
  if (!folder.exists()) throw new Error("a site that started meanwhile may have deleted the sample photos: try again");
  const passwordHash = await hashPassword(SAMPLE_PASSWORD);
  const fill = async () => {
    const owners = await seedOwners(random("owners"), {
      count: options.garages,
      passwordHash,
      avatars,
      isDemo,
      now,
    });
    const hasOwnPhotos = options.vehicles <= MAX_OWN_PHOTO_VEHICLES;
    const fleet = await seedFleet(random("fleet"), random("books"), owners, {
      count: options.vehicles,
      photos: options.photos,
      galleries,
      hasOwnPhotos,
      isDemo,
      entries: options.entries ?? MEAN_ENTRIES,
      now,
      onProgress: reportEvery(100_000, (done, total) =>
        report(`${formatCount(done)} of ${formatCount(total)} vehicles`),
      ),
    });
    if (hasOwnPhotos) pictureGarages(owners, galleries);
    const follows = await seedFollows(random("follows"), owners, now);
    const reviews = await seedReviews(random("reviews"), owners, now);
    return { owners, counts: { ...fleet, follows, reviews } };
  };
  const { owners, counts } = await (isDemo ? fill() : loadInBulk(fill, report));
  const singleEvents = await seedEvents(random("events"), owners, options.photos > 0, now);
  const events = singleEvents + transaction(() => seedSeries(now));
  let heldComments = 0;
  if (isDemo) {
    transaction(() => seedNotifications(owners.userIds[0] ?? 0, now));
    seedBlocks(owners, now);
    const afterUserId = (owners.userIds[0] ?? 1) - 1;
    seedCases(afterUserId, now);
    transaction(() => seedTickets(afterUserId, now));
    transaction(() => seedApplications(passwordHash, now));
    transaction(() => seedAdministration(afterUserId + 1, now));
    heldComments = transaction(() => seedHolds(owners, now));
  }
  analyzeDatabase();

  return {
    ...counts,
    comments: counts.comments + heldComments,
    garages: options.garages,
    vehicles: options.vehicles,
    events,
    images: avatars.length + galleries.flatMap(({ photos }) => photos).length,
    seconds: (performance.now() - startedAt) / 1000,
    firstEmail: owners.firstEmail,
  };
}

/** No vehicle's cover, so that no list repeats one; a whole vehicle, mirrored, where there is such a picture. */
function pictureGarages({ garageIds }: Owners, galleries: readonly SampleGallery[]): void {
  const views = galleries.flatMap(({ photos }) => photos).filter(({ view }) => view === "mirrored");
  const mirrored = JSON.stringify(views.map(({ name }) => name));
  db().run(sql`UPDATE garages SET cover_photo = (
    SELECT photo FROM photos p JOIN vehicles v ON v.id = p.vehicle_id
    WHERE v.garage_id = garages.id AND p.entry_id IS NULL AND p.position > 1
    ORDER BY photo IN (SELECT value FROM json_each(${mirrored})) DESC, p.position, v.id DESC LIMIT 1
  ) WHERE id >= ${garageIds[0]}`);
}

function reportEvery(
  step: number,
  report: (done: number, total: number) => void,
): (done: number, total: number) => void {
  let next = step;
  return (done, total) => {
    if (done < next) return;
    report(done, total);
    next = done + step;
  };
}
