import type { PartRow, SpecRow } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/time";
import { distance, inUnit, sampleCost, type Ways } from "./money";
import type { Random } from "./random";
import type { EntryText } from "./texts/build/entries";
import { createTeller, fillEntry, shortEntry, traitsOf } from "./texts/build/teller";
import { capitalize } from "./texts/capitalize";
import type { SampleModel, View } from "./texts/models";
import { type Facts, factsOf, shortSpecSheet, specSheet } from "./texts/specs";
import type { Subject } from "./texts/stories";

export interface LogSubject {
  /** Number in this run. */
  garage: number;
  model: SampleModel;
  subject: Subject;
  condition: string;
  /** Of the gallery. */
  photos: readonly { name: string; view: View }[];
  ways: Ways;
  /** Added to the site, ms since 1970. */
  createdAt: number;
}

export interface EntryDraft {
  kind: EntryText["kind"];
  title: string;
  text: string;
  date: string;
  mileage: number | null;
  unit: "km" | "mi" | null;
  status: string | null;
  area: string | null;
  cost: number | null;
  currency: string | null;
  costIsPublic: boolean;
  parts: PartRow[];
  photo: { photo: string; caption: string } | null;
  createdAt: number;
}

export interface Book {
  specs: SpecRow[];
  entries: EntryDraft[];
}

/** Fit any entry. */
const ANY_CAPTION: Record<View, string> = {
  profile: "How it looked that day",
  front: "Taken before I put the tools away",
  cockpit: "Inside, meanwhile",
  rear: "And from behind",
  wheel: "While the camera was out",
  mirrored: "As it stood that week",
};

/** Entries per log. */
const LEAST = 3;
const MOST = 12;

/** A spec sheet for each vehicle, and a build log for every other one of a garage without repeating its entries. */
export function createBookWriter(random: Random, now: number): (vehicle: LogSubject) => Book {
  const tell = createTeller(random);
  const turn = turnTaker();
  const place = turnTaker();
  return (vehicle) => {
    const { garage, model, subject, ways } = vehicle;
    const facts = factsOf(model.body, subject.year);
    const life = lifeOf(random, vehicle);
    const mileage = distance(life.mileageAt(now), ways.unit);
    const specs = specSheet(random, model, facts, { paint: subject.paint, mileage, ownedSince: life.ownedSince });
    if ((garage + place(garage)) % 2 === 1) return { specs, entries: [] };
    const told = tell(garage, traitsOf(subject, facts, vehicle.condition), random.int(LEAST, MOST));
    const days = daysOf(random, told, life.from, now);
    const entries = told.map((text, index) => draftEntry(random, vehicle, facts, text, days[index]!, life));
    // If the garage has used all texts.
    while (entries.length < LEAST) entries.push(draftShort(vehicle, turn(garage), random.int(life.from, now), life));
    entries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    resolvePictures(random, entries, vehicle.photos);
    post(random, entries, vehicle.createdAt, now);
    return { specs, entries };
  };
}

/**
 * Short spec sheets, and short logs for half of the vehicles.
 * @param mean average number of entries, whole
 */
export function createShortBookWriter(random: Random, now: number, mean: number): (vehicle: LogSubject) => Book {
  const turn = turnTaker();
  return (vehicle) => {
    const { garage, model, subject, createdAt } = vehicle;
    const specs = shortSpecSheet(model.body, subject.year);
    if (mean === 0 || random.chance(0.5)) return { specs, entries: [] };
    const count = 2 * mean + random.int(-1, 1);
    const life = lifeOf(random, vehicle);
    const entries = Array.from({ length: count }, (_, at) => {
      const day = createdAt + ((now - createdAt) * (at + random.next())) / count;
      return draftShort(vehicle, turn(garage), Math.floor(day), life);
    });
    return { specs, entries };
  };
}

/** From 0. */
function turnTaker(): (garage: number) => number {
  const turns = new Map<number, number>();
  return (garage) => {
    const turn = turns.get(garage) ?? 0;
    turns.set(garage, turn + 1);
    return turn;
  };
}

interface Life {
  from: number;
  ownedSince: number;
  /** Whole units; increases. */
  mileageAt: (time: number) => number;
}

const YEAR = 365.25 * DAY;

function lifeOf(random: Random, { subject, ways, createdAt }: LogSubject): Life {
  const built = Date.UTC(subject.year + 2, 0);
  const from = Math.max(Math.min(built, createdAt), Math.floor(createdAt - (1 + 4 * random.next()) * YEAR));
  const perUnit = ways.unit === "mi" ? 1 : 1.6;
  const start = random.int(9_000, subject.kind === "bike" || subject.kind === "scooter" ? 48_000 : 96_000) * perUnit;
  const perYear = random.int(900, 3_800) * perUnit;
  return {
    from,
    ownedSince: new Date(from).getUTCFullYear(),
    mileageAt: (time) => Math.floor(start + (perYear * (Math.max(time, from) - from)) / YEAR),
  };
}

/** Of each entry, ms since 1970: first the work in order, then use; plans are recent. */
function daysOf(random: Random, told: readonly EntryText[], from: number, now: number): number[] {
  const span = now - from;
  const working = told.filter(({ stage }) => stage !== "use" && stage !== "plan").length;
  const done = from + span * (working < told.length ? 0.25 + 0.3 * random.next() : 1);
  return told.map(({ stage, months, kind }, at) => {
    if (stage === "plan") return now - random.int(1, 80) * DAY;
    if (stage !== "use") return from + ((done - from) * (at + 0.6 * random.next())) / working;
    const day = inSeason(random, months, done, now) ?? inSeason(random, months, from, now) ?? now;
    // Meetings are on Sundays.
    const back = kind === "Event" ? new Date(day).getUTCDay() * DAY : 0;
    return Math.max(day - back, from);
  });
}

/** undefined if no day is found. */
function inSeason(random: Random, months: EntryText["months"], from: number, now: number): number | undefined {
  for (let tries = 0; tries < 24; tries++) {
    const day = from + random.next() * (now - from);
    // The Sunday before must also be in the season.
    const [early, late] = [day - 6 * DAY, day].map((time) => new Date(time).getUTCMonth() + 1) as [number, number];
    if (!months || (early >= months[0] && late <= months[1])) return day;
  }
  return undefined;
}

function draftEntry(
  random: Random,
  { subject, photos, ways }: LogSubject,
  facts: Facts,
  { stage, kind, area, status, title, text, cost, parts, picture }: EntryText,
  day: number,
  { from, mileageAt }: Life,
): EntryDraft {
  const mileage = mileageAt(day);
  const slots = {
    fuel: facts.fuel,
    test: ways.test,
    clock: distance(mileage, ways.unit),
    since: distance(roundDown(mileage - mileageAt(from)), ways.unit),
    far: (miles: number) => inUnit(miles, ways.unit),
  };
  const fill = (line: string) => fillEntry(line, subject, slots);
  const told = stage !== "plan" && subject.kind !== "racer" && (/\{clock\}/.test(text) || random.chance(0.7));
  const paid = cost !== undefined && random.chance(0.85);
  const shown = picture && photos.find(({ view }) => view === picture[0]);
  return {
    kind,
    title: capitalize(fill(title)),
    text: fill(text),
    date: new Date(day).toISOString().slice(0, 10),
    mileage: told ? mileage : null,
    unit: told ? ways.unit : null,
    status: kind === "Modification" ? (status ?? "Done") : null,
    area: kind === "Modification" ? (area ?? "Other") : null,
    cost: paid ? sampleCost(random, ways, cost) : null,
    currency: paid ? ways.currency : null,
    costIsPublic: paid && random.chance(0.55),
    parts: (parts ?? []).map(readPart),
    photo: shown ? { photo: shown.name, caption: fill(picture[1]) } : null,
    createdAt: day,
  };
}

function draftShort({ ways }: LogSubject, turn: number, day: number, { mileageAt }: Life): EntryDraft {
  const mileage = mileageAt(day);
  return {
    ...shortEntry(turn, distance(mileage, ways.unit)),
    date: new Date(day).toISOString().slice(0, 10),
    mileage,
    unit: ways.unit,
    status: null,
    area: null,
    cost: null,
    currency: null,
    costIsPublic: false,
    parts: [],
    photo: null,
    createdAt: day,
  };
}

/** Each to the first entry that uses it, the rest to others until a third have one. */
function resolvePictures(random: Random, entries: EntryDraft[], photos: LogSubject["photos"]): void {
  const shown = new Set<string>();
  for (const entry of entries) {
    if (entry.photo && shown.has(entry.photo.photo)) entry.photo = null;
    else if (entry.photo) shown.add(entry.photo.photo);
  }
  const left = photos.filter(({ name }) => !shown.has(name));
  const without = random.shuffle(entries.filter(({ photo, status }) => !photo && status !== "Planned"));
  for (let missing = Math.round(entries.length / 3) - shown.size; missing > 0; missing--) {
    const [entry, photo] = [without.pop(), left.pop()];
    if (entry && photo) entry.photo = { photo: photo.name, caption: ANY_CAPTION[photo.view] };
  }
}

/** Entries older than the vehicle's page are written on its first evening, others as they happen. */
function post(random: Random, entries: EntryDraft[], createdAt: number, now: number): void {
  let last = createdAt + 10 * MINUTE;
  for (const entry of entries) {
    const evening = Date.parse(entry.date) + 17 * HOUR + random.int(0, 30 * HOUR);
    last = Math.min(now, Math.max(last + random.int(3, 12) * MINUTE, evening));
    entry.createdAt = last;
  }
}

function readPart(line: string): PartRow {
  const [name, maker = "", number = "", url = ""] = line.split(";").map((part) => part.trim());
  return { name: name!, maker, number, url };
}

function roundDown(length: number): number {
  const step = length >= 2000 ? 1000 : 100;
  return Math.max(Math.floor(length / step) * step, 100);
}
