import "../cli/node-version.mjs";
import type { ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { ensureMapData } from "../cli/build/map-data.mjs";
import type { startSite } from "./process/start-site";

// Vite's middleware reloads pages when files change.
process.env.NODE_ENV = "development";
// After a demo, accounts have publicly known passwords.
process.env.HOST ||= "127.0.0.1";
await ensureMapData();
const vite = await createServer({ server: { middlewareMode: true } });
const load = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
const { entry } = await load();
await (entry.module as unknown as { startSite: typeof startSite }).startSite(load, {
  middleware: vite.middlewares,
  stop: () => vite.close(),
});
