// `npm run test:hostile`: attacks on the built server, at length. `npm test` runs the same code with smaller numbers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type DrillName, type Options, parseOptions, UsageError } from "./options";
import { type Line, note, report } from "./report";

type Drill = (options: Options) => Promise<Line[]>;

const drills: Record<DrillName, () => Promise<Drill>> = {
  requests: async () => (await import("./requests")).drillRequests,
  images: async () => (await import("./images")).drillImages,
  scripts: async () => (await import("./scripts")).drillScripts,
};

/** Parts of the app are read for the names of its routes and fields: nothing of the machine's own may be touched. */
function settings(): void {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-hostile-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  Object.assign(process.env, {
    DATABASE_URL: `file:${path.join(folder, "app.db")}`,
    UPLOADS_DIR: path.join(folder, "uploads"),
    MAIL_DIR: path.join(folder, "mail"),
    LOG_LEVEL: "silent",
  });
  for (const name of ["APP_URL", "SMTP_URL", "SESSION_SECRET", "MAP_TILE_URL"]) delete process.env[name];
}

async function main(options: Options): Promise<void> {
  settings();
  note(`seed ${options.seed}`);
  const lines: Line[] = [];
  for (const name of options.drills) {
    note(`== ${name}`);
    try {
      lines.push(...(await (await drills[name]())(options)));
    } catch (error) {
      const failure = error instanceof Error ? String(error.stack) : String(error);
      lines.push({ what: name, count: 0, failures: [failure], slowest: "—", memory: "—" });
    }
  }
  process.stdout.write(`\nseed ${options.seed}\n${report(lines)}\n`);
  process.exitCode = lines.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  note(error.message);
  process.exitCode = 1;
}
// Open handles must not keep the process alive.
process.exit();
