import { connect, type Socket } from "node:net";

export interface Reply {
  status: number;
  /** Status line and headers as they came. */
  head: string;
  body: Buffer;
}

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The bytes of a request, made once and sent many times. */
export function request(path: string, { method = "GET", headers = {}, body }: Ask = {}): Buffer {
  const all: Record<string, string> = { Host: "localhost", ...headers };
  if (body !== undefined) all["Content-Length"] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return body === undefined ? head : Buffer.concat([head, Buffer.from(body)]);
}

/** What a browser sends with a page's address. */
export const BROWSER = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" };

/** How long a server may be silent, ms; only one that hangs is. */
const PATIENCE = 60_000;

/**
 * A keep-alive connection with sequential requests. It parses only the HTTP that Node's servers write, so that the CPU
 * is left to the server. It reconnects where the server has closed it.
 */
export class Connection {
  #rest: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;

  private constructor(
    private readonly port: number,
    private socket: Socket,
  ) {
    this.#listen(socket);
  }

  static async open(port: number): Promise<Connection> {
    return new Connection(port, await connected(port));
  }

  async ask(...bytes: Buffer[]): Promise<Reply> {
    const fresh = this.socket.destroyed;
    if (fresh) await this.#reopen();
    try {
      return await this.#send(bytes);
    } catch (error) {
      // Closed just as the request was on its way: nothing of it was read.
      if (fresh || !(error instanceof ClosedError)) throw error;
      await this.#reopen();
      return this.#send(bytes);
    }
  }

  close(): void {
    this.#waiting = undefined;
    this.socket.destroy();
  }

  #send(bytes: Buffer[]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      for (const part of bytes) this.socket.write(part);
    });
  }

  async #reopen(): Promise<void> {
    this.socket = await connected(this.port);
    this.#rest = Buffer.alloc(0);
    this.#listen(this.socket);
  }

  #listen(socket: Socket): void {
    socket.setNoDelay(true);
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) => this.#fail(error.code === undefined ? error : undefined));
    socket.on("close", () => this.#fail());
    socket.on("end", () => socket.destroy());
  }

  #fail(error: Error = new ClosedError("the server closed the connection")): void {
    this.#waiting?.reject(this.#rest.length === 0 ? error : new Error("the server closed in the middle of a reply"));
    this.#waiting = undefined;
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const reply = parseReply(this.#rest);
    if (reply === undefined) return;
    this.#rest = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(reply);
  }
}

class ClosedError extends Error {}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** The reply, once all of it is there. */
function parseReply(bytes: Buffer): Reply | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const body = status === 304 || status === 204 ? Buffer.alloc(0) : bodyOf(head, bytes.subarray(end + 4));
  return body && { status, head, body };
}

function bodyOf(head: string, bytes: Buffer): Buffer | undefined {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return bytes.length < Number(length) ? undefined : bytes;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}

/** A header of a reply; undefined where it is not there. */
export function headerOf({ head }: Reply, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
}
