import { comments, likes, photos, vehicles } from "~/db/schema";
import { fileModel } from "~/features/makes/filing-columns.server";
import { vehicleName } from "~/features/vehicles/name";
import type { Random } from "~/lib/random";
import { fold } from "~/lib/text";
import { DAY, HOUR, MINUTE } from "~/lib/time";
import { coprimeStep, pickDistinct, tail } from "./draws";
import type { SampleGallery } from "./images";
import { inBatches, inserter, nextId } from "./insert";
import type { Owners } from "./owners";
import { sampleCaption } from "./texts/captions";
import { type Kind, MODELS, type SampleModel } from "./texts/models";
import { createCommentator, type Exchange } from "./texts/phrases";
import { createStoryteller, type Subject, sampleCondition } from "./texts/stories";

export interface FleetSettings {
  count: number;
  photos: number;
  galleries: SampleGallery[];
  /** Each gallery is of one vehicle only. */
  own: boolean;
  chatty: boolean;
  now: number;
  /** Told how many of how many vehicles are written. */
  onProgress: (done: number, all: number) => void;
}

export interface FleetCounts {
  photos: number;
  likes: number;
  comments: number;
}

export interface Fleet extends FleetCounts {
  /** What stands in each owner's garage; empty where vehicles share their pictures. */
  parked: SampleGallery[][];
}

interface Remark {
  owner: number;
  text: string;
  createdAt: number;
  /** The owner's answer to it. */
  answer?: { text: string; createdAt: number };
}

interface Draft {
  owner: number;
  gallery: SampleGallery;
  subject: Subject;
  condition: string;
  description: string;
  story: string;
  photos: { photo: string; caption: string }[];
  likes: { owner: number; createdAt: number }[];
  comments: Remark[];
  createdAt: number;
}

/** What people say, dealt so that little of it comes twice. */
interface Words {
  story: (subject: Subject) => string;
  comment: (kind: Kind) => Exchange | undefined;
}

const MODEL_OF = new Map<string, SampleModel>(MODELS.map((model) => [model.body, model]));

/** Paints whose name alone is no colour in a sentence. */
const PAINT_WORDS: Record<string, string> = {
  sky: "sky blue",
  midnight: "midnight blue",
  sage: "sage green",
  olive: "olive green",
  primrose: "primrose yellow",
  chestnut: "chestnut brown",
};

/** Writes the vehicles, oldest first, each with its photos, likes and comments. */
export async function seedFleet(random: Random, owners: Owners, settings: FleetSettings): Promise<Fleet> {
  const counts: Fleet = { photos: 0, likes: 0, comments: 0, parked: owners.userIds.map(() => []) };
  const slots = parkingPlan(random, owners, settings);
  const nextGallery = settings.own
    ? dealer(random, settings.galleries)
    : galleryPicker(random, owners.count, settings.galleries);
  const again = !settings.own;
  const words: Words = { story: createStoryteller(random, again), comment: createCommentator(random, again) };
  const draft = (index: number) => draftVehicle(random, owners, settings, slots[index]!, nextGallery, words);
  const write = writer(owners);
  let done = 0;
  await inBatches(settings.count, draft, rowsOf, (drafts) => {
    write(drafts);
    for (const { owner, gallery, photos, likes, comments } of drafts) {
      if (settings.own) counts.parked[owner]!.push(gallery);
      counts.photos += photos.length;
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

/** Who gets how many vehicles, and when: at least one each where there are enough, then by luck. */
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

/** Neighbours in the list of the newest look different, and so do the vehicles of one garage where that is possible. */
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
  const { make, model, from, to, kind, summary } = MODEL_OF.get(gallery.body)!;
  const subject: Subject = {
    kind,
    make,
    model,
    year: random.int(from, to),
    paint: PAINT_WORDS[gallery.paint.name] ?? gallery.paint.name,
    town: owners.towns[owner]!,
  };
  const told = settings.chatty ? random.chance(0.9) : random.chance(0.05);
  const drawn = gallery.photos;
  const count = settings.own || drawn.length === 0 ? drawn.length : settings.photos;
  return {
    owner,
    gallery,
    subject,
    condition: sampleCondition(random, subject),
    description: summary,
    story: told ? words.story(subject) : "",
    photos: Array.from({ length: count }, (_, at) => {
      const { name, view } = drawn[at % drawn.length]!;
      return { photo: name, caption: settings.chatty ? sampleCaption(random, view, subject) : "" };
    }),
    likes: draftLikes(random, owners, settings, owner, createdAt),
    comments: draftComments(random, owners, settings, owner, createdAt, () => words.comment(kind)),
    createdAt,
  };
}

/** How much a community of this size says about a vehicle. */
function liveliness({ count }: FleetSettings): { likes: number; comments: number } {
  if (count <= 2000) return { likes: 5, comments: 1.4 };
  return count <= 100_000 ? { likes: 2, comments: 0.6 } : { likes: 1, comments: 0.2 };
}

function draftLikes(random: Random, owners: Owners, settings: FleetSettings, owner: number, createdAt: number) {
  const count = tail(random, liveliness(settings).likes);
  return pickDistinct(random, owners.count, count, owner).map((fan) => ({
    owner: fan,
    createdAt: afterwards(random, Math.max(createdAt, owners.openedAt[fan]!), settings.now),
  }));
}

function draftComments(
  random: Random,
  owners: Owners,
  settings: FleetSettings,
  owner: number,
  createdAt: number,
  comment: () => Exchange | undefined,
): Remark[] {
  const count = Math.min(tail(random, liveliness(settings).comments), 9);
  const remarks = pickDistinct(random, owners.count, count, owner).flatMap((guest): Remark[] => {
    const at = afterwards(random, Math.max(createdAt, owners.openedAt[guest]!), settings.now);
    const said = comment();
    if (said === undefined) return [];
    const answer = said.answer && {
      text: said.answer,
      createdAt: Math.min(at + random.int(HOUR, 2 * DAY), settings.now),
    };
    return [{ owner: guest, text: said.text, createdAt: at, ...(answer && { answer }) }];
  });
  return remarks.sort((a, b) => a.createdAt - b.createdAt);
}

/** A moment after `start` and before now, rather sooner than later. */
function afterwards(random: Random, start: number, now: number): number {
  return Math.min(now, Math.floor(start + MINUTE + (now - start) * random.next() ** 3));
}

function rowsOf({ photos, likes, comments }: Draft): number {
  return 1 + photos.length + likes.length + comments.length * 2;
}

function writer(owners: Owners): (drafts: Draft[]) => void {
  const insertVehicle = inserter(vehicles);
  const insertPhoto = inserter(photos);
  const insertLike = inserter(likes);
  const insertComment = inserter(comments);
  return (drafts) => {
    const first = nextId("vehicles");
    let commentId = nextId("comments");
    for (const [at, { owner, subject, createdAt, ...draft }] of drafts.entries()) {
      const vehicleId = first + at;
      const { make, model, year } = subject;
      insertVehicle({
        id: vehicleId,
        garageId: owners.garageIds[owner]!,
        userId: owners.userIds[owner]!,
        make,
        model,
        year,
        ...fileModel(subject),
        condition: draft.condition,
        description: draft.description,
        story: draft.story,
        coverPhoto: draft.photos[0]?.photo ?? null,
        searchText: fold(vehicleName({ year, make, model })),
        createdAt,
        updatedAt: createdAt,
      });
      for (const [index, photo] of draft.photos.entries()) {
        insertPhoto({ vehicleId, ...photo, position: index + 1, createdAt });
      }
      for (const like of draft.likes) {
        insertLike({ vehicleId, userId: owners.userIds[like.owner]!, createdAt: like.createdAt });
      }
      for (const { owner: by, text, createdAt: at, answer } of draft.comments) {
        const id = commentId++;
        insertComment({ id, vehicleId, userId: owners.userIds[by]!, parentId: null, text, createdAt: at });
        if (!answer) continue;
        const reply = { ...answer, id: commentId++, vehicleId, parentId: id };
        insertComment({ ...reply, userId: owners.userIds[owner]! });
      }
    }
  };
}
