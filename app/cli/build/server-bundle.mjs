import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";
import { tool } from "./tools.mjs";

/** The server and the commands, as plain Node runs them: our files bundled, packages left where they are. */
export async function bundleServer(folder) {
  const { build: bundle } = await tool("esbuild");
  const commands = readdirSync(path.join(root, "app/cli/commands"));
  const shared = {
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "error",
  };
  await bundle({
    ...shared,
    absWorkingDir: root,
    entryPoints: { server: "app/server/main.ts" },
    outdir: folder,
    // The primary of several processes loads a part of it only.
    splitting: true,
    chunkNames: "start/[name]-[hash]",
    sourcemap: "linked",
  });
  await bundle({
    ...shared,
    absWorkingDir: root,
    entryPoints: commands.map((name) => `app/cli/commands/${name}`),
    outbase: "app/cli/commands",
    outdir: path.join(folder, "cli"),
    splitting: true,
    sourcemap: "linked",
  });
}
