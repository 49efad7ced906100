import type { PartRow, SpecRow } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/time";
import { formatDistance, type Locale, roundedDistance, sampleCost } from "./money";
import type { Random } from "./random";
import type { EntryText } from "./texts/build/entries";
import { createEntryPicker, fillEntry, shortEntry, traitsOf } from "./texts/build/entry-picker";
import { capitalize } from "./texts/capitalize";
import type { SampleModel, View } from "./texts/models";
import { type Facts, factsOf, shortSpecSheet, specSheet } from "./texts/specs";
import type { Subject } from "./texts/stories";

export interface LogVehicle {
  /** Number in this run. */
  garage: number;
  model: SampleModel;
  subject: Subject;
  condition: string;
  photos: readonly { name: string; view: View }[];
  locale: Locale;
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

export interface Logbook {
  specs: SpecRow[];
  entries: EntryDraft[];
}

const ANY_CAPTION: Record<View, string> = {
  profile: "How it looked that day",
  front: "Taken before I put the tools away",
  cockpit: "Inside, meanwhile",
  rear: "And from behind",
  wheel: "While the camera was out",
  mirrored: "As it stood that week",
};

const MIN_ENTRIES = 3;
const MAX_ENTRIES = 12;

/** A spec sheet for each vehicle, and a build log for every other one of a garage without repeating its entries. */
export function createLogbookWriter(random: Random, now: number): (vehicle: LogVehicle) => Logbook {
  const pickTexts = createEntryPicker(random);
  const countShortEntries = createGarageCounter();
  const countVehicles = createGarageCounter();
  return (vehicle) => {
    const { garage, model, subject, locale } = vehicle;
    const facts = factsOf(model.body, subject.year);
    const ownership = drawOwnership(random, vehicle);
    const mileage = formatDistance(ownership.mileageAt(now), locale.unit);
    const specs = specSheet(random, model, facts, { paint: subject.paint, mileage, ownedSince: ownership.ownedSince });
    if ((garage + countVehicles(garage)) % 2 === 1) return { specs, entries: [] };
    const texts = pickTexts(garage, traitsOf(subject, facts, vehicle.condition), random.int(MIN_ENTRIES, MAX_ENTRIES));
    const days = daysOf(random, texts, ownership.startedAt, now);
    const entries = texts.map((text, index) => draftEntry(random, vehicle, facts, text, days[index]!, ownership));
    // If the garage has used all texts.
    while (entries.length < MIN_ENTRIES)
      entries.push(draftShort(vehicle, countShortEntries(garage), random.int(ownership.startedAt, now), ownership));
    entries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    assignPhotos(random, entries, vehicle.photos);
    setPostingTimes(random, entries, vehicle.createdAt, now);
    return { specs, entries };
  };
}

/**
 * Short spec sheets, and short logs for half of the vehicles.
 * @param mean average number of entries, whole
 */
export function createShortLogbookWriter(random: Random, now: number, mean: number): (vehicle: LogVehicle) => Logbook {
  const countShortEntries = createGarageCounter();
  return (vehicle) => {
    const { garage, model, subject, createdAt } = vehicle;
    const specs = shortSpecSheet(model.body, subject.year);
    if (mean === 0 || random.chance(0.5)) return { specs, entries: [] };
    const count = 2 * mean + random.int(-1, 1);
    const ownership = drawOwnership(random, vehicle);
    const entries = Array.from({ length: count }, (_, index) => {
      const day = createdAt + ((now - createdAt) * (index + random.next())) / count;
      return draftShort(vehicle, countShortEntries(garage), Math.floor(day), ownership);
    });
    return { specs, entries };
  };
}

function createGarageCounter(): (garage: number) => number {
  const counts = new Map<number, number>();
  return (garage) => {
    const count = counts.get(garage) ?? 0;
    counts.set(garage, count + 1);
    return count;
  };
}

interface Ownership {
  startedAt: number;
  ownedSince: number;
  /** Whole units; increases. */
  mileageAt: (time: number) => number;
}

const YEAR = 365.25 * DAY;

function drawOwnership(random: Random, { subject, locale, createdAt }: LogVehicle): Ownership {
  const builtAt = Date.UTC(subject.year + 2, 0);
  const startedAt = Math.max(Math.min(builtAt, createdAt), Math.floor(createdAt - (1 + 4 * random.next()) * YEAR));
  const perUnit = locale.unit === "mi" ? 1 : 1.6;
  const start = random.int(9_000, subject.kind === "bike" || subject.kind === "scooter" ? 48_000 : 96_000) * perUnit;
  const perYear = random.int(900, 3_800) * perUnit;
  return {
    startedAt,
    ownedSince: new Date(startedAt).getUTCFullYear(),
    mileageAt: (time) => Math.floor(start + (perYear * (Math.max(time, startedAt) - startedAt)) / YEAR),
  };
}

/** Of each entry, ms since 1970: first the work in order, then use; plans are recent. */
function daysOf(random: Random, texts: readonly EntryText[], startedAt: number, now: number): number[] {
  const span = now - startedAt;
  const workCount = texts.filter(({ stage }) => stage !== "use" && stage !== "plan").length;
  const workEnd = startedAt + span * (workCount < texts.length ? 0.25 + 0.3 * random.next() : 1);
  return texts.map(({ stage, months, kind }, index) => {
    if (stage === "plan") return now - random.int(1, 80) * DAY;
    if (stage !== "use") return startedAt + ((workEnd - startedAt) * (index + 0.6 * random.next())) / workCount;
    const day = dayInSeason(random, months, workEnd, now) ?? dayInSeason(random, months, startedAt, now) ?? now;
    // Meetings are on Sundays.
    const sinceSunday = kind === "Event" ? new Date(day).getUTCDay() * DAY : 0;
    return Math.max(day - sinceSunday, startedAt);
  });
}

/** undefined if no day is found. */
function dayInSeason(random: Random, months: EntryText["months"], startedAt: number, now: number): number | undefined {
  for (let tries = 0; tries < 24; tries++) {
    const day = startedAt + random.next() * (now - startedAt);
    // The Sunday before must also be in the season.
    const [early, late] = [day - 6 * DAY, day].map((time) => new Date(time).getUTCMonth() + 1) as [number, number];
    if (!months || (early >= months[0] && late <= months[1])) return day;
  }
  return undefined;
}

function draftEntry(
  random: Random,
  { subject, photos, locale }: LogVehicle,
  facts: Facts,
  { stage, kind, area, status, title, text, cost, parts, picture }: EntryText,
  day: number,
  { startedAt, mileageAt }: Ownership,
): EntryDraft {
  const mileage = mileageAt(day);
  const slots = {
    fuel: facts.fuel,
    test: locale.test,
    clock: formatDistance(mileage, locale.unit),
    since: formatDistance(roundDown(mileage - mileageAt(startedAt)), locale.unit),
    far: (miles: number) => roundedDistance(miles, locale.unit),
  };
  const fill = (line: string) => fillEntry(line, subject, slots);
  const hasMileage = stage !== "plan" && subject.kind !== "racer" && (/\{clock\}/.test(text) || random.chance(0.7));
  const hasCost = cost !== undefined && random.chance(0.85);
  const galleryPhoto = picture && photos.find(({ view }) => view === picture[0]);
  return {
    kind,
    title: capitalize(fill(title)),
    text: fill(text),
    date: new Date(day).toISOString().slice(0, 10),
    mileage: hasMileage ? mileage : null,
    unit: hasMileage ? locale.unit : null,
    status: kind === "Modification" ? (status ?? "Done") : null,
    area: kind === "Modification" ? (area ?? "Other") : null,
    cost: hasCost ? sampleCost(random, locale, cost) : null,
    currency: hasCost ? locale.currency : null,
    costIsPublic: hasCost && random.chance(0.55),
    parts: (parts ?? []).map(readPart),
    photo: galleryPhoto ? { photo: galleryPhoto.name, caption: fill(picture[1]) } : null,
    createdAt: day,
  };
}

function draftShort({ locale }: LogVehicle, index: number, day: number, { mileageAt }: Ownership): EntryDraft {
  const mileage = mileageAt(day);
  return {
    ...shortEntry(index, formatDistance(mileage, locale.unit)),
    date: new Date(day).toISOString().slice(0, 10),
    mileage,
    unit: locale.unit,
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
function assignPhotos(random: Random, entries: EntryDraft[], photos: LogVehicle["photos"]): void {
  const usedPhotos = new Set<string>();
  for (const entry of entries) {
    if (entry.photo && usedPhotos.has(entry.photo.photo)) entry.photo = null;
    else if (entry.photo) usedPhotos.add(entry.photo.photo);
  }
  const unusedPhotos = photos.filter(({ name }) => !usedPhotos.has(name));
  const entriesWithoutPhoto = random.shuffle(entries.filter(({ photo, status }) => !photo && status !== "Planned"));
  for (let missing = Math.round(entries.length / 3) - usedPhotos.size; missing > 0; missing--) {
    const [entry, photo] = [entriesWithoutPhoto.pop(), unusedPhotos.pop()];
    if (entry && photo) entry.photo = { photo: photo.name, caption: ANY_CAPTION[photo.view] };
  }
}

/** Entries older than the vehicle's page are written on its first evening, others as they happen. */
function setPostingTimes(random: Random, entries: EntryDraft[], createdAt: number, now: number): void {
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
