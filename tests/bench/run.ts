// `npm run bench`: the figures of the site, each beside what it is compared with. Never part of `npm test`.
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { FIGURES, type GroupName, type Options, parseOptions, remarksOf, UsageError } from "./options";
import { note, Report } from "./report";
import { endUnused } from "./shared";

type Measure = (report: Report, options: Options) => Promise<void>;

const groups: Record<GroupName, () => Promise<Measure>> = {
  pages: async () => (await import("./pages")).measurePages,
  ghost: async () => (await import("./ghost")).measureGhost,
  api: async () => (await import("./api")).measureApi,
  kept: async () => (await import("./kept")).measureKept,
  processes: async () => (await import("./processes")).measureProcesses,
  growth: async () => (await import("./growth")).measureGrowth,
  map: async () => (await import("./map")).measureMap,
  uploads: async () => (await import("./uploads")).measureUploads,
  writes: async () => (await import("./writes")).measureWrites,
  sizes: async () => (await import("./sizes")).measureSizes,
  script: async () => (await import("./script")).measureScript,
  views: async () => (await import("./views")).measureViews,
  start: async () => (await import("./start")).measureStart,
  edge: async () => (await import("./edge")).measureEdge,
  timing: async () => (await import("./timing")).measureTiming,
};

async function main(options: Options): Promise<void> {
  await ensureBuild();
  const report = new Report();
  report.remarks.push(...remarksOf(options));
  for (const [at, name] of options.groups.entries()) {
    note(`== ${name}`);
    const start = performance.now();
    let why = "its group left it out";
    try {
      await (await groups[name]())(report, options);
    } catch (error) {
      // A group that throws does not stop the others.
      note(error instanceof Error ? String(error.stack) : String(error));
      why = `the group ${name} failed: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
      process.exitCode = 1;
      // Nor does what it leaves behind.
      await endUnused([]);
    }
    await endUnused(options.groups.slice(at + 1));
    for (const id of FIGURES[name]) if (!report.figures.some((figure) => figure.id === id)) report.fail(id, why);
    note(`   ${name} took ${Math.round((performance.now() - start) / 1000)} s`);
  }
  report.write(options);
  process.stdout.write(`\n${report.markdown()}\n\nAll that was measured: ${options.json}\n`);
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  note(error.message);
  process.exitCode = 1;
}
// Open handles must not keep the process alive.
process.exit();
