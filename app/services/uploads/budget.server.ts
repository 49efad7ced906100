import { env } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/images";

/** One full request. Six users fill the site's budget. */
const USER_BUDGET = MAX_FILES * MAX_FILE_BYTES + 1024 * 1024;
/** Shared by the processes, but two full requests always fit. */
const processBudget = () => Math.max(2, 6 / env().WEB_CONCURRENCY) * USER_BUDGET;

const RETRY_AFTER_SECONDS = 10;

const inProgress = new Set<UploadInProgress>();

export const countUploadsInProgress = () => inProgress.size;

/**
 * Disk space of one request with files, until it ends. Counts received bytes, not announced ones, so that slow uploads
 * do not block others.
 */
export class UploadInProgress {
  #bytes = 0;

  constructor(private readonly userId: number) {
    inProgress.add(this);
  }

  /** @throws DomainError rate_limited over the budget of user or process */
  add(bytes: number): void {
    let [ofUser, ofAll] = [bytes, bytes];
    for (const upload of inProgress) {
      ofAll += upload.#bytes;
      if (upload.userId === this.userId) ofUser += upload.#bytes;
    }
    if (ofUser > USER_BUDGET || ofAll > processBudget()) {
      const message = "Too many photos are being uploaded right now. Please try again in a moment.";
      throw new DomainError("rate_limited", message, {}, RETRY_AFTER_SECONDS);
    }
    this.#bytes += bytes;
  }

  end(): void {
    inProgress.delete(this);
  }
}
