// Finds the programs that tests need, and installs missing ones.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * @param {string[]} names alternatives
 * @returns {string | undefined} the path of the first installed one
 */
export function installedProgram(names) {
  // Debian's own folders are missing from some PATHs.
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/sbin"];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/**
 * The program, installed by apt-get if missing (as root, else with sudo).
 * @param {string[]} names
 * @param {string[]} parcels its packages, installed without recommended ones
 * @returns {string | undefined}
 */
export function neededProgram(names, parcels) {
  const program = installedProgram(names);
  if (program) return program;
  const rights = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const words of [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", ...parcels],
  ]) {
    const [command, ...args] = [...rights, ...words];
    spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
  return installedProgram(names);
}

/** npm packages for drills only, each in a separate folder. */
const PACKAGES = ".cache/packages";

/**
 * The folder of an npm package, installed if missing. It is not a dependency, because it is large and one drill needs it.
 * @param {string} name
 * @param {string} version exact
 * @returns {string}
 */
export function neededPackage(name, version) {
  const home = path.resolve(PACKAGES, `${name}-${version}`);
  const folder = path.join(home, "node_modules", name);
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const args = ["install", "--prefix", home, "--no-save", "--ignore-scripts", "--no-audit", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${name} ${version} could not be had from npm.`);
  return folder;
}
