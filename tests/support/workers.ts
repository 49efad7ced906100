import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { type Asked, ask } from "./ask";

export function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  return children.filter((word) => word.trim() !== "").map(Number);
}

function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(path.join(folder, name)).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;
}

/** A connection keeps its worker. */
export interface KeptConnection {
  pid: number;
  send(asked: Asked, body?: string | Buffer): Promise<{ status: number; text: string }>;
  end(): void;
}

/** By open sockets. */
async function connectTo(url: string, workers: number[]): Promise<KeptConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: KeptConnection["send"] = async (asked, body) => {
    const answer = await ask(url, { ...asked, ...(body !== undefined && { body }), agent });
    return { status: answer.status, text: answer.body };
  };
  const before = workers.map(socketsOf);
  await send({ path: "/healthz" });
  const at = workers.findIndex((pid, index) => socketsOf(pid) > before[index]!);
  return { pid: workers[at] ?? 0, send, end: () => agent.destroy() };
}

export async function connectToEach(url: string, primary: number): Promise<KeptConnection[]> {
  const workers = workersOf(primary);
  const found = new Map<number, KeptConnection>();
  for (let tries = 0; found.size < workers.length; tries += 1) {
    if (tries > 50) throw new Error(`connections reached ${found.size} of ${workers.length} workers only`);
    const connection = await connectTo(url, workers);
    if (connection.pid === 0 || found.has(connection.pid)) connection.end();
    else found.set(connection.pid, connection);
  }
  return [...found.values()];
}
