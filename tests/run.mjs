// `npm test`: everything that has to pass; ends with the line "N passed, N failed". `npm test -- NAME` runs a stage or a
// test file alone, several where several are named.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedProgram, neededProgram } from "./programs.mjs";
import { WAITING } from "./waiting.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => path.join(root, "node_modules", name);

const GB = 2 ** 30;

/**
 * Where the run's files go: into memory, where there is room. Every test writes a database of its own, and the disk
 * would be waited for at each commit.
 */
function scratchFolder() {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return bavail * bsize > 2 * GB && process.availableMemory() > 4 * GB ? memory : tmpdir();
}

const scratch = mkdtempSync(path.join(scratchFolder(), "paddock-tests-"));
const TESTS_ENV = { TMPDIR: scratch };
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/**
 * Runs to the end; resolves with the exit code.
 * @param held under which heading the output is shown at the end, in one piece, because something else is shown meanwhile
 */
function run(command, args, { env = {}, held } = {}) {
  return new Promise((resolve) => {
    const output = held ? "pipe" : "inherit";
    const stdio = ["inherit", output, output];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => {
      if (held) process.stdout.write(`\n== what ${held} said\n${Buffer.concat(said)}`);
      resolve(code ?? 1);
    });
  });
}

const node = (script, args, options) => run(process.execPath, [script, ...args], options);
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, wrong: [] });

/**
 * The counts of a report, and what went wrong, a line each; a run that failed without a failed test (a crash, an error
 * outside of tests) counts as one.
 */
function counted(code, file, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1, wrong: ["there is no report"] };
  const { passed, failed, wrong } = read(JSON.parse(readFileSync(file, "utf8")));
  const nothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothing) ? 1 : failed, wrong };
}

/** The names of what failed in Vitest's report, each with the first line of why. */
function wrongTests({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const inFile = (text) => `${path.relative(root, name)}: ${text}`;
    const failed = assertionResults.filter(({ status }) => status !== "passed");
    if (failed.length === 0 && message) return [inFile(message.split("\n")[0])];
    return failed.map(({ fullName, status, failureMessages }) =>
      inFile(`${fullName}: ${failureMessages?.[0]?.split("\n")[0] ?? status}`),
    );
  });
}

/** Likewise of Playwright's, whose suites stand in each other. */
function wrongSpecs({ suites = [], specs = [], errors = [] }) {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status !== "expected"));
  const named = here.map(({ file, line, title }) => `tests/e2e/${file}:${line}: ${title}`);
  return [...errors.map(({ message }) => message?.split("\n")[0]), ...named, ...suites.flatMap(wrongSpecs)];
}

async function vitest(stage, args, how = {}) {
  const file = path.join(scratch, `${stage}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await node(bin("vitest/vitest.mjs"), ["run", ...reporters, ...args], { env: TESTS_ENV, ...how });
  return counted(code, file, (report) => {
    // A file that could not be loaded has no tests in it; a skipped test is none that passed.
    const unloaded = report.testResults.filter(
      (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
    );
    const skipped = report.numPendingTests + report.numTodoTests;
    const failed = report.numFailedTests + unloaded.length + skipped;
    return { passed: report.numPassedTests, failed, wrong: wrongTests(report) };
  });
}

const stages = {
  lint: async () => one(await node(bin("@biomejs/biome/bin/biome"), ["check", "."], { held: "lint" })),
  types: async () => one(await node(bin("typescript/bin/tsc"), ["--noEmit"], { held: "types" })),
  build: async () => one(await node("app/cli/run.mjs", ["build"], { held: "build" })),
  tests: (files) => vitest("tests", ["--project=!waiting", ...files]),
  async waiting(files) {
    if (files.length === 0 || files.some((name) => name.includes("edge"))) needEdge();
    return vitest("waiting", ["--project=waiting", "--maxWorkers=1", ...files], { held: "waiting" });
  },
  async browser(files) {
    const chromium = await findChromium();
    if (chromium === undefined) {
      process.stderr.write("There is no Chromium, and none could be installed.\n");
      return { passed: 0, failed: 1 };
    }
    const file = path.join(scratch, "playwright.json");
    const args = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json", ...files];
    const env = { ...TESTS_ENV, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium };
    const code = await node(bin("@playwright/test/cli.js"), args, { env });
    return counted(code, file, (report) => {
      const { stats, errors } = report;
      const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
      return { passed: stats.expected, failed, wrong: wrongSpecs(report) };
    });
  },
};

/** What stands in front of the site in its recipe: tests/web/edge.test.ts says what is missing where it could not be had. */
function needEdge() {
  for (const name of ["varnish", "caddy"]) neededProgram(name === "varnish" ? ["varnishd"] : [name], name);
}

/** Path of a browser, "" for Playwright's own; undefined where there is none and none can be had. */
async function findChromium() {
  const own = () => {
    const print = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
    const { stdout } = spawnSync(process.execPath, ["-e", print], { cwd: root, encoding: "utf8" });
    return stdout.trim() !== "" && existsSync(stdout.trim());
  };
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (own()) return "";
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const machine = installedProgram(names);
  if (machine) return machine;
  await node(bin("@playwright/test/cli.js"), ["install", "--with-deps", "chromium"]);
  if (own()) return "";
  return neededProgram(names, "chromium");
}

/**
 * What runs side by side: the linter and the compiler leave a core to the build; tests that mostly wait are beside those
 * that work, and go on beside the browser where they take longer.
 */
const SCHEDULE = [
  [["lint"], ["types"], ["build"]],
  [["waiting"], ["tests", "browser"]],
];

/** The stage that a test file belongs to. */
function stageOf(file) {
  if (file.endsWith(".spec.ts")) return "browser";
  if (WAITING.includes(path.relative(root, path.resolve(root, file)))) return "waiting";
  return file.endsWith(".test.ts") ? "tests" : file;
}

/** Which stages to run, each with the test files that it is asked for; without names all stages with all files. */
function chosen(names) {
  if (names.length === 0) return new Map(Object.keys(stages).map((stage) => [stage, []]));
  const found = new Map();
  for (const name of names) {
    const isFile = existsSync(path.resolve(root, name));
    const stage = isFile ? stageOf(name) : name;
    if (!Object.hasOwn(stages, stage)) {
      process.stderr.write(`usage: npm test [-- ${Object.keys(stages).join(" | ")} | a .test.ts or .spec.ts file]\n`);
      process.exit(1);
    }
    found.set(stage, [...(found.get(stage) ?? []), ...(stage === name ? [] : [name])]);
  }
  return found;
}

const results = [];
async function runStage(name, files) {
  process.stdout.write(`\n== ${name}\n`);
  const start = Date.now();
  results.push({ name, ...(await stages[name](files)), seconds: Math.round((Date.now() - start) / 1000) });
}

const asked = chosen(process.argv.slice(2));
for (const together of SCHEDULE) {
  await Promise.all(
    together.map(async (inTurn) => {
      for (const name of inTurn.filter((one) => asked.has(one))) await runStage(name, asked.get(name));
    }),
  );
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write("\n== summary\n");
for (const { name, passed, failed, seconds } of results) {
  process.stdout.write(`${name.padEnd(8)} ${passed} ok${failed > 0 ? `, ${failed} NOT OK` : ""} (${seconds} s)\n`);
}
for (const line of results.flatMap(({ wrong }) => wrong)) process.stdout.write(`NOT OK: ${line}\n`);
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
