import { type Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Not decompressed. */
  bytes: Buffer;
  body: string;
}

export interface Asked {
  method?: string;
  /** Sent unchanged. */
  path?: string;
  /** Sent exactly, with Host, Connection and Content-Length. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Without one: a connection per request. */
  agent?: Agent;
}

/** `fetch` would normalize, add, follow and decompress. */
export function ask(url: string, { method = "GET", path = "/", headers = {}, body, agent }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const all = { ...length, ...headers };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: all, agent: agent ?? false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, body: bytes.toString() });
      });
    });
    call.once("error", reject);
    call.end(body);
  });
}
