import { existsSync, readFileSync } from "node:fs";

/** The version that runs, as its build has it. */
export interface Version {
  /** Of package.json. */
  version: string;
  /** Of the source, 8 digits; `-dirty` with changes on top of it; empty where the build knew none. */
  commit: string;
}

let cached: Version | undefined;

function readVersion(): Version {
  // The development server and the tests of no server may have no build.
  const file = existsSync("build/version.json") ? "build/version.json" : "package.json";
  const { version, commit = "" } = JSON.parse(readFileSync(file, "utf8"));
  return { version, commit };
}

export const currentVersion = (): Version => (cached ??= readVersion());

/** "0.2.0 (1a2b3c4d)" */
export function versionName({ version, commit } = currentVersion()): string {
  return commit === "" ? version : `${version} (${commit})`;
}
