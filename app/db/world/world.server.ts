import { preparedOn } from "../client.server";
import { openDataFile } from "../data-files.server";
import * as schema from "./schema";

/** Part of every build; see `app/cli/map-data`. */
const WORLD_FILE = "build/world.db";

/**
 * The map's data, read-only: the gazetteer and the base map. Opened at first use.
 * @throws EnvError where the file is missing
 */
export function world() {
  return openDataFile(WORLD_FILE, schema, "make it (npm run map-data)");
}

export type World = ReturnType<typeof world>;

/** A statement on the map's data that is built and prepared once; see `prepared`. */
export function preparedWorld<T>(build: (database: World) => T): () => T {
  return preparedOn(world, build);
}
