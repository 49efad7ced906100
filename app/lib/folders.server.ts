import { mkdirSync, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those that hold it, as far as they are missing.
 * @param mode of those that are made
 * @throws what the system says where that cannot be. Node's own `recursive` tries for ever where a folder is there in which
 *   none can be made, and the system calls that missing (`/proc`)
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What stands in a folder, one by one; nothing where there is none. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  const found = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for await (const { name } of found) yield name;
}

/** Whether a path is another one or below it; both absolute, links are not followed. */
export function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || !(relative.split(path.sep)[0] === ".." || path.isAbsolute(relative));
}
