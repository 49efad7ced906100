import { constants, type Dirent } from "node:fs";
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { syncFile, syncFolder } from "./durable.server";
import type { ByteRange, FileFacts, FileStore, NewFile, OpenFile } from "./store";

/** Files at work at the same time. */
const AT_ONCE = 16;

/** Suffix of a file that is not whole yet; it is nobody's until it has its name. */
const UNFINISHED = ".part";

/** A folder of this machine as a store: a file's name is its path below it. */
export class FolderStore implements FileStore {
  readonly label: string;

  /** @param root absolute path */
  constructor(readonly root: string) {
    this.label = root;
  }

  async put(files: readonly NewFile[]): Promise<void> {
    const touched = new Set<string>();
    await Promise.all(
      files.map(async ({ key }) => {
        const parent = path.dirname(this.#placeOf(key));
        if (touched.has(parent)) return;
        touched.add(parent).add(path.dirname(parent));
        await mkdir(parent, { recursive: true });
      }),
    );
    for (let at = 0; at < files.length; at += AT_ONCE) {
      await Promise.all(files.slice(at, at + AT_ONCE).map((file) => this.#putOne(file)));
    }
    await Promise.all([...touched].map(syncFolder));
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
    const handle = await open(this.#placeOf(key)).catch(unlessMissing);
    if (!handle) return null;
    try {
      const facts = factsOf(await handle.stat());
      const stream: Readable = handle.createReadStream(range);
      return { ...facts, stream };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<FileFacts | null> {
    const found = await stat(this.#placeOf(key)).catch(unlessMissing);
    return found && factsOf(found);
  }

  async removeMany(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => rm(this.#placeOf(key), { force: true })));
  }

  async *list(prefix = ""): AsyncGenerator<FileFacts & { key: string }> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    for await (const key of this.#keysIn(folder, prefix)) {
      const facts = await this.stat(key);
      if (facts) yield { key, ...facts };
    }
  }

  async probe(): Promise<void> {
    await access(this.root, constants.W_OK);
  }

  async #putOne({ key, path: source, keep = false }: NewFile): Promise<void> {
    const place = this.#placeOf(key);
    if (!keep) {
      await syncFile(source);
      try {
        return await rename(source, place);
      } catch (error) {
        // From another file system it can only be copied.
        if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      }
    }
    await rm(place + UNFINISHED, { force: true });
    await copyFile(source, place + UNFINISHED, constants.COPYFILE_FICLONE);
    await syncFile(place + UNFINISHED);
    await rename(place + UNFINISHED, place);
    if (!keep) await rm(source, { force: true });
  }

  async *#keysIn(folder: string, prefix: string): AsyncGenerator<string> {
    const entries = await readdir(path.join(this.root, folder), { withFileTypes: true }).catch(unlessMissing);
    // As the names of files below it sort: a folder ends with a slash.
    const names = (entries ?? []).map((entry) => folder + entry.name + (entry.isDirectory() ? "/" : ""));
    const files = new Map((entries ?? []).map((entry: Dirent) => [folder + entry.name, entry.isFile()]));
    for (const name of names.sort(byCodeUnits)) {
      if (name.endsWith("/")) {
        if (name.startsWith(prefix) || prefix.startsWith(name)) yield* this.#keysIn(name, prefix);
      } else if (files.get(name) && name.startsWith(prefix) && !name.endsWith(UNFINISHED)) yield name;
    }
  }

  #placeOf(key: string): string {
    const parts = key.split("/");
    if (!parts.every((part) => /^[\w.-]+$/.test(part) && part !== "." && part !== "..")) {
      throw new Error(`${key} is not the name of a file in a store`);
    }
    return path.join(this.root, ...parts);
  }
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function factsOf({ size, mtimeMs }: { size: number; mtimeMs: number }): FileFacts {
  return { size, modifiedAt: Math.floor(mtimeMs), md5: null };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
