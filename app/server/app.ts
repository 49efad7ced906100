import { randomBytes, randomUUID } from "node:crypto";
import { type RequestListener, type ServerResponse, STATUS_CODES } from "node:http";
import { constants } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";
import { pingDatabase } from "~/db/client.server";
import { findDatabaseProblem } from "~/db/health.server";
import { env } from "~/env.server";
import { logFault } from "~/http/fault.server";
import { checkOrigin, sendRefusal } from "~/http/origin";
import { dismissedAnnouncement } from "~/http/page/announcement.server";
import { NOTHING_HERE } from "~/lib/errors";
import { maskTokens } from "~/lib/mask-tokens";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { log } from "~/services/log/log.server";
import { pageVersion } from "~/services/site/site.server";
import { onCacheUse } from "./cache/cache-log";
import { readStyleSheets, withCriticalCss } from "./cache/critical-css";
import { createResponseCache, serveCached } from "./cache/serve";
import { defaultCacheControl, storeResponses } from "./cache/store";
import { metricsHandler } from "./metrics/handler";
import type { Metrics } from "./metrics/setup.server";
import { remix } from "./partial-build";
import { normalizeAddress } from "./request/address";
import { limitUncached } from "./request/limit-renders";
import { bodyTimeout, drain } from "./request/request-body";
import { type FindRoute, routeFinder } from "./request/routes";
import { imageHeaders, noSniff, securityHeaders, setApiHeaders, shareablePictures } from "./request/security-headers";
import { uploadHandler } from "./uploads/handler";

interface AppOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Development only; production serves the built assets. */
  development?: RequestHandler | undefined;
  /** undefined without METRICS_TOKEN. */
  metrics?: Metrics | undefined;
}

export function createApp(options: AppOptions): RequestListener {
  const { build, development, metrics } = options;
  const findRoute = routeFinder(typeof build === "function" ? {} : build.routes);
  const app = expressApp(options, findRoute);
  if (development || typeof build === "function") return app;
  const handler = serveCached(createResponseCache(pageVersion), app, findRoute, dismissedAnnouncement);
  if (!metrics) return handler;
  onCacheUse(metrics.countCacheUse);
  return metrics.requests((target) => findRoute(target).path, handler);
}

function expressApp({ build, development, metrics }: AppOptions, findRoute: FindRoute) {
  const app = express();
  const routes = async () => Object.values((typeof build === "function" ? await build() : build).routes);
  app.disable("x-powered-by");
  app.set("trust proxy", env().TRUST_PROXY);
  app.use(defaultCacheControl, normalizeAddress(findRoute), bodyTimeout, drain);
  app.get("/healthz", noSniff, healthHandler());
  if (metrics) app.all("/metrics", noSniff, metricsHandler(metrics.token, metrics.text));
  if (!development) {
    app.use("/assets", noSniff, files("build/client/assets", { immutable: true, maxAge: "365d" }), missingFile);
  }
  app.use(requestId, requestLog);
  const [pageHeaders, apiHeaders] = [securityHeaders(development !== undefined), setApiHeaders()];
  app.use(
    nonce,
    (req, res, next) => (req.path.startsWith("/api/v1/") ? apiHeaders : pageHeaders)(req, res, next),
    shareablePictures,
    checkMethod,
    refuseEncodedBody,
    // Smaller and faster than gzip's default level.
    compression({ filter: isCompressible, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }),
  );
  app.use(/^\/map-tiles(\/[^/]+){4}$/, imageHeaders);
  app.use(development ?? files("build/client", { maxAge: "1h" }));
  // For password managers.
  app.get("/.well-known/change-password", (_req, res) => res.redirect(303, "/settings#password"));
  app.use(checkOrigin);
  app.all(/^\/uploads(\/.*)?$/, uploadHandler());
  app.use(noDataOfApi);
  app.use(limitUncached);
  if (!development) app.use(storeResponses(findRoute, withCriticalCss(readStyleSheets())));
  app.all(
    "*",
    remix({
      build,
      mode: env().NODE_ENV,
      getLoadContext: (_req, res) => Object.assign(res.locals, { routes }) as never,
    }),
  );
  app.use(lastResort);
  return app;
}

/** `?read` checks reading only, to keep pages available behind a load balancer. */
function healthHandler(): RequestHandler {
  let cachedProblem: string | undefined;
  return async (req, res) => {
    try {
      pingDatabase();
      const problem = "read" in req.query ? undefined : await findDatabaseProblem();
      if (problem !== undefined && problem !== cachedProblem) log.error({ problem }, "health check failed");
      if (!("read" in req.query)) cachedProblem = problem;
      if (problem === undefined) return void res.json({ status: "ok" });
      res.status(503).json({ status: "error", message: problem });
    } catch {
      res.status(503).json({ status: "error", message: "the database cannot be read" });
    }
  };
}

/** Also for assets removed by a newer build: the file's headers no longer apply. */
const missingFile: RequestHandler = (_req, res) => {
  res.removeHeader("Content-Encoding");
  res.status(404).type("text/plain").send("There is no such file.");
};

const requestId: RequestHandler = (req, res, next) => {
  Object.assign(res.locals, { requestId: randomUUID(), clientAddress: req.ip ?? "", drained: () => waitForDrain(res) });
  res.setHeader("X-Request-Id", res.locals.requestId);
  next();
};

const nonce: RequestHandler = (_req, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  next();
};

function files(folder: string, serveStatic: { immutable?: boolean; maxAge: string }): RequestHandler {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic,
  });
  // Every file has an extension: others need no disk access.
  return (req, res, next) => (/\.|%2e/i.test(req.path) ? serve(req, res, next) : next());
}

/** Photos are already compressed, and range responses must not be re-encoded. */
const isCompressible: compression.CompressionFilter = (req, res) =>
  !req.path.startsWith("/img/") && compression.filter(req, res);

async function waitForDrain(res: ServerResponse): Promise<boolean> {
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

const requestLog: RequestHandler = ({ method, path }, res, next) => {
  const startedAt = performance.now();
  res.on("finish", () => {
    const ms = Math.round(performance.now() - startedAt);
    const { requestId } = res.locals;
    log.info({ requestId, method, path: maskTokens(path), status: res.statusCode, ms }, "request");
  });
  next();
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses methods such as TRACE: the Fetch API's Request cannot represent them. */
const checkMethod: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) next();
  else sendRefusal(req, res.set("Allow", METHODS.join(", ")), 405, "This method is not allowed here.");
};

/** Bodies are read as they come (RFC 9110, 12.5.3). */
const refuseEncodedBody: RequestHandler = (req, res, next) => {
  const encoding = req.headers["content-encoding"];
  if (encoding === undefined || /^\s*identity\s*$/i.test(encoding)) return next();
  sendRefusal(req, res.set("Accept-Encoding", "identity"), 415, "Compressed requests are not accepted.");
};

/** Remix serves loader data at `.data` addresses; the API has none. */
const noDataOfApi: RequestHandler = (req, res, next) => {
  if (!/^\/api\/v1\/.*\.data$/i.test(decodeURIComponent(req.path))) return next();
  sendRefusal(req, res, 404, NOTHING_HERE);
};

const lastResort: ErrorRequestHandler = (error, req, res, next) => {
  const { status } = error as { status?: number };
  if (!res.headersSent && status !== undefined && status >= 400 && status < 500) {
    return sendRefusal(req, res, status, `${STATUS_CODES[status] ?? "The request could not be read"}.`);
  }
  // Already aborted, and no fault of the site.
  if (res.headersSent && error instanceof StoreUnavailableError) {
    log.warn({ err: error }, "response aborted: photo store unavailable");
    return void res.destroy();
  }
  logFault(error, { requestId: res.locals.requestId, method: req.method, path: req.path });
  if (res.headersSent) next(error);
  else sendRefusal(req, res, 500, `Something went wrong. (${res.locals.requestId})`);
};
