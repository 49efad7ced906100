// Programs of the machine that tests need: found where they are, installed where they are not.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
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
