// Which version a build is: `build/version.json`, for the site, `--version` and the tarball's name.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, target } from "./paths.mjs";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The commit that the source is at; empty where this is no clone, or there is no git. */
function readCommit() {
  // Of this folder only, not of a repository that it happens to stand in.
  if (!existsSync(path.join(root, ".git"))) return "";
  const args = ["describe", "--always", "--dirty", "--abbrev=8", "--exclude", "*"];
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** Writes the version of the source into a build. @returns it */
export function writeVersion(folder = target) {
  const { version } = readJson(path.join(root, "package.json"));
  const build = { version, commit: readCommit() };
  writeFileSync(path.join(folder, "version.json"), JSON.stringify(build));
  return build;
}

/** The version of the build that is here, or of the source where there is none: "0.2.0 (1a2b3c4d)". */
export function versionName() {
  const versionFile = path.join(target, "version.json");
  const { version, commit = "" } = readJson(existsSync(versionFile) ? versionFile : path.join(root, "package.json"));
  return commit === "" ? version : `${version} (${commit})`;
}
