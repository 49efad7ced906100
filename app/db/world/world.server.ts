import { preparedOn } from "../client.server";
import { openDataFile } from "../data-files.server";
import * as schema from "./schema";

/** See `app/cli/map-data`. */
const WORLD_FILE = "build/world.db";

/**
 * Gazetteer and base map, read-only, opened at first use.
 * @throws EnvError if the file is missing
 */
export function world() {
  return openDataFile(WORLD_FILE, schema, "make it (npm run map-data)");
}

export type World = ReturnType<typeof world>;

export function preparedWorld<T>(build: (database: World) => T): () => T {
  return preparedOn(world, build);
}
