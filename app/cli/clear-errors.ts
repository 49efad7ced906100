import { BackupError } from "~/services/backups/errors";
import { StoreUnavailableError } from "~/services/images/store";
import { CommandError } from "./run-command";

/** SQLite errors caused by the disk or the file, not by our code. */
const OUTSIDE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|BUSY)/;

/** A disk that is full, a folder that cannot be written, a store that is away: one clear line instead of a stack. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = "", syscall, message } = error as NodeJS.ErrnoException;
    const known = error instanceof BackupError || error instanceof StoreUnavailableError;
    throw known || syscall !== undefined || OUTSIDE.test(code) ? new CommandError(message.split("\n")[0]) : error;
  }
}
