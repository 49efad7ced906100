import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import type { ApiMethods } from "~/http/api-declaration";
import type { RequestContext } from "~/http/context";
import { REQUEST_ID } from "~/http/request-id";
import type { WholeAnswer } from "~/http/whole-answer";
import { addressOf } from "./address";
import { lazyRequest } from "./lazy-request";
import { hasBody } from "./read-away";
import { isComplete } from "./remix";
import { factsOf, logWhenSent, protocolOf } from "./request-facts";
import { apiHeaders } from "./security-headers";
import { encodeWhole } from "./whole-bodies";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** The end of a call that answers its GET. */
type Read = (args: { request: Request; context: RequestContext; params: Record<string, never> }) => Promise<Response>;

/**
 * Answers what people read of their own through the API, such as `GET /users/me`, without Express and without a web
 * Request: for so small an answer they are most of what it costs. Who may, how often, and what else can be wrong with a
 * call, the call itself looks at, as ever; of what Express looks at before, only the address can matter to a read without
 * a body. Whatever is unusual, and every other request, goes the long way.
 * @param long the server as it is without this
 */
export function quickReads({ routes }: ServerBuild, long: RequestListener): RequestListener {
  const reads = readsOf(routes);
  const headers = apiHeaders();
  return (req, res) => {
    const path = pathOf(req);
    const read = path === undefined ? undefined : reads.get(path);
    if (path === undefined || read === undefined || "status" in addressOf(req)) return void long(req, res);
    answer(read, path, { req, res, headers, routes }).catch(() => {
      // The calls catch everything themselves; where one does not, it is a read: the long way tries again, and reports.
      if (res.headersSent) res.destroy();
      else long(req, res);
    });
  };
}

/** Nothing in it has to be decoded or normalized. */
const PLAIN = /^(\/api\/v1(?:\/[\w-]+)+)(?:\?[\w=&-]*)?$/;

/** @returns undefined where the request is none that could be answered here */
function pathOf(req: IncomingMessage): string | undefined {
  if (req.method !== "GET" || !req.url?.startsWith("/api/v1/")) return undefined;
  const { authorization, cookie } = req.headers;
  if (authorization === undefined && cookie === undefined) return undefined;
  return hasBody(req) ? undefined : PLAIN.exec(req.url)?.[1];
}

/**
 * The reads of members, by address: none that may be kept, none that changes something. Only addresses without ids, which
 * every other route gives way to.
 */
function readsOf(routes: ServerBuild["routes"]): Map<string, Read> {
  return new Map(
    Object.values(routes).flatMap((route: Route): [string, Read][] => {
      const { path = "", module } = route;
      if (!/^api\/v1(?:\/[\w-]+)+$/.test(path) || !("calls" in module)) return [];
      const { GET: call } = module.calls as ApiMethods;
      const isEnvelope = typeof call?.answer === "object" && !("contentType" in call.answer);
      if (!isEnvelope || call.audience === "anyone") return [];
      return [[`/${path}`, module.loader as unknown as Read]];
    }),
  );
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** What every answer of the API carries. */
  headers: readonly [string, string][];
  routes: ServerBuild["routes"];
}

async function answer(read: Read, path: string, { req, res, headers, routes }: Exchange): Promise<void> {
  const came = performance.now();
  const { TRUST_PROXY } = env();
  // By it the long way knows a request again that Remix has copied; what a client sends there must not pass for it.
  delete req.headers[REQUEST_ID];
  let taken: WholeAnswer | undefined;
  const context: RequestContext = {
    ...factsOf(req, res, TRUST_PROXY),
    // Nothing is drawn that could use one.
    nonce: "",
    routes: async () => Object.values(routes),
    takeAnswer: (whole) => {
      taken = whole;
    },
  };
  const request = lazyRequest(req, `${protocolOf(req, TRUST_PROXY)}://${req.headers.host}${req.url}`);
  const response = await read({ request, context, params: {} });
  const whole = taken ?? (await wholeOf(response));
  logWhenSent(req, res, { path, requestId: context.requestId, came });
  await send(req, res, whole, [["X-Request-Id", context.requestId], ...headers]);
}

/** @throws where it is none that is made as a whole */
async function wholeOf(response: Response): Promise<WholeAnswer> {
  const { status, headers } = response;
  if (response.body && !isComplete(response)) throw new Error("This answer is a stream.");
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/** As Express completes it the long way. */
const JSON_TYPE = "application/json; charset=utf-8";

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: WholeAnswer,
  own: readonly [string, string][],
): Promise<void> {
  res.statusCode = status;
  for (const [name, value] of own) res.setHeader(name, value);
  for (const [name, value] of headers) res.appendHeader(name, value === "application/json" ? JSON_TYPE : value);
  // What a client gets depends on what encodings it takes, whether or not this one is worth it.
  res.appendHeader("Vary", "Accept-Encoding");
  const sent = encodeWhole(req, res, typeof body === "string" ? Buffer.from(body) : body);
  res.end(sent instanceof Uint8Array ? sent : await sent);
}
