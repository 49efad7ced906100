import { type Agent, type IncomingHttpHeaders, request } from "node:http";

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Not decompressed. */
  bytes: Buffer;
  body: string;
}

export interface RawRequest {
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
export function sendRaw(
  url: string,
  { method = "GET", path = "/", headers = {}, body, agent }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const allHeaders = { ...length, ...headers };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: allHeaders, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, body: bytes.toString() });
      });
    });
    call.once("error", reject);
    call.end(body);
  });
}
