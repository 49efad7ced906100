import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { REQUEST_ID } from "~/http/request-id";

/** What Express has received, as a Request of the Fetch API. Its body is read as fast as somebody takes it. */
export function requestOf(req: ExpressRequest, res: ExpressResponse): Request {
  // `req.protocol` is whatever a proxy has let through: nothing else of it may get into the address.
  const url = `${req.protocol === "https" ? "https" : "http"}://${req.headers.host}${req.originalUrl}`;
  const { method } = req;
  const headers = headersOf(req, res.locals.requestId);
  // A read is over so soon that there is nothing to break off when the client has gone.
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, {
    method,
    headers,
    body: createReadableStreamFromReadable(req),
    duplex: "half",
    signal: goneSignal(res),
  } as RequestInit);
}

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

function headersOf({ headers }: ExpressRequest, requestId: string): Headers {
  const own = new Headers();
  for (const [name, value] of Object.entries({ ...headers, [REQUEST_ID]: requestId })) {
    if (typeof value === "string") own.set(name, value);
    else for (const one of value ?? []) own.append(name, one);
  }
  return own;
}
