import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { createApp } from "./app";
import type { boot } from "./boot.server";
import { exitOnEnvError } from "./exit";
import { listen } from "./listen";

/** Starts the production server. `boot` is taken from the app's bundle, so that both share one database connection. */
async function main() {
  env();
  const build = (await import(pathToFileURL(path.resolve("build/server/index.js")).href)) as ServerBuild;
  const running = (build.entry.module as unknown as { boot: typeof boot }).boot();
  await listen(createApp({ build, running }), { begin: running.beginStop, end: running.stop });
}

main().catch(exitOnEnvError);
