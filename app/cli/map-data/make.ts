import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { createDataFile } from "~/db/data-files.server";
import { writeBaseMap } from "./base-map";
import { writeGazetteer } from "./gazetteer";

/**
 * Makes the map's data file from the development packages: `make.ts FILE`. Written to a temporary name and renamed, so
 * that an existing file is complete.
 */
function main(file: string | undefined): void {
  if (!file) throw new Error("usage: make.ts FILE");
  mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  try {
    createDataFile(aside, (data) => {
      writeGazetteer(data);
      writeBaseMap(data);
    });
    renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

main(process.argv[2]);
