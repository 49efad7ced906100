import { MINUTE } from "~/lib/time";
import { type Book, createBookWriter, createShortBookWriter, type LogSubject } from "./build-log";
import { coprimeStep } from "./draws";
import { type Draft, rowsOf, writer } from "./fleet-rows";
import type { SampleGallery } from "./images";
import { inBatches } from "./insert";
import { waysOf } from "./money";
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
  own: boolean;
  chatty: boolean;
  /** Average per vehicle, if not chatty. */
  entries: number;
  now: number;
  onProgress: (done: number, all: number) => void;
}

export interface FleetCounts {
  photos: number;
  entries: number;
  likes: number;
  comments: number;
}

interface Words {
  story: (subject: Subject) => string;
  comment: (kind: Kind) => Exchange | undefined;
  book: (vehicle: LogSubject) => Book;
}

/**
 * Oldest first, each with specs, photos, build log, likes and comments.
 * @param bookRandom for specs and build logs
 */
export async function seedFleet(
  random: Random,
  bookRandom: Random,
  owners: Owners,
  settings: FleetSettings,
): Promise<FleetCounts> {
  const counts: FleetCounts = { photos: 0, entries: 0, likes: 0, comments: 0 };
  const slots = parkingPlan(random, owners, settings);
  const nextGallery = settings.own
    ? dealer(random, settings.galleries)
    : galleryPicker(random, owners.count, settings.galleries);
  const again = !settings.own;
  const book = settings.chatty
    ? createBookWriter(bookRandom, settings.now)
    : createShortBookWriter(bookRandom, settings.now, settings.entries);
  const words: Words = { story: createStoryteller(random, again), comment: createCommentator(random, again), book };
  const draft = (index: number) => draftVehicle(random, owners, settings, slots[index]!, nextGallery, words);
  const write = writer(owners);
  let done = 0;
  await inBatches(settings.count, draft, rowsOf, (drafts) => {
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
function parkingPlan(random: Random, owners: Owners, { count, now }: FleetSettings): Slot[] {
  const weights = owners.userIds.map(() => 0.25 - Math.log(1 - random.next()));
  const everybody = count >= owners.count ? 1 : 0;
  const unit = (count - everybody * owners.count) / weights.reduce((sum, weight) => sum + weight, 0);
  const slots: Slot[] = [];
  let owed = 0;
  for (const [owner, weight] of weights.entries()) {
    owed += weight * unit + everybody;
    const until = owner === owners.count - 1 ? count : Math.min(count, Math.round(owed));
    const opened = owners.openedAt[owner]!;
    while (slots.length < until) {
      slots.push({ owner, createdAt: Math.floor(opened + MINUTE + random.next() * (now - opened - 2 * MINUTE)) });
    }
  }
  return slots.sort((a, b) => a.createdAt - b.createdAt);
}

/** Every gallery once. */
function dealer(random: Random, galleries: SampleGallery[]): () => SampleGallery {
  const left = random.shuffle(galleries);
  return () => left.pop()!;
}

/** Neighbours in the list of the newest look different; vehicles of one garage too, if possible. */
function galleryPicker(random: Random, owners: number, galleries: SampleGallery[]): (owner: number) => SampleGallery {
  const order = random.shuffle(galleries);
  const step = coprimeStep(random, order.length);
  const seen = owners * order.length <= 5_000_000 ? new Uint8Array(owners * order.length) : undefined;
  let at = 0;
  return (owner) => {
    at = (at + step) % order.length;
    let choice = at;
    for (let tries = 0; seen?.[owner * order.length + choice] && tries < order.length; tries++) {
      choice = (choice + 1) % order.length;
    }
    if (seen) seen[owner * order.length + choice] = 1;
    return order[choice]!;
  };
}

function draftVehicle(
  random: Random,
  owners: Owners,
  settings: FleetSettings,
  { owner, createdAt }: Slot,
  nextGallery: (owner: number) => SampleGallery,
  words: Words,
): Draft {
  const gallery = nextGallery(owner);
  const { make, model, from, to, kind, paint, summary } = gallery.model;
  const subject: Subject = {
    kind,
    make,
    model,
    year: random.int(from, to),
    paint,
    town: owners.towns[owner]!,
  };
  const told = settings.chatty ? random.chance(0.9) : random.chance(0.05);
  const pictures = gallery.photos;
  const count = settings.own || pictures.length === 0 ? pictures.length : settings.photos;
  const photos = Array.from({ length: count }, (_, at) => {
    const { name, view, bytes } = pictures[at % pictures.length]!;
    const caption = settings.chatty ? sampleCaption(random, view, subject) : "";
    return { photo: name, caption, bytes: settings.own ? bytes : 0 };
  });
  const condition = sampleCondition(random, subject);
  return {
    owner,
    subject,
    condition,
    description: summary,
    story: told ? words.story(subject) : "",
    photos,
    likes: draftLikes(random, owners, settings, { owner, createdAt }),
    comments: draftComments(random, owners, settings, { owner, createdAt }, () => words.comment(kind)),
    ...words.book({
      garage: owner,
      model: gallery.model,
      subject,
      condition,
      photos: pictures,
      ways: waysOf(owners.countries[owner]!),
      createdAt,
    }),
    createdAt,
  };
}
