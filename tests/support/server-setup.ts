import type { TestProject } from "vitest/node";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { type StandingServer, startStanding } from "./standing-servers";

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each process of tests, in the order of their numbers. */
    standingServers: StandingServer[];
  }
}

/**
 * Once a run that has tests of the built server: builds where the build is stale, instead of inside the first test, and
 * starts a server for each process of tests. Starting one for each file took a second of the processor's every time.
 */
export default async function setup(project: TestProject) {
  await ensureBuild();
  const { templateDatabase } = project.getProvidedContext();
  const processes = Number(project.vitest.config.maxWorkers);
  const started = await Promise.all(Array.from({ length: processes }, () => startStanding(templateDatabase)));
  project.provide(
    "standingServers",
    started.map(({ server }) => server),
  );
  return async () => {
    const ends = await Promise.allSettled(started.map(({ stop }) => stop()));
    const wrong = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    if (wrong.length === 0) return;
    process.exitCode = 1;
    throw new Error(wrong.join("\n"));
  };
}
