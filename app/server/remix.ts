import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler as ExpressHandler, Request as ExpressRequest, Response as ExpressResponse } from "express";
import { StoreUnavailableError } from "~/services/images/store";
import { log } from "~/services/log/log.server";
import { buildParts } from "./build-parts";
import { requestOf } from "./request";

interface RemixOptions {
  /** A function in development, where the build changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  getLoadContext: (req: ExpressRequest, res: ExpressResponse) => AppLoadContext;
}

type Handler = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Answers with what Remix makes of a request: pages, their data, and the routes that draw nothing. The same as the
 * adapter of Remix for Express, but that a request meets only the routes that its address can lead to, that the calls of
 * the API are made without a detour, and that a body which is complete is sent in one piece.
 */
export function remix({ build, mode, getLoadContext }: RemixOptions): ExpressHandler {
  const handlerFor =
    typeof build === "function"
      ? () => createRequestHandler(build, mode)
      : buildParts(build, (part) => handler(part, mode));
  return async (req, res, next) => {
    try {
      let body: string | Uint8Array | undefined;
      const context = getLoadContext(req, res);
      context.takeBody = (taken) => {
        body = taken;
      };
      const response = await handlerFor(req.path)(requestOf(req, res), context);
      await send(res, response, body);
    } catch (error) {
      next(error);
    }
  };
}

function handler(part: ServerBuild, mode: string): Handler {
  const calls = apiCalls(part);
  let throughRemix: Handler | undefined;
  return (request, context) => {
    const call = calls?.(request);
    if (call) return call(context);
    throughRemix ??= createRequestHandler(part, mode) as Handler;
    return throughRemix(request, context);
  };
}

/**
 * The calls of the API catch and answer everything themselves, in whichever order the request is wrong; what Remix does
 * for a route that draws nothing comes down to finding it.
 */
function apiCalls({ routes }: ServerBuild) {
  const api = Object.values(routes).flatMap(({ path, module }) =>
    path?.startsWith("api/v1/") ? [{ path, handle: module }] : [],
  );
  if (api.length === 0) return undefined;
  return (request: Request) => {
    const [match] = matchRoutes(api, new URL(request.url).pathname) ?? [];
    if (!match || !("calls" in match.route.handle)) return undefined;
    const { loader, action } = match.route.handle;
    const end = READS.has(request.method) ? loader : action;
    return async (context: AppLoadContext) =>
      (await end!({ request, context, params: match.params })) as unknown as Response;
  };
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

async function send(res: ExpressResponse, response: Response, body: string | Uint8Array | undefined): Promise<void> {
  res.statusMessage = response.statusText;
  res.status(response.status);
  for (const [name, value] of response.headers) res.append(name, value);
  // Of an answer to HEAD nothing but the head leaves, whatever is given here: what is kept of it is the whole.
  if (body !== undefined) res.end(typeof body === "string" ? Buffer.from(body) : body);
  else if (!response.body) res.end();
  else if (isComplete(response)) res.end(Buffer.from(await response.arrayBuffer()));
  else await writeReadableStreamToWritable(response.body, res).catch(brokenOff);
}

/** The answer is cut already. A file that breaks off because its store is away is no fault of the site's. */
function brokenOff(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
  log.warn({ err: error }, "an answer was cut: the photo store is away");
}

/** Pages, their data and JSON are made as a whole; files may be larger than memory should hold. */
export function isComplete({ headers }: Response): boolean {
  if (headers.has("Content-Disposition")) return false;
  return /^(?:text\/html|text\/x-script|application\/json)\b/.test(headers.get("Content-Type") ?? "");
}
