import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ImageKind, parseImageName } from "~/lib/image-name";
import { insertInto } from "../permissions/insert";
import { cookieOf } from "../permissions/send";
import { World } from "../permissions/world";
import { GOOD_EVENT } from "../support/good-event";
import type { TestServer } from "../support/launch";
import { hostileImages } from "./image-files";
import type { HostileImage } from "./image-parts";
import { metadataBytes } from "./metadata";
import { sendBytes, type WireAnswer } from "./wire";

export interface ImageDrillResult {
  sent: number;
  accepted: number;
  refused: number;
  /** Images fetched, in every size and format. */
  served: number;
  failures: string[];
  slowest: { ms: number; what: string };
}

interface UploadTarget {
  verb: string;
  path(world: World): string;
  field: string;
  fields(world: World): Record<string, string>;
  /** The kind under which the image is stored. */
  kind: ImageKind;
  find: string;
}

const CAR = { make: "Lancia", model: "Fulvia", year: "1969" };
/** Only who has a garage can add a vehicle: reading `garageId` creates it. */
const newCar = ({ garageId }: World) => {
  if (garageId < 1) throw new Error("there is no garage");
  return CAR;
};

const NEWEST_PHOTO = "SELECT photo FROM photos ORDER BY id DESC LIMIT 1";
const AVATAR = "SELECT avatar FROM users WHERE id = ?";
const EVENT_IMAGE = "SELECT image FROM events ORDER BY id DESC LIMIT 1";

/** Every API call and form that takes an image. */
const UPLOAD_TARGETS: readonly UploadTarget[] = [
  {
    verb: "POST",
    path: () => "/api/v1/photos/upload",
    field: "photos",
    fields: ({ vehicleId }) => ({ vehicleId: String(vehicleId) }),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: () => "/api/v1/vehicles",
    field: "photos",
    fields: newCar,
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: ({ vehicleId }) => `/api/v1/vehicles/${vehicleId}/build`,
    field: "photos",
    fields: () => ({ title: "Tyres", "parts[0][name]": "Tyre" }),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: ({ entryId }) => `/api/v1/build/${entryId}/photos`,
    field: "photos",
    fields: () => ({}),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "PATCH",
    path: () => "/api/v1/users/updateMe",
    field: "avatar",
    fields: () => ({ name: "Ada" }),
    kind: "users",
    find: AVATAR,
  },
  {
    verb: "POST",
    path: () => "/api/v1/events/submit",
    field: "image",
    fields: () => GOOD_EVENT,
    kind: "photos",
    find: EVENT_IMAGE,
  },
  {
    verb: "POST",
    path: ({ vehicleId }) => `/vehicles/${vehicleId}`,
    field: "photos",
    fields: () => ({ intent: "upload" }),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: () => "/vehicles/new",
    field: "photos",
    fields: newCar,
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: ({ vehicleId }) => `/vehicles/${vehicleId}/build/new`,
    field: "photos",
    fields: () => ({ title: "Tyres", "parts[0][name]": "Tyre" }),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: ({ entryId }) => `/build/${entryId}/edit`,
    field: "photos",
    fields: () => ({ intent: "upload" }),
    kind: "photos",
    find: NEWEST_PHOTO,
  },
  {
    verb: "POST",
    path: () => "/settings",
    field: "avatar",
    fields: () => ({ intent: "profile", name: "Ada" }),
    kind: "users",
    find: AVATAR,
  },
  {
    verb: "POST",
    path: () => "/events/submit",
    field: "image",
    fields: () => GOOD_EVENT,
    kind: "photos",
    find: EVENT_IMAGE,
  },
];

const BOUNDARY = "paddock-hostile";
const ACCEPTS = ["image/avif,image/webp,*/*", "image/webp,*/*", "*/*"];
const WIDTHS = ["", "?w=96", "?w=400", "?w=800", "?w=1600"];

function partsOf(target: UploadTarget, world: World, { bytes, filename, type }: HostileImage): Buffer {
  const texts = Object.entries(target.fields(world)).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${target.field}"; filename="${filename}"\r\n`;
  const parts = [...texts, head, type === "" ? "" : `Content-Type: ${type}\r\n`, "\r\n"].join("");
  return Buffer.concat([Buffer.from(parts), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

class Drill {
  readonly result: ImageDrillResult = {
    sent: 0,
    accepted: 0,
    refused: 0,
    served: 0,
    failures: [],
    slowest: { ms: 0, what: "" },
  };
  readonly #site;

  constructor(readonly server: TestServer) {
    server.database.pragma("busy_timeout = 5000");
    this.#site = { insert: insertInto(server.database), passwordHash: "none", switchOff: () => 0 };
  }

  fail(words: string): void {
    this.result.failures.push(words);
  }

  async upload(image: HostileImage, target: UploadTarget): Promise<void> {
    const { database, url } = this.server;
    const world = database.transaction(() => new World(this.#site, "owner")).immediate();
    const cookie = await cookieOf(world.sessionToken ?? "");
    const [address, body] = database
      .transaction(() => [target.path(world), partsOf(target, world, image)] as const)
      .immediate();
    const what = `${target.verb} ${target.path(world).replace(/\d+/, ":id")}, ${image.what} (${image.filename.slice(0, 40)})`;
    const head = [
      `${target.verb} ${address} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      "Connection: close",
      `Origin: ${url}`,
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${cookie}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${body.length}`,
    ];
    const bytes = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
    this.result.sent += 1;
    const answer = await sendBytes(url, { verb: target.verb, bytes }).catch((error: Error) => error);
    if (answer === null || answer instanceof Error) return this.fail(`${what}: ${answer?.message ?? "no answer"}`);
    if (answer.ms > this.result.slowest.ms) this.result.slowest = { ms: answer.ms, what };
    const accepted = [200, 201, 302].includes(answer.status);
    const refused = [400, 413].includes(answer.status);
    if (accepted) this.result.accepted += 1;
    if (refused) this.result.refused += 1;
    if (!accepted && !refused) return this.fail(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
    if (image.right === (accepted ? "refused" : "accepted"))
      return this.fail(`${what}: is ${accepted ? "accepted" : `refused: ${answer.body.slice(0, 300)}`}`);
    if (accepted) await this.#look(target, world, cookie, what);
  }

  /** Fetches the image in every size and format and checks it. */
  async #look(target: UploadTarget, world: World, cookie: string, what: string): Promise<void> {
    const statement = this.server.database.prepare(target.find).pluck();
    const name = (target.find === AVATAR ? statement.get(world.actorId) : statement.get()) as string | null;
    if (name === null || parseImageName(name) === null) return this.fail(`${what}: accepted, and kept as ${name}`);
    const seen = new Set<string>();
    for (const width of WIDTHS) {
      for (const accept of ACCEPTS) {
        const head = `GET /img/${target.kind}/${name}${width} HTTP/1.1\r\nHost: ${new URL(this.server.url).host}\r\nConnection: close\r\nAccept: ${accept}\r\nCookie: ${cookie}\r\n\r\n`;
        const answer = await sendBytes(this.server.url, { verb: "GET", bytes: Buffer.from(head) });
        if (answer?.status !== 200) return this.fail(`${what}: ${name}${width} answers ${answer?.status}`);
        const same = answer.bytes.toString("base64", 0, 60) + answer.bytes.length;
        if (seen.has(same)) continue;
        seen.add(same);
        this.result.served += 1;
        const wrong = await wrongWithPicture(answer);
        if (wrong !== "") return this.fail(`${what}: ${name}${width} for ${accept} ${wrong}`);
      }
    }
  }

  /** Checks for files without a row, and stored images with metadata. */
  async lookAtDisk(): Promise<void> {
    const { database, uploadsDir } = this.server;
    const stored = database
      .prepare(
        "SELECT photo FROM photos UNION SELECT avatar FROM users UNION SELECT image FROM events UNION SELECT cover_photo FROM garages",
      )
      .pluck()
      .all() as (string | null)[];
    const stems = new Set(stored.map((name) => name?.replace(/\.jpg$/, "")));
    for (const entry of readdirSync(uploadsDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const stem = entry.name.replace(/-(?:\d+|full)\.(?:jpg|webp|avif)$/, "");
      if (!stems.has(stem)) this.fail(`${entry.name} is on the disk and in no row`);
      const found = await metadataBytes(readFileSync(path.join(entry.parentPath, entry.name))).catch(
        (error: Error) => error.message,
      );
      if (found !== 0) this.fail(`${entry.name} on the disk: ${found} bytes of metadata`);
    }
  }
}

async function wrongWithPicture({ headers, bytes }: WireAnswer): Promise<string> {
  const type = headers["content-type"] ?? "";
  if (!/^image\/(jpeg|webp|avif)$/.test(type)) return `is served as ${type}`;
  if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
  if (/secret|canary|<script|Secretcam/.test(bytes.toString("latin1"))) return "holds what was hidden in it";
  const found = await metadataBytes(bytes);
  return found === 0 ? "" : `holds ${found} bytes of metadata`;
}

/**
 * Sends hostile images to every upload target, one at a time, and checks what became of the accepted ones.
 * @param options.images how many
 */
export async function drillImages(
  server: TestServer,
  { images, seed }: { images: number; seed: number },
  tell: (line: string) => void = () => {},
): Promise<ImageDrillResult> {
  const drill = new Drill(server);
  let at = 0;
  for await (const image of hostileImages(images, seed)) {
    const before = drill.result.failures.length;
    await drill.upload(image, UPLOAD_TARGETS[at % UPLOAD_TARGETS.length]!);
    for (const failure of drill.result.failures.slice(before)) tell(`FAILED ${failure}`);
    at += 1;
    if (at % 50 === 0) tell(`${at} of ${images} images`);
  }
  await drill.lookAtDisk();
  return drill.result;
}
