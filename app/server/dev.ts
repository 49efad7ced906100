import "../cli/node-version.mjs";
import type { ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { ensureMapData } from "../cli/build/map-data.mjs";
import { createApp } from "./app";
import type { boot } from "./process/boot.server";
import { exitOnEnvError, listen } from "./process/listen";

/** The development server: Vite in front, so that pages reload as files change. */
async function main() {
  process.env.NODE_ENV = "development";
  // After a demo it serves people whose password everybody knows.
  process.env.HOST ||= "127.0.0.1";
  await ensureMapData();
  const vite = await createServer({ server: { middlewareMode: true } });
  const load = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  const running = await ((await load()).entry.module as unknown as { boot: typeof boot }).boot();
  const end = async () => {
    await vite.close();
    await running.stop();
  };
  await listen(createApp({ build: load, development: vite.middlewares, running }), { begin: running.beginStop, end });
}

main().catch(exitOnEnvError);
