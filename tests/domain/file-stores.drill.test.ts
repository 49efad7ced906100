import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withRegion } from "~/env.server";
import { parseStoreLocation } from "~/lib/store-location";
import {
  type FileStore,
  type NewFile,
  StoreRefusedError,
  StoreUnavailableError,
} from "~/services/images/store/file-store";
import { FolderStore } from "~/services/images/store/folder-store.server";
import { openStore } from "~/services/images/store/photo-store.server";
import { type ObjectStore, startObjectStore } from "../support/object-store";

const scratch = mkdtempSync(path.join(tmpdir(), "paddock-file-stores-"));
const before = { ...process.env };
let service: ObjectStore;

beforeAll(async () => {
  service = await startObjectStore();
  Object.assign(process.env, service.env);
});

afterAll(async () => {
  await service.stop();
  for (const name of Object.keys(service.env)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(scratch, { recursive: true, force: true });
});

let serial = 0;

function fileOf(content: string | Buffer): string {
  const place = path.join(scratch, `file-${serial++}`);
  writeFileSync(place, content);
  return place;
}

const bucket = (prefix: string, name?: string) => openStore(withRegion(parseStoreLocation(service.url(prefix, name))!));

const sizeOf = async (stream: Readable) => Buffer.concat(await stream.toArray()).length;

async function read(store: FileStore, key: string, range?: { start: number; end: number }): Promise<string | null> {
  const file = await store.open(key, range);
  if (!file) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

async function keysOf(store: FileStore, prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

const FILES = { "a/one.jpg": "0123456789", "a/two.jpg": "two", "empty.webp": "", "b.jpg": "b" };

async function putAll(store: FileStore, files: Record<string, string | Buffer>): Promise<void> {
  await store.put(Object.entries(files).map(([key, content]): NewFile => ({ key, path: fileOf(content) })));
}

/** On disk, because thousands of requests are slow. */
function plant(store: FileStore, keys: readonly string[]): void {
  const prefix = store.label.split("/").at(-1);
  for (const key of keys) {
    const place = store instanceof FolderStore ? store.pathOf(key) : service.fileOf(`${prefix}/${key}`);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, "x");
    if (!(store instanceof FolderStore)) writeFileSync(place.replace(/object$/, "metadata.json"), "{}");
  }
}

const kinds = {
  folder: async (): Promise<FileStore> =>
    openStore({ kind: "folder", path: mkdtempSync(path.join(scratch, "store-")) }),
  bucket: async (): Promise<FileStore> => bucket(`suite-${serial++}`),
};

describe.each(Object.entries(kinds))("a %s as a store", (_kind, make) => {
  let store: FileStore;
  beforeEach(async () => {
    store = await make();
  });

  it("stores complete files, and lists them", async () => {
    await store.probe();
    expect(await keysOf(store)).toEqual([]);
    await store.put([]);
    const [movedFile, keptFile] = [fileOf("moved"), fileOf("kept")];
    const began = Date.now();
    await store.put([
      { key: "photos/ab/moved.jpg", path: movedFile },
      { key: "photos/ab/kept.jpg", path: keptFile },
    ]);
    expect([existsSync(movedFile), existsSync(keptFile)]).toEqual([false, false]);
    const expected = ["moved", "kept"];
    expect([await read(store, "photos/ab/moved.jpg"), await read(store, "photos/ab/kept.jpg")]).toEqual(expected);
    const facts = (await store.stat("photos/ab/kept.jpg"))!;
    expect(facts.size).toBe(4);
    // Object stores round to seconds.
    expect(Math.abs(facts.modifiedAt - began)).toBeLessThan(5000);
    const listedFiles = [];
    for await (const file of store.list()) listedFiles.push(file);
    expect(listedFiles.map(({ key, size }) => [key, size])).toEqual([
      ["photos/ab/kept.jpg", 4],
      ["photos/ab/moved.jpg", 5],
    ]);
  });

  it("takes sixty at once, replaces what has the same name, and takes files of another file system", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`p/${index % 7}/${index}.jpg`, `content ${index}`]),
    );
    await putAll(store, many);
    await putAll(store, { "p/1/1.jpg": "another content" });
    for (const [key, content] of Object.entries({ ...many, "p/1/1.jpg": "another content" })) {
      expect([key, await read(store, key)]).toEqual([key, content]);
      expect((await store.stat(key))!.size).toBe(content.length);
    }
    if (!existsSync("/dev/shm")) return;
    const otherFolder = mkdtempSync("/dev/shm/paddock-");
    try {
      writeFileSync(path.join(otherFolder, "x"), "from elsewhere");
      await store.put([{ key: "p/x.jpg", path: path.join(otherFolder, "x") }]);
      expect([await read(store, "p/x.jpg"), existsSync(path.join(otherFolder, "x"))]).toEqual([
        "from elsewhere",
        false,
      ]);
    } finally {
      rmSync(otherFolder, { recursive: true });
    }
  });

  it("opens parts: what is behind the end is not there, and no part is no file", async () => {
    await putAll(store, FILES);
    const part = (start: number, end: number) => read(store, "a/one.jpg", { start, end });
    const expected = ["0123", "9", "6789", "0123456789"];
    expect(await Promise.all([part(0, 3), part(9, 9), part(6, 9), part(0, 9)])).toEqual(expected);
    expect(await Promise.all([part(8, 400), part(10, 20), part(500, 600)])).toEqual(["89", "", ""]);
    expect(await read(store, "empty.webp", { start: 1, end: 5 })).toBe("");
    const beyond = (await store.open("a/one.jpg", { start: 50, end: 60 }))!;
    beyond.stream.destroy();
    expect(beyond.size).toBe(10);
    const first = (await store.open("a/one.jpg", { start: 2, end: 3 }))!;
    expect([first.size, await sizeOf(first.stream)]).toEqual([10, 2]);
    for (const [start, end] of [
      [5, 3],
      [-1, 3],
      [0.5, 3],
      [0, Number.NaN],
    ] as const)
      await expect(store.open("a/one.jpg", { start, end })).rejects.toThrow(RangeError);
    expect(await store.open("a/three.jpg", { start: 0, end: 1 })).toBeNull();
  });

  it("finds no file that is missing or a folder; lists by code points, all or a folder", async () => {
    await putAll(store, FILES);
    for (const key of ["a/none.jpg", "none/none.jpg", "a", "a/one.jpg/below"])
      expect([key, await store.stat(key), await store.open(key)]).toEqual([key, null, null]);
    await store.removeMany(["a", "a/none.jpg", "none/none.jpg", "a/one.jpg/below"]);
    expect(await keysOf(store)).toEqual(["a/one.jpg", "a/two.jpg", "b.jpg", "empty.webp"]);
    expect((await store.stat("a/two.jpg"))!.size).toBe(3);
    await store.removeMany(["a/two.jpg", "a/none.jpg"]);
    expect([await store.stat("a/two.jpg"), await store.open("a/two.jpg")]).toEqual([null, null]);
    await putAll(store, { "a/two.jpg": "again" });
    expect([(await store.stat("a/two.jpg"))!.size, await read(store, "a/two.jpg")]).toEqual([5, "again"]);
    expect(await keysOf(store)).toEqual(["a/one.jpg", "a/two.jpg", "b.jpg", "empty.webp"]);
    expect(await keysOf(store, "a/")).toEqual(["a/one.jpg", "a/two.jpg"]);
    expect(await keysOf(store, "c/")).toEqual([]);
  });

  it("lists and removes thousands, page by page, while others arrive", async () => {
    // A hundred each: this store reads the folder again per deleted file.
    const keys = Array.from({ length: 2_500 }, (_, index) => String(index).padStart(5, "0")).map(
      (name) => `m/${name.slice(0, 3)}/${name}.jpg`,
    );
    plant(store, keys);
    expect(await keysOf(store, "m/")).toEqual(keys);
    const listedKeys: string[] = [];
    for await (const { key } of store.list("m/")) {
      if (listedKeys.push(key) === 10) await putAll(store, { "m/000/00000-b.jpg": "b", "m/090/09000.jpg": "c" });
      if (listedKeys.length === 20) await store.removeMany(["m/000/00000.jpg", "m/024/02400.jpg"]);
    }
    expect(listedKeys.filter((key) => key !== "m/090/09000.jpg" && key !== "m/024/02400.jpg")).toEqual(
      keys.filter((key) => key !== "m/024/02400.jpg"),
    );
    await store.removeMany([...keys, "m/000/00000-b.jpg"]);
    expect(await keysOf(store, "m/")).toEqual(["m/090/09000.jpg"]);
  });

  it("refuses what is no name before it does anything, and a file that is not there, and works on", async () => {
    const source = fileOf("x");
    for (const key of ["", "/a", "a/", "a//b", "../a", "a/../b", "./a", "a b", "a\\b", "ä", "a\0b", "a/b.part"]) {
      const invalidKey = /is not the name of a file in a store/;
      await expect(
        store.put([
          { key: "fine", path: source },
          { key, path: source },
        ]),
      ).rejects.toThrow(invalidKey);
      await expect(store.open(key)).rejects.toThrow(invalidKey);
      await expect(store.stat(key)).rejects.toThrow(invalidKey);
      await expect(store.removeMany(["fine", key])).rejects.toThrow(invalidKey);
    }
    expect([await keysOf(store), existsSync(source)]).toEqual([[], true]);
    const missingPut = store.put([{ key: "x", path: path.join(scratch, "nowhere") }]);
    await expect(missingPut).rejects.toMatchObject({ code: "ENOENT" });
    expect([await keysOf(store), await store.stat("x")]).toEqual([[], null]);
  });
});

it("a folder lists no unfinished file, and foreign files of any name; deleted, it is unavailable", async () => {
  const root = mkdtempSync(path.join(scratch, "folder-"));
  const open = () => openStore({ kind: "folder", path: root });
  const store = await open();
  mkdirSync(path.join(root, "real"));
  symlinkSync(path.join(root, "real"), path.join(root, "linked"));
  for (const name of ["a.jpg.part", "holiday photo.jpg", "real/x", "real-x", "\ue000", "\u{1f697}"])
    writeFileSync(path.join(root, name), "1");
  expect(await keysOf(store)).toEqual(["holiday photo.jpg", "linked/x", "real-x", "real/x", "\ue000", "\u{1f697}"]);
  rmSync(root, { recursive: true });
  await expect((await open()).probe()).rejects.toThrow(StoreUnavailableError);
});

describe("an object store", () => {
  const away = StoreUnavailableError;
  let store: FileStore;
  beforeEach(async () => {
    store = await bucket(`away-${serial++}`);
  });

  const requests = (): Promise<unknown>[] => [
    read(store, "a.jpg"),
    store.stat("b.jpg"),
    store.put([{ key: "c.jpg", path: fileOf("c") }]),
    store.removeMany(["d.jpg"]),
    keysOf(store),
    store.probe(),
  ];

  it("killed and started again: all is refused meanwhile, and the same object works afterwards", async () => {
    await putAll(store, { "a.jpg": "a" });
    await service.kill();
    for (const outcome of await Promise.allSettled(requests()))
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "StoreUnavailableError" } });
    await service.restart();
    await store.probe();
    expect([await read(store, "a.jpg"), await keysOf(store)]).toEqual(["a", ["a.jpg"]]);
  }, 30_000);

  it("killed while storing: it fails, keeps complete files, and a second attempt completes the rest", async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `content ${index}`);
    const files = contents.map((content, index) => ({ key: `k/${index}.jpg`, path: fileOf(content) }));
    const died = service.killAfter(20);
    await expect(store.put(files)).rejects.toThrow(away);
    await died;
    await service.restart();
    await store.put(files.filter(({ path }) => existsSync(path)));
    expect(await Promise.all(files.map(({ key }) => read(store, key)))).toEqual(contents);
  }, 30_000);

  it("killed while a list or a file is read: the reader learns it", async () => {
    const large = randomBytes(8_000_000);
    await putAll(store, { "large.jpg": large });
    const file = (await store.open("large.jpg"))!;
    const first = await once(file.stream, "data");
    expect(first[0].length).toBeLessThan(large.length);
    await service.kill();
    await expect(sizeOf(file.stream)).rejects.toThrow(away);
    await service.restart();
    plant(
      store,
      Array.from({ length: 1_100 }, (_, index) => `n/${index}.jpg`),
    );
    const list = store.list("n/")[Symbol.asyncIterator]();
    await list.next();
    await service.kill();
    const rest = async () => {
      for (let next = await list.next(); !next.done; next = await list.next());
    };
    await expect(rest()).rejects.toThrow(away);
    await service.restart();
    await store.probe();
    expect((await keysOf(store, "n/")).length).toBe(1_100);
  }, 30_000);

  it("a photo is read ahead of a slow client, whose pause is no silence of the store", async () => {
    const photo = randomBytes(1_500_000);
    await putAll(store, { "photo.jpg": photo });
    const file = (await store.open("photo.jpg"))!;
    await vi.waitFor(() => expect(file.stream.readableLength).toBe(photo.length), 5_000);
    await service.kill();
    expect(await sizeOf(file.stream)).toBe(photo.length);
    await service.restart();
    await store.probe();
  }, 30_000);

  it("slow: everything works", async () => {
    service.delayResponses(300);
    try {
      await putAll(store, { "a.jpg": "a", "b.jpg": "b" });
      expect([await read(store, "a.jpg"), (await store.stat("b.jpg"))!.size]).toEqual(["a", 1]);
      await store.removeMany(["a.jpg"]);
      expect(await keysOf(store)).toEqual(["b.jpg"]);
    } finally {
      service.delayResponses(0);
    }
  });

  it("silent: requests end within seconds, and readers do not wait while it rests", async () => {
    await putAll(store, { "a.jpg": "a", "large.jpg": randomBytes(8_000_000) });
    const half = (await store.open("large.jpg"))!;
    await once(half.stream, "data");
    service.delayResponses("silent");
    try {
      const began = performance.now();
      const failedRead = expect(sizeOf(half.stream)).rejects.toThrow();
      const outcomes = await Promise.allSettled(requests());
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { name: "StoreUnavailableError" } });
      await failedRead;
      expect(performance.now() - began).toBeLessThan(15_000);
      const secondStart = performance.now();
      await expect(store.open("a.jpg")).rejects.toThrow(away);
      await expect(store.stat("d.jpg")).rejects.toThrow(away);
      expect(performance.now() - secondStart).toBeLessThan(200);
    } finally {
      service.delayResponses(0);
    }
    await service.kill();
    await service.restart();
    await store.probe();
    expect(await read(store, "a.jpg")).toBe("a");
  }, 40_000);

  it("refuses us: no such bucket", async () => {
    const wrong = await bucket("x", "nobody");
    await expect(wrong.probe()).rejects.toThrow(StoreRefusedError);
    await expect(wrong.put([{ key: "a", path: fileOf("a") }])).rejects.toThrow(StoreRefusedError);
    await expect(keysOf(wrong)).rejects.toThrow(StoreRefusedError);
    // A response, not an outage: no retries.
    await expect(wrong.open("a")).rejects.toThrow(/NoSuchBucket/);
  });

  async function withAnswers(answer: RequestListener, work: (store: FileStore) => Promise<void>) {
    const server = createServer(answer);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      const url = `s3://box/p?endpoint=http://127.0.0.1:${port}&pathStyle=1`;
      await work(await openStore(withRegion(parseStoreLocation(url)!)));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it("after closed idle connections, the next request uses a new one", async () => {
    const sockets = new Set<Socket>();
    const pending: ServerResponse[] = [];
    let reuseCount = 0;
    let closed = false;
    const answer: RequestListener = ({ socket }, response) => {
      if (closed && sockets.has(socket)) return void socket.resetAndDestroy();
      if (sockets.has(socket)) reuseCount += 1;
      sockets.add(socket);
      pending.push(response);
      // Together, so on separate connections.
      if (sockets.size < 5) return;
      for (const pendingResponse of pending.splice(0))
        pendingResponse.writeHead(200, { "Content-Length": 0, Connection: "keep-alive" }).end();
    };
    await withAnswers(answer, async (far) => {
      await Promise.all(["a", "b", "c", "d", "e"].map((key) => far.stat(key)));
      await vi.waitFor(async () => {
        await far.stat(`kept-${serial++}`);
        expect(reuseCount).toBeGreaterThan(0);
      });
      closed = true;
      expect(await far.stat("f")).toMatchObject({ size: 0 });
    });
  });

  it("sends requests that every store accepts", async () => {
    const requests: Record<string, unknown>[] = [];
    const answer: RequestListener = (request, response) => {
      requests.push({ method: request.method, ...request.headers });
      request.resume().on("end", () => response.end());
    };
    await withAnswers(answer, async (far) => {
      await far.put([{ key: "x.jpg", path: fileOf("x") }]);
      await far.removeMany(["x.jpg"]);
    });
    const sum = createHash("md5").update("x").digest("base64");
    expect(requests[0]).toMatchObject({ method: "PUT", "content-md5": sum });
    expect(requests[1]).toMatchObject({ method: "POST", "content-md5": expect.stringMatching(/^[\w+/]{22}==$/) });
    expect(JSON.stringify(requests)).not.toMatch(/x-amz-(sdk-)?checksum/);
  });
});
