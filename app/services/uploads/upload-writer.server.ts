import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { orCannotStore } from "~/lib/disk-errors";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES } from "~/lib/images";
import { makeTemporaryFolder, type TemporaryFolder } from "~/services/images/temporary-folder.server";
import { writeAll } from "./resumable.server";

type Bytes = ReadableStream<Uint8Array>;

/** Receives the files of one request and writes them to disk. */
export type UploadWriter = Pick<DiskUploadWriter, keyof DiskUploadWriter>;

/** Opens an intake. Nothing is created on disk before the first byte of a file. */
export function openUploadWriter(): UploadWriter {
  return new DiskUploadWriter();
}

class DiskUploadWriter {
  /** Bytes processed so far: written, or discarded. */
  taken = 0;
  #failure: unknown;
  #diskFailure: DomainError | undefined;
  #dropped = false;
  #files = 0;
  #folder: Promise<TemporaryFolder> | undefined;
  readonly #readers = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  readonly #receiving = new Set<Promise<unknown>>();
  /** Pending operations of the open files. */
  readonly #work = new Set<Promise<unknown>>();

  /** The error that ended the intake, if any. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Why files cannot be written, if so. The rest of the body is still read: its texts belong into the form again. */
  get diskFailure(): DomainError | undefined {
    return this.#diskFailure;
  }

  /** Refuses further data. The first reason counts. */
  fail(reason: unknown): void {
    this.#failure ??= reason;
  }

  /**
   * Streams a file to disk. Beyond 20 MB it is only counted, so that the refusal can name it.
   * @returns null for an empty file without a name, which is a form's file field that was left empty, and with a
   *   `diskFailure`
   * @throws where writing fails otherwise, or the intake is dropped meanwhile
   */
  receive(filename: string, content: Bytes): Promise<UploadedFile | null> {
    const receiving = this.#write(filename, content).catch((error) => {
      this.fail(error);
      throw error;
    });
    return during(this.#receiving, receiving);
  }

  /** Reads and discards a file. */
  pass(content: Bytes): Promise<void> {
    return during(
      this.#receiving,
      this.#each(content, async () => {}),
    );
  }

  /** Resolves once all data received so far has been processed. */
  async settled(): Promise<void> {
    // One turn of the event loop later every reader with available bytes has started on them.
    do {
      await Promise.allSettled(this.#work);
      await nextTurn();
    } while (this.#work.size > 0);
  }

  /** Aborts writing and removes all files. May be repeated. */
  async drop(): Promise<void> {
    this.#dropped = true;
    // The stream of an interrupted file never ends: its reader would wait for ever.
    for (const reader of this.#readers) reader.cancel().catch(() => undefined);
    await Promise.allSettled(this.#receiving);
    const folder = await this.#folder?.catch(() => undefined);
    await folder?.drop();
  }

  async #write(filename: string, content: Bytes): Promise<UploadedFile | null> {
    const name = String(this.#files++);
    let file: { path: string; handle: FileHandle } | undefined;
    let size = 0;
    const write = async (bytes: Uint8Array) => {
      file ??= await this.#create(name);
      if (size < MAX_FILE_BYTES) await writeAll(file.handle, bytes.subarray(0, MAX_FILE_BYTES - size));
    };
    try {
      await this.#each(content, async (bytes) => {
        if (!this.#diskFailure) await this.#noteDiskFailure(write(bytes));
        size += bytes.byteLength;
      });
      if (size === 0 && filename !== "") await this.#noteDiskFailure(write(new Uint8Array()));
    } finally {
      // Some file systems refuse only here.
      if (file) await this.#noteDiskFailure(file.handle.close());
    }
    return file && !this.#diskFailure ? { filename, path: file.path, size } : null;
  }

  async #noteDiskFailure(work: Promise<void>): Promise<void> {
    try {
      await work.catch(orCannotStore());
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#diskFailure ??= error;
    }
  }

  async #create(name: string): Promise<{ path: string; handle: FileHandle }> {
    this.#folder ??= makeTemporaryFolder();
    const file = path.join((await this.#folder).path, name);
    return { path: file, handle: await open(file, "wx", 0o600) };
  }

  /** Sets the failure before `settled` resolves; closing the file takes longer. */
  #orFail(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      this.fail(error);
      throw error;
    });
  }

  async #each(content: Bytes, handle: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const reader = content.getReader();
    this.#readers.add(reader);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (this.#dropped) throw new Error("The upload was interrupted.");
        if (done) return;
        if (value.byteLength > 0) await during(this.#work, this.#orFail(handle(value)));
        this.taken += value.byteLength;
      }
    } finally {
      this.#readers.delete(reader);
    }
  }
}

/** Holds `task` in `running` until it has settled. */
async function during<T>(running: Set<Promise<unknown>>, task: Promise<T>): Promise<T> {
  running.add(task);
  try {
    return await task;
  } finally {
    running.delete(task);
  }
}
