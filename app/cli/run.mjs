// The commands of package.json. Plain Node, so that they work before there is a build and without development packages.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureBuild } from "./build/build.mjs";
import { makeMapData } from "./build/map-data.mjs";
import { isBuilt, isStale } from "./build/stale.mjs";
import { BuildError } from "./build/tools.mjs";
import { versionName } from "./build/version.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isWholeBuild = () => !isBuilt();

const commands = {
  /** Always builds anew. */
  async build() {
    await ensureBuild(() => true);
  },
  async start() {
    await ensureBuild(isWholeBuild);
    process.env.NODE_ENV ||= "production";
    await load("build/server.js");
  },
  /** The site in one file. */
  async pack() {
    const { pack } = await import("./pack.mjs");
    await pack();
  },
  /** Always makes it anew. */
  "map-data": () => makeMapData(),
  seed: (args) => runBuilt("seed", args),
  admin: (args) => runBuilt("admin", args),
  backup: (args) => runBuilt("backup", args),
  restore: (args) => runBuilt("restore", args),
  uploads: (args) => runBuilt("uploads", args),
  /** A running site with sample people from a fresh clone; nothing is added to a database that has people. */
  async demo() {
    await ensureBuild(isStale);
    process.env.NODE_ENV ||= "production";
    // The sample people's password is known to everybody: only this machine may knock.
    process.env.HOST ||= "127.0.0.1";
    const code = await runChild("build/cli/demo.js", []);
    if (code !== 0) process.exit(code);
    await load("build/server.js");
  },
};

/** These say themselves how they are called. */
const HAVE_HELP = ["seed", "admin", "backup", "restore", "uploads"];

async function runBuilt(name, args) {
  await ensureBuild(isWholeBuild);
  process.argv = [process.argv[0], path.join(root, "build/cli", `${name}.js`), ...args];
  process.env.NODE_ENV ||= "production";
  await load(`build/cli/${name}.js`);
}

function load(file) {
  if (!existsSync(path.join(root, file))) throw new BuildError(`${file} is missing: build again (npm run build)`);
  return import(pathToFileURL(path.join(root, file)).href);
}

function runChild(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, file), ...args], { cwd: root, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

const [name, ...args] = process.argv.slice(2);
process.chdir(root);
const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
const USAGE = `usage: run.mjs ${Object.keys(commands).join(" | ")} | --help | --version\n`;
const isHelp = (word) => word === "--help" || word === "-h";
if (isHelp(name) || (args.some(isHelp) && command && !HAVE_HELP.includes(name))) process.stdout.write(USAGE);
else if (name === "--version") process.stdout.write(`paddock ${versionName()}\n`);
else if (!command) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  command(args).catch((error) => {
    process.stderr.write(`${error instanceof BuildError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
