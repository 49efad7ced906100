import { mkdirSync, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import path from "node:path";

/**
 * With missing parents.
 * @param mode of created folders
 * @throws the system's error. Node's own `recursive` never ends below a folder such as `/proc`
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Created meanwhile by another process.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** One by one; none if the folder does not exist. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  const handle = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for await (const { name } of handle) yield name;
}

/** Or equal; both absolute, links are not followed. */
export function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || !(relative.split(path.sep)[0] === ".." || path.isAbsolute(relative));
}
