import { once } from "node:events";
import { type Dirent, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startNode } from "./run-node";
import { connectUpstream } from "./slow-proxy";

/** s3rver as a separate process, behind a proxy that can be slow, silent or cut. */
export interface ObjectStore {
  /**
   * For UPLOADS_URL.
   * @param prefix of the keys
   */
  url(prefix: string, bucket?: string): string;
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** SIGKILL; connections are refused. */
  kill(): Promise<void>;
  /** Same address, same files. */
  restart(): Promise<void>;
  /** Before each piece of a response, ms; "silent": for ever. */
  delayResponses(wait: number | "silent"): void;
  /**
   * After so many more requests.
   * @returns resolves when it is dead
   */
  killAfter(requests: number): Promise<void>;
  /** Below a prefix, sorted. */
  keys(prefix: string): string[];
  /** For damaging a key's bytes. */
  fileOf(key: string): string;
  stop(): Promise<void>;
}

const BUCKET = "paddock";
const CONTENT = "._S3rver_object";
const METADATA = "._S3rver_metadata.json";

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-store-"));
  const bucket = path.join(folder, BUCKET);
  mkdirSync(bucket);
  let store = await run(folder);
  let wait: number | "silent" = 0;
  let requests = 0;
  let killPlan = { at: Number.POSITIVE_INFINITY, onDeath: () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connectUpstream(client, store.port, sockets);
    client.on("data", (bytes) => {
      if (/^(GET|PUT|POST|HEAD|DELETE) \//.test(bytes.toString("latin1", 0, 8))) requests += 1;
      if (requests > killPlan.at) void kill().then(killPlan.onDeath);
      else upstream.write(bytes);
    });
    upstream.on("data", async (bytes) => {
      upstream.pause();
      if (wait === "silent") return;
      if (wait > 0) await pause(wait);
      client.write(bytes);
      upstream.resume();
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const kill = async () => {
    killPlan = { at: Number.POSITIVE_INFINITY, onDeath: killPlan.onDeath };
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
    for (const socket of sockets) socket.resetAndDestroy();
    store.child.kill("SIGKILL");
    await Promise.all([store.closed, closed]);
  };
  const fileOf = (key: string) => path.join(bucket, key + CONTENT);
  return {
    url: (prefix, name = BUCKET) => `s3://${name}/${prefix}?endpoint=http://127.0.0.1:${port}&pathStyle=1`,
    env: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    kill,
    restart: async () => {
      removeUnfinished(bucket);
      store = await run(folder);
      await listen(port);
    },
    delayResponses: (next) => {
      wait = next;
      if (next !== "silent") for (const socket of sockets) socket.resume();
    },
    killAfter: (more) => new Promise((onDeath) => (killPlan = { at: requests + more, onDeath })),
    keys: (prefix) =>
      namesUnder(bucket)
        .filter((name) => name.endsWith(CONTENT))
        .map((name) => name.slice(0, -CONTENT.length))
        .filter((name) => name.startsWith(prefix))
        .sort(),
    fileOf,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Left by a kill; a real store never shows them. */
function removeUnfinished(bucket: string): void {
  for (const name of namesUnder(bucket)) {
    if (!name.endsWith(CONTENT)) continue;
    const key = path.join(bucket, name.slice(0, -CONTENT.length));
    try {
      JSON.parse(readFileSync(key + METADATA, "utf8"));
    } catch {
      for (const part of [CONTENT, `${CONTENT}.md5`, METADATA]) rmSync(key + part, { force: true });
    }
  }
}

/** Without files deleted meanwhile. */
function namesUnder(folder: string, relativePath = ""): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(path.join(folder, relativePath), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const name = path.join(relativePath, entry.name);
    return entry.isDirectory() ? namesUnder(folder, name) : [name];
  });
}

async function run(folder: string) {
  const args = ["-d", folder, "-a", "127.0.0.1", "-p", "0", "-s"];
  const store = startNode(["node_modules/s3rver/bin/s3rver.js", ...args], { ...process.env });
  const line = await store.output.find(/listening on (\S+):(\d+)$/);
  if (!line) throw new Error(`the object store did not start:\n${store.output.text()}`);
  return { ...store, port: Number(line[2]) };
}
