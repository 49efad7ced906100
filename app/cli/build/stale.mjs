import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mapData } from "./map-data.mjs";
import { root, target } from "./paths.mjs";

/** When the sources of this build were read; written last, so it also says that the build is whole. */
const stamp = (folder) => path.join(folder, "built-at");

/** Says of a build in `folder` that it is whole. @param builtAt when its sources were read, in milliseconds */
export const markBuilt = (folder, builtAt) => writeFileSync(stamp(folder), String(builtAt));

/** Whether a whole build is there. */
export function isBuilt() {
  return existsSync(stamp(target)) && existsSync(mapData(target).file);
}

/** Whether no build is there, or a source is newer than it; a packed site has no sources. */
export function isStale() {
  if (!isBuilt()) return true;
  if (!existsSync(path.join(root, "vite.config.ts"))) return false;
  const builtAt = Number(readFileSync(stamp(target), "utf8"));
  return ["app", "patches", "public", "package-lock.json", "vite.config.ts"].some(
    (name) => newest(path.join(root, name)) > builtAt,
  );
}

function newest(file) {
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}
