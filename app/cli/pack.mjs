// `npm run pack`: the site in one file, for a machine without Node, npm and compiler.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { ensureBuild } from "./build/build.mjs";
import { cache, root } from "./build/paths.mjs";
import { BuildError } from "./build/tools.mjs";
import { writeVersion } from "./build/version.mjs";

/** What of the project is needed beside the build and the packages: the commands, sample pictures, migrations, and what is to be read. */
const OURS = [
  "app/cli/build",
  "app/cli/node-version.mjs",
  "app/cli/run.mjs",
  "app/deploy",
  "app/seed/pictures",
  "docs",
  "drizzle",
];
const TOP = ["CHANGELOG.md", "LICENSE", "package.json"];

/** The command of the packed site, and what its README says: at the top of it. */
const COMMAND = "app/deploy/paddock.sh";
const README = "app/deploy/packed.md";

const NODE = `node_modules/node-linux-${process.arch}`;

/**
 * Builds where that is needed, and packs build, production packages and the Node of the lock file into
 * `paddock-VERSION-COMMIT.tar.gz`. It runs on Linux with the processor, and the C library, of this machine.
 * @throws BuildError where packages are not those of the lock file, or tar fails
 */
export async function pack() {
  const packages = productionPackages();
  if (process.platform !== "linux" || !packages.includes(NODE)) {
    throw new BuildError("only Linux on x64 or arm64 has a Node to pack");
  }
  await ensureBuild();
  // The build may be older than the commit of its source.
  const { version, commit } = writeVersion();
  const project = [...OURS, "build"]
    .flatMap(filesIn)
    .filter((file) => file !== COMMAND && file !== README && !/\.map$|_snapshot\.json$|\/\.env$/.test(file));
  const files = [...TOP, ...project, ...packages.flatMap(filesOf), "node_modules/.bin/node", COMMAND, README];
  const name = ["paddock", version, ...(commit === "" ? [] : [commit])].join("-");
  await writeTar(files, name);
  const megabytes = Math.round(statSync(path.join(root, `${name}.tar.gz`)).size / 1e6);
  process.stdout.write(`${name}.tar.gz: ${megabytes} MB, for Linux on ${process.arch}\n`);
}

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/**
 * The folders of the packages that run the site, as npm has patched and chosen them for this machine. Left out is also what
 * only development or an optional part of a package asks for: the compiler's types.
 */
function productionPackages() {
  const { packages } = readJson("package-lock.json");
  return Object.entries(packages).flatMap(([folder, { version, dev, devOptional, optional }]) => {
    if (folder === "" || dev || devOptional) return [];
    const manifest = path.join(folder, "package.json");
    const installed = existsSync(path.join(root, manifest)) ? readJson(manifest).version : undefined;
    if (installed === undefined && optional) return [];
    if (installed !== version) throw new BuildError(`${folder} is not as the lock file wants it: run npm ci`);
    return [folder];
  });
}

/** What only who develops or compiles reads. */
const UNREAD = /\.(map|flow|[cm]?tsx?|md|markdown|cc?|cpp|h|gypi?)$/i;
const LICENCE = /\/(licen[cs]e|copying|notice)[^/]*$/i;
/** SQLite's binding comes for eight kinds of machine. */
const FOREIGN = new RegExp(`/prebuilds/(?!linux-${process.arch}\\.)`);

/** The files of a package, without the packages inside it. */
function filesOf(folder) {
  if (folder === NODE) return ["LICENSE", "package.json", "bin/node"].map((name) => `${NODE}/${name}`);
  return filesIn(folder).filter((file) => LICENCE.test(file) || !(UNREAD.test(file) || FOREIGN.test(file)));
}

/** All files below a folder of the project, or that file; not what its own `node_modules` hold. */
function filesIn(name) {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  const inside = readdirSync(path.join(root, name)).sort();
  return inside.filter((part) => part !== "node_modules").flatMap((part) => filesIn(`${name}/${part}`));
}

/** Writes the files below a folder `name`, owned by root and readable by everybody, whoever packs. */
async function writeTar(files, name) {
  const next = path.join(cache, `${name}.tar.gz`);
  const tar = spawn(
    "tar",
    [
      ...["--create", "--file", next, "--use-compress-program=gzip -9", "--no-recursion", "--null", "--files-from=-"],
      ...["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--hard-dereference"],
      // Not of what a link leads to.
      ...[`--transform=s,^${COMMAND}$,paddock,SH`, `--transform=s,^${README}$,README.md,SH`],
      `--transform=s,^,${name}/,SH`,
    ],
    { cwd: root, stdio: ["pipe", "inherit", "inherit"] },
  );
  tar.stdin.on("error", () => {}).end(files.join("\0"));
  const [code] = await once(tar, "close").catch(({ message }) => [message]);
  if (code !== 0) throw new BuildError(`the tarball could not be written (tar: ${code})`);
  renameSync(next, path.join(root, `${name}.tar.gz`));
}
