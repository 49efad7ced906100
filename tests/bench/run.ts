// `npm run bench`: figures and comparisons. Never part of `npm test`.
import "../../app/cli/node-version.mjs";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { FIGURES, type GroupName, type Options, parseOptions, remarksOf, USAGE } from "./options";
import { note, Report } from "./report";

type Measure = (report: Report, options: Options) => Promise<void>;

const groups: Record<GroupName, () => Promise<Measure>> = {
  pages: async () => (await import("./pages")).measurePages,
  api: async () => (await import("./api")).measureApi,
  kept: async () => (await import("./cache")).measureCache,
  uploads: async () => (await import("./uploads")).measureUploads,
  writes: async () => (await import("./writes")).measureWrites,
  sizes: async () => (await import("./sizes")).measureSizes,
  views: async () => (await import("./views")).measureViews,
  presses: async () => (await import("./presses")).measurePresses,
  growth: async () => (await import("./growth")).measureGrowth,
  start: async () => (await import("./start")).measureStart,
  processes: async () => (await import("./processes")).measureProcesses,
  timing: async () => (await import("./timing")).measureTiming,
};

async function main(options: Options): Promise<void> {
  await ensureBuild();
  const report = new Report(remarksOf(options));
  for (const name of options.groups) {
    note(`== ${name}`);
    const start = performance.now();
    let reason = "its group left it out";
    try {
      await (await groups[name]())(report, options);
    } catch (error) {
      // A group that throws does not stop the others.
      note(error instanceof Error ? String(error.stack) : String(error));
      reason = `the group ${name} failed: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
      process.exitCode = 1;
    }
    for (const id of FIGURES[name]) if (!report.figures.some((figure) => figure.id === id)) report.fail(id, reason);
    note(`   ${name} took ${Math.round((performance.now() - start) / 1000)} s`);
  }
  report.write(options);
  process.stdout.write(`\n${report.markdown()}\n\nAll that was measured: ${options.json}\n`);
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    note(`${(error as Error).message}\n${USAGE}`);
    process.exit(1);
  }
}

await main(readOptions());
// Despite open handles.
process.exit();
