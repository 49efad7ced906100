import { MINUTE } from "~/lib/time";
import { createLogbookWriter, createShortLogbookWriter, type Logbook, type LogVehicle } from "./build-log";
import { coprimeStep } from "./draws";
import { createFleetWriter, rowsOf, type VehicleDraft } from "./fleet-rows";
import type { SampleGallery } from "./images";
import { writeInBatches } from "./insert";
import { localeOf } from "./money";
import type { Owners } from "./owners";
import type { Random } from "./random";
import { draftComments, draftLikes } from "./reactions";
import { sampleCaption } from "./texts/captions";
import type { Kind } from "./texts/models";
import { createCommentator, type Exchange } from "./texts/phrases";
import { createStoryteller, type Subject, sampleCondition } from "./texts/stories";

interface FleetSettings {
  count: number;
  photos: number;
  galleries: SampleGallery[];
  /** Each gallery belongs to one vehicle. */
  hasOwnPhotos: boolean;
  isDemo: boolean;
  /** Average per vehicle in a load test. */
  entries: number;
  now: number;
  onProgress: (done: number, total: number) => void;
}

export interface FleetCounts {
  photos: number;
  entries: number;
  likes: number;
  comments: number;
}

interface TextSources {
  writeStory: (subject: Subject) => string;
  writeComment: (kind: Kind) => Exchange | undefined;
  writeLogbook: (vehicle: LogVehicle) => Logbook;
}

/**
 * Adds vehicles, oldest first, each with specs, photos, build log, likes and comments.
 * @param bookRandom for specs and build logs
 */
export async function seedFleet(
  random: Random,
  bookRandom: Random,
  owners: Owners,
  settings: FleetSettings,
): Promise<FleetCounts> {
  const counts: FleetCounts = { photos: 0, entries: 0, likes: 0, comments: 0 };
  const slots = planSlots(random, owners, settings);
  const nextGallery = settings.hasOwnPhotos
    ? createGalleryDeck(random, settings.galleries)
    : createGalleryPicker(random, owners.count, settings.galleries);
  const mayRepeat = !settings.hasOwnPhotos;
  const writeLogbook = settings.isDemo
    ? createLogbookWriter(bookRandom, settings.now)
    : createShortLogbookWriter(bookRandom, settings.now, settings.entries);
  const texts: TextSources = {
    writeStory: createStoryteller(random, mayRepeat),
    writeComment: createCommentator(random, mayRepeat),
    writeLogbook,
  };
  const draft = (index: number) => draftVehicle(random, owners, settings, slots[index]!, nextGallery, texts);
  const write = createFleetWriter(owners);
  let done = 0;
  await writeInBatches(settings.count, draft, rowsOf, (drafts) => {
    write(drafts);
    for (const { photos, entries, likes, comments } of drafts) {
      counts.photos += photos.length + entries.filter(({ photo }) => photo).length;
      counts.entries += entries.length;
      counts.likes += likes.length;
      counts.comments += comments.length + comments.filter(({ answer }) => answer).length;
    }
    done += drafts.length;
    settings.onProgress(done, settings.count);
  });
  return counts;
}

interface Slot {
  owner: number;
  createdAt: number;
}

/** At least one vehicle per owner if there are enough, the rest at random. */
function planSlots(random: Random, owners: Owners, { count, now }: FleetSettings): Slot[] {
  const weights = owners.userIds.map(() => 0.25 - Math.log(1 - random.next()));
  const minimum = count >= owners.count ? 1 : 0;
  const unit = (count - minimum * owners.count) / weights.reduce((sum, weight) => sum + weight, 0);
  const slots: Slot[] = [];
  let target = 0;
  for (const [owner, weight] of weights.entries()) {
    target += weight * unit + minimum;
    const end = owner === owners.count - 1 ? count : Math.min(count, Math.round(target));
    const openedAt = owners.openedAt[owner]!;
    while (slots.length < end) {
      slots.push({ owner, createdAt: Math.floor(openedAt + MINUTE + random.next() * (now - openedAt - 2 * MINUTE)) });
    }
  }
  return slots.sort((a, b) => a.createdAt - b.createdAt);
}

function createGalleryDeck(random: Random, galleries: SampleGallery[]): () => SampleGallery {
  const remaining = random.shuffle(galleries);
  return () => remaining.pop()!;
}

/** Neighbours in the list of the newest look different; vehicles of one garage too, if possible. */
function createGalleryPicker(
  random: Random,
  owners: number,
  galleries: SampleGallery[],
): (owner: number) => SampleGallery {
  const order = random.shuffle(galleries);
  const step = coprimeStep(random, order.length);
  const usedPairs = owners * order.length <= 5_000_000 ? new Uint8Array(owners * order.length) : undefined;
  let at = 0;
  return (owner) => {
    at = (at + step) % order.length;
    let choice = at;
    for (let tries = 0; usedPairs?.[owner * order.length + choice] && tries < order.length; tries++) {
      choice = (choice + 1) % order.length;
    }
    if (usedPairs) usedPairs[owner * order.length + choice] = 1;
    return order[choice]!;
  };
}

function draftVehicle(
  random: Random,
  owners: Owners,
  settings: FleetSettings,
  { owner, createdAt }: Slot,
  nextGallery: (owner: number) => SampleGallery,
  texts: TextSources,
): VehicleDraft {
  const gallery = nextGallery(owner);
  const { make, model, firstYear, lastYear, kind, paint, summary } = gallery.model;
  const subject: Subject = {
    kind,
    make,
    model,
    year: random.int(firstYear, lastYear),
    paint,
    town: owners.towns[owner]!,
  };
  const hasStory = settings.isDemo ? random.chance(0.9) : random.chance(0.05);
  const pictures = gallery.photos;
  const count = settings.hasOwnPhotos || pictures.length === 0 ? pictures.length : settings.photos;
  const photos = Array.from({ length: count }, (_, index) => {
    const { name, view, bytes } = pictures[index % pictures.length]!;
    const caption = settings.isDemo ? sampleCaption(random, view, subject) : "";
    return { photo: name, caption, bytes: settings.hasOwnPhotos ? bytes : 0 };
  });
  const condition = sampleCondition(random, subject);
  return {
    owner,
    subject,
    condition,
    description: summary,
    story: hasStory ? texts.writeStory(subject) : "",
    photos,
    likes: draftLikes(random, owners, settings, { owner, createdAt }),
    comments: draftComments(random, owners, settings, { owner, createdAt }, () => texts.writeComment(kind)),
    ...texts.writeLogbook({
      garage: owner,
      model: gallery.model,
      subject,
      condition,
      photos: pictures,
      locale: localeOf(owners.countries[owner]!),
      createdAt,
    }),
    createdAt,
  };
}
