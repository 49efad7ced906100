import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES } from "~/lib/image-limits";
import { makeTemporaryFolder, type TemporaryFolder } from "~/services/images/folder.server";

type Bytes = ReadableStream<Uint8Array>;

/** Where the files of one request are written, as they come. */
export interface Intake {
  /** Bytes of files dealt with so far: written, or passed over. */
  readonly taken: number;
  /** Why nothing more can be taken. */
  readonly failure: unknown;
  /** Says that nothing more is to be taken. The first reason counts. */
  fail(reason: unknown): void;
  /**
   * Writes a file to the disk while it comes. Past 20 MB it is only counted, so that it can be refused by its name.
   * @returns null for an empty file without a name, which is a form's file field that was left empty
   * @throws where the disk refuses, or the intake is dropped meanwhile
   */
  receive(filename: string, content: Bytes): Promise<UploadedFile | null>;
  /** Reads a file and keeps nothing of it. */
  pass(content: Bytes): Promise<void>;
  /** Resolves once all that was handed over so far has been dealt with. */
  settled(): Promise<void>;
  /** Ends whatever is still being written and removes all files. May be repeated. */
  drop(): Promise<void>;
}

/** Gets ready for the files of one request. Nothing is made on the disk before the first byte of a file. */
export function openIntake(): Intake {
  return new DiskIntake();
}

class DiskIntake implements Intake {
  taken = 0;
  #failure: unknown;
  #dropped = false;
  #files = 0;
  #folder: Promise<TemporaryFolder> | undefined;
  readonly #readers = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  readonly #receiving = new Set<Promise<unknown>>();
  /** What is being done with the last bytes of each open file. */
  readonly #work = new Set<Promise<unknown>>();

  get failure(): unknown {
    return this.#failure;
  }

  fail(reason: unknown): void {
    this.#failure ??= reason;
  }

  receive(filename: string, content: Bytes): Promise<UploadedFile | null> {
    const receiving = this.#write(filename, content).catch((error) => {
      this.fail(error);
      throw error;
    });
    return during(this.#receiving, receiving);
  }

  pass(content: Bytes): Promise<void> {
    return during(
      this.#receiving,
      this.#each(content, async () => {}),
    );
  }

  async settled(): Promise<void> {
    // A turn later whoever has bytes to deal with has started on them: bytes at hand are given without waiting.
    do {
      await Promise.allSettled(this.#work);
      await nextTurn();
    } while (this.#work.size > 0);
  }

  async drop(): Promise<void> {
    this.#dropped = true;
    // Nobody ends the stream of a file that breaks off: its reader would wait for ever.
    for (const reader of this.#readers) reader.cancel().catch(() => undefined);
    await Promise.allSettled(this.#receiving);
    const folder = await this.#folder?.catch(() => undefined);
    await folder?.drop();
  }

  async #write(filename: string, content: Bytes): Promise<UploadedFile | null> {
    const name = String(this.#files++);
    let file: { path: string; handle: FileHandle } | undefined;
    let size = 0;
    try {
      await this.#each(content, async (bytes) => {
        file ??= await this.#create(name);
        if (size < MAX_FILE_BYTES) await writeAll(file.handle, bytes.subarray(0, MAX_FILE_BYTES - size));
        size += bytes.byteLength;
      });
      if (!file && filename === "") return null;
      file ??= await this.#create(name);
      return { filename, path: file.path, size };
    } finally {
      await file?.handle.close();
    }
  }

  async #create(name: string): Promise<{ path: string; handle: FileHandle }> {
    this.#folder ??= makeTemporaryFolder();
    const file = path.join((await this.#folder).path, name);
    return { path: file, handle: await open(file, "wx", 0o600) };
  }

  async #each(content: Bytes, handle: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const reader = content.getReader();
    this.#readers.add(reader);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (this.#dropped) throw new Error("The upload broke off.");
        if (done) return;
        if (value.byteLength > 0) await during(this.#work, handle(value));
        this.taken += value.byteLength;
      }
    } finally {
      this.#readers.delete(reader);
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, at);
    at += bytesWritten;
  }
}

/** Keeps `task` in `running` until it is over. */
async function during<T>(running: Set<Promise<unknown>>, task: Promise<T>): Promise<T> {
  running.add(task);
  try {
    return await task;
  } finally {
    running.delete(task);
  }
}
