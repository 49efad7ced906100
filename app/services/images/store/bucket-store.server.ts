import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { Readable } from "node:stream";
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
import {
  dropBroken,
  isBehindEnd,
  isMissing,
  isOutage,
  keepAliveAgents,
  sendMd5OfNames,
  toStoreError,
} from "./bucket-client.server";
import {
  type ByteRange,
  checkKey,
  checkRange,
  type FileFacts,
  type FileStore,
  type NewFile,
  type OpenFile,
  READ_AHEAD_BYTES,
  StoreUnavailableError,
  wrapStreamErrors,
} from "./file-store";
import { batches, forEachInPool } from "./pool.server";

type BucketLocation = Extract<StoreLocation, { kind: "bucket" }>;

const MAX_CONCURRENT = 16;
const NAMES_PER_LIST = 1000;
/** A quarter of the maximum, so that a slow store responds within the timeout. */
const NAMES_PER_REMOVAL = 250;
/** Also for a silent store. */
const CONNECT_TIMEOUT_MS = 2 * SECOND;
const SILENCE_TIMEOUT_MS = 4 * SECOND;
const MIN_BYTES_PER_SECOND = 100_000;
/** Requests fail at once meanwhile. */
const UNAVAILABLE_TTL_MS = 2 * SECOND;
const BACK = Number.NEGATIVE_INFINITY;
/** Of facts that never change; and how long a missing file is cached, ms. */
const MAX_CACHED_FILES = 20_000;
const MISSING_TTL_MS = 30 * SECOND;

export class BucketStore implements FileStore {
  readonly label: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #known = new LRUCache<string, { facts: FileFacts | null }>({ max: MAX_CACHED_FILES });
  /** By `performance.now()`. */
  #awayUntil = BACK;

  constructor(location: BucketLocation) {
    this.label = describeLocation(location);
    this.#bucket = location.bucket;
    this.#prefix = location.prefix;
    const connections = keepAliveAgents();
    this.#client = new S3Client({
      ...(location.region === undefined ? {} : { region: location.region }),
      ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
      forcePathStyle: location.pathStyle,
      // One retry, for a dead keep-alive connection; with a silent store, a request waits for both attempts.
      maxAttempts: 2,
      // Each file has an MD5 instead: older stores refuse the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        ...{
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: SILENCE_TIMEOUT_MS,
          socketTimeout: SILENCE_TIMEOUT_MS,
        },
        ...{ throwOnRequestTimeout: true, ...connections },
      },
    });
    sendMd5OfNames(this.#client);
    dropBroken(this.#client, connections);
  }

  /** In memory, so that an upload can be retried. */
  async put(files: readonly NewFile[]): Promise<void> {
    for (const { key } of files) checkKey(key);
    await forEachInPool(files, MAX_CONCURRENT, async ({ key, path }) => {
      const body = await readFile(path);
      // The store verifies it.
      const ContentMD5 = createHash("md5").update(body).digest("base64");
      const object = { Body: body, ContentLength: body.length, ContentMD5, ContentType: typeOf(key) };
      await this.#send(() =>
        this.#client.send(new PutObjectCommand({ ...this.#place(key), ...object }), {
          requestTimeout: 2 * SILENCE_TIMEOUT_MS + (body.length / MIN_BYTES_PER_SECOND) * SECOND,
        }),
      );
      this.#known.delete(key);
      await rm(path, { force: true });
    });
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
    checkRange(range);
    const place = this.#place(checkKey(key));
    this.#checkRest();
    try {
      const rangeHeader = range && { Range: `bytes=${range.start}-${range.end}` };
      const answer = await this.#orMissing(key, () =>
        this.#client.send(new GetObjectCommand({ ...place, ...rangeHeader })),
      );
      if (!answer) return null;
      const whole = /\/(\d+)$/.exec(answer.ContentRange ?? "")?.[1] ?? answer.ContentLength;
      const file = { ...toFileFacts({ ...answer, ContentLength: Number(whole) }), stream: answer.Body as Readable };
      return wrapStreamErrors(file, key, READ_AHEAD_BYTES);
    } catch (error) {
      if (!isBehindEnd(error)) throw error;
      const facts = await this.stat(key);
      return facts && { ...facts, stream: Readable.from([]) };
    }
  }

  async stat(key: string): Promise<FileFacts | null> {
    const place = this.#place(checkKey(key));
    const knownFile = this.#known.get(key);
    if (knownFile) return knownFile.facts;
    this.#checkRest();
    const answer = await this.#orMissing(key, () => this.#client.send(new HeadObjectCommand(place)));
    const facts = answer && toFileFacts(answer);
    this.#known.set(key, { facts }, facts ? {} : { ttl: MISSING_TTL_MS });
    return facts;
  }

  async removeMany(keys: readonly string[]): Promise<void> {
    for (const key of keys) checkKey(key);
    for await (const batch of batches(keys, NAMES_PER_REMOVAL)) {
      const Objects = batch.map((key) => ({ Key: this.#place(key).Key }));
      const { Errors = [] } = await this.#send(() =>
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
      );
      for (const key of batch) this.#known.delete(key);
      const failure = Errors.find(({ Code }) => Code !== "NoSuchKey");
      if (failure) {
        const error = Object.assign(new Error(failure.Message), { name: failure.Code ?? "Error" });
        throw toStoreError(error, `${failure.Key} was not removed from ${this.label}`);
      }
    }
  }

  async *list(prefix = ""): AsyncGenerator<FileFacts & { key: string }> {
    // Version 1: every store pages it correctly.
    for (let marker: string | undefined; ; ) {
      const listing = { Bucket: this.#bucket, Prefix: this.#prefix + prefix, MaxKeys: NAMES_PER_LIST };
      const from = marker;
      const page = await this.#send(() =>
        this.#client.send(new ListObjectsCommand({ ...listing, ...(from === undefined ? {} : { Marker: from }) })),
      );
      for (const { Key = "", Size, LastModified } of page.Contents ?? []) {
        yield { key: Key.slice(this.#prefix.length), ...toFileFacts({ ContentLength: Size, LastModified }) };
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

  /** Reads must not wait for a store that has just failed: one per interval tries again. */
  #checkRest(): void {
    if (this.#awayUntil === BACK) return;
    if (performance.now() < this.#awayUntil) throw new StoreUnavailableError(`${this.label} has just not answered`);
    this.#awayUntil = performance.now() + UNAVAILABLE_TTL_MS;
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      const response = await request();
      this.#awayUntil = BACK;
      return response;
    } catch (error) {
      this.#awayUntil = isOutage(error) ? performance.now() + UNAVAILABLE_TTL_MS : BACK;
      throw toStoreError(error, this.label);
    }
  }

  async #orMissing<T>(key: string, request: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#send(request);
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#known.set(key, { facts: null }, { ttl: MISSING_TTL_MS });
      return null;
    }
  }
}

interface Described {
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
}

const toFileFacts = ({ ContentLength = 0, LastModified }: Described): FileFacts => ({
  size: ContentLength,
  modifiedAt: LastModified?.getTime() ?? 0,
});

const TYPES: Record<string, string> = { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" };

function typeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
