import { spawn } from "node:child_process";
import { collectLines } from "./lines";

export type Finished = { code: number | null; stdout: string; stderr: string };

/** With exactly these settings. */
export function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

export function startNode(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, closed, output: collectLines(child) };
}
