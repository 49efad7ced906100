import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { installedProgram } from "../programs.mjs";
import { eventually } from "./eventually";
import { collectLines } from "./lines";
import { freePort } from "./smtp";

/** Proxies with the files of `app/deploy`. */
export type Edge = { url: string; port: number; stop(): Promise<void> };

export interface Varnish extends Edge {
  /** Such as `MAIN.cache_hit`. */
  counts(): Record<string, number>;
  /** By path, seconds. */
  cacheLifetimes(): Map<string, number>;
  pid: number;
}

const RECIPE = "app/deploy";

export async function startVarnish(appPort: number): Promise<Varnish> {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-edge-"));
  const rules = readFileSync(`${RECIPE}/varnish.vcl`, "utf8");
  const localRules = rules.replace('.port = "3000";', `.port = "${appPort}";`);
  if (localRules === rules) throw new Error("the rules do not say where the app is");
  const file = path.join(folder, "paddock.vcl");
  writeFileSync(file, localRules);
  const settings = readFileSync(`${RECIPE}/varnish.service.conf`, "utf8").match(/-p \S+/g) ?? [];
  const port = await freePort();
  // Not as Debian's user.
  const processArgs = ["-j", "none", "-n", folder, "-F", "-T", "none"];
  const serverArgs = ["-a", `127.0.0.1:${port}`, "-f", file, "-s", "malloc,64m"];
  const args = [...processArgs, ...serverArgs, ...settings.flatMap((setting) => setting.split(" "))];
  const program = await startProgram("varnishd", args, {}, /said Child starts/, { folder, port });
  const stat = required("varnishstat");
  return {
    ...program,
    cacheLifetimes: () =>
      lifetimesIn(execFileSync(required("varnishlog"), ["-n", folder, "-d", "-b"], { encoding: "utf8" })),
    counts: () => countsIn(execFileSync(stat, ["-n", folder, "-1", "-j"], { encoding: "utf8" })),
  };
}

/** Without TLS. */
export async function startCaddy(edgePort: number): Promise<Edge> {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-caddy-"));
  const port = await freePort();
  const site = { SITE: `:${port}`, EDGE: `127.0.0.1:${edgePort}` };
  const settings = { ...site, CADDY_ADMIN: "off", HOME: folder, XDG_DATA_HOME: folder };
  const args = ["run", "--adapter", "caddyfile", "--config", `${RECIPE}/Caddyfile`];
  return startProgram("caddy", args, settings, /serving initial configuration/, { folder, port });
}

function required(name: string): string {
  const file = installedProgram([name]);
  if (file === undefined) throw new Error(`${name} is not installed; npm test installs it where it may`);
  return file;
}

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** @param where folder, removed at the end, and port */
async function startProgram(
  name: string,
  args: string[],
  settings: Record<string, string>,
  ready: RegExp,
  { folder, port }: { folder: string; port: number },
) {
  const env = { NODE_ENV: "test", PATH: process.env.PATH, ...settings } as const;
  const child = spawn(required(name), args, { env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const output = collectLines(child);
  if ((await output.find(ready)) === null) throw new Error(`${name} did not start:\n${output.text()}`);
  await waitForPort(port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    stop: async () => {
      child.kill("SIGTERM");
      await closed;
      children.delete(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Programs report their start a moment before. */
async function waitForPort(port: number): Promise<void> {
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      const settle = (accepted: boolean) => {
        socket.destroy();
        resolve(accepted);
      };
      socket.once("connect", () => settle(true)).once("error", () => settle(false));
    });
  if (!(await eventually(accepts))) throw new Error(`nobody listens on port ${port}`);
}

function countsIn(json: string): Record<string, number> {
  const { counters } = JSON.parse(json) as { counters: Record<string, { value: number }> };
  return Object.fromEntries(Object.entries(counters).map(([name, { value }]) => [name, value]));
}

/** The rules' final value is a response's last line. */
function lifetimesIn(log: string): Map<string, number> {
  const fetches = log
    .split(/^\*/m)
    .map((fetchLog): [string | undefined, string | undefined] => [
      /BereqURL\s+(\S+)/.exec(fetchLog)?.[1],
      [...fetchLog.matchAll(/TTL\s+VCL ([\d.]+)/g)].at(-1)?.[1] ?? /TTL\s+RFC ([\d.]+)/.exec(fetchLog)?.[1],
    ]);
  return new Map(fetches.flatMap(([url, ttl]) => (url && ttl ? [[url, Number(ttl)]] : [])));
}
