import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { serverEnv } from "../support/launch";
import { collectLines } from "../support/lines";

/** By the machine's version; 20 is unsupported. */
const MACHINES = {
  "20": { node: "20.20.2", npm: "10.8.2" },
  "22": { node: "22.23.3", npm: "10.9.4" },
  "26": { node: "26.10.0", npm: "11.19.1" },
};
type Machine = keyof typeof MACHINES;

const PARCEL = `node-linux-${process.arch}`;
const OLD = "This is Node 20.20.2, and Paddock needs 22 or newer.";

let folder: string;
/** npm reads them from its Node's folder. */
let settings: string;

beforeAll(() => {
  settings = execFileSync("npm", ["config", "get", "globalconfig"], { encoding: "utf8" }).trim();
  folder = mkdtempSync(path.join(tmpdir(), "paddock-node-"));
  for (const [name, { node, npm }] of Object.entries(MACHINES)) {
    const prefix = path.join(folder, `node-${name}`);
    mkdirSync(prefix);
    execFileSync("npm", ["install", "--silent", "--no-save", "--prefix", prefix, `${PARCEL}@${node}`, `npm@${npm}`]);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// One Node's packages take a gigabyte.
afterEach(() => rmSync(path.join(folder, "copy"), { recursive: true, force: true }));

const nodeOf = (machine: Machine) => path.join(folder, `node-${machine}`, "node_modules/.bin");

async function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = collectLines(child);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said: output.text() };
}

/** Nothing installed or built. */
function cleanCopy(): string {
  const copy = path.join(folder, "copy");
  const trackedFiles = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  for (const file of trackedFiles.split("\0")) if (file && existsSync(file)) cpSync(file, path.join(copy, file));
  // Tests list the project's files by git.
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
  ])
    execFileSync("git", words, { cwd: copy });
  return copy;
}

function onMachine(machine: Machine): NodeJS.ProcessEnv {
  const env = serverEnv(path.join(folder, `site-${machine}`), { NODE_OPTIONS: "", npm_config_globalconfig: settings });
  // With "production" npm skips development packages.
  Reflect.deleteProperty(env, "NODE_ENV");
  const others = env.PATH!.split(":").filter((part) => !part.includes("node_modules"));
  return { ...env, PATH: [nodeOf(machine), ...others].join(":") };
}

/** The Node that runs the scripts. */
const WHICH: [Machine, "lock file" | "machine"][] = [
  ["20", "lock file"],
  ["22", "machine"],
  ["26", "machine"],
];

test.each(WHICH)(
  "from a clean copy to a first page on a machine with Node %s, by the Node of the %s",
  { timeout: 900_000 },
  async (machine, nodeSource) => {
    const copy = cleanCopy();
    const env = onMachine(machine);
    const seconds: Record<string, number> = {};
    const step = async (name: string, command: string, ...args: string[]) => {
      const start = performance.now();
      const { code, said } = await run(command, args, copy, env);
      expect(code, `${name}:\n${said}`).toBe(0);
      seconds[name] = Math.round((performance.now() - start) / 1000);
      return said;
    };
    expect(await step("install", "npm", "ci")).not.toMatch(/node-gyp|gyp info/);
    // As on a platform without Node on npm.
    if (nodeSource === "machine") rmSync(path.join(copy, "node_modules/.bin/node"));
    const version = (await step("version", "npm", "exec", "-c", "node --version")).trim().split("\n").at(-1);
    const pinned = JSON.parse(readFileSync("package.json", "utf8")).optionalDependencies[PARCEL];
    expect(version).toBe(`v${nodeSource === "machine" ? MACHINES[machine].node : pinned}`);
    await step("build", "npm", "run", "build");
    await step("unit tests", "npm", "run", "test:unit");

    const startedAt = performance.now();
    const server = spawn("npm", ["start", "--silent"], { cwd: copy, env, stdio: ["ignore", "pipe", "pipe"] });
    const closed = new Promise((resolve) => server.once("close", resolve));
    const output = collectLines(server);
    const url = (await output.find(/^listening on (\S+)$/))?.[1];
    expect(url, output.text()).toBeDefined();
    const page = await fetch(url!);
    expect([page.status, (await page.text()).includes("</html>")]).toEqual([200, true]);
    seconds["first page"] = Math.round((performance.now() - startedAt) / 1000);
    server.kill("SIGTERM");
    expect(await closed).toBe(0);
    process.stdout.write(
      `${version}: ${Object.entries(seconds)
        .map(([name, s]) => `${name} ${s} s`)
        .join(", ")}\n`,
    );
  },
);

test.each([
  "app/cli/run.mjs",
  "app/cli/run.mjs start",
  "build/server.js",
  "build/cli/admin.js list",
  "tests/run.mjs",
  "node_modules/vitest/vitest.mjs run tests/domain/text.test.ts",
  "node_modules/@playwright/test/cli.js test --config tests/e2e/playwright.config.ts",
  "node_modules/tsx/dist/cli.mjs app/server/dev.ts",
  "node_modules/tsx/dist/cli.mjs tests/bench/run.ts",
])("an old Node that starts %s prints one line and ends", async (words) => {
  const { code, said } = await run(path.join(nodeOf("20"), "node"), words.split(" "), process.cwd(), onMachine("20"));
  expect(said.split("\n").filter((line) => line.includes(OLD))).toHaveLength(1);
  expect(code).toBe(1);
});
