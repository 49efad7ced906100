import { createHash } from "node:crypto";
import type { DataFile } from "~/db/data-files.server";
import { cutTiles } from "./cutting";
import { readTowns } from "./geonames";
import { spotTowns, spreadLabels } from "./labels";
import { readOutlines } from "./outlines";

/** By zoom, up to `DEEPEST_ZOOM`. */
const TIERS = [
  { resolution: "110m", zooms: [1, 2] },
  { resolution: "50m", zooms: [3, 4] },
  { resolution: "10m", zooms: [5, 6, 7, 8] },
] as const;

/** Larger than a point. */
const FIRST_TOWNS = 5;

const TABLES = `
  CREATE TABLE base_map (version TEXT NOT NULL);
  CREATE TABLE base_tiles (
    zoom INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    land TEXT NOT NULL, borders TEXT NOT NULL, towns TEXT NOT NULL, PRIMARY KEY (zoom, x, y)
  );
  CREATE TABLE base_labels (
    zoom INTEGER NOT NULL, tile_x INTEGER NOT NULL, tile_y INTEGER NOT NULL, place INTEGER NOT NULL,
    name TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, rank INTEGER NOT NULL,
    PRIMARY KEY (zoom, tile_x, tile_y, place)
  ) WITHOUT ROWID;
`;

type Row = (string | number)[];

export function writeBaseMap(data: DataFile): void {
  // Without the names in all languages, which need far more memory.
  const towns = readTowns().map(({ name, lat, lng, population, isPart }) => ({ name, lat, lng, population, isPart }));
  const hash = createHash("sha256");
  const addToHash = (row: Row) => {
    hash.update(row.join("\n"));
    return row;
  };
  data.exec(TABLES);
  for (const { resolution, zooms } of TIERS) {
    const outlinesAt = readOutlines(resolution);
    for (const zoom of zooms) {
      const spots = zoom >= FIRST_TOWNS ? spotTowns(towns, zoom) : undefined;
      const rows = cutTiles(outlinesAt(zoom), zoom).map(({ x, y, land, borders }) =>
        addToHash([zoom, x, y, land, borders, spots?.get(`${x}/${y}`) ?? ""]),
      );
      data.insert("base_tiles", ["zoom", "x", "y", "land", "borders", "towns"], rows);
    }
  }
  const labels = spreadLabels(towns).map(({ zoom, tileX, tileY, place, name, x, y, rank }): Row => {
    return [zoom, tileX, tileY, place, name, x, y, rank];
  });
  data.insert("base_labels", ["zoom", "tile_x", "tile_y", "place", "name", "x", "y", "rank"], labels);
  data.insert("base_map", ["version"], [[hash.digest("hex")]]);
}
