import { existsSync, readFileSync } from "node:fs";

export interface Version {
  /** From package.json. */
  version: string;
  /** 8 digits; `-dirty` with uncommitted changes; may be empty. */
  commit: string;
}

let cachedVersion: Version | undefined;

function readVersion(): Version {
  // Development and unit tests may have no build.
  const file = existsSync("build/version.json") ? "build/version.json" : "package.json";
  const { version, commit = "" } = JSON.parse(readFileSync(file, "utf8"));
  return { version, commit };
}

export const currentVersion = (): Version => (cachedVersion ??= readVersion());

export function versionName({ version, commit } = currentVersion()): string {
  return commit === "" ? version : `${version} (${commit})`;
}
