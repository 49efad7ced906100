import Database from "better-sqlite3";
import type { Random } from "~/seed/random";
import { type ApiResponse, browserLike, type SentFile } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif, photograph, png } from "../support/images";
import type { Site } from "../support/launch";
import { bearerOf, signUpWithGarage } from "../support/members";
import { CHANGED, type Changes, Ledger } from "./ledger";
import { factsOf } from "./state";

/** All users may comment on and like the vehicle. */
export interface TestUser {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  cookie: string;
  garageId: string;
  vehicleId: string;
}

/** 26 at most. */
export function makeUsers(site: Site, count: number): Promise<TestUser[]> {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, count);
  return Promise.all(letters.map((letter) => makeUser(site, `Driver ${letter}`)));
}

async function makeUser(site: Site, name: string): Promise<TestUser> {
  const database = new Database(site.databaseFile);
  const owner = await signUpWithGarage({ url: site.url, database }, name).finally(() => database.close());
  const token = await bearerOf(site, owner);
  const vehicle = { make: "Lotus", model: `Main of ${name}`, year: 1967 };
  const { status, json } = await browserLike(site).api("POST", "/vehicles", vehicle, { token });
  if (status !== 201) throw new Error(`no vehicle: ${status} ${json?.message}`);
  const { id, email, password, garageId, browser } = owner;
  return { id, name, email, password, garageId, cookie: browser.cookieHeader, token, vehicleId: json.data.doc._id };
}

export interface Write {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  body?: Record<string, string | number | boolean>;
  files?: Record<string, SentFile[]>;
  changes: Changes;
  /** Of a healthy site; default 2xx. */
  refusal?: number;
  /** Known only from the response. */
  learn?: (answer: ApiResponse) => Changes;
}

export type World = {
  ledger: Ledger;
  random: Random;
  users: TestUser[];
  pictures: SentFile[];
  serial: number;
  /** By model, from responses. */
  vehicleIds: Map<string, string>;
};

/** 26 users at most; the ledger records from now on. */
export async function makeWorld(site: Site, random: Random, count: number): Promise<World> {
  const users = await makeUsers(site, count);
  const ledger = new Ledger(site.read(factsOf));
  return { ledger, random, users, pictures: await makePictures(), serial: 0, vehicleIds: new Map() };
}

async function makePictures(): Promise<SentFile[]> {
  const all = [
    await photograph({ width: 500, height: 333 }),
    await photograph({ width: 900, height: 600 }),
    await png({ width: 300, height: 200 }),
    await jpegWithExif({ width: 640, height: 480, orientation: 6 }),
  ];
  return all.map((bytes, index) => ({ name: `picture-${index}.${index === 2 ? "png" : "jpg"}`, bytes }));
}

type Make = (world: World, me: TestUser) => Write | null;

const unique = (world: World, name: string) => {
  world.serial += 1;
  return `${name} no. ${world.serial}`;
};
const otherUser = ({ random, users }: World, me: TestUser) => random.pick(users.filter(({ id }) => id !== me.id));
const photosIn = (value = "0") => Number.parseInt(value, 10);
const galleryOf = (photos: number) => `${photos} photos, cover ${photos > 0 ? "set" : "none"}`;

export const write = (
  method: Write["method"],
  path: string,
  body: Write["body"],
  changes: Changes,
  more: Partial<Write> = {},
): Write => ({ method, path, changes, ...(body && { body }), ...more });

const comment: Make = (world, me) => {
  const { vehicleId } = world.random.pick(world.users);
  const text = unique(world, "Comment");
  const changes: Changes = [[`comment ${text}`, `by ${me.id} on ${vehicleId}`]];
  return write("POST", `/vehicles/${vehicleId}/comments`, { text }, changes);
};

const like: Make = (world, me) => {
  const { vehicleId } = otherUser(world, me);
  const key = `like ${vehicleId} ${me.id}`;
  const liked = world.ledger.get(key) === undefined;
  return write("PATCH", `/vehicles/${vehicleId}/like`, { liked }, [[key, liked ? "on" : null]]);
};

const follow: Make = (world, me) => {
  const { id } = otherUser(world, me);
  const key = `follow ${me.id} ${id}`;
  const following = world.ledger.get(key) !== undefined;
  const path = following ? `/users/unfollow/${id}` : `/users/follow/${id}`;
  return write("POST", path, undefined, [[key, following ? null : "on"]]);
};

const review: Make = (world, me) => {
  const { garageId } = otherUser(world, me);
  const [rating, text] = [world.random.int(1, 5), unique(world, "Review")];
  const changes: Changes = [[`review ${garageId} ${me.id}`, `${rating} ${text}`]];
  return write("POST", `/garages/${garageId}/reviews`, { rating, review: text }, changes);
};

const profile: Make = (world, me) => {
  const bio = unique(world, "Bio");
  return write("PATCH", "/users/updateMe", { bio }, [[`bio ${me.id}`, bio]]);
};

const portrait: Make = (world, me) => {
  const bio = unique(world, "Bio with portrait");
  const key = `avatar ${me.id}`;
  const changes: Changes = [
    [`bio ${me.id}`, bio],
    [key, CHANGED],
  ];
  return write("PATCH", "/users/updateMe", { bio }, changes, {
    files: { avatar: [world.random.pick(world.pictures)] },
    learn: ({ json }) => [[key, json.data.user.avatar]],
  });
};

const ticket: Make = (world, me) => {
  const subject = unique(world, "Ticket");
  const body = { category: "Bug Report", subject, description: "It stalls." };
  return write("POST", "/tickets/submit", body, [[`ticket ${subject}`, `by ${me.id}`]]);
};

const event: Make = (world) => {
  const title = unique(world, "Meeting");
  const image = world.random.chance(0.5) ? somePictures(world, 1, 1) : [];
  const changes: Changes = [[`event ${title}`, image.length > 0 ? "with picture" : "without picture"]];
  return write("POST", "/events/submit", { ...GOOD_EVENT, title }, changes, { files: { image } });
};

const somePictures = ({ random, pictures }: World, least: number, most: number) =>
  Array.from({ length: random.int(least, most) }, () => random.pick(pictures));
const learnPhotos = (photos: { photo: string }[], model: string): Changes =>
  photos.map(({ photo }) => [`photo ${photo}`, model]);
const lotus = (model: string) => ({ make: "Lotus", model, year: 1967 });

const vehicle: Make = (world, me) => {
  const model = unique(world, `Of ${me.id} model`);
  const photos = somePictures(world, 0, 2);
  return write("POST", "/vehicles", lotus(model), [[`vehicle ${model}`, galleryOf(photos.length)]], {
    files: { photos },
    learn: ({ json }) => {
      world.vehicleIds.set(model, json.data.doc._id);
      return learnPhotos(json.data.doc.photos, model);
    },
  });
};

/** Leaves neither row nor file. */
const refusedVehicle: Make = (world, me) => {
  const model = unique(world, `Of ${me.id} refused model`);
  const broken = { name: "broken.jpg", bytes: world.pictures[0]!.bytes.slice(0, 5000) };
  const more = { files: { photos: [world.random.pick(world.pictures), broken] }, refusal: 400 };
  return write("POST", "/vehicles", lotus(model), [[`vehicle ${model}`, null]], more);
};

/** Ids are known, and no other user refers to them. */
const ownModels = ({ ledger, vehicleIds }: World, me: TestUser) =>
  ledger
    .keys(/^vehicle /)
    .filter((key) => key.startsWith(`vehicle Of ${me.id} `))
    .map((key) => key.slice("vehicle ".length))
    .filter((model) => vehicleIds.has(model));

const upload: Make = (world, me) => {
  const photosOf = (model: string) => photosIn(world.ledger.get(`vehicle ${model}`));
  const model = ownModels(world, me).findLast((candidate) => photosOf(candidate) < 90);
  if (model === undefined) return vehicle(world, me);
  const photos = somePictures(world, 1, 3);
  const changes: Changes = [[`vehicle ${model}`, galleryOf(photosOf(model) + photos.length)]];
  return write("POST", "/photos/upload", { vehicleId: world.vehicleIds.get(model)! }, changes, {
    files: { photos },
    learn: ({ json }) => learnPhotos(json.data.data, model),
  });
};

const removeVehicle: Make = (world, me) => {
  const models = ownModels(world, me);
  // Some stay, as content to lose.
  if (models.length < 4) return null;
  const model = world.random.pick(models);
  const photos = world.ledger.keys(/^photo /).filter((key) => world.ledger.get(key) === model);
  const removals = [`vehicle ${model}`, ...photos].map((key): Changes[number] => [key, null]);
  return write("DELETE", `/vehicles/${world.vehicleIds.get(model)}`, undefined, removals);
};

const MIX: [weight: number, makes: Make[]][] = [
  [1, [profile, refusedVehicle, removeVehicle]],
  [2, [review, portrait, ticket, event]],
  [3, [like, follow, vehicle]],
  [4, [comment]],
  [5, [upload]],
];
/** By weight. */
const OFTEN = MIX.flatMap(([weight, makes]) => makes.flatMap((make) => Array<Make>(weight).fill(make)));

function nextWrite(world: World, me: TestUser): Write {
  for (;;) {
    const change = world.random.pick(OFTEN)(world, me);
    if (change) return change;
  }
}

export type Outcome = { write: Write; status: number; message: string } | { write: Write; status: null };

/** A response counts once read to its end. */
export async function send(
  site: Site,
  { ledger }: Pick<World, "ledger">,
  me: TestUser,
  write: Write,
): Promise<Outcome> {
  const done = ledger.begin(write.changes);
  const options = { token: me.token, ...(write.files ? { files: write.files } : {}) };
  try {
    const answer = await browserLike(site).api(write.method, write.path, write.body, options);
    if (answer.status >= 200 && answer.status < 300) done([...write.changes, ...(write.learn?.(answer) ?? [])]);
    else done(null);
    return { write, status: answer.status, message: String(answer.json?.message ?? "") };
  } catch (error) {
    // A response without JSON is not the API's.
    if (error instanceof SyntaxError) throw error;
    // The write stays in progress.
    return { write, status: null };
  }
}

export function isExpected(outcome: Outcome): boolean {
  if (outcome.status === null) return false;
  if (outcome.write.refusal !== undefined) return outcome.status === outcome.write.refusal;
  return outcome.status >= 200 && outcome.status < 300;
}

/**
 * Until `until` or a missing response.
 * @param isFine default: a healthy site's responses
 * @returns the others
 */
export async function writeUntil(
  site: Site,
  world: World,
  me: TestUser,
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
