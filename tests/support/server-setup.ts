import type { TestProject } from "vitest/node";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { type StandingServer, startStanding } from "./standing-servers";

declare module "vitest" {
  export interface ProvidedContext {
    /** In the order of test processes. */
    standingServers: StandingServer[];
  }
}

/** One server per test process: one per file would cost a second of CPU each. */
export default async function setup(project: TestProject) {
  await ensureBuild();
  const { templateDatabase } = project.getProvidedContext();
  const processes = Number(project.vitest.config.maxWorkers);
  const servers = await Promise.all(Array.from({ length: processes }, () => startStanding(templateDatabase)));
  project.provide(
    "standingServers",
    servers.map(({ server }) => server),
  );
  return async () => {
    const ends = await Promise.allSettled(servers.map(({ stop }) => stop()));
    const problems = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    if (problems.length === 0) return;
    process.exitCode = 1;
    throw new Error(problems.join("\n"));
  };
}
