import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { env } from "~/env.server";
import { REQUEST_ID } from "~/http/request-id";
import { headersOf } from "./lazy-request";
import { protocolOf } from "./request-facts";
import { readTextBody } from "./text-body";

/** What Express has received, as a Request of the Fetch API. Its body is read as fast as somebody takes it. */
export function requestOf(req: ExpressRequest, res: ExpressResponse): Request {
  const url = `${protocolOf(req, env().TRUST_PROXY)}://${req.headers.host}${req.originalUrl}`;
  const { method } = req;
  const headers = headersOf(req);
  headers.set(REQUEST_ID, res.locals.requestId);
  // A read is over so soon that there is nothing to break off when the client has gone.
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  if (isTextCall(req)) {
    res.locals.readText = (max: number) => readTextBody(req, max);
    return new Request(url, { method, headers });
  }
  return new Request(url, {
    method,
    headers,
    body: createReadableStreamFromReadable(req),
    duplex: "half",
    signal: goneSignal(res),
  } as RequestInit);
}

/** A call of the API without files: whoever answers it reads its text by `readText`, if at all. */
const isTextCall = ({ path, headers }: ExpressRequest) =>
  path.startsWith("/api/v1/") && !/^\s*multipart\//i.test(headers["content-type"] ?? "");

/** Fires when nobody waits for the answer any more. */
function goneSignal(res: ExpressResponse): AbortSignal {
  let controller: AbortController | undefined = new AbortController();
  const { signal } = controller;
  res.once("finish", () => {
    controller = undefined;
  });
  res.once("close", () => controller?.abort());
  return signal;
}
