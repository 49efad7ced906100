import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { lines } from "../support/lines";

/** A process of its own whose processor time and memory can be asked for. */
export interface Measured {
  /** Of a server, where it listens; 0 for any other process. */
  port: number;
  url: string;
  pid: number;
  /** Processor time so far, all threads of this process, ms. */
  cpu(): Promise<number>;
  /** Memory, MB. */
  memory(): Promise<number>;
  /** Anything else that the process answers, see probe.mjs. */
  ask<T>(what: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

const PROBE = pathToFileURL("tests/bench/probe.mjs").href;

/**
 * Compiles a script of the bench to plain JavaScript, so that no loader is measured.
 * @returns its path
 */
export async function compiled(script: string): Promise<string> {
  const outfile = path.join(".cache/bench", `${path.basename(script, ".ts")}.mjs`);
  const shared = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" } as const;
  await build({ ...shared, target: "node20", entryPoints: [script], outfile });
  return outfile;
}

/**
 * Starts a script with the probe and waits for its line `listening on …`, or `ready` where it listens to nobody.
 * @param script built JavaScript, or TypeScript of the bench
 */
export async function startMeasured(script: string, env: NodeJS.ProcessEnv, args: string[] = []): Promise<Measured> {
  const file = script.endsWith(".ts") ? await compiled(script) : script;
  const child = spawn(process.execPath, ["--import", PROBE, file, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  const closed = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const output = lines(child);
  const ask = questions(child, () => output.text());
  void closed.then(() => running.delete(child));
  const ready = await output.find(/^(?:listening on (http:\/\/\S+)|ready)$/);
  if (!ready) throw new Error(`${script} did not start:\n${output.text()}`);
  const port = ready[1] === undefined ? 0 : Number(new URL(ready[1]).port);
  return {
    port,
    url: `http://localhost:${port}`,
    pid: child.pid!,
    cpu: () => ask<number>("cpu"),
    memory: async () => (await ask<number>("memory")) / 1e6,
    ask,
    stop: async () => {
      // All that it leaves behind is the bench's own.
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function questions(child: ChildProcess, said: () => string) {
  let serial = 0;
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  child.on("message", (message: { id: number; value?: never; error?: string }) => {
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asker?.resolve(message.value as never);
    else asker?.reject(new Error(message.error));
  });
  child.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ended:\n${said()}`));
  });
  return <T>(what: string, ...args: unknown[]) =>
    new Promise<T>((resolve, reject) => {
      serial += 1;
      waiting.set(serial, { resolve, reject });
      child.send({ bench: true, id: serial, what, args });
    });
}
