// `npm test`: everything that has to pass, one after the other; ends with the line "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(path.join(tmpdir(), "paddock-reports-"));
const bin = (name) => path.join(root, "node_modules", name);

/** Runs to the end with the output shown; resolves with the exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

const node = (script, args, env) => run(process.execPath, [script, ...args], env);
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/** The counts of a report; a run that failed without a failed test (a crash, an error outside of tests) counts as one. */
function counted(code, file, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = read(JSON.parse(readFileSync(file, "utf8")));
  const nothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothing) ? 1 : failed };
}

const stages = {
  lint: async () => one(await node(bin("@biomejs/biome/bin/biome"), ["check", "."])),
  types: async () => one(await node(bin("typescript/bin/tsc"), ["--noEmit"])),
  build: async () => one(await node("app/cli/run.mjs", ["build"])),
  async tests() {
    const file = path.join(reports, "vitest.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const code = await node(bin("vitest/vitest.mjs"), ["run", ...reporters]);
    return counted(code, file, (report) => {
      // A file that could not be loaded has no tests in it; a skipped test is none that passed.
      const unloaded = report.testResults.filter(
        (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
      );
      const skipped = report.numPendingTests + report.numTodoTests;
      return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length + skipped };
    });
  },
  async browser() {
    const chromium = await findChromium();
    if (chromium === undefined) {
      process.stderr.write("There is no Chromium, and none could be installed.\n");
      return { passed: 0, failed: 1 };
    }
    const file = path.join(reports, "playwright.json");
    const args = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium };
    const code = await node(bin("@playwright/test/cli.js"), args, env);
    return counted(code, file, ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    }));
  },
};

/** Path of a browser, "" for Playwright's own; undefined where there is none and none can be had. */
async function findChromium() {
  const own = () => {
    const print = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
    const { stdout } = spawnSync(process.execPath, ["-e", print], { cwd: root, encoding: "utf8" });
    return stdout.trim() !== "" && existsSync(stdout.trim());
  };
  const installed = () => {
    const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
    return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
  };
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (own()) return "";
  const machine = installed();
  if (machine) return machine;
  await node(bin("@playwright/test/cli.js"), ["install", "--with-deps", "chromium"]);
  if (own()) return "";
  const rights = process.getuid?.() === 0 ? [] : ["sudo"];
  for (const words of [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "chromium"],
  ]) {
    const [command, ...args] = [...rights, ...words];
    await run(command, args);
  }
  return installed();
}

const only = process.argv.slice(2);
const unknown = only.filter((name) => !Object.hasOwn(stages, name));
if (unknown.length > 0) {
  process.stderr.write(`usage: npm test [-- ${Object.keys(stages).join(" | ")}]\n`);
  process.exit(1);
}

const results = [];
for (const [name, stage] of Object.entries(stages)) {
  if (only.length > 0 && !only.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  const start = Date.now();
  results.push({ name, ...(await stage()), seconds: Math.round((Date.now() - start) / 1000) });
}
rmSync(reports, { recursive: true, force: true });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write("\n== summary\n");
for (const { name, passed, failed, seconds } of results) {
  process.stdout.write(`${name.padEnd(8)} ${passed} ok${failed > 0 ? `, ${failed} NOT OK` : ""} (${seconds} s)\n`);
}
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
