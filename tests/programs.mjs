// Programs of the machine that tests need: found where they are, installed where they are not.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * @param {string[]} names of which any one will do
 * @returns {string | undefined} the path of the first that is installed
 */
export function installedProgram(names) {
  // Debian's own folders, which not every PATH has.
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/sbin"];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/**
 * The program, installed by apt-get (as root, else with sudo) where the machine has none.
 * @param {string[]} names
 * @param {string[]} parcels the packages that it needs; nothing that they merely recommend comes along
 * @returns {string | undefined}
 */
export function neededProgram(names, parcels) {
  const found = installedProgram(names);
  if (found) return found;
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

/** Packages of npm that only drills need, each in a folder of its own. */
const PACKAGES = ".cache/packages";

/**
 * The folder of a package of npm that is no dependency, because it is large and one drill needs it; fetched where it is
 * not there yet.
 * @param {string} name
 * @param {string} version the very one
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
