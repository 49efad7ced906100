import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CACHE_CDN, CACHE_PRIVATE, VARY } from "~/http/caching";

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders };

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Replaces the app behind proxies. */
export interface StandIn {
  port: number;
  /** Without health checks. */
  requests: ReceivedRequest[];
  countRequests(path: string): number;
  /** From now on. */
  handle(path: string, handle: Handler): void;
  hangs: boolean;
  stop(): Promise<void>;
}

/** Fresh for 1 s: tests need not wait for 10. */
export function publicResponse(body: string | Buffer, extraHeaders: Record<string, string> = {}): Handler {
  const headers = { ...CACHE_CDN, Vary: VARY, ETag: `"${body.length}"`, ...extraHeaders };
  const rules = { ...headers, "CDN-Cache-Control": headers["CDN-Cache-Control"].replace("max-age=10", "max-age=1") };
  return (req, res) => {
    if (req.headers["if-none-match"] === headers.ETag) res.writeHead(304, rules).end();
    else res.writeHead(200, rules).end(body);
  };
}

export const privateResponse =
  (body: string, status = 200): Handler =>
  (_req, res) =>
    void res.writeHead(status, CACHE_PRIVATE).end(body);

export async function startStandIn(): Promise<StandIn> {
  const handlers = new Map<string, Handler>();
  const requests: ReceivedRequest[] = [];
  const server = createServer((req, res) => {
    const { method = "", url: path = "", headers } = req;
    if (path !== "/healthz?read") requests.push({ method, path, headers });
    if (standIn.hangs) return;
    if (path === "/healthz?read") res.writeHead(200).end();
    else (handlers.get(path) ?? privateResponse("nothing", 404))(req, res);
  });
  const standIn: StandIn = {
    port: 0,
    requests,
    countRequests: (path) => requests.filter((request) => request.path === path).length,
    handle: (path, handle) => void handlers.set(path, handle),
    hangs: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.port = (server.address() as AddressInfo).port;
  return standIn;
}
