import "../cli/node-version.mjs";
import cluster from "node:cluster";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { exitOnEnvError } from "./process/listen";
import type { startSite } from "./process/start-site";

/**
 * Percent over the live objects. V8's default reaches 300 with plenty of memory: about 100 MB more during uploads,
 * without more pages per second.
 */
const HEAP_GROWTH = 80;

/** This process, or with WEB_CONCURRENCY a primary and its workers. */
async function main() {
  if (cluster.isPrimary && env().WEB_CONCURRENCY > 1) return (await import("./cluster/primary")).runPrimary();
  // Ctrl-C and some supervisors signal every process, but the primary decides the order of exits.
  if (cluster.isWorker) for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const build = (await import(pathToFileURL(path.resolve("build/server/index.js")).href)) as ServerBuild;
  await (build.entry.module as unknown as { startSite: typeof startSite }).startSite(build);
}

main().catch(exitOnEnvError);
