import "../cli/node-version.mjs";
import cluster from "node:cluster";
import { env } from "~/env.server";
import { exitOnEnvError } from "./process/listen";

/**
 * Starts the production server: this one process, or with WEB_CONCURRENCY a primary process and its workers. What the
 * primary does not need is imported by the others only.
 */
async function main() {
  if (cluster.isWorker) return (await import("./cluster/worker")).runWorker();
  if (env().WEB_CONCURRENCY > 1) return (await import("./cluster/primary")).runPrimary();
  const { loadApp } = await import("./process/load-app");
  const { listen } = await import("./process/listen");
  const { app, stopping } = await loadApp();
  await listen(app, stopping);
}

main().catch(exitOnEnvError);
