import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { type RawRequest, sendRaw } from "./raw-http";

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
export interface WorkerConnection {
  pid: number;
  send(request: RawRequest, body?: string | Buffer): Promise<{ status: number; text: string }>;
  end(): void;
}

/** By open sockets. */
async function connectTo(url: string, workers: number[]): Promise<WorkerConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: WorkerConnection["send"] = async (request, body) => {
    const response = await sendRaw(url, { ...request, ...(body !== undefined && { body }), agent });
    return { status: response.status, text: response.body };
  };
  const before = workers.map(socketsOf);
  await send({ path: "/healthz" });
  const workerIndex = workers.findIndex((pid, index) => socketsOf(pid) > before[index]!);
  return { pid: workers[workerIndex] ?? 0, send, end: () => agent.destroy() };
}

export async function connectToEach(url: string, primary: number): Promise<WorkerConnection[]> {
  const workers = workersOf(primary);
  const connections = new Map<number, WorkerConnection>();
  for (let tries = 0; connections.size < workers.length; tries += 1) {
    if (tries > 50) throw new Error(`connections reached ${connections.size} of ${workers.length} workers only`);
    const connection = await connectTo(url, workers);
    if (connection.pid === 0 || connections.has(connection.pid)) connection.end();
    else connections.set(connection.pid, connection);
  }
  return [...connections.values()];
}
