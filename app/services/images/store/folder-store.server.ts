import { randomUUID } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { IMAGE_KINDS } from "~/lib/images";
import {
  type ByteRange,
  checkKey,
  checkRange,
  type FileFacts,
  type FileStore,
  type NewFile,
  type OpenFile,
  StoreUnavailableError,
  UNFINISHED,
  wrapStreamErrors,
} from "./file-store";
import { syncFile, syncFolder } from "./fsync.server";
import { batches, forEachInPool } from "./pool.server";

const MAX_CONCURRENT = 16;

const UNAVAILABLE_CODES = new Set([
  "EIO",
  "ESTALE",
  "ENOTCONN",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENODEV",
  "ENXIO",
]);

/** A file's key is its path below the root. */
export class FolderStore implements FileStore {
  readonly label: string;

  /** @param root absolute */
  constructor(readonly root: string) {
    this.label = root;
  }

  pathOf(key: string): string {
    return path.join(this.root, ...checkKey(key).split("/"));
  }

  async put(files: readonly NewFile[]): Promise<void> {
    const destinations = files.map((file) => ({ ...file, filePath: this.pathOf(file.key) }));
    await this.#run(async () => {
      const foldersToSync = new Set<string>();
      for (const parent of new Set(destinations.map(({ filePath }) => path.dirname(filePath)))) {
        const createdFolder = await mkdir(parent, { recursive: true });
        // A new folder is durable only after its parent is synced.
        const top = path.dirname(createdFolder ?? parent);
        for (let folder = parent; folder !== top; folder = path.dirname(folder)) foldersToSync.add(folder);
        foldersToSync.add(top);
      }
      await forEachInPool(destinations, MAX_CONCURRENT, putOne);
      await Promise.all([...foldersToSync].map(syncFolder));
    });
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
    const filePath = this.pathOf(key);
    checkRange(range);
    const handle = await this.#run(() => open(filePath).catch(unlessMissing));
    if (!handle) return null;
    try {
      const stats = await handle.stat();
      if (stats.isFile())
        return wrapStreamErrors({ ...toFileFacts(stats), stream: handle.createReadStream(range) }, key);
    } catch (error) {
      await handle.close();
      throw this.#toStoreError(error);
    }
    await handle.close();
    return null;
  }

  async stat(key: string): Promise<FileFacts | null> {
    return this.#factsAt(this.pathOf(key));
  }

  async removeMany(keys: readonly string[]): Promise<void> {
    const destinations = keys.map((key) => this.pathOf(key));
    await this.#run(() =>
      forEachInPool(destinations, MAX_CONCURRENT, (filePath) => unlink(filePath).catch(unlessNoFile)),
    );
  }

  async *list(folder = ""): AsyncGenerator<FileFacts & { key: string }> {
    for await (const keys of batches(this.#keysIn(folder), MAX_CONCURRENT)) {
      const facts = await Promise.all(keys.map((key) => this.#factsAt(path.join(this.root, key))));
      yield* keys.flatMap((key, index) => (facts[index] ? [{ key, ...facts[index] }] : []));
    }
  }

  async probe(): Promise<void> {
    try {
      for (const folder of await this.#foldersInUse()) await writeAndRemove(folder);
    } catch (error) {
      throw new StoreUnavailableError(`${this.label}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
    }
  }

  /** Of each kind of image, and one of its subfolders; the root if there is none. */
  async #foldersInUse(): Promise<string[]> {
    const folders: string[] = [];
    for (const kind of IMAGE_KINDS) {
      const folder = path.join(this.root, kind);
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (names) folders.push(folder);
      const [letters] = names?.filter((name) => /^[0-9a-z]{2}$/.test(name)) ?? [];
      if (letters !== undefined) folders.push(path.join(folder, letters));
    }
    return folders.length > 0 ? folders : [this.root];
  }

  /** Foreign files may have names that `checkKey` refuses. */
  async *#keysIn(folder: string): AsyncGenerator<string> {
    const readFolder = () => readdir(path.join(this.root, folder), { withFileTypes: true }).catch(unlessMissing);
    const entries = (await this.#run(readFolder)) ?? [];
    const folders = await Promise.all(entries.map((entry) => isFolder(path.join(this.root, folder), entry)));
    // Sorted like the files inside: a folder ends with a slash.
    const names = entries.map((entry, index) => folder + entry.name + (folders[index] ? "/" : ""));
    // As object stores do: by code points, unlike JavaScript for surrogate pairs.
    for (const name of names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
      if (name.endsWith("/")) yield* this.#keysIn(name);
      else if (!name.endsWith(UNFINISHED)) yield name;
    }
  }

  async #factsAt(filePath: string): Promise<FileFacts | null> {
    const stats = await this.#run(() => stat(filePath).catch(unlessMissing));
    return stats?.isFile() ? toFileFacts(stats) : null;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#toStoreError(error);
    }
  }

  #toStoreError(error: unknown): unknown {
    const { code = "" } = error as NodeJS.ErrnoException;
    return UNAVAILABLE_CODES.has(code) ? new StoreUnavailableError(`${this.label}: ${code}`, { cause: error }) : error;
  }
}

/** Too large to store inline: it needs its own block. */
const PROBE_BYTES = 4096;

async function writeAndRemove(folder: string): Promise<void> {
  const file = path.join(folder, `.probe-${randomUUID()}${UNFINISHED}`);
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES, 1), { flag: "wx", mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

async function putOne({ path: source, filePath }: NewFile & { filePath: string }): Promise<void> {
  await syncFile(source);
  try {
    return await rename(source, filePath);
  } catch (error) {
    // Another file system: a copy is needed.
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
  }
  await rm(filePath + UNFINISHED, { force: true });
  await copyFile(source, filePath + UNFINISHED, constants.COPYFILE_FICLONE);
  await syncFile(filePath + UNFINISHED);
  await rename(filePath + UNFINISHED, filePath);
  await rm(source, { force: true });
}

async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return (await stat(path.join(parent, entry.name)).catch(unlessMissing))?.isDirectory() ?? false;
}

const toFileFacts = ({ size, mtimeMs }: { size: number; mtimeMs: number }): FileFacts => ({
  size,
  modifiedAt: Math.floor(mtimeMs),
});

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}

function unlessNoFile(error: NodeJS.ErrnoException): void {
  if (error.code !== "EISDIR") unlessMissing(error);
}
