import { type ApiAnswer, browserLike, type SentFile } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif, photograph, png } from "../support/images";
import { CHANGED, type Changes, type Ledger } from "./ledger";
import type { Person } from "./people";
import type { Random } from "./random";
import type { Site } from "./site";

/** One write of the mix: what it changes, and how it is asked for. */
export interface Write {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  body?: Record<string, string | number | boolean>;
  files?: Record<string, SentFile[]>;
  changes: Changes;
  /** Statuses that are answers of a healthy site; 2xx where not given. */
  refusal?: number;
  /** What only the answer tells. */
  learn?: (answer: ApiAnswer) => Changes;
}

export interface World {
  ledger: Ledger;
  random: Random;
  people: Person[];
  pictures: SentFile[];
  serial: number;
}

/** Small pictures of several kinds and sizes, and how they are named. */
export async function makePictures(): Promise<SentFile[]> {
  const all = [
    await photograph({ width: 500, height: 333 }),
    await photograph({ width: 900, height: 600 }),
    await png({ width: 300, height: 200 }),
    await jpegWithExif({ width: 640, height: 480, orientation: 6 }),
  ];
  return all.map((bytes, at) => ({ name: `picture-${at}.${at === 2 ? "png" : "jpg"}`, bytes }));
}

type Make = (world: World, me: Person) => Write | null;

const unique = (world: World, what: string) => {
  world.serial += 1;
  return `${what} no. ${world.serial}`;
};
const another = ({ random, people }: World, me: Person) => random.pick(people.filter(({ id }) => id !== me.id));
const photosIn = (value = "0") => Number.parseInt(value, 10);
const galleryOf = (photos: number) => `${photos} photos, cover ${photos > 0 ? "set" : "none"}`;
/** The vehicles of one person that nobody else has to do with; their keys begin so. */
const ownVehicle = (me: Person) => `vehicle Of ${me.id} `;

const comment: Make = (world, me) => {
  const { vehicleId } = world.random.pick(world.people);
  const text = unique(world, "Comment");
  return {
    method: "POST",
    path: `/vehicles/${vehicleId}/comments`,
    body: { text },
    changes: [[`comment ${text}`, `by ${me.id} on ${vehicleId}`]],
  };
};

const like: Make = (world, me) => {
  const { vehicleId } = world.random.pick(world.people);
  const key = `like ${vehicleId} ${me.id}`;
  const liked = world.ledger.get(key) === undefined;
  return {
    method: "PATCH",
    path: `/vehicles/${vehicleId}/like`,
    body: { liked },
    changes: [[key, liked ? "on" : null]],
  };
};

const follow: Make = (world, me) => {
  const { id } = another(world, me);
  const key = `follow ${me.id} ${id}`;
  const following = world.ledger.get(key) !== undefined;
  return {
    method: "POST",
    path: following ? `/users/unfollow/${id}` : `/users/follow/${id}`,
    changes: [[key, following ? null : "on"]],
  };
};

const review: Make = (world, me) => {
  const { garageId } = another(world, me);
  const [rating, text] = [world.random.whole(1, 5), unique(world, "Review")];
  return {
    method: "POST",
    path: `/garages/${garageId}/reviews`,
    body: { rating, review: text },
    changes: [[`review ${garageId} ${me.id}`, `${rating} ${text}`]],
  };
};

const profile: Make = (world, me) => {
  const bio = unique(world, "Bio");
  return { method: "PATCH", path: "/users/updateMe", body: { bio }, changes: [[`bio ${me.id}`, bio]] };
};

const portrait: Make = (world, me) => {
  const bio = unique(world, "Bio with portrait");
  const key = `avatar ${me.id}`;
  return {
    method: "PATCH",
    path: "/users/updateMe",
    body: { bio },
    files: { avatar: [world.random.pick(world.pictures)] },
    changes: [
      [`bio ${me.id}`, bio],
      [key, CHANGED],
    ],
    learn: ({ json }) => [[key, json.data.user.avatar]],
  };
};

const ticket: Make = (world, me) => {
  const subject = unique(world, "Ticket");
  return {
    method: "POST",
    path: "/tickets/submit",
    body: { category: "Bug Report", subject, description: "It stalls." },
    changes: [[`ticket ${subject}`, `by ${me.id}`]],
  };
};

const event: Make = (world) => {
  const title = unique(world, "Meeting");
  const image = world.random.next() < 0.5 ? [world.random.pick(world.pictures)] : [];
  return {
    method: "POST",
    path: "/events/submit",
    body: { ...GOOD_EVENT, title },
    files: { image },
    changes: [[`event ${title}`, image.length > 0 ? "with picture" : "without picture"]],
  };
};

const learnPhotos = (photos: { photo: string }[], model: string): Changes =>
  photos.map(({ photo }) => [`photo ${photo}`, model]);

const vehicle: Make = (world, me) => {
  const model = unique(world, `Of ${me.id} model`);
  const photos = Array.from({ length: world.random.whole(0, 2) }, () => world.random.pick(world.pictures));
  return {
    method: "POST",
    path: "/vehicles",
    body: { make: "Lotus", model, year: 1967 },
    files: { photos },
    changes: [[`vehicle ${model}`, galleryOf(photos.length)]],
    learn: ({ json }) => {
      idOfVehicle.set(model, json.data.doc._id);
      return learnPhotos(json.data.doc.photos, model);
    },
  };
};

/** Ids of vehicles by their model, where an answer has told it. */
const idOfVehicle = new Map<string, string>();

/** Nothing of a refused one may stay, neither row nor file. */
const refusedVehicle: Make = (world, me) => {
  const model = unique(world, `Of ${me.id} refused model`);
  const broken = { name: "broken.jpg", bytes: world.pictures[0]!.bytes.slice(0, 5000) };
  return {
    method: "POST",
    path: "/vehicles",
    body: { make: "Lotus", model, year: 1967 },
    files: { photos: [world.random.pick(world.pictures), broken] },
    changes: [[`vehicle ${model}`, null]],
    refusal: 400,
  };
};

const upload: Make = (world, me) => {
  const models = world.ledger
    .keys(/^vehicle /)
    .filter((key) => key.startsWith(ownVehicle(me)) && photosIn(world.ledger.get(key)) < 90)
    .map((key) => key.slice("vehicle ".length))
    .filter((model) => idOfVehicle.has(model));
  const model = models.at(-1);
  if (model === undefined) return vehicle(world, me);
  const key = `vehicle ${model}`;
  const photos = Array.from({ length: world.random.whole(1, 3) }, () => world.random.pick(world.pictures));
  return {
    method: "POST",
    path: "/photos/upload",
    body: { vehicleId: idOfVehicle.get(model)! },
    files: { photos },
    changes: [[key, galleryOf(photosIn(world.ledger.get(key)) + photos.length)]],
    learn: ({ json }) => learnPhotos(json.data.data, model),
  };
};

const removeVehicle: Make = (world, me) => {
  const models = world.ledger
    .keys(/^vehicle /)
    .filter((key) => key.startsWith(ownVehicle(me)))
    .map((key) => key.slice("vehicle ".length))
    .filter((model) => idOfVehicle.has(model));
  // Some stay, so that the site has something to lose.
  if (models.length < 4) return null;
  const model = world.random.pick(models);
  const photos = world.ledger.keys(/^photo /).filter((key) => world.ledger.get(key) === model);
  return {
    method: "DELETE",
    path: `/vehicles/${idOfVehicle.get(model)}`,
    changes: [[`vehicle ${model}`, null], ...photos.map((key): Changes[number] => [key, null])],
  };
};

const MIX: [weight: number, make: Make][] = [
  [4, comment],
  [3, like],
  [3, follow],
  [2, review],
  [1, profile],
  [2, portrait],
  [2, ticket],
  [2, event],
  [3, vehicle],
  [1, refusedVehicle],
  [5, upload],
  [1, removeVehicle],
];
const SUM = MIX.reduce((sum, [weight]) => sum + weight, 0);

function nextWrite(world: World, me: Person): Write {
  for (;;) {
    let at = world.random.next() * SUM;
    const [, make] = MIX.find(([weight]) => (at -= weight) < 0)!;
    const write = make(world, me);
    if (write) return write;
  }
}

/** What became of a write: acknowledged, refused, or nobody knows. */
export type Outcome = { write: Write; status: number; message: string } | { write: Write; status: null };

/** Sends one write and keeps the ledger. An answer counts once it is read to its end. */
export async function send(site: Site, { ledger }: Pick<World, "ledger">, me: Person, write: Write): Promise<Outcome> {
  const done = ledger.begin(write.changes);
  const options = { token: me.token, ...(write.files ? { files: write.files } : {}) };
  try {
    const answer = await browserLike(site).api(write.method, write.path, write.body, options);
    if (answer.status >= 200 && answer.status < 300) done([...write.changes, ...(write.learn?.(answer) ?? [])]);
    else done(null);
    return { write, status: answer.status, message: String(answer.json?.message ?? "") };
  } catch (error) {
    // An answer that is no JSON is none of the API's.
    if (error instanceof SyntaxError) throw error;
    // No whole answer: the write stays on its way.
    return { write, status: null };
  }
}

/** Whether the answer is what a healthy site says to the write. */
export function isExpected(outcome: Outcome): boolean {
  if (outcome.status === null) return false;
  if (outcome.write.refusal !== undefined) return outcome.status === outcome.write.refusal;
  return outcome.status >= 200 && outcome.status < 300;
}

/**
 * A client that writes one thing after the other until `until` says so, or until it gets no answer any more.
 * @param isFine whether an answer is as it has to be: of a healthy site, where not given
 * @returns the answers that are not
 */
export async function writeUntil(
  site: Site,
  world: World,
  me: Person,
  until: () => boolean,
  isFine = isExpected,
): Promise<string[]> {
  const problems: string[] = [];
  while (!until()) {
    const outcome = await send(site, world, me, nextWrite(world, me));
    if (outcome.status === null) break;
    if (!isFine(outcome))
      problems.push(`${outcome.write.method} ${outcome.write.path}: ${outcome.status} ${outcome.message}`);
  }
  return problems;
}
