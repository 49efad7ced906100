import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";

/** A failure that is told in one line. */
export class BuildError extends Error {}

/** Imports a development package. @throws BuildError where it is not installed */
export async function tool(name) {
  try {
    return await import(name);
  } catch {
    throw new BuildError(`the build needs ${name}: install the development packages first (npm ci)`);
  }
}

/**
 * Runs a script of a development package to its end.
 * @throws BuildError with what it said, where it fails or is not installed
 */
export function runTool(script, args, env) {
  const file = path.join(root, script);
  if (!existsSync(file)) throw new BuildError("the build needs the development packages: install them first (npm ci)");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, VITEST: undefined, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const outputChunks = [];
    child.stdout.on("data", (chunk) => outputChunks.push(chunk));
    child.stderr.on("data", (chunk) => outputChunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      // What follows "watchFiles" is a list of every file that was read.
      else
        reject(
          new BuildError(`the build failed:\n${Buffer.concat(outputChunks).toString().split("watchFiles:")[0].trim()}`),
        );
    });
  });
}
