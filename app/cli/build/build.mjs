// The production build. Plain Node, because it runs before anything is compiled.
import { readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { compressAssets } from "./compress.mjs";
import { lock } from "./lock.mjs";
import { provideMapData } from "./map-data.mjs";
import { checkPatches } from "./patches.mjs";
import { cache, root, target } from "./paths.mjs";
import { bundleServer } from "./server-bundle.mjs";
import { isStale, markBuilt } from "./stale.mjs";
import { writeStyleRules } from "./style-rules.mjs";
import { runTool } from "./tools.mjs";

/**
 * Builds where that is needed. Several processes may ask at once: one builds, the others wait for it.
 * @param {() => boolean} needed asked before and again inside the lock
 */
export async function ensureBuild(needed = isStale) {
  if (!needed()) return;
  const release = await lock();
  try {
    if (needed()) await build();
  } finally {
    release();
  }
}

/**
 * Builds beside the old build and swaps it in at the end, so that a failed build leaves the old one.
 * @throws BuildError with what the tools said
 */
export async function build() {
  checkPatches();
  const builtAt = Date.now();
  const next = path.join(cache, "build");
  rmSync(next, { recursive: true, force: true });
  // Side by side: where the map's data is made anew it takes as long as all else. Vite empties its folder first.
  const map = path.join(cache, "map-data");
  rmSync(map, { recursive: true, force: true });
  const parts = await Promise.allSettled([buildApp(next), provideMapData(map)]);
  for (const part of parts) if (part.status === "rejected") throw part.reason;
  for (const name of readdirSync(map)) renameSync(path.join(map, name), path.join(next, name));
  rmSync(map, { recursive: true });
  markBuilt(next, builtAt);
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
}

/** @param {string} folder */
async function buildApp(folder) {
  await runTool("node_modules/@remix-run/dev/dist/cli.js", ["vite:build", "--logLevel", "warn"], {
    BUILD_DIRECTORY: path.relative(root, folder),
  });
  await bundleServer(folder);
  await compressAssets(path.join(folder, "client", "assets"));
  await writeStyleRules(folder);
}
