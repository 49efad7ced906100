// The peer R: Remix and Express with the site's screens. Each loader's first response is cached, so that no session
// query, SQL or header of ours remains.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";

type Loader = NonNullable<ServerBuild["routes"][string]>["module"]["loader"];

function remembering(loader: Loader): Loader {
  if (!loader) return undefined;
  const answers = new Map<string, unknown>();
  const remembered = async (args: Parameters<typeof loader>[0]) => {
    const { pathname } = new URL(args.request.url);
    if (!answers.has(pathname)) answers.set(pathname, await loader(args));
    return answers.get(pathname);
  };
  return remembered as Loader;
}

const build = (await import(pathToFileURL(path.resolve("build/server/index.js")).href)) as ServerBuild;
const routes = Object.entries(build.routes).map(([id, route]) => {
  const module = { ...route!.module, loader: remembering(route!.module.loader) };
  return [id, { ...route, module }];
});
const bare = { ...build, routes: Object.fromEntries(routes) } as ServerBuild;
const context = {
  requestId: "bench",
  nonce: "bench",
  clientAddress: "",
  routes: async () => [],
  drained: async () => true,
};

const app = express();
app.disable("x-powered-by");
app.use(compression());
app.all("*", createRequestHandler({ build: bare, mode: "production", getLoadContext: () => context }));
const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
