import { DomainError } from "./errors";

/** Full, over quota, read-only or broken disk, or a file without permission. */
const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "EACCES", "EPERM"]);
const SQLITE_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** Follows `cause`. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === "string" && (CODES.has(code) || SQLITE_CODES.test(code))) || isDiskFailure(error.cause);
}

const CANNOT_STORE = "We cannot store photos at the moment. Nothing is lost; please try again later.";

/**
 * For `catch` around code that stores photos.
 * @param field of the photos
 * @throws DomainError cannot_store for a disk error, with a logged cause; any other error unchanged
 */
export function orCannotStore(field?: string) {
  return (error: unknown): never => {
    if (error instanceof DomainError || !isDiskFailure(error)) throw error;
    const fields = field === undefined ? {} : { [field]: [CANNOT_STORE] };
    throw Object.assign(new DomainError("cannot_store", CANNOT_STORE, fields), { cause: error });
  };
}
