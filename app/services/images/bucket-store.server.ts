import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { LRUCache } from "lru-cache";
import { describeLocation, type StoreLocation } from "~/lib/store-location";
import { SECOND } from "~/lib/time";
import { isMissing, toStoreError } from "./bucket-errors.server";
import {
  type ByteRange,
  type FileFacts,
  type FileStore,
  type NewFile,
  type OpenFile,
  StoreRefusedError,
  StoreUnavailableError,
} from "./store";

export type BucketLocation = Extract<StoreLocation, { kind: "bucket" }>;

/** Files on their way at the same time. */
const AT_ONCE = 16;
/** Names in one request: all that the protocol allows. */
const NAMES_AT_ONCE = 1000;
/** How long a connection may take, and how long the store may be silent, ms. */
const CONNECTING = 2 * SECOND;
const SILENCE = 4 * SECOND;
/** Bytes that have to get through in a second on the way there. */
const SLOWEST = 100_000;
/** How long a store that did not answer is taken for away, ms: nobody waits for it meanwhile. */
const REST = 2 * SECOND;
/** Facts that are kept of files, which never change, and for how long it is kept that one is missing, ms. */
const MOST_KNOWN = 20_000;
const MISSING_FOR = 30 * SECOND;

const AGENT = { maxSockets: 64, keepAlive: true };

/** A bucket of an object store that speaks S3, below a prefix. */
export class BucketStore implements FileStore {
  readonly label: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #known = new LRUCache<string, { facts: FileFacts | null }>({ max: MOST_KNOWN });
  /** Until when it is taken for away, by `performance.now()`. */
  #awayUntil = Number.NEGATIVE_INFINITY;

  constructor(location: BucketLocation) {
    this.label = describeLocation(location);
    this.#bucket = location.bucket;
    this.#prefix = location.prefix;
    this.#client = new S3Client({
      ...(location.region === undefined ? {} : { region: location.region }),
      ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
      forcePathStyle: location.pathStyle,
      maxAttempts: 3,
      // MD5 goes with every file instead: every store checks it, and older ones refuse the newer sums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        ...{ connectionTimeout: CONNECTING, requestTimeout: SILENCE, socketTimeout: SILENCE },
        ...{ throwOnRequestTimeout: true, httpAgent: AGENT, httpsAgent: AGENT },
      },
    });
  }

  /** Holds each file in memory while it goes out, so that what broke off can be sent again. */
  async put(files: readonly NewFile[]): Promise<void> {
    await inLanes(files, async ({ key, path, keep = false }) => {
      const body = await readFile(path);
      const md5 = createHash("md5").update(body).digest();
      const where = { ...this.#place(key), Body: body, ContentLength: body.length };
      const { ETag } = await this.#send(() =>
        this.#client.send(
          new PutObjectCommand({ ...where, ContentMD5: md5.toString("base64"), ContentType: typeOf(key) }),
          { requestTimeout: 2 * SILENCE + (body.length / SLOWEST) * SECOND },
        ),
      );
      const stored = md5Of(ETag);
      if (stored !== null && stored !== md5.toString("hex")) {
        throw new StoreUnavailableError(`${key} has arrived damaged in ${this.label}`);
      }
      this.#known.delete(key);
      if (!keep) await rm(path, { force: true });
    });
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
    this.#checkRest();
    const asked = range && { Range: `bytes=${range.start}-${range.end}` };
    const got = await this.#orMissing(key, () =>
      this.#client.send(new GetObjectCommand({ ...this.#place(key), ...asked })),
    );
    if (!got) return null;
    const stream = got.Body as Readable;
    const whole = /\/(\d+)$/.exec(got.ContentRange ?? "")?.[1] ?? got.ContentLength;
    return { ...factsOf({ ...got, ContentLength: Number(whole) }), stream };
  }

  async stat(key: string): Promise<FileFacts | null> {
    const known = this.#known.get(key);
    if (known) return known.facts;
    this.#checkRest();
    const got = await this.#orMissing(key, () => this.#client.send(new HeadObjectCommand(this.#place(key))));
    const facts = got && factsOf(got);
    this.#known.set(key, { facts }, facts ? {} : { ttl: MISSING_FOR });
    return facts;
  }

  async removeMany(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += NAMES_AT_ONCE) {
      const some = keys.slice(at, at + NAMES_AT_ONCE);
      const Objects = some.map((key) => ({ Key: this.#place(key).Key }));
      const { Errors = [] } = await this.#send(() =>
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
      );
      for (const key of some) this.#known.delete(key);
      const failed = Errors.find(({ Code }) => Code !== "NoSuchKey");
      if (failed) throw new StoreUnavailableError(`${failed.Key} was not removed: ${failed.Code}`);
    }
  }

  async *list(prefix = ""): AsyncGenerator<FileFacts & { key: string }> {
    // The first version of the request: every store pages it right.
    for (let marker: string | undefined; ; ) {
      const where = { Bucket: this.#bucket, Prefix: this.#prefix + prefix, MaxKeys: NAMES_AT_ONCE };
      const from = marker;
      const page = await this.#send(() =>
        this.#client.send(new ListObjectsCommand({ ...where, ...(from === undefined ? {} : { Marker: from }) })),
      );
      for (const { Key = "", Size, LastModified, ETag } of page.Contents ?? []) {
        yield { key: Key.slice(this.#prefix.length), ...factsOf({ ContentLength: Size, LastModified, ETag }) };
      }
      const last = page.Contents?.at(-1)?.Key;
      if (!page.IsTruncated || last === undefined || last === marker) return;
      marker = last;
    }
  }

  async probe(): Promise<void> {
    await this.#send(() =>
      this.#client.send(new ListObjectsCommand({ Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 })),
    );
  }

  #place(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  /** Reading pages must not wait for a store that has just not answered. */
  #checkRest(): void {
    if (performance.now() < this.#awayUntil) throw new StoreUnavailableError(`${this.label} has just not answered`);
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request();
      this.#awayUntil = Number.NEGATIVE_INFINITY;
      return answer;
    } catch (error) {
      const known = toStoreError(error, this.label);
      if (known instanceof StoreUnavailableError && !(known instanceof StoreRefusedError)) {
        this.#awayUntil = performance.now() + REST;
      }
      throw known;
    }
  }

  async #orMissing<T>(key: string, request: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#send(request);
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#known.set(key, { facts: null }, { ttl: MISSING_FOR });
      return null;
    }
  }
}

interface Described {
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
  ETag?: string | undefined;
}

function factsOf({ ContentLength = 0, LastModified, ETag }: Described): FileFacts {
  return { size: ContentLength, modifiedAt: LastModified?.getTime() ?? 0, md5: md5Of(ETag) };
}

/** The entity tag of a file that came in one piece is its MD5, unless the store encrypts with keys of its own. */
function md5Of(tag: string | undefined): string | null {
  return /^"?([0-9a-f]{32})"?$/i.exec(tag ?? "")?.[1]?.toLowerCase() ?? null;
}

const TYPES: Record<string, string> = { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" };

function typeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Does `work` for each, some at the same time. After a failure nothing is begun or under way any more. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await work(next).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
}
