import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { transaction } from "~/db/client.server";
import { env } from "~/env.server";
import { type ImageKind, lightWidths, parseImageName, renditionWidths } from "~/lib/images";
import { removeImages, storedKey } from "~/services/images/files.server";
import { referencedImages, unreferencedImages } from "~/services/images/references.server";
import type { StoredImage } from "~/services/images/stage.server";
import { withStagedImages } from "~/services/images/stage.server";
import { photoStore } from "~/services/images/stores.server";
import { makeTemporaryFolder } from "~/services/images/temporary-folder.server";
import { avatarArt } from "./art/avatar-art";
import { type LineUpVehicle, lineUpArt } from "./art/line-up";
import type { Paint } from "./art/palette";
import { BODY_TYPES, type BodyType, VIEWS, type View, vehicleGallery } from "./art/vehicle-art";

/** Photos of one and the same drawn vehicle; the first is the cover. */
export interface SampleGallery {
  body: BodyType;
  paint: Paint;
  /** `bytes`: what its files take up. */
  photos: { name: string; view: View; bytes: number }[];
}

interface SampleImages {
  galleries: SampleGallery[];
  avatars: string[];
  /** Every vehicle has pictures of its own; else vehicles share them. */
  own: boolean;
}

/** Up to this many vehicles get pictures of their own: drawing and storing one takes a quarter of a second. */
const OWN_UP_TO = 120;
/** Different photos of one vehicle where vehicles share them. */
const SHARED_VIEWS = 3;
const AVATARS = 26;
const AT_A_TIME = 4;

interface Drawing {
  kind: ImageKind;
  svg: string;
}

/** How many different vehicles are drawn for a run: all where they are few, else each model once. */
export function countGalleries(vehicles: number): number {
  return vehicles <= OWN_UP_TO ? vehicles : BODY_TYPES.length;
}

/**
 * How many photos the drawn vehicle number `at` gets: not all have the full number.
 * @param photos the most, 0 to 100
 */
function countViews(at: number, photos: number, own: boolean): number {
  if (!own) return Math.min(photos, SHARED_VIEWS);
  const most = Math.min(photos, VIEWS.length);
  return most < 3 ? most : most - ((at * 7) % (most - 1));
}

/**
 * Draws what the run needs and puts it through the pipeline of every upload, each drawing once: rows share the names.
 * What an earlier run has drawn is used again. Which drawings there are depends on the size of the run only.
 * @param onProgress told how many of how many drawings are stored
 */
export async function makeSampleImages(
  { garages, vehicles, photos }: { garages: number; vehicles: number; photos: number },
  onProgress: (done: number, all: number) => void = () => {},
): Promise<SampleImages> {
  const own = vehicles <= OWN_UP_TO;
  const sets = Array.from({ length: countGalleries(vehicles) }, (_, at) => {
    const body = BODY_TYPES[at % BODY_TYPES.length]!;
    const arts = vehicleGallery(body, Math.floor(at / BODY_TYPES.length), Math.max(countViews(at, photos, own), 1));
    return { body, paint: arts[0]!.paint, arts: photos > 0 ? arts : [] };
  });
  const portraits = Array.from({ length: Math.min(garages, AVATARS) }, (_, at) => avatarArt(at));
  const drawings: Drawing[] = [
    ...sets.flatMap(({ arts }) => arts.map(({ svg }) => ({ kind: "photos" as const, svg }))),
    ...portraits.map((svg) => ({ kind: "users" as const, svg })),
  ];
  const stored = await storeDrawings(drawings, onProgress);
  const galleries = sets.map(({ arts, ...drawn }) => ({
    ...drawn,
    photos: arts.map(({ svg, view }) => ({ ...stored.get(svg)!, view })),
  }));
  return { galleries, avatars: portraits.map((svg) => stored.get(svg)!.name), own };
}

/**
 * Pictures of vehicles side by side, for garages and events, each another one.
 * @returns a name for each group, in their order
 */
export async function makeLineUps(groups: readonly (readonly LineUpVehicle[])[], start: number): Promise<string[]> {
  const drawings = groups.map((parked, at) => ({ kind: "photos" as const, svg: lineUpArt(parked, start + at) }));
  const stored = await storeDrawings(drawings, () => {});
  return drawings.map(({ svg }) => stored.get(svg)!.name);
}

/** Images looked up at once. */
const LOOKED_UP = 400;

/** Removes what was drawn and nobody got: who has which is chance. */
export async function removeUnused({ galleries, avatars }: SampleImages): Promise<void> {
  const drawn = { photos: galleries.flatMap(({ photos }) => photos.map(({ name }) => name)), users: avatars };
  for (const kind of ["photos", "users"] as const) {
    for (let at = 0; at < drawn[kind].length; at += LOOKED_UP) {
      const some = drawn[kind].slice(at, at + LOOKED_UP);
      await removeImages(
        kind,
        transaction(() => unreferencedImages(kind, some)),
      );
    }
  }
}

async function storeDrawings(
  drawings: Drawing[],
  onProgress: (done: number, all: number) => void,
): Promise<Map<string, StoredImage>> {
  const record = await readRecord();
  const stored = new Map<string, StoredImage>();
  const missing: Drawing[] = [];
  const seen = new Set<string>();
  for (const drawing of drawings) {
    if (seen.has(drawing.svg)) continue;
    seen.add(drawing.svg);
    const known = record[fingerprint(drawing.svg)];
    const bytes = known === undefined ? undefined : await keep(drawing.kind, known);
    if (bytes === undefined) missing.push(drawing);
    else stored.set(drawing.svg, { name: known!, bytes });
  }
  for (const kind of ["photos", "users"] as const) {
    const ofKind = missing.filter((drawing) => drawing.kind === kind);
    for (let at = 0; at < ofKind.length; at += AT_A_TIME) {
      const batch = ofKind.slice(at, at + AT_A_TIME);
      const images = await store(kind, batch);
      for (const [index, { svg }] of batch.entries()) {
        stored.set(svg, images[index]!);
        record[fingerprint(svg)] = images[index]!.name;
      }
      onProgress(stored.size, seen.size);
    }
  }
  if (missing.length > 0) await writeRecord(record);
  return stored;
}

async function store(kind: ImageKind, drawings: Drawing[]): Promise<StoredImage[]> {
  const folder = await makeTemporaryFolder();
  try {
    const files = await Promise.all(
      drawings.map(async ({ svg }, at) => {
        const filename = `drawing-${at + 1}.png`;
        const file = path.join(folder.path, filename);
        const { size } = await sharp(Buffer.from(svg)).flatten().png({ compressionLevel: 1 }).toFile(file);
        return { filename, path: file, size, sample: true };
      }),
    );
    return await withStagedImages(kind, files, "photos", (images) => images);
  } finally {
    await folder.drop();
  }
}

/** Drawings of earlier runs: what was drawn -> the name under which it is kept. */
type ImageRecord = Record<string, string>;

const recordFile = () => path.join(env().UPLOADS_DIR, ".seed-images.json");

function fingerprint(svg: string): string {
  return createHash("sha256").update(svg).digest("hex").slice(0, 32);
}

async function readRecord(): Promise<ImageRecord> {
  try {
    return JSON.parse(await readFile(recordFile(), "utf8")) as ImageRecord;
  } catch {
    // Not there or not whole: everything is drawn again.
    return {};
  }
}

async function writeRecord(record: ImageRecord): Promise<void> {
  const aside = `${recordFile()}.${process.pid}`;
  await writeFile(aside, JSON.stringify(record, null, 1));
  await rename(aside, recordFile());
}

/**
 * Reuses an image of an earlier run if a row names it, so that no sweep deletes it, and every size of it is in the photo
 * store.
 * @returns what its files take up, bytes; undefined where it is drawn again
 */
async function keep(kind: ImageKind, name: string): Promise<number | undefined> {
  const facts = parseImageName(name);
  if (!facts || !referencedImages(kind, [name]).has(name)) return undefined;
  const store = await photoStore();
  const sizeOf = async (suffix: string) => (await store.stat(storedKey(kind, name, suffix)!))?.size;
  const widths = renditionWidths(kind, facts.width);
  const needed = await Promise.all(widths.flatMap((width) => [`-${width}.jpg`, `-${width}.webp`]).map(sizeOf));
  // AVIF is kept only where it is worth it, and drawings from before there were light widths do not have them.
  const maybe = await Promise.all([...widths, ...lightWidths(kind, facts.width)].map((one) => sizeOf(`-${one}.avif`)));
  if (needed.includes(undefined)) return undefined;
  return [...needed, ...maybe].reduce<number>((sum, bytes = 0) => sum + bytes, 0);
}
