import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { requireId } from "~/lib/ids";
import { type Page, parsePage } from "~/lib/paging";
import type { AnswerShape } from "./api-answers.server";
import {
  type ApiDeclaration,
  type ApiMethod,
  type ApiMethods,
  type ApiRead,
  type ApiWrite,
  statusesOf,
} from "./api-declaration";
import { dropUploads, readBody } from "./body.server";
import { bodyKind } from "./body-rules";
import { FOR_ALL, FOR_ONE } from "./caching";
import { type Audience, admit, countRead, logRefusal } from "./call.server";
import { matchesTag } from "./conditional";
import { logFaultOf } from "./fault.server";
import type { GiveBack, LimitName } from "./limits.server";
import { getViewer, requireApiUser } from "./session.server";
import { failureBody, STATUS } from "./status";
import { wholeAnswer } from "./whole-answer";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface Sent {
  status?: number;
  body?: Record<string, unknown>;
  headers?: HeadersInit;
}

/**
 * A route of `/api/v1`: the declarations of its calls, by method. Everything leaves in the contract's envelope, refusals
 * and faults included; a method that is not declared is 405 with Allow.
 * @returns both ends of the route, and the declarations as `calls`, for whoever describes or tests them
 */
export function apiRoute<
  GA extends Audience,
  GS extends AnswerShape,
  OA extends Audience,
  OS extends AnswerShape,
  UA extends Audience,
  US extends AnswerShape,
  PA extends Audience,
  PS extends AnswerShape,
  DA extends Audience,
  DS extends AnswerShape,
  GQ extends z.ZodType = never,
  OQ extends z.ZodType = never,
  OI extends z.ZodType = never,
  UQ extends z.ZodType = never,
  UI extends z.ZodType = never,
  PQ extends z.ZodType = never,
  PI extends z.ZodType = never,
  DQ extends z.ZodType = never,
  DI extends z.ZodType = never,
>(declared: {
  GET?: ApiRead<GA, never, GQ, GS>;
  POST?: ApiWrite<OA, OI, OQ, OS>;
  PUT?: ApiWrite<UA, UI, UQ, US>;
  PATCH?: ApiWrite<PA, PI, PQ, PS>;
  DELETE?: ApiWrite<DA, DI, DQ, DS>;
}) {
  const calls: ApiMethods = declared;
  const answer = async (args: Args): Promise<Response> => {
    try {
      const method = args.request.method === "HEAD" ? "GET" : args.request.method;
      const call = Object.hasOwn(calls, method) ? calls[method as ApiMethod] : undefined;
      if (!call) return methodRefusal(args.request.method, Object.keys(calls));
      return await respond(call, await run(call, args), args);
    } catch (error) {
      if (error instanceof DomainError) await logRefusal(args, error.code);
      return error instanceof Response ? error : apiFailure(error, args);
    } finally {
      await dropUploads(args.request);
    }
  };
  return {
    loader: (args: LoaderFunctionArgs) => answer(args),
    action: (args: ActionFunctionArgs) => answer(args),
    calls,
  };
}

async function run(declared: ApiDeclaration, args: Args): Promise<Sent | Response | undefined> {
  const query = queryOf(args.request);
  const giveBack = await letIn(declared, args, query);
  try {
    const call = await callOf(declared, args, query);
    return await (declared.run as (call: unknown) => Promise<Sent | Response | undefined>)(call);
  } catch (error) {
    if (error instanceof DomainError) await giveBack();
    throw error;
  }
}

/** Who, and how often. A read for anyone that counts nowhere does not even look who asks. */
async function letIn(declared: ApiDeclaration, args: Args, query: URLSearchParams): Promise<GiveBack> {
  const { audience, visitors, body = "none" } = declared;
  const limit = limitsOf(declared, query);
  if (declared.cached) {
    if (limit.length > 0) await countRead(args, limit);
    return async () => {};
  }
  if (audience === "anyone" && declared.body === undefined && limit.length === 0) return async () => {};
  return admit(args, { audience, body, limit }, (request) => requireApiUser(request, visitors));
}

function limitsOf({ limit }: ApiDeclaration, query: URLSearchParams): readonly LimitName[] {
  if (limit === "none" || limit === "counted inside") return [];
  if (typeof limit === "string") return [limit];
  if (!("asked" in limit)) return limit;
  return Object.entries(limit.asked).flatMap(([member, name]) => (query.get(member) ? [name] : []));
}

function queryOf({ url }: Request): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at));
}

/** Of a member that is given twice, the first counts. */
const membersOf = (query: URLSearchParams) => Object.fromEntries([...query].reverse());

async function callOf(declared: ApiDeclaration, { request, context, params }: Args, query: URLSearchParams) {
  const { audience, id, perPage, maxPerPage } = declared;
  const thing = id && requireId(params[id[0]], id[1]);
  if (declared.cached) context.sameForAll = true;
  if (declared.cached === "elsewhere") context.madeEachTime = true;
  return {
    request,
    context,
    params,
    viewer: audience === "anyone" ? undefined : await requireApiUser(request),
    findViewer: () => {
      context.sameForAll = false;
      return getViewer(request);
    },
    get id(): number {
      return thing ?? undeclared("id");
    },
    query: declared.query && decode(declared.query, membersOf(query)),
    get page(): Page {
      return perPage === undefined ? undeclared("perPage") : parsePage(query, perPage, maxPerPage);
    },
    ...(await bodyOf(declared, { request, context })),
  };
}

function undeclared(what: string): never {
  throw new Error(`This call declares no ${what}.`);
}

async function bodyOf({ input, files }: ApiDeclaration, { request, context }: Pick<Args, "request" | "context">) {
  if (!input) return { input: undefined, files: {} };
  if (!files && bodyKind(request.headers) === "multipart") throw wrongType();
  const body = await readApiBody(request, context);
  return { input: decode(input, body.values), files: files ? body.files : {} };
}

class WrongTypeError extends Error {}

function wrongType(): WrongTypeError {
  return new WrongTypeError("This content type is not accepted here.");
}

async function readApiBody(request: Request, context: Args["context"]) {
  if (bodyKind(request.headers) === "other") throw wrongType();
  return readBody(request, context);
}

async function respond(
  declared: ApiDeclaration,
  answer: Sent | Response | undefined,
  { request, context }: Args,
): Promise<Response> {
  if (answer instanceof Response) return answer;
  const isPersonal = !declared.cached || (!context.sameForAll && (await getViewer(request)) !== null);
  const rule = isPersonal ? FOR_ONE : FOR_ALL;
  const status = answer?.status ?? statusesOf(declared)[0] ?? 200;
  if (status === 204) return new Response(null, { status, headers: headersWith(rule, answer) });
  const body = JSON.stringify({ status: "success", ...answer?.body });
  const tag: Record<string, string> = declared.tagged ? { ETag: tagOf(body) } : {};
  if (tag.ETag && matchesTag(request.headers.get("if-none-match") ?? "", tag.ETag)) {
    return new Response(null, { status: 304, headers: { ...rule, ...tag } });
  }
  const headers = headersWith({ ...rule, "Content-Type": "application/json", ...tag }, answer);
  return wholeAnswer({ status, headers, body }, context);
}

/** Weak: what travels is compressed or not. */
const tagOf = (body: string) => `W/"${createHash("sha1").update(body).digest("base64url").slice(0, 22)}"`;

/** @param own outweigh those that the call has set */
function headersWith(own: Record<string, string>, answer: Sent | undefined): Headers | [string, string][] {
  if (answer?.headers === undefined) return Object.entries(own);
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

function methodRefusal(method: string, methods: string[]): Response {
  const allow = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  return failureResponse(405, `${method} is not possible here.`, {}, { Allow: allow });
}

/** The one failure shape: `{"status","message","errors"}`, and `code` where programs have to know which refusal it is. */
export function failureResponse(
  status: number,
  message: string,
  errors: Record<string, string[]> = {},
  headers: HeadersInit = {},
  code?: string,
): Response {
  return Response.json(failureBody(status, message, errors, code), {
    status,
    headers: { ...FOR_ONE, ...headers },
  });
}

function apiFailure(error: unknown, { request, context }: Args): Response {
  if (error instanceof WrongTypeError) return failureResponse(415, error.message);
  if (error instanceof DomainError) {
    const headers: HeadersInit = error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) };
    return failureResponse(STATUS[error.code], error.message, error.fields, headers, error.reason);
  }
  const errorId = logFaultOf(error, request, context);
  return failureResponse(500, `Something went wrong. (${errorId})`);
}
