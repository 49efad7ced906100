import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { orCannotStore } from "~/lib/disk-errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES } from "~/lib/images";
import { makeTemporaryFolder, type TemporaryFolder } from "~/services/images/temporary-folder.server";
import { UploadInProgress } from "./budget.server";
import { writeAll } from "./resumable.server";

/** In a temporary folder, created with the first byte. */
export class MultipartFiles {
  /** Then the files are deleted, and later bytes discarded. */
  failure: unknown;
  #folder: TemporaryFolder | undefined;
  #count = 0;
  readonly #open = new Map<UploadedFile, FileHandle>();
  readonly #upload: UploadInProgress;

  constructor(userId: number) {
    this.#upload = new UploadInProgress(userId);
  }

  /**
   * Beyond the maximum file size, bytes are only counted, so that the refusal can name the file. Sets `failure` on
   * errors.
   */
  async append(file: UploadedFile, bytes: Uint8Array): Promise<void> {
    const storedBytes = bytes.subarray(0, Math.max(0, MAX_FILE_BYTES - file.size));
    file.size += bytes.byteLength;
    await this.#attempt(async () => {
      this.#upload.add(storedBytes.byteLength);
      await writeAll(this.#open.get(file) ?? (await this.#create(file)), storedBytes);
    });
  }

  /** Some file systems report a full disk only here, as `failure`. */
  finish(): Promise<void> {
    return this.#attempt(() => this.#close());
  }

  async drop(): Promise<void> {
    await this.#close().catch(() => undefined);
    await this.#folder?.drop();
    this.#upload.end();
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.failure) return;
    try {
      await work().catch(orCannotStore());
    } catch (error) {
      this.failure = error;
      await this.drop();
    }
  }

  async #create(file: UploadedFile): Promise<FileHandle> {
    this.#folder ??= await makeTemporaryFolder();
    file.path = path.join(this.#folder.path, String(this.#count++));
    const handle = await open(file.path, "wx", 0o600);
    this.#open.set(file, handle);
    return handle;
  }

  async #close(): Promise<void> {
    const handles = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(handles.map((handle) => handle.close()));
  }
}
