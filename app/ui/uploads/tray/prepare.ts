export interface PrepareOrder {
  id: string;
  file: Blob;
  keep: boolean;
  /** Needs a JPEG copy: the server does not accept the format. */
  isForeign: boolean;
}

/** A member is missing if the browser cannot make it, or need not. */
export interface Prepared {
  id: string;
  thumb?: Blob;
  jpeg?: Blob;
  small?: Blob;
}

export type Format = "png" | "jpeg" | "gif";

const FIRST_BYTES: [format: Format, bytes: number[]][] = [
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** By the first bytes, as on the server; undefined if not accepted. */
export async function detectFormat(file: Blob): Promise<Format | undefined> {
  try {
    const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
    return FIRST_BYTES.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))?.[0];
  } catch {
    // Moved or deleted after the choice.
    return undefined;
  }
}

export const UNREADABLE = "This photo can no longer be read. Please choose it again.";

/** A chosen file may have changed, or a cloud drive has removed it. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const MAX_UNCHANGED_BYTES = 2 * 1024 * 1024;

/** In any pixel size: GIFs may be animated, small PNGs are drawings. */
const isSentUnchanged = (format: Format | undefined, bytes: number) =>
  format === "gif" || (format === "png" && bytes < MAX_UNCHANGED_BYTES);

/** One at a time, in a worker. */
export class Preparer {
  #worker: Worker | undefined;
  readonly #waiting = new Map<string, (prepared: Prepared) => void>();

  /** @returns no copies if this browser cannot make them; undefined if neither server nor browser can read the file */
  async prepare(id: string, file: Blob): Promise<Prepared | undefined> {
    const format = await detectFormat(file);
    const isForeign = format === undefined;
    const preparedPhoto = await this.#ask({ id, file, keep: isSentUnchanged(format, file.size), isForeign });
    return isForeign && !preparedPhoto.jpeg ? undefined : preparedPhoto;
  }

  #ask(order: PrepareOrder): Promise<Prepared> {
    const { id } = order;
    const worker = this.#start();
    if (!worker) return Promise.resolve({ id });
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage(order);
    });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#giveUp();
  }

  #start(): Worker | undefined {
    if (this.#worker || typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return this.#worker;
    this.#worker = new Worker(new URL("./shrink.worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Prepared>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    };
    this.#worker.onerror = () => this.#giveUp();
    return this.#worker;
  }

  #giveUp(): void {
    for (const [id, resolve] of this.#waiting) resolve({ id });
    this.#waiting.clear();
  }
}
