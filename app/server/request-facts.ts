import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext } from "~/http/context";
import { maskTokens } from "~/lib/mask-tokens";
import { log } from "~/services/log/log.server";

/** What is known of a request before anything has looked at what it asks for. */
export type RequestFacts = Pick<RequestContext, "requestId" | "clientAddress" | "drained">;

/** @param proxies how many of those in front of the site are ours: TRUST_PROXY */
export function factsOf(req: IncomingMessage, res: ServerResponse, proxies: number): RequestFacts {
  return {
    requestId: randomUUID(),
    clientAddress: clientAddressOf(req, proxies),
    drained: () => drained(res),
  };
}

/**
 * Whose request it is: who is connected or, behind proxies of ours, whom the outermost of them names in X-Forwarded-For.
 * What a client itself writes there stands further out, and is not believed.
 */
function clientAddressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const connected = socket.remoteAddress ?? "";
  if (proxies === 0) return connected;
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const named = forwarded.map((address) => address.trim()).filter((address) => address !== "");
  return [...named, connected].at(-1 - Math.min(proxies, named.length)) ?? connected;
}

/** How the client reached the site, as the nearest proxy of ours says; nothing else of what it says gets into addresses. */
export function protocolOf({ headers }: IncomingMessage, proxies: number): "http" | "https" {
  if (proxies === 0) return "http";
  const [first = ""] = String(headers["x-forwarded-proto"] ?? "").split(",");
  return first.trim() === "https" ? "https" : "http";
}

async function drained(res: ServerResponse): Promise<boolean> {
  if (res.writableNeedDrain && !res.destroyed) {
    await new Promise<void>((resolve) => {
      const done = () => {
        res.off("drain", done).off("close", done);
        resolve();
      };
      res.on("drain", done).on("close", done);
    });
  }
  return !res.destroyed;
}

/**
 * Writes a request's line into the log once its answer has been sent.
 * @param path without its query
 * @param came when the request has come, by `performance.now()`
 */
export function logWhenSent(
  { method }: IncomingMessage,
  res: ServerResponse,
  { path, requestId, came = performance.now() }: { path: string; requestId: string; came?: number },
): void {
  if (!log.isLevelEnabled("info")) return;
  res.on("finish", () => {
    const ms = performance.now() - came;
    log.info({ requestId, method, path: maskTokens(path), status: res.statusCode, ms }, "request");
  });
}
