import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { z } from "zod";
import { decode } from "~/lib/decode";
import { DomainError, NOTHING_HERE } from "~/lib/errors";
import { requireId } from "~/lib/ids";
import { type PageParams, parsePage } from "~/lib/paging";
import { CHANGED_MEANWHILE, NO_PRECONDITION, type Precondition, type StoredValues, tagOf } from "~/lib/revision.server";
import { groupBy } from "~/lib/rows";
import { readBody, releaseUploads } from "../body/body.server";
import { bodyKind, unsupported } from "../body/rules";
import { CACHE_PRIVATE, CACHE_PUBLIC, matchesEtag, matchesVersion } from "../caching";
import { type Audience, checkAccess, consumeLimit, logRefusal } from "../call.server";
import { logRequestFault } from "../fault.server";
import type { LimitName, Refund } from "../limits/limits.server";
import { getViewer, type RequestArgs, requireApiUser } from "../session/session.server";
import { failureBody, retryHeaders, STATUS } from "../status";
import {
  type ApiDeclaration,
  type ApiEndpoint,
  type ApiRead,
  type ApiWrite,
  describeCalls,
  honoursIfMatch,
  type ResourceRules,
  successStatuses,
} from "./declaration";
import type { ResponseShape } from "./responses.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface ApiResult {
  status?: number;
  body?: Record<string, unknown>;
  headers?: HeadersInit;
}

export const read = <A extends Audience, S extends ResponseShape, Q extends z.ZodType = never>(
  call: ApiRead<A, Q, S>,
): ApiDeclaration => ({ limit: "none", ...call });

export const write = <
  A extends Audience,
  S extends ResponseShape,
  Q extends z.ZodType = never,
  I extends z.ZodType = never,
>(
  call: ApiWrite<A, I, Q, S>,
): ApiDeclaration => call;

/**
 * All calls of a resource, by method and address, such as `"DELETE /:commentId"`. An unknown address is 404; an unknown
 * method 405 with Allow.
 * @param base prefix of all addresses
 * @returns loader and action of the route, and the declarations as `calls`
 */
export function apiResource(base: string, rules: ResourceRules, declarations: Record<string, ApiDeclaration>) {
  const calls = describeCalls(base, rules, declarations);
  const addresses = [...groupBy(calls, ({ pattern }) => pattern)].map(([path, handle]) => ({ path, handle }));
  const handle = async (requestArgs: Args): Promise<Response> => {
    const { request } = requestArgs;
    try {
      const [match] = matchRoutes(addresses, new URL(request.url).pathname) ?? [];
      if (!match) return failureResponse(404, NOTHING_HERE);
      const { handle } = match.route;
      const method = request.method === "HEAD" ? "GET" : request.method;
      const call = handle.find((candidate) => candidate.method === method);
      if (!call) return methodRefusal(request.method, handle);
      const args = { ...requestArgs, params: match.params };
      return await run(call, args);
    } catch (error) {
      if (error instanceof DomainError) await logRefusal(requestArgs, error);
      return error instanceof Response ? error : apiFailure(error, requestArgs);
    } finally {
      await releaseUploads(request);
    }
  };
  return { loader: handle, action: handle, calls };
}

async function run(endpoint: ApiEndpoint, args: Args): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  const refund = await admit(endpoint, args, query);
  try {
    const etag = await etagReader(endpoint, args);
    const call = await callOf(endpoint, args, query, etag);
    // Read before the response: a newer tag would let a write pass.
    const before = endpoint.method === "GET" ? etagOrNothing(etag) : undefined;
    const result = await (endpoint.run as (call: unknown) => Promise<ApiResult | Response | undefined>)(call);
    return await respond(endpoint, result, before ?? etagOrNothing(etag), args);
  } catch (error) {
    if (error instanceof DomainError) await refund();
    throw error;
  }
}

/** A public GET without a limit skips the viewer look-up. */
async function admit(endpoint: ApiEndpoint, args: Args, query: URLSearchParams): Promise<Refund> {
  const { audience, visitorMessage, input, files, method, whileSuspended } = endpoint;
  const limit = listLimits(endpoint, query);
  if (endpoint.cached) {
    if (limit.length > 0) await consumeLimit(args, limit);
    return async () => {};
  }
  if (audience === "anyone" && method === "GET" && limit.length === 0) return async () => {};
  const body = files ? "files" : input ? "text" : "none";
  return checkAccess(args, { audience, body, limit, ...(whileSuspended && { whileSuspended }) }, () =>
    requireApiUser(args, visitorMessage),
  );
}

function listLimits({ limit }: ApiDeclaration, query: URLSearchParams): readonly LimitName[] {
  if (limit === "none" || limit === "inside run") return [];
  if (typeof limit === "string") return [limit];
  if (!("whenGiven" in limit)) return limit;
  return Object.entries(limit.whenGiven).flatMap(([member, name]) => (query.get(member) ? [name] : []));
}

/** The first of repeated members counts. */
const shapeMembers = (query: URLSearchParams) => Object.fromEntries([...query].reverse());

/** Undefined for a missing thing: a read then fails by itself; a completed write must not fail afterwards. */
function etagOrNothing(etag: () => string | undefined): string | undefined {
  try {
    return etag();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const idOf = ({ id }: ApiEndpoint, params: Args["params"]) => id && requireId(params[id[0]], id[1]);

/** Undefined if the call declares none. */
async function etagReader(endpoint: ApiEndpoint, args: Args): Promise<() => string | undefined> {
  const { etagFrom } = endpoint;
  if (!etagFrom) return () => undefined;
  const thing = { id: idOf(endpoint, args.params), viewer: await getViewer(args) };
  return () => `"${tagOf((etagFrom as (thing: unknown) => StoredValues)(thing))}"`;
}

async function callOf(
  endpoint: ApiEndpoint,
  { request, context, params }: Args,
  query: URLSearchParams,
  etag: () => string | undefined,
) {
  const { audience, perPage, maxPerPage } = endpoint;
  const thing = idOf(endpoint, params);
  if (endpoint.cached) context.isPublic = true;
  if (endpoint.cached === "cdn") context.skipsCache = true;
  return {
    request,
    context,
    params,
    viewer: audience === "anyone" ? undefined : await requireApiUser({ request, context }),
    findViewer: () => {
      context.isPublic = false;
      return getViewer({ request, context });
    },
    get id(): number {
      return thing ?? undeclared("id in its address");
    },
    query: endpoint.query && decode(endpoint.query, shapeMembers(query)),
    get page(): PageParams {
      return perPage === undefined ? undeclared("perPage") : parsePage(query, perPage, maxPerPage);
    },
    precondition: preconditionOf(endpoint, request, etag),
    ...(await bodyOf(endpoint, { request, context })),
  };
}

/** @throws DomainError precondition_failed if the thing has no `ETag` */
function preconditionOf(
  { method, etagFrom }: ApiEndpoint,
  request: Request,
  etag: () => string | undefined,
): Precondition {
  const ifMatch = request.headers.get("if-match");
  if (ifMatch === null || !honoursIfMatch(method)) return NO_PRECONDITION;
  const check = () => {
    if (!matchesVersion(ifMatch, etag())) throw new DomainError("precondition_failed", CHANGED_MEANWHILE);
  };
  if (!etagFrom) check();
  return check;
}

function undeclared(missing: string): never {
  throw new Error(`This call has no ${missing}.`);
}

async function bodyOf({ input, visitorInput, files }: ApiDeclaration, args: RequestArgs) {
  const { request } = args;
  if (!input) return { input: undefined, files: {} };
  if (bodyKind(request.headers) === "multipart" && !files) throw unsupported(request.headers);
  const body = await readBody(request);
  const schema = visitorInput && !(await getViewer(args)) ? visitorInput : input;
  return { input: decode(schema, body.values), files: files ? body.files : {} };
}

async function respond(
  declaration: ApiDeclaration,
  result: ApiResult | Response | undefined,
  version: string | undefined,
  { request, context }: Args,
): Promise<Response> {
  const isPersonal = !declaration.cached || (!context.isPublic && (await getViewer({ request, context })) !== null);
  const rule = isPersonal ? CACHE_PRIVATE : CACHE_PUBLIC;
  if (result instanceof Response) {
    for (const [name, value] of Object.entries(rule)) result.headers.set(name, value);
    return result;
  }
  if (declaration.response === "nothing")
    return new Response(null, { status: 204, headers: headersWith(rule, result) });
  const status = result?.status ?? successStatuses(declaration)[0] ?? 200;
  const body = JSON.stringify({ status: "success", ...result?.body });
  const tag: Record<string, string> = declaration.etag ? { ETag: etagOf(body) } : {};
  if (tag.ETag && matchesEtag(request.headers.get("if-none-match") ?? "", tag.ETag)) {
    return new Response(null, { status: 304, headers: { ...rule, ...tag } });
  }
  const ownHeaders = {
    ...rule,
    "Content-Type": "application/json",
    ...tag,
    ...(version !== undefined && { ETag: version }),
  };
  const headers = headersWith(ownHeaders, result);
  return new Response(body, { status, headers });
}

/** Weak: the response may be compressed. */
const etagOf = (body: string) => `W/"${createHash("sha1").update(body).digest("base64url").slice(0, 22)}"`;

/** @param ownHeaders override the call's headers */
function headersWith(ownHeaders: Record<string, string>, result: ApiResult | undefined): Headers | [string, string][] {
  if (result?.headers === undefined) return Object.entries(ownHeaders);
  const headers = new Headers(result.headers);
  for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value);
  return headers;
}

function methodRefusal(method: string, calls: readonly ApiEndpoint[]): Response {
  const allow = calls.flatMap((call) => (call.method === "GET" ? ["GET", "HEAD"] : [call.method])).join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  return failureResponse(405, `${method} is not allowed here.`, {}, { Allow: allow });
}

/** `{"status","message","errors"}`, and `code` if programs need it. */
function failureResponse(
  status: number,
  message: string,
  errors: Record<string, string[]> = {},
  headers: HeadersInit = {},
  code?: string,
): Response {
  return Response.json(failureBody(status, message, errors, code), {
    status,
    headers: { ...CACHE_PRIVATE, ...headers },
  });
}

function apiFailure(error: unknown, { request, context }: Args): Response {
  if (error instanceof DomainError) {
    return failureResponse(STATUS[error.code], error.message, error.fields, retryHeaders(error), error.reason);
  }
  const errorId = logRequestFault(error, request, context);
  return failureResponse(500, `Something went wrong. (${errorId})`);
}
