import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from "@tus/server";
import type { Viewer } from "~/features/accounts/policy";
import { beginUpload, finishUpload } from "~/features/photos/uploads.server";
import { orCannotStore } from "~/lib/disk-errors";
import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES } from "~/lib/images";
import { SECOND, toIso } from "~/lib/time";
import { appendToUpload, findUpload, removeUpload, UPLOAD_TTL_MS } from "~/services/uploads/resumable.server";

/** The response, and the error thrown instead, if any. */
export interface TusResult {
  response: Response;
  error?: unknown;
}

export type TusServer = ReturnType<typeof createTusServer>;

/** Another request of the upload is asked to end at once. */
const LOCK_TIMEOUT_MS = 10 * SECOND;

const busyError = () =>
  new DomainError("conflict", "Another piece of this upload is still on its way. Please try again.");

const notFound = () => new DomainError("not_found", "This upload does not exist.");

/** Another request has just deleted the upload. */
function orGone(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT" ? notFound() : error;
}

class Store extends DataStore {
  override extensions = ["creation", "creation-with-upload", "termination", "expiration"];

  /** The row exists already. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = findUpload(id);
    if (!upload) throw notFound();
    const { filename, size, received, createdAt } = upload;
    const metadata = filename === "" ? undefined : { filename };
    return new Upload({ id, size, offset: received, metadata, creation_date: toIso(createdAt) });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = findUpload(id);
    if (!upload) throw notFound();
    return appendToUpload(upload, offset, stream).catch(orGone).catch(orCannotStore());
  }

  override remove(id: string): Promise<void> {
    return removeUpload(id);
  }

  override getExpiration(): number {
    return UPLOAD_TTL_MS;
  }
}

/**
 * Handles tus 1.0. The caller has checked viewer and owner.
 * @param path of the address
 */
export function createTusServer(path: string) {
  const viewers = new WeakMap<Request, Viewer>();
  const errors = new WeakMap<Request, unknown>();
  const address = new RegExp(`^${path}/([0-9a-f]{32})$`);
  const server = new Server({
    path,
    relativeLocation: true,
    // No CORS headers.
    allowedOrigins: [],
    datastore: new Store(),
    // The later request takes over: the earlier one may hang on a dead connection. `appendToUpload` serializes
    // processes.
    locker: new MemoryLocker({ acquireLockTimeout: LOCK_TIMEOUT_MS }),
    // 0 would mean the library's default of 3 s.
    lockDrainTimeout: 1,
    namingFunction: () => randomBytes(16).toString("hex"),
    getFileIdFromRequest: ({ url }) => address.exec(new URL(url).pathname)?.[1],
    // Sent in a header; our own code refuses larger files with its own message.
    maxSize: (_, id) => (id === null ? MAX_FILE_BYTES : 0),
    onUploadCreate: async (request, { id, size, metadata }) => {
      const filename = metadata?.filename ?? "";
      await beginUpload(viewers.get(request)!, id, { filename, size: size ?? 0 }).catch(orCannotStore());
      const storedMetadata: Record<string, string> = filename === "" ? {} : { filename };
      return { metadata: storedMetadata };
    },
    onUploadFinish: async (_, { id, size = 0, metadata }) => {
      await finishUpload({ id, size, filename: metadata?.filename ?? "" })
        .catch(orGone)
        .catch(orCannotStore());
      return {};
    },
    onResponseError: (request, error) => {
      errors.set(request, error === ERRORS.ERR_LOCK_TIMEOUT ? busyError() : error);
      return undefined;
    },
  });
  return {
    async handle(request: Request, viewer: Viewer | null): Promise<TusResult> {
      // The library rejects values from several proxies; our addresses do not use it.
      request.headers.delete("x-forwarded-proto");
      if (viewer) viewers.set(request, viewer);
      const response = await server.handleWeb(request);
      return { response, error: errors.get(request) };
    },
  };
}
