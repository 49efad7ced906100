import { comments, likes, photos, vehicles } from "~/db/schema";
import { vehicleName } from "~/features/vehicles/name";
import type { Random } from "~/lib/random";
import { fold } from "~/lib/text";
import { DAY, HOUR, MINUTE } from "~/lib/time";
import type { BodyType } from "./art/vehicle-art";
import { coprimeStep, pickDistinct, tail } from "./draws";
import type { SampleGallery } from "./images";
import { inBatches, inserter, nextId } from "./insert";
import type { Owners } from "./owners";
import { MODELS } from "./texts/models";
import { sampleCaption, sampleComment, sampleReply } from "./texts/phrases";
import { type Kind, type Subject, sampleCondition, sampleDescription, sampleStory } from "./texts/stories";

export interface FleetSettings {
  count: number;
  photos: number;
  galleries: SampleGallery[];
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

interface Remark {
  owner: number;
  text: string;
  createdAt: number;
  /** The comment that it answers; it comes later. */
  answers?: Remark | undefined;
}

interface Draft {
  owner: number;
  subject: Subject;
  condition: string;
  description: string;
  story: string;
  photos: { photo: string; caption: string }[];
  likes: { owner: number; createdAt: number }[];
  comments: Remark[];
  createdAt: number;
}

const KINDS: Partial<Record<BodyType, Kind>> = {
  "cafe-racer": "bike",
  scooter: "bike",
  "adventure-bike": "bike",
  tourer: "prewar",
  "single-seater": "racer",
  pickup: "work",
  microbus: "work",
  "off-roader": "work",
};

/** Paints whose name alone is no colour in a sentence. */
const PAINT_WORDS: Record<string, string> = { sky: "sky blue", midnight: "midnight blue", sage: "sage green" };

/** Writes the vehicles, oldest first, each with its photos, likes and comments. */
export async function seedFleet(random: Random, owners: Owners, settings: FleetSettings): Promise<FleetCounts> {
  const counts: FleetCounts = { photos: 0, likes: 0, comments: 0 };
  const slots = parkingPlan(random, owners, settings);
  const nextGallery = galleryPicker(random, owners.count, settings.galleries);
  const draft = (index: number) => draftVehicle(random, owners, settings, slots[index]!, nextGallery);
  const write = writer(owners);
  let done = 0;
  await inBatches(settings.count, draft, rowsOf, (drafts) => {
    write(drafts);
    for (const { photos, likes, comments } of drafts) {
      counts.photos += photos.length;
      counts.likes += likes.length;
      counts.comments += comments.length;
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
): Draft {
  const gallery = nextGallery(owner);
  const { make, model, from, to } = random.pick(MODELS[gallery.body]);
  const subject: Subject = {
    kind: KINDS[gallery.body] ?? "car",
    make,
    model,
    year: random.int(from, to),
    paint: PAINT_WORDS[gallery.paint] ?? gallery.paint,
    town: owners.towns[owner]!,
  };
  const told = settings.chatty ? random.chance(0.9) : random.chance(0.05);
  return {
    owner,
    subject,
    condition: sampleCondition(random, subject),
    description: sampleDescription(random, subject),
    story: told ? sampleStory(random, subject) : "",
    photos: Array.from({ length: gallery.photos.length > 0 ? settings.photos : 0 }, (_, at) => {
      const { name, view } = gallery.photos[at % gallery.photos.length]!;
      return { photo: name, caption: settings.chatty ? sampleCaption(random, view, subject) : "" };
    }),
    likes: draftLikes(random, owners, settings, owner, createdAt),
    comments: draftComments(random, owners, settings, owner, createdAt, subject.kind),
    createdAt,
  };
}

/** How much a community of this size says about a vehicle. */
function liveliness({ count }: FleetSettings): { likes: number; comments: number } {
  if (count <= 2000) return { likes: 5, comments: 1.8 };
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
  kind: Kind,
): Remark[] {
  const count = Math.min(tail(random, liveliness(settings).comments), 9);
  const said = new Set<string>();
  const remarks: Remark[] = [];
  const add = (by: number, text: string, at: number, answers?: Remark) => {
    if (said.has(text)) return undefined;
    said.add(text);
    const remark = { owner: by, text, createdAt: at, answers };
    remarks.push(remark);
    return remark;
  };
  for (const guest of pickDistinct(random, owners.count, count, owner)) {
    const at = afterwards(random, Math.max(createdAt, owners.openedAt[guest]!), settings.now);
    const remark = add(guest, sampleComment(random, kind), at);
    const later = () => Math.min(at + random.int(HOUR, 2 * DAY), settings.now);
    if (random.chance(0.25)) add(owner, sampleReply(random), later(), remark);
  }
  return remarks.sort((a, b) => a.createdAt - b.createdAt);
}

/** A moment after `start` and before now, rather sooner than later. */
function afterwards(random: Random, start: number, now: number): number {
  return Math.min(now, Math.floor(start + MINUTE + (now - start) * random.next() ** 3));
}

function rowsOf({ photos, likes, comments }: Draft): number {
  return 1 + photos.length + likes.length + comments.length;
}

function writer(owners: Owners): (drafts: Draft[]) => void {
  const insertVehicle = inserter(vehicles);
  const insertPhoto = inserter(photos);
  const insertLike = inserter(likes);
  const insertComment = inserter(comments);
  return (drafts) => {
    const first = nextId("vehicles");
    let nextComment = nextId("comments");
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
      const ids = new Map<Remark, number>();
      for (const remark of draft.comments) {
        const { owner: by, text, createdAt: at, answers } = remark;
        const parentId = (answers && ids.get(answers)) ?? null;
        insertComment({ id: nextComment, vehicleId, userId: owners.userIds[by]!, parentId, text, createdAt: at });
        ids.set(remark, nextComment++);
      }
    }
  };
}
