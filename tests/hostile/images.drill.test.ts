import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { parseImageName } from "~/lib/images";
import { mentionedImages } from "../faults/state";
import { cookieOf, SECRET } from "../permissions/send";
import { World } from "../permissions/world";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif, photograph, webp } from "../support/images";
import { forgetPeak, memoryOf } from "../support/memory";
import { type RawResponse, sendRaw } from "../support/raw-http";
import { sharedServer } from "../support/server";
import type { TestSite } from "../support/site";
import { hostileImages } from "./image-kinds";
import type { HostileImage } from "./image-parts";

/** Per file field: the stored kind, and the query for the latest image. */
const KEPT = {
  photos: { kind: "photos", find: "SELECT photo FROM photos WHERE @user > 0 ORDER BY id DESC LIMIT 1" },
  avatar: { kind: "users", find: "SELECT avatar FROM users WHERE id = @user" },
  image: { kind: "photos", find: "SELECT image FROM events WHERE @user > 0 ORDER BY id DESC LIMIT 1" },
  logo: { kind: "users", find: "SELECT logo FROM site_settings WHERE @user > 0" },
} as const;
type Field = keyof typeof KEPT;

/** Needs a garage: reading `garageId` creates it. */
const newCar = ({ garageId }: World): Record<string, string> => {
  if (garageId < 1) throw new Error("there is no garage");
  return { make: "Lancia", model: "Fulvia", year: "1969" };
};
const newEntry = () => ({ title: "Tyres", "parts[0][name]": "Tyre" });
const upload = () => ({ intent: "upload" });
const event = () => GOOD_EVENT;

type UploadTarget = [
  verb: string,
  path: (world: World) => string,
  field: Field,
  fields: (world: World) => Record<string, string>,
];

const UPLOAD_TARGETS: readonly UploadTarget[] = [
  ["POST", () => "/api/v1/photos/upload", "photos", ({ vehicleId }) => ({ vehicleId: String(vehicleId) })],
  ["POST", () => "/api/v1/vehicles", "photos", newCar],
  ["POST", ({ vehicleId }) => `/api/v1/vehicles/${vehicleId}/build`, "photos", newEntry],
  ["POST", ({ entryId }) => `/api/v1/build/${entryId}/photos`, "photos", () => ({})],
  ["PATCH", () => "/api/v1/users/updateMe", "avatar", () => ({ name: "Ada" })],
  ["POST", () => "/api/v1/events/submit", "image", event],
  ["POST", ({ vehicleId }) => `/vehicles/${vehicleId}`, "photos", upload],
  ["POST", () => "/vehicles/new", "photos", newCar],
  ["POST", ({ vehicleId }) => `/vehicles/${vehicleId}/build/new`, "photos", newEntry],
  ["POST", ({ entryId }) => `/build/${entryId}/edit`, "photos", upload],
  ["POST", () => "/settings", "avatar", () => ({ intent: "profile", name: "Ada" })],
  ["POST", () => "/events/submit", "image", event],
  ["PATCH", () => "/api/v1/admin/site", "logo", () => ({ line: "Tools" })],
  ["POST", () => "/admin/site", "logo", () => ({ name: "Oily Hands" })],
];

const BOUNDARY = "paddock-hostile";
const ACCEPTS = ["image/avif,image/webp,*/*", "image/webp,*/*", "*/*"];
const WIDTHS = ["", "?w=96", "?w=400", "?w=800", "?w=1600"];

function partsOf([, , field, fields]: UploadTarget, world: World, { bytes, filename, type }: HostileImage): Buffer {
  const texts = Object.entries(fields(world)).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n`;
  const parts = [...texts, head, type === "" ? "" : `Content-Type: ${type}\r\n`, "\r\n"].join("");
  return Buffer.concat([Buffer.from(parts), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

class Drill {
  readonly failures: string[] = [];
  accepted = 0;
  refused = 0;
  served = 0;
  readonly #site;

  constructor(readonly server: TestSite) {
    server.database.pragma("busy_timeout = 5000");
    this.#site = { insert: server.insert, passwordHash: "none", switchOff: () => 0 };
  }

  fail(words: string): void {
    this.failures.push(words);
    printFigure(`FAILED ${words}`);
  }

  async upload(image: HostileImage, target: UploadTarget): Promise<void> {
    const { database, url } = this.server;
    const [verb, pathOf, field] = target;
    const person = field === "logo" ? "admin" : "owner";
    const world = database.transaction(() => new World(this.#site, person)).immediate();
    const cookie = await cookieOf(world.sessionToken ?? "", url);
    const [address, body] = database
      .transaction(() => [pathOf(world), partsOf(target, world, image)] as const)
      .immediate();
    const label = `${verb} ${address.replace(/\d+/, ":id")}, ${image.what} (${image.filename.slice(0, 40)})`;
    const headers = {
      ...{ Origin: url, "Sec-Fetch-Site": "same-origin", Cookie: cookie },
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
    };
    const request = { method: verb, path: address, headers, body };
    const answer = await sendRaw(url, request).catch((error: Error) => error);
    if (answer instanceof Error) return this.fail(`${label}: ${answer.message}`);
    const accepted = [200, 201, 302].includes(answer.status);
    const isRefused = [400, 413].includes(answer.status);
    if (accepted) this.accepted += 1;
    if (isRefused) this.refused += 1;
    if (!accepted && !isRefused) return this.fail(`${label}: ${answer.status} ${answer.body.slice(0, 200)}`);
    if (image.right === (accepted ? "refused" : "accepted"))
      return this.fail(`${label}: is ${accepted ? "accepted" : `refused: ${answer.body.slice(0, 300)}`}`);
    if (accepted) await this.#look(field, world, cookie, label);
  }

  async #look(field: Field, world: World, cookie: string, label: string): Promise<void> {
    const { kind, find } = KEPT[field];
    const name = this.server.database.prepare(find).pluck().get({ user: world.actorId }) as string | null;
    if (name === null || parseImageName(name) === null) return this.fail(`${label}: accepted, and kept as ${name}`);
    const responses = new Set<string>();
    for (const width of WIDTHS) {
      for (const accept of ACCEPTS) {
        const request = { path: `/img/${kind}/${name}${width}`, headers: { Accept: accept, Cookie: cookie } };
        const answer = await sendRaw(this.server.url, request);
        if (answer.status !== 200) return this.fail(`${label}: ${name}${width} answers ${answer.status}`);
        const contentKey = answer.bytes.toString("base64", 0, 60) + answer.bytes.length;
        if (responses.has(contentKey)) continue;
        responses.add(contentKey);
        this.served += 1;
        const wrong = await wrongWithPicture(answer);
        if (wrong !== "") return this.fail(`${label}: ${name}${width} for ${accept} ${wrong}`);
      }
    }
  }

  async lookAtDisk(): Promise<void> {
    const { database, uploadsDir } = this.server;
    const { photos, users } = mentionedImages(database);
    const stems = new Set([...photos, ...users].map((name) => name.replace(/\.jpg$/, "")));
    for (const entry of readdirSync(uploadsDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const stem = entry.name.replace(/-(?:\d+|full)\.(?:jpg|webp|avif)$/, "");
      if (!stems.has(stem)) this.fail(`${entry.name} is on the disk and in no row`);
      const byteCount = await metadataBytes(readFileSync(path.join(entry.parentPath, entry.name))).catch(
        (error: Error) => error.message,
      );
      if (byteCount !== 0) this.fail(`${entry.name} on the disk: ${byteCount} bytes of metadata`);
    }
  }
}

async function wrongWithPicture({ headers, bytes }: RawResponse): Promise<string> {
  const type = headers["content-type"] ?? "";
  if (!/^image\/(jpeg|webp|avif)$/.test(type)) return `is served as ${type}`;
  if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
  if (/secret|canary|<script|Secretcam/.test(bytes.toString("latin1"))) return "holds what was hidden in it";
  const byteCount = await metadataBytes(bytes);
  return byteCount === 0 ? "" : `holds ${byteCount} bytes of metadata`;
}

/**
 * Bytes of EXIF, GPS, XMP, ICC, IPTC, comments and trailing data.
 * @throws for formats other than JPEG, WebP and AVIF
 */
async function metadataBytes(file: Buffer): Promise<number> {
  const { format, exif, xmp, icc, iptc, comments } = await sharp(file).metadata();
  const partBytes = [exif, xmp, icc, iptc].reduce((sum, part) => sum + (part?.length ?? 0), comments?.length ?? 0);
  if (format === "jpeg") return partBytes + inJpeg(file);
  if (format === "webp") return partBytes + inWebp(file);
  if (format === "heif") return partBytes + (file.includes("Exif") || file.includes("application/rdf+xml") ? 1 : 0);
  throw new Error(`a ${format} is served`);
}

function inJpeg(file: Buffer): number {
  let byteCount = 0;
  let at = 2;
  while (file[at] === 0xff && file[at + 1] !== 0xda) {
    const marker = file[at + 1]!;
    const length = file.readUInt16BE(at + 2);
    // A thumbnail makes the standard APP0 header longer than 16 bytes.
    const allowed = marker === 0xe0 && length === 16;
    if ((marker >= 0xe0 && marker <= 0xef && !allowed) || marker === 0xfe) byteCount += length;
    at += 2 + length;
  }
  const end = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return byteCount + (end < 0 ? 0 : file.length - end - 2);
}

const PICTURE_CHUNKS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"]);

function inWebp(file: Buffer): number {
  let byteCount = 0;
  let at = 12;
  while (at + 8 <= file.length) {
    const length = file.readUInt32LE(at + 4);
    if (!PICTURE_CHUNKS.has(file.toString("latin1", at, at + 4))) byteCount += length;
    at += 8 + length + (length % 2);
  }
  return byteCount + Math.max(0, file.length - at);
}

/** GROWTH: the server's allowed growth in a full drill, MB. */
const IMAGES = Number(process.env.IMAGES ?? (FULL ? 300 : 40));
const GROWTH = 300;

const server = await sharedServer({ env: { SESSION_SECRET: SECRET } });

test("hostile files through every upload: each gets the right response, and none is served", {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const drill = new Drill(server);
  await (await fetch(server.url)).text();
  const before = memoryOf(server.pid)!.now;
  forgetPeak(server.pid);
  let imageCount = 0;
  for await (const image of hostileImages(IMAGES, `${SEED}`)) {
    await drill.upload(image, UPLOAD_TARGETS[imageCount % UPLOAD_TARGETS.length]!);
    imageCount += 1;
    if (imageCount % 50 === 0) printFigure(`${imageCount} of ${IMAGES} images`);
  }
  await drill.lookAtDisk();
  const growth = memoryOf(server.pid)!.peak - before;
  printFigure(
    `${drill.accepted} accepted, ${drill.refused} refused, ${drill.served} looked at as served, +${growth.toFixed(0)} MB`,
  );
  expect([drill.failures, imageCount]).toEqual([[], IMAGES]);
  expect(drill.accepted).toBeGreaterThan(10);
  expect(drill.refused).toBeGreaterThan(10);
  expect(drill.served).toBeGreaterThan(25);
  if (FULL) expect(growth).toBeLessThan(GROWTH);
});

test("metadata of a picture is detected", async () => {
  const plain = await photograph({ width: 60, height: 40 });
  expect([await metadataBytes(plain), await metadataBytes(await webp())]).toEqual([0, 0]);
  expect(await metadataBytes(await jpegWithExif())).toBeGreaterThan(200);
  expect(await metadataBytes(Buffer.concat([plain, Buffer.from("<html>")]))).toBe(6);
});
