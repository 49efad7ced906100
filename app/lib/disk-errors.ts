import { DomainError } from "./errors";

/** What the system answers where a disk is full, over its quota, read-only or broken, or a file is not ours to write. */
const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "EACCES", "EPERM"]);
/** The same as SQLite says it. */
const SQLITE_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** Whether a write failed because of the disk; also where that is the cause of `error`. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === "string" && (CODES.has(code) || SQLITE_CODES.test(code))) || isDiskFailure(error.cause);
}

/** The message of an upload that the disk does not take. */
const CANNOT_STORE = "We cannot store photos at the moment. Nothing is lost; please try again later.";

/**
 * For the `catch` of whatever writes photos: a disk that refuses is the site's fault, and the upload may be sent again.
 * @param field that the photos were sent in
 * @throws DomainError cannot_store, whose cause is logged as a fault; any other error as it is
 */
export function orCannotStore(field?: string) {
  return (error: unknown): never => {
    if (error instanceof DomainError || !isDiskFailure(error)) throw error;
    const fields = field === undefined ? {} : { [field]: [CANNOT_STORE] };
    throw Object.assign(new DomainError("cannot_store", CANNOT_STORE, fields), { cause: error });
  };
}
