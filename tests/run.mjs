// `npm test`: all checks of a change; ends with the line "N passed, N failed". `npm test -- NAME…` runs only these stages or
// test files. `npm run test:drills [-- NAME…]` runs slow tests and those that need other programs;
// `npm run test:faults [-- NAME…]` and `npm run test:hostile [-- NAME…]` run some of them at full length.
import "../app/cli/node-version.mjs";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedProgram, neededProgram } from "./programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => path.join(root, "node_modules", name);

const GB = 2 ** 30;

/**
 * The folder of the run's files: in memory if there is room. Every test writes its own database, and on a disk each
 * commit would wait.
 */
function scratchFolder() {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return bavail * bsize > 2 * GB && process.availableMemory() > 4 * GB ? memory : tmpdir();
}

const scratch = mkdtempSync(path.join(scratchFolder(), "paddock-tests-"));
// With Node 24's default size of the young generation the tests need a fifth more CPU.
const TESTS_ENV = {
  TMPDIR: scratch,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=16`.trim(),
};
process.on("exit", () => {
  endLeftovers();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/**
 * Runs to the end; resolves with the exit code.
 * @param held heading for output printed at the end, in one piece, because other output is printed meanwhile
 */
function run(command, args, { env = {}, held } = {}) {
  return new Promise((resolve) => {
    const output = held ? "pipe" : "inherit";
    const stdio = ["inherit", output, output];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const outputChunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => outputChunks.push(chunk));
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => {
      if (held) process.stdout.write(`\n== what ${held} said\n${Buffer.concat(outputChunks)}`);
      resolve(code ?? 1);
    });
  });
}

const node = (script, args, options) => run(process.execPath, [script, ...args], options);
const resultOf = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, wrong: [], again: [] });

/** A failed test runs once more in CI only, and the summary names it: a flaky test is a fault to fix next. */
const TRIES_MORE = process.env.CI === "true" ? 1 : 0;

/**
 * The counts of a report; failed tests, and tests that passed on their second try, a line each. A failed run without a
 * failed test (a crash, an error outside of tests) counts as one.
 */
function countResults(code, file, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1, wrong: ["there is no report"], again: [] };
  const { passed, failed, ...lines } = read(JSON.parse(readFileSync(file, "utf8")));
  const nothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothing) ? 1 : failed, ...lines };
}

/** The names of failed tests in Vitest's report, each with the first line of its message. */
function wrongTests({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const inFile = (text) => `${path.relative(root, name)}: ${text}`;
    const failures = assertionResults.filter(({ status }) => status !== "passed");
    if (failures.length === 0 && message) return [inFile(message.split("\n")[0])];
    return failures.map(({ fullName, status, failureMessages }) =>
      inFile(`${fullName}: ${failureMessages?.[0]?.split("\n")[0] ?? status}`),
    );
  });
}

/** The names of specs with a test in one of the `states`, from all nested suites of Playwright's report. */
function namedSpecs({ suites = [], specs = [] }, states) {
  const specsHere = specs.filter(({ tests }) => tests.some(({ status }) => states.includes(status)));
  const names = specsHere.map(({ file, line, title }) => `tests/e2e/${file}:${line}: ${title}`);
  return [...names, ...suites.flatMap((suite) => namedSpecs(suite, states))];
}

async function vitest(stage, args, runOptions = {}) {
  const file = path.join(scratch, `${stage}.json`);
  const second = path.join(scratch, `${stage}-second-tries`);
  const reporters = ["--reporter=default", "--reporter=json", "--reporter=./tests/second-tries.mjs"];
  const options = ["run", ...reporters, `--outputFile.json=${file}`, `--retry=${TRIES_MORE}`, ...args];
  const env = { ...TESTS_ENV, SECOND_TRIES: second };
  const code = await node(bin("vitest/vitest.mjs"), options, { env, ...runOptions });
  return countResults(code, file, (report) => {
    // A file that failed to load has no tests; a skipped test has not passed.
    const unloaded = report.testResults.filter(
      (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
    );
    const skipped = report.numPendingTests + report.numTodoTests;
    const failureCount = report.numFailedTests + unloaded.length + skipped;
    const retriedTests = existsSync(second) ? readFileSync(second, "utf8").split("\n").filter(Boolean) : [];
    return { passed: report.numPassedTests, failed: failureCount, wrong: wrongTests(report), again: retriedTests };
  });
}

const stages = {
  lint: async () => resultOf(await node(bin("@biomejs/biome/bin/biome"), ["check", "."], { held: "lint" })),
  types: async () => resultOf(await node(bin("typescript7/bin/tsc"), ["--noEmit"], { held: "types" })),
  build: async () => resultOf(await node("app/cli/run.mjs", ["build"], { held: "build" })),
  tests: (files) => vitest("tests", ["--project=!drills", ...files]),
  drills(files) {
    for (const [program, parcel, needs] of NEEDED) {
      if (files.length === 0 || files.some((file) => needs.test(file))) neededProgram([program], [parcel]);
    }
    // Some of them measure waiting times: at most one per CPU at once.
    const atOnce = process.env.DRILLS === "full" ? "--no-file-parallelism" : "--maxWorkers=100%";
    return vitest("drills", ["--project=drills", atOnce, ...files]);
  },
  browser: (files) => playwright("browser", files),
  "browser-drills": (files) => playwright("browser-drills", files, { DRILLS: process.env.DRILLS ?? "short" }),
};

/** Programs, their packages, and the drills that need them; a drill reports a program that could not be installed. */
const NEEDED = [
  ["varnishd", "varnish", /edge/],
  ["caddy", "caddy", /edge/],
  ["restic", "restic", /backup/],
  ["java", "default-jre-headless", /valid-html/],
  ["buildah", "buildah", /container/],
  ["mmdebstrap", "mmdebstrap", /container/],
];

async function playwright(stage, files, more = {}) {
  const chromium = await findChromium();
  if (chromium === undefined) {
    process.stderr.write("There is no Chromium, and none could be installed.\n");
    return { passed: 0, failed: 1, wrong: [], again: [] };
  }
  const file = path.join(scratch, `${stage}.json`);
  const options = ["--config", "tests/e2e/playwright.config.ts", "--reporter=list,json", `--retries=${TRIES_MORE}`];
  const args = ["test", ...options, ...files];
  const env = { ...TESTS_ENV, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium, ...more };
  const code = await node(bin("@playwright/test/cli.js"), args, { env });
  return countResults(code, file, (report) => {
    const { stats, errors } = report;
    const failureCount = stats.unexpected + stats.skipped + errors.length;
    const outside = errors.map(({ message }) => message?.split("\n")[0]);
    const wrong = [...outside, ...namedSpecs(report, ["unexpected", "skipped"])];
    return { passed: stats.expected + stats.flaky, failed: failureCount, wrong, again: namedSpecs(report, ["flaky"]) };
  });
}

/** Path of a browser, "" for Playwright's own; undefined if none can be installed. */
async function findChromium() {
  const isInstalled = () => {
    const print = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
    const { stdout } = spawnSync(process.execPath, ["-e", print], { cwd: root, encoding: "utf8" });
    return stdout.trim() !== "" && existsSync(stdout.trim());
  };
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (isInstalled()) return "";
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const machine = installedProgram(names);
  if (machine) return machine;
  // Debian's own needs one package and a font; Playwright's needs a hundred.
  const debians = isDebian() && neededProgram(names, ["chromium", "fonts-liberation"]);
  if (debians) return debians;
  await node(bin("@playwright/test/cli.js"), ["install", "--with-deps", "chromium"]);
  return isInstalled() ? "" : undefined;
}

const isDebian = () => existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

/** The stages in sequence; those of a group run in parallel, as linter and compiler leave a core to the build. */
const SCHEDULE = [["lint", "types", "build"], ["tests"], ["browser"], ["drills"], ["browser-drills"]];

/** Not part of `npm test`: see `test:drills` in package.json. */
const DRILLS = ["drills", "browser-drills"];

/** The stage that a test file belongs to. */
function stageOf(file) {
  const drill = file.includes(".drill.");
  if (file.endsWith(".spec.ts")) return drill ? "browser-drills" : "browser";
  if (file.endsWith(".test.ts")) return drill ? "drills" : "tests";
  return file;
}

/** The sets of `npm run test:…`: their drills by name. Faults and attacks run at full length. */
const SETS = {
  drills: () => {
    const folders = ["domain", "api", "web", "e2e", "e2e/with-script", "faults", "hostile"];
    return Object.assign({}, ...folders.map((folder) => drillsIn(folder, `${folder.split("/")[0]}/`)));
  },
  faults: () => drillsIn("faults"),
  hostile: () => ({ ...drillsIn("hostile"), scripts: "tests/e2e/with-script/hostile-scripts.drill.spec.ts" }),
};

function drillsIn(folder, before = "") {
  const files = readdirSync(path.join(root, "tests", folder)).filter((name) => name.includes(".drill."));
  return Object.fromEntries(files.map((name) => [before + name.split(".")[0], `tests/${folder}/${name}`]));
}

/** `faults kill` is the file of that drill; without a name all drills of the set. */
function withDrills([set, ...names]) {
  if (!Object.hasOwn(SETS, set)) return [set, ...names].filter(Boolean);
  if (set !== "drills") process.env.DRILLS = "full";
  if (set === "drills" && names.length === 0) return DRILLS;
  const drills = SETS[set]();
  const unknown = names.find((name) => !Object.hasOwn(drills, name));
  if (unknown === undefined) return (names.length > 0 ? names : Object.keys(drills)).map((name) => drills[name]);
  process.stderr.write(`usage: npm run test:${set} [-- ${Object.keys(drills).join(" | ")}]\n`);
  process.exit(1);
}

/** The stages to run, each with its test files; without names all stages except drills, with all files. */
function chooseStages(names) {
  const usual = Object.keys(stages).filter((stage) => !DRILLS.includes(stage));
  if (names.length === 0) return new Map(usual.map((stage) => [stage, []]));
  const filesByStage = new Map();
  for (const name of names) {
    const isFile = existsSync(path.resolve(root, name));
    const stage = isFile ? stageOf(name) : name;
    if (!Object.hasOwn(stages, stage)) {
      process.stderr.write(`usage: npm test [-- ${Object.keys(stages).join(" | ")} | a .test.ts or .spec.ts file]\n`);
      process.exit(1);
    }
    filesByStage.set(stage, [...(filesByStage.get(stage) ?? []), ...(stage === name ? [] : [name])]);
  }
  return filesByStage;
}

/** Ends remaining processes of the run, such as servers of a failed test. @returns how many */
function endLeftovers() {
  const isOwnProcess = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`TMPDIR=${scratch}`);
    } catch {
      return false;
    }
  };
  const leftovers = existsSync("/proc")
    ? readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isOwnProcess(pid))
    : [];
  for (const pid of leftovers) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // Already ended.
    }
  }
  return leftovers.length;
}

const results = [];
async function runStage(name, files) {
  process.stdout.write(`\n== ${name}\n`);
  const start = Date.now();
  const result = await stages[name](files);
  results.push({ name, ...result, seconds: Math.round((Date.now() - start) / 1000) });
}

const chosenStages = chooseStages(withDrills(process.argv.slice(2)));
for (const stageNames of SCHEDULE) {
  await Promise.all(
    stageNames.filter((name) => chosenStages.has(name)).map((name) => runStage(name, chosenStages.get(name))),
  );
  const leftoverCount = endLeftovers();
  if (leftoverCount > 0) process.stdout.write(`${leftoverCount} processes were left running and have been ended.\n`);
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write("\n== summary\n");
for (const { name, passed, failed, seconds } of results) {
  process.stdout.write(`${name.padEnd(14)} ${passed} ok${failed > 0 ? `, ${failed} NOT OK` : ""} (${seconds} s)\n`);
}
for (const line of results.flatMap(({ again }) => again)) process.stdout.write(`second try: ${line}\n`);
for (const line of results.flatMap(({ wrong }) => wrong)) process.stdout.write(`NOT OK: ${line}\n`);
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
