import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { createDataFile } from "~/db/data-files.server";
import { writeBaseMap } from "./base-map";
import { writeGazetteer } from "./gazetteer";

/** `make.ts FILE`. Written to a temporary file, then renamed, so that an existing file is always complete. */
function main(file: string | undefined): void {
  if (!file) throw new Error("usage: make.ts FILE");
  mkdirSync(path.dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  try {
    createDataFile(temporaryFile, (data) => {
      writeGazetteer(data);
      writeBaseMap(data);
    });
    renameSync(temporaryFile, file);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

main(process.argv[2]);
