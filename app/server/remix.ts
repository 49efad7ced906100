import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { buildParts } from "./build-parts";

interface RemixOptions {
  /** A function in development, where the build changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  getLoadContext: (req: Request, res: Response) => AppLoadContext;
}

/** Answers with what Remix makes of a request: pages, their data, and the routes that draw nothing. */
export function remix({ build, ...options }: RemixOptions): RequestHandler {
  if (typeof build === "function") return createRequestHandler({ build, ...options });
  const partFor = buildParts(build);
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    const part = partFor(req.path);
    let handler = handlers.get(part);
    if (handler === undefined) {
      handler = createRequestHandler({ build: part, ...options });
      handlers.set(part, handler);
    }
    return handler(req, res, next);
  };
}
