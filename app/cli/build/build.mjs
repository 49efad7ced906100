// The production build. Plain Node, because it runs before anything is compiled.
import { renameSync, rmSync } from "node:fs";
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
  await runTool("node_modules/@remix-run/dev/dist/cli.js", ["vite:build", "--logLevel", "warn"], {
    BUILD_DIRECTORY: path.relative(root, next),
  });
  await bundleServer(next);
  await compressAssets(path.join(next, "client", "assets"));
  await writeStyleRules(next);
  await provideMapData(next);
  markBuilt(next, builtAt);
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
}
