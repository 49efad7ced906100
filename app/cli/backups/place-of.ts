import path from "node:path";
import { env, withRegion } from "~/env.server";
import { parseStoreLocation, STORE_FORM } from "~/lib/store-location";
import type { FileStore } from "~/services/images/store";
import { openStore } from "~/services/images/stores.server";
import { CommandError } from "../run-command";

/** Whether somebody means a place of many backups, and not a folder for one. */
export function isAddress(text: string): boolean {
  return text.startsWith("file:") || /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/**
 * Opens the place of backups that an address names, or BACKUP_URL where none is given.
 * @throws CommandError where the address is wrong, or none is known
 */
export async function openPlace(address?: string): Promise<FileStore> {
  if (address === undefined) {
    const { BACKUP_URL } = env();
    if (!BACKUP_URL) throw new CommandError("BACKUP_URL is not set: name a place, such as file:DIR or s3://BUCKET.");
    return openStore(BACKUP_URL);
  }
  const location = isAddress(address) ? parseStoreLocation(address) : { kind: "folder" as const, path: address };
  if (location === null) throw new CommandError(`The address of a place of backups ${STORE_FORM}.`);
  return openStore(
    location.kind === "folder" ? { ...location, path: path.resolve(location.path) } : withRegion(location),
  );
}
