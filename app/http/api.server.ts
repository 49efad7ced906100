import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { dropUploads, readBody } from "./body.server";
import { bodyKind } from "./body-rules";
import { admit, countLimit, logRefusal, type WriteRules } from "./call.server";
import { logFault } from "./fault.server";
import type { LimitName } from "./limits.server";
import { getViewer, requireApiUser } from "./session.server";
import { failureBody, STATUS } from "./status";

export type ApiMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** One call of the JSON contract, as its handler sees it. */
export interface ApiCall {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  clientAddress: string;
  /** See `RequestContext`. */
  drained(): Promise<boolean>;
  /** Who asks, by cookie or bearer; null for a visitor. */
  viewer(): Promise<Viewer | null>;
  /** @throws DomainError unauthenticated */
  requireUser(): Promise<Viewer>;
  /** The body's members, checked. JSON or form-encoded. @throws DomainError invalid, too_large */
  input<S extends z.ZodType>(schema: S): Promise<z.output<S>>;
  /** Like `input`, with files (multipart; without files the other kinds are fine too). */
  upload<S extends z.ZodType>(schema: S): Promise<{ input: z.output<S>; files: Record<string, UploadedFile[]> }>;
}

export interface ApiAnswer {
  /** 200 where not given. */
  status?: number;
  /** Members beside `status: "success"`; none for 204. */
  body?: Record<string, unknown>;
  headers?: HeadersInit;
}

type Run = (call: ApiCall) => Promise<ApiAnswer | Response> | ApiAnswer | Response;

/** A read: what it answers, and, where it is a costly one, its limit. */
type ApiRead = Run | { limit: LimitName; run: Run };

/** A write says of itself whom it is for, which body it takes and how often it may be made. */
export interface ApiWrite extends WriteRules {
  run: Run;
}

type Methods = { GET?: ApiRead | ApiWrite } & Partial<Record<Exclude<ApiMethod, "GET">, ApiWrite>>;
type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * A route of `/api/v1`: its methods and what each does. Everything leaves in the contract's envelope, refusals and
 * faults included; a method that is not in the table is 405 with Allow (api.md, Envelope).
 */
export function apiRoute(methods: Methods) {
  const answer = async (args: Args): Promise<Response> => {
    try {
      const method = args.request.method === "HEAD" ? "GET" : args.request.method;
      const declared = Object.hasOwn(methods, method) ? methods[method as ApiMethod] : undefined;
      if (!declared) return methodRefusal(args.request.method, Object.keys(methods));
      return respond(await run(declared, args));
    } catch (error) {
      if (error instanceof DomainError) await logRefusal(args, error.code);
      return error instanceof Response ? error : apiFailure(error, args);
    } finally {
      await dropUploads(args.request);
    }
  };
  return { loader: (args: LoaderFunctionArgs) => answer(args), action: (args: ActionFunctionArgs) => answer(args) };
}

async function run(declared: ApiRead | ApiWrite, args: Args): Promise<ApiAnswer | Response> {
  if (typeof declared === "function") return declared(callOf(args));
  const giveBack = await ("audience" in declared
    ? admit(args, declared, requireApiUser)
    : countLimit(args, declared.limit));
  try {
    return await declared.run(callOf(args));
  } catch (error) {
    if (error instanceof DomainError) await giveBack();
    throw error;
  }
}

function callOf({ request, params, context }: Args): ApiCall {
  return {
    request,
    context,
    params,
    query: new URL(request.url).searchParams,
    clientAddress: context.clientAddress,
    drained: () => context.drained(),
    viewer: () => getViewer(request),
    requireUser: () => requireApiUser(request),
    input: async (schema) => {
      if (bodyKind(request.headers) === "multipart") throw wrongType();
      return decode(schema, (await readApiBody(request)).values);
    },
    upload: async (schema) => {
      const { values, files } = await readApiBody(request);
      return { input: decode(schema, values), files };
    },
  };
}

class WrongTypeError extends Error {}

function wrongType(): WrongTypeError {
  return new WrongTypeError("This content type is not accepted here.");
}

async function readApiBody(request: Request) {
  if (bodyKind(request.headers) === "other") throw wrongType();
  return readBody(request);
}

function respond(answer: ApiAnswer | Response): Response {
  if (answer instanceof Response) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Cache-Control", "no-store");
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  return Response.json({ status: "success", ...answer.body }, { status: answer.status ?? 200, headers });
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
    headers: { "Cache-Control": "no-store", ...headers },
  });
}

function apiFailure(error: unknown, { request, context }: Args): Response {
  if (error instanceof WrongTypeError) return failureResponse(415, error.message);
  if (error instanceof DomainError) {
    const headers: HeadersInit = error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) };
    return failureResponse(STATUS[error.code], error.message, error.fields, headers, error.reason);
  }
  const errorId = logFault(error, request, context);
  return failureResponse(500, `Something went wrong. (${errorId})`);
}
