// The production build. Plain Node, because it runs before anything is compiled.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { lock } from "./lock.mjs";
import { provideMapData } from "./map-data.mjs";
import { cache, root, target } from "./paths.mjs";
import { isStale, markBuilt } from "./stale.mjs";
import { writeStyleRules } from "./style-rules.mjs";
import { BuildError, runTool, tool } from "./tools.mjs";
import { writeVersion } from "./version.mjs";

/**
 * Builds where that is needed. Several processes may ask at once: one builds, the others wait for it.
 * @param {() => boolean} isNeeded asked before and again inside the lock
 */
export async function ensureBuild(isNeeded = isStale) {
  if (!isNeeded()) return;
  const release = await lock();
  try {
    if (isNeeded()) await build();
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
  writeVersion(next);
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

/** .br and .gz beside each text asset, made once and thoroughly; the server only picks. */
async function compressAssets(folder) {
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg|json|txt)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}

/**
 * Sees to it that the packages are as `patches/` wants them: a build with others would do without them silently.
 * @throws BuildError where a patch has not been applied, as after an installation without scripts
 */
function checkPatches() {
  const folder = path.join(root, "patches");
  for (const name of readdirSync(folder)) {
    for (const part of readFileSync(path.join(folder, name), "utf8")
      .split(/^diff --git /m)
      .slice(1)) {
      const [, file = ""] = /^\+\+\+ b\/(.+)$/m.exec(part) ?? [];
      const addedLines = [...part.matchAll(/^\+(?!\+\+ )(.*)$/gm)].map(([, line]) => line);
      const lines = new Set(
        existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8").split("\n") : [],
      );
      if (addedLines.some((line) => !lines.has(line))) {
        throw new BuildError(`${file} is not as patches/${name} wants it: run npm install, or npx patch-package`);
      }
    }
  }
}

/** The server and the commands, as plain Node runs them: our files bundled, packages left where they are. */
async function bundleServer(folder) {
  const { build: bundle } = await tool("esbuild");
  const commands = readdirSync(path.join(root, "app/cli/commands"));
  const sharedOptions = {
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    packages: "external",
    logLevel: "error",
  };
  await bundle({
    ...sharedOptions,
    absWorkingDir: root,
    entryPoints: { server: "app/server/main.ts" },
    outdir: folder,
    // The primary of several processes loads a part of it only.
    splitting: true,
    chunkNames: "start/[name]-[hash]",
    sourcemap: "linked",
  });
  await bundle({
    ...sharedOptions,
    absWorkingDir: root,
    entryPoints: commands.map((name) => `app/cli/commands/${name}`),
    outbase: "app/cli/commands",
    outdir: path.join(folder, "cli"),
    // By its path it is no package, and bundled: see vite.config.ts.
    alias: {
      "drizzle-orm": path.join(root, "node_modules/drizzle-orm"),
      "culori/fn": path.join(root, "node_modules/culori/src/index-fn.js"),
    },
    splitting: true,
    sourcemap: "linked",
  });
}
