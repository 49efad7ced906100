import type { RequestListener } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { ServerBuild } from "@remix-run/node";
import { createApp } from "../app";
import type { PrimaryChannel } from "../cluster/messages";
import type { boot } from "./boot.server";
import type { StopHooks } from "./stop";

/**
 * How far the heap may grow beyond what is alive in it before it is collected, percent. V8 takes up to 300 where memory is
 * plenty: about 100 MB more beside uploads, for no page more a second.
 */
const HEAP_GROWTH = 80;

/**
 * Loads the build and prepares the site. `boot` is taken from the app's bundle, so that both share one database
 * connection.
 * @param primary where this process is one of several
 */
export async function loadApp(primary?: PrimaryChannel): Promise<{ app: RequestListener; stopping: StopHooks }> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const build = (await import(pathToFileURL(path.resolve("build/server/index.js")).href)) as ServerBuild;
  const { boot: prepare } = build.entry.module as unknown as { boot: typeof boot };
  await primary?.ask("turn", Number.POSITIVE_INFINITY);
  const running = await prepare(primary);
  return { app: createApp({ build, running }), stopping: { begin: running.beginStop, end: running.stop } };
}
