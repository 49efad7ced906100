import type { DataFile } from "~/db/client.server";

/** Writes the base map's tables. */
export function writeBaseMap(_data: DataFile): void {}
