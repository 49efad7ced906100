import { randomBytes } from "node:crypto";
import { type RequestListener, STATUS_CODES } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";
import { env } from "~/env.server";
import { checkOrigin, refuse } from "~/http/origin";
import { readAddress } from "./address";
import { bodyClock } from "./body-clock";
import type { Running } from "./boot.server";
import { answerCache } from "./cache/answer-cache";
import { defaultRule } from "./cache/default-rule";
import { answerFirst } from "./cache/front";
import { keepAnswers, sendCounted } from "./cache/keep-answers";
import { keptFigures } from "./cache/traffic";
import { builtStyleSheets, firstView } from "./first-view";
import { metricsDoor } from "./metrics/door";
import { routeNames } from "./metrics/route-names";
import { watchRequests } from "./metrics/watch-requests";
import type { Watching } from "./metrics/watching.server";
import { quickReads } from "./quick-reads";
import { readAway } from "./read-away";
import { remix } from "./remix";
import { factsOf, logWhenSent } from "./request-facts";
import { noSniffing, pictureHeaders, securityHeaders, setApiHeaders } from "./security-headers";
import { compressWhole } from "./whole-bodies";

interface AppOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Vite's middleware in development; in production the built assets are served. */
  development?: RequestHandler;
  running: Pick<Running, "ping" | "publicVersion" | "mayRead" | "findPersonId" | "uploads" | "logFault" | "watching">;
}

/**
 * What answers a request: people's own reads of the API, the cache of visitors' answers, and behind both the Express app
 * around Remix.
 */
export function createApp(options: AppOptions): RequestListener {
  const app = expressApp(options);
  const { build, development, running } = options;
  if (development || typeof build === "function") return app;
  const answer = quickReads(build, answerFirst(answerCache(running.publicVersion), app));
  return running.watching ? watched(answer, build, running.watching) : answer;
}

function watched(answer: RequestListener, { routes }: ServerBuild, { meter }: Watching): RequestListener {
  const { listener, figures } = watchRequests(routeNames(routes), answer);
  meter.add(figures);
  meter.add(keptFigures);
  return listener;
}

/** Middleware for every response, whatever produces it. */
function expressApp({ build, development, running }: AppOptions) {
  const app = express();
  const routes = async () => Object.values((typeof build === "function" ? await build() : build).routes);
  app.disable("x-powered-by");
  app.set("trust proxy", env().TRUST_PROXY);
  app.use(defaultRule, readAddress, bodyClock, readAway);
  app.get("/healthz", noSniffing, (_req, res) => {
    try {
      running.ping();
      res.json({ status: "ok" });
    } catch {
      res.status(503).json({ status: "error" });
    }
  });
  const { watching } = running;
  if (watching) app.all("/metrics", noSniffing, metricsDoor(watching.token, watching.text));
  if (!development) {
    app.use("/assets", noSniffing, files("build/client/assets", { immutable: true, maxAge: "365d" }), missingFile);
  }
  app.use(requestId, requestLog);
  app.use(sendCounted(running.mayRead));
  const [ofPages, ofApi] = [securityHeaders(development !== undefined), setApiHeaders()];
  app.use(
    nonce,
    (req, res, next) => (req.path.startsWith("/api/v1/") ? ofApi : ofPages)(req, res, next),
    checkMethod,
    compression({ filter: compressible }),
    compressWhole,
  );
  app.use(/^\/map-tiles(\/[^/]+){4}$/, pictureHeaders);
  app.use(development ?? files("build/client", { maxAge: "1h" }));
  app.use(checkOrigin(running.findPersonId));
  app.all(/^\/uploads(\/.*)?$/, running.uploads);
  app.use(noDataOfApi);
  if (!development) app.use(keepAnswers(firstView(builtStyleSheets())));
  app.all(
    "*",
    remix({
      build,
      mode: env().NODE_ENV,
      getLoadContext: (_req, res) => Object.assign(res.locals, { routes }) as never,
    }),
  );
  app.use(lastResort(running.logFault));
  return app;
}

/** Also for an asset that a newer build has removed: cache headers set for it no longer apply. */
const missingFile: RequestHandler = (_req, res) => {
  res.removeHeader("Content-Encoding");
  res.status(404).type("text/plain").send("There is no such file.");
};

const requestId: RequestHandler = (req, res, next) => {
  Object.assign(res.locals, factsOf(req, res, env().TRUST_PROXY));
  res.setHeader("X-Request-Id", res.locals.requestId);
  next();
};

/** Makes the nonce of this response's inline scripts. */
const nonce: RequestHandler = (_req, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  next();
};

/** Serves static files, precompressed where the build did so; a missing file falls through to the app. */
function files(folder: string, serveStatic: { immutable?: boolean; maxAge: string }): RequestHandler {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic,
  });
  // Every file has an extension: for other addresses the disk need not be asked.
  return (req, res, next) => (/\.|%2e/i.test(req.path) ? serve(req, res, next) : next());
}

/** Photos are compressed already, and range responses must not be re-encoded. */
const compressible: compression.CompressionFilter = (req, res) =>
  !req.path.startsWith("/img/") && compression.filter(req, res);

const requestLog: RequestHandler = (req, res, next) => {
  logWhenSent(req, res, { path: req.path, requestId: res.locals.requestId });
  next();
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses methods such as TRACE, which the Fetch API's Request cannot represent. */
const checkMethod: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) next();
  else refuse(req, res.set("Allow", METHODS.join(", ")), 405, "This method is not possible here.");
};

/** Remix fetches loader data at `.data` addresses. The API has none, and an id that ends so is malformed. */
const noDataOfApi: RequestHandler = (req, res, next) => {
  if (!/^\/api\/v1\/.*\.data$/i.test(decodeURIComponent(req.path))) return next();
  refuse(req, res, 404, "There is nothing at this address.");
};

const lastResort =
  (logFault: Running["logFault"]): ErrorRequestHandler =>
  (error, req, res, next) => {
    // Client errors of the static file middleware, such as a failed If-Match.
    const { status } = error as { status?: number };
    if (!res.headersSent && status !== undefined && status >= 400 && status < 500) {
      return refuse(req, res, status, `${STATUS_CODES[status] ?? "The request could not be read"}.`);
    }
    logFault(error, { requestId: res.locals.requestId, method: req.method, path: req.path });
    if (res.headersSent) next(error);
    else refuse(req, res, 500, `Something went wrong. (${res.locals.requestId})`);
  };
