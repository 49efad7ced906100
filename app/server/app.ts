import { randomBytes, randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";
import helmet from "helmet";
import { logPath } from "~/http/log-path";
import { checkOrigin, refuse } from "~/http/origin";
import { env } from "~/services/env.server";
import { log } from "~/services/log.server";
import type { Running } from "./boot.server";
import { pageCache } from "./page-cache";

interface AppOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Vite's middleware in development; in production the built assets are served. */
  development?: RequestHandler;
  running: Pick<Running, "ping" | "databaseVersion">;
}

/** The HTTP server around the Remix app: what every response needs, whatever answers it. */
export function createApp({ build, development, running }: AppOptions) {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env().TRUST_PROXY);
  app.get("/healthz", (_req, res) => {
    try {
      running.ping();
      res.json({ status: "ok" });
    } catch {
      res.status(503).json({ status: "error" });
    }
  });
  if (!development) {
    app.use("/assets", noSniffing, files("build/client/assets", { immutable: true, maxAge: "365d" }), missingFile);
  }
  app.use(
    requestId,
    securityHeaders(development !== undefined),
    checkMethod,
    checkPath,
    compression({ filter: compressible }),
  );
  app.use(/^\/map-tiles(\/[^/]+){4}$/, pictureHeaders);
  app.use(development ?? files("build/client", { maxAge: "1h" }));
  app.use(requestLog, checkHost, checkOrigin);
  // Script asks pages for their data so. The contract has no such address, and an id that ends so is malformed.
  app.all(/^\/api\/.*\.data$/, (req, res) => refuse(req, res, 404, "There is nothing at this address."));
  if (!development) app.use(pageCache(running.databaseVersion));
  app.all(
    "*",
    createRequestHandler({ build, mode: env().NODE_ENV, getLoadContext: (_req, res) => res.locals as never }),
  );
  app.use(lastResort);
  return app;
}

/** All that a script or a style sheet needs; a page's policies would weigh more than many a script. */
const noSniffing: RequestHandler = (_req, res, next) => {
  res.setHeader("X-Content-Type-Options", "nosniff");
  next();
};

/** A drawing is one file: its style stands in it, and it needs nothing else. */
const pictureHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  next();
};

/** Also for a file that a new build took away under the running server: what was said of it no longer holds. */
const missingFile: RequestHandler = (_req, res) => {
  res.removeHeader("Content-Encoding");
  res.status(404).set("Cache-Control", "no-cache").type("text/plain").send("There is no such file.");
};

const requestId: RequestHandler = (req, res, next) => {
  res.locals.requestId = randomUUID();
  res.locals.nonce = randomBytes(16).toString("base64");
  res.locals.clientAddress = req.ip ?? "";
  res.locals.drained = () => drained(res);
  res.setHeader("X-Request-Id", res.locals.requestId);
  next();
};

async function drained(res: express.Response): Promise<boolean> {
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

/** Static files, compressed ahead where the build did so. A file that is not there (any more) is left to the app. */
function files(folder: string, serveStatic: { immutable?: boolean; maxAge: string }): RequestHandler {
  return expressStaticGzip(folder, { enableBrotli: true, orderPreference: ["br", "gz"], index: false, serveStatic });
}

/** Photos are compressed already, and a range of a file must stay what was asked for. */
const compressible: compression.CompressionFilter = (req, res) =>
  !req.path.startsWith("/img/") && compression.filter(req, res);

function securityHeaders(development: boolean): RequestHandler {
  const secure = env().APP_URL?.startsWith("https:") ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_req, res) => `'nonce-${(res as express.Response).locals.nonce}'`],
        // Attributes only: a photo's placeholder colour. Style sheets come from our own origin.
        styleSrc: development
          ? ["'self'", "'unsafe-inline'"]
          : ["'self'", (_req, res) => `'nonce-${(res as express.Response).locals.nonce}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        // A photo may be a full URL (decisions, Vehicles and photos); a map may come from a tile server.
        imgSrc: ["'self'", "data:", "blob:", "https:", ...tileOrigin()],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    // Not no-referrer: browsers would send Origin: null with our own forms.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}

function tileOrigin(): string[] {
  const { MAP_TILE_URL } = env();
  return MAP_TILE_URL === undefined ? [] : [new URL(MAP_TILE_URL).origin];
}

const requestLog: RequestHandler = (req, res, next) => {
  const start = process.hrtime.bigint();
  res.on("finish", () => {
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    const path = logPath(req.path);
    log.info({ requestId: res.locals.requestId, method: req.method, path, status: res.statusCode, ms }, "request");
  });
  next();
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Others (TRACE) cannot even be written down as a request of the fetch standard, which the app is built on. */
const checkMethod: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) next();
  else refuse(req, res.set("Allow", METHODS.join(", ")), 405, "This method is not possible here.");
};

/** An address that cannot be decoded is the sender's fault, and of no use to anybody further in. */
const checkPath: RequestHandler = (req, res, next) => {
  if (EMPTY_PART.test(req.path)) refuse(req, res, 404, "There is nothing at this address.");
  else if (isDecodable(req.path)) next();
  else refuse(req, res, 400, "The request could not be read.");
};

/** No address has one. The router takes what begins so for another host's, and complains of the rest in the log. */
const EMPTY_PART = /\/\/|^\/(?:\\|%5c)/i;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A Host that is no host would break URL building further in. Only a trusted proxy may speak of another one. */
const checkHost: RequestHandler = (req, res, next) => {
  if (env().TRUST_PROXY === 0) delete req.headers["x-forwarded-host"];
  if (URL.canParse(`http://${req.headers.host ?? ""}/`)) next();
  else refuse(req, res, 400, "The request could not be read.");
};

const lastResort: ErrorRequestHandler = (error, req, res, next) => {
  // Such as If-Match on a file that is another by now: the sender's condition, and no fault of ours.
  const { status } = error as { status?: number };
  if (!res.headersSent && status !== undefined && status >= 400 && status < 500) {
    return refuse(req, res, status, `${STATUS_CODES[status] ?? "The request could not be read"}.`);
  }
  log.error({ err: error, requestId: res.locals.requestId, method: req.method, path: logPath(req.path) }, "fault");
  if (res.headersSent) next(error);
  else refuse(req, res, 500, `Something went wrong. (${res.locals.requestId})`);
};
