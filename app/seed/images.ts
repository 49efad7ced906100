import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { env } from "~/env.server";
import { type ImageKind, lightWidths, parseImageName, renditionWidths } from "~/lib/image-name";
import { now } from "~/lib/time";
import { storedPath } from "~/services/images/files.server";
import { makeTemporaryFolder } from "~/services/images/folder.server";
import { withStagedImages } from "~/services/images/stage.server";
import { avatarArt } from "./art/avatar-art";
import { BODY_TYPES, type BodyType, VIEWS, type View, vehicleGallery } from "./art/vehicle-art";

/** Photos of one and the same drawn vehicle; the first is the cover. */
export interface SampleGallery {
  body: BodyType;
  /** "racing green". */
  paint: string;
  photos: { name: string; view: View }[];
}

export interface SampleImages {
  galleries: SampleGallery[];
  avatars: string[];
}

/** Different photos that a run may draw; drawing and encoding one takes about half a second of a processor. */
const PHOTO_BUDGET = 85;
const AVATARS = 26;
const AT_A_TIME = 4;

interface Drawing {
  kind: ImageKind;
  svg: string;
}

/** How many different vehicles are drawn for a run: each body at least once where there are vehicles enough. */
export function countGalleries(vehicles: number, photos: number): number {
  if (photos === 0) return Math.min(vehicles, BODY_TYPES.length);
  const affordable = Math.floor(PHOTO_BUDGET / Math.min(photos, VIEWS.length));
  return Math.min(vehicles, Math.max(BODY_TYPES.length, affordable));
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
  const views = Math.min(photos, VIEWS.length);
  const sets = Array.from({ length: countGalleries(vehicles, photos) }, (_, at) =>
    vehicleGallery(BODY_TYPES[at % BODY_TYPES.length]!, Math.floor(at / BODY_TYPES.length), Math.max(views, 1)),
  );
  const portraits = Array.from({ length: Math.min(garages, AVATARS) }, (_, at) => avatarArt(at));
  const drawings: Drawing[] = [
    ...sets.flatMap((arts) => arts.slice(0, views).map(({ svg }) => ({ kind: "photos" as const, svg }))),
    ...portraits.map((svg) => ({ kind: "users" as const, svg })),
  ];
  const names = await storeDrawings(drawings, onProgress);
  const galleries = sets.map((arts) => ({
    body: arts[0]!.body,
    paint: arts[0]!.paint.name,
    photos: arts.slice(0, views).map(({ svg, view }) => ({ name: names.get(svg)!, view })),
  }));
  return { galleries, avatars: portraits.map((svg) => names.get(svg)!) };
}

async function storeDrawings(
  drawings: Drawing[],
  onProgress: (done: number, all: number) => void,
): Promise<Map<string, string>> {
  const record = await readRecord();
  const names = new Map<string, string>();
  const missing: Drawing[] = [];
  for (const drawing of drawings) {
    const known = record[fingerprint(drawing.svg)];
    if (known !== undefined && (await isKept(drawing.kind, known))) names.set(drawing.svg, known);
    else missing.push(drawing);
  }
  for (const kind of ["photos", "users"] as const) {
    const ofKind = missing.filter((drawing) => drawing.kind === kind);
    for (let at = 0; at < ofKind.length; at += AT_A_TIME) {
      const batch = ofKind.slice(at, at + AT_A_TIME);
      const stored = await store(kind, batch);
      for (const [index, { svg }] of batch.entries()) {
        names.set(svg, stored[index]!);
        record[fingerprint(svg)] = stored[index]!;
      }
      onProgress(names.size, drawings.length);
    }
  }
  if (missing.length > 0) await writeRecord(record);
  return names;
}

async function store(kind: ImageKind, drawings: Drawing[]): Promise<string[]> {
  const folder = await makeTemporaryFolder();
  try {
    const files = await Promise.all(
      drawings.map(async ({ svg }, at) => {
        const filename = `drawing-${at + 1}.png`;
        const file = path.join(folder.path, filename);
        const { size } = await sharp(Buffer.from(svg)).flatten().png({ compressionLevel: 1 }).toFile(file);
        return { filename, path: file, size };
      }),
    );
    return await withStagedImages(kind, files, "photos", (images) => images.map(({ name }) => name));
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
 * Whether every size of an image is on the disk. Its files are made new by it, so that no sweep takes them for
 * leftovers before the rows are written.
 */
async function isKept(kind: ImageKind, name: string): Promise<boolean> {
  const facts = parseImageName(name);
  if (!facts) return false;
  const sizes = renditionWidths(kind, facts.width);
  const time = new Date(now());
  try {
    for (const width of sizes) {
      for (const format of ["jpg", "webp", "avif"]) {
        const file = storedPath(kind, name, `-${width}.${format}`)!;
        // AVIF is kept only where it is worth it.
        if (format !== "avif" || existsSync(file)) await utimes(file, time, time);
      }
    }
    for (const width of lightWidths(kind, facts.width)) {
      const file = storedPath(kind, name, `-${width}.avif`)!;
      // Drawings from before there were these widths do not have them.
      if (existsSync(file)) await utimes(file, time, time);
    }
    return true;
  } catch {
    return false;
  }
}
