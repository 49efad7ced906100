import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import type { UploadedFile } from "~/lib/forms";
import type { PageParams } from "~/lib/paging";
import type { Precondition, StoredValues } from "~/lib/revision.server";
import type { Audience } from "../call.server";
import type { RouteEntry } from "../context";
import type { LimitName } from "../limits/limits.server";
import type { FileResponse, ResponseShape } from "./responses.server";

type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Schema = z.ZodType;
type Checked<S extends Schema> = [S] extends [never] ? undefined : z.output<S>;

/** A call of the JSON contract, for its `run`; everything declared has been checked. */
export interface ApiCall<A extends Audience = Audience, I extends Schema = Schema, Q extends Schema = Schema> {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  /** The caller; for "anyone" see `findViewer`. */
  viewer: A extends "anyone" ? undefined : Viewer;
  /** The caller, by cookie or bearer; null for a visitor. */
  findViewer(): Promise<Viewer | null>;
  readonly id: number;
  query: Checked<Q>;
  /** The requested page of a list, by the declared `perPage`. @throws DomainError invalid */
  readonly page: PageParams;
  /** The body, parsed by the declared `input`. */
  input: Checked<I>;
  /** By field name; empty without `files`. */
  files: Record<string, UploadedFile[]>;
  /** For a write with `etagFrom`: checks `If-Match`; the command calls it in its transaction. */
  precondition: Precondition;
}

type ViewerOf<A extends Audience> = A extends "anyone" ? Viewer | null : Viewer;

type Limits = LimitName | readonly LimitName[];

/** "inside run" for a write that counts only some of its work. */
type WriteLimit = Limits | "inside run";

/** "none" (the default) for cheap reads; `whenGiven` for reads made costly by a query parameter. */
type ReadLimit = WriteLimit | "none" | { whenGiven: Readonly<Record<string, LimitName>> };

/** Return type of `run`, by the declared shape; for "nothing" headers at most. */
type Result<S extends ResponseShape> = S extends z.ZodObject
  ? Response | { status?: number; body: z.input<S>; headers?: HeadersInit }
  : S extends FileResponse
    ? Response
    : unknown;

/**
 * Everything about a call. Checks run in this order: viewer, limits, id, `query`, body, then `run`. A call with `input`
 * has a body, with `files` a multipart one too.
 */
interface Rules<A extends Audience, I extends Schema, Q extends Schema, S extends ResponseShape> {
  /** Who may call; the command decides the rest. */
  audience: A;
  /** Error message for visitors. */
  visitorMessage?: string;
  /** Operation id in the OpenAPI document, such as `listGarages`. Never change it. */
  name: string;
  /** One line for readers of the contract. */
  summary: string;
  /** For a change: members that are missing or null keep their value. The description says so. */
  isPartial?: true;
  /** Statuses of refusals in addition to those of `refusalStatuses`. */
  refusals?: readonly number[];
  /** Error message for a malformed id, if not the resource's. */
  notFoundMessage?: string;
  limit: ReadLimit;
  /** For a write: suspended members may call it too. */
  whileSuspended?: true;
  query?: Q;
  /** For a list: it takes `page` and `limit`; this is the default limit. */
  perPage?: number;
  /** Maximum of `limit`; default 100. */
  maxPerPage?: number;
  input?: I;
  /** Input of visitors, if they send more. */
  visitorInput?: I;
  files?: readonly string[];
  response: S;
  /** Success status: default 200, or 204 for nothing. If there are two, `run` chooses. */
  status?: number | readonly number[];
  /**
   * For a read by anyone: whether the response is cached until something public changes. It may depend on the address
   * and the database only, and on the viewer if `findViewer` is called. "briefly": for 5 s, because it shows upcoming
   * content. "cdn": only caches in front of the site store it, for seconds.
   */
  cached?: boolean | "briefly" | "cdn";
  /** For polled reads: the response has an `ETag`, and 304 is possible. */
  etag?: boolean;
  /**
   * The values that the edit forms write: their hash is the `ETag` for `If-Match`. It does not allow 304, because
   * counts and photos change without it.
   */
  etagFrom?: (thing: { id: number; viewer: ViewerOf<A> }) => StoredValues;
  run: (call: ApiCall<A, I, Q>) => Result<S> | Promise<Result<S>>;
}

export type ApiRead<A extends Audience, Q extends Schema, S extends ResponseShape> = Omit<
  Rules<A, never, Q, S>,
  "input" | "visitorInput" | "files" | "limit"
> & { limit?: ReadLimit };

export type ApiWrite<A extends Audience, I extends Schema, Q extends Schema, S extends ResponseShape> = Omit<
  Rules<A, I, Q, S>,
  "cached" | "etag" | "limit"
> & { limit: WriteLimit };

export interface ApiDeclaration extends Omit<Rules<Audience, Schema, Schema, ResponseShape>, "run" | "etagFrom"> {
  etagFrom?: (thing: never) => StoredValues;
  run: (call: never) => unknown;
}

export const honoursIfMatch = (method: string) => ["PATCH", "PUT", "DELETE"].includes(method);

export function successStatuses({ status, response }: Pick<ApiDeclaration, "status" | "response">): readonly number[] {
  if (status === undefined) return [response === "nothing" ? 204 : 200];
  return typeof status === "number" ? [status] : status;
}

/** Rules of all calls of a resource. */
export interface ResourceRules {
  /** Description for readers of the contract. */
  about: string;
  /** Error message for a malformed id. */
  notFoundMessage?: string;
}

/** A declared call with its address. */
export interface ApiEndpoint extends ApiDeclaration {
  method: ApiMethod;
  /** The resource. */
  tag: { name: string; description: string };
  /** The parameter with the id, and the error message for a malformed one. */
  id: readonly [param: string, missing: string] | undefined;
  /** The router's pattern, from the site's root: `/api/v1/comments/:commentId`. */
  pattern: string;
  /** Below /api/v1, with `{name}` for parameters. */
  path: string;
}

const API = "/api/v1/";

/** Statuses of a call's refusals. Those known to the command alone, such as a conflict, are declared as `refusals`. */
export function refusalStatuses({
  method,
  audience,
  id,
  input,
  files,
  limit,
  refusals = [],
}: ApiEndpoint): readonly number[] {
  const given: readonly (readonly [status: number, boolean])[] = [
    // The query may be invalid UTF-8.
    [400, true],
    [401, audience !== "anyone"],
    // A write may come from another site or from a suspended member.
    [403, method !== "GET" || audience === "staff" || audience === "admin"],
    [404, id !== undefined],
    [408, input !== undefined],
    [412, honoursIfMatch(method)],
    [413, input !== undefined],
    [415, input !== undefined],
    [429, limit !== "none"],
    [507, files !== undefined],
  ];
  const own = given.flatMap(([status, applies]) => (applies ? [status] : []));
  return [...new Set([...own, ...refusals])].sort();
}

/** @param declared by method and address: `"DELETE /:commentId"` */
export function describeCalls(
  base: string,
  { about, notFoundMessage }: ResourceRules,
  declared: Record<string, ApiDeclaration>,
): ApiEndpoint[] {
  const tag = { name: base.slice(base.lastIndexOf("/") + 1).replace(/\..*/, ""), description: about };
  return Object.entries(declared).map(([name, call]) => {
    const [method, address = ""] = name.split(" ") as [ApiMethod, string?];
    const pattern = base + address.replace(/^\/$/, "");
    const [, param] = /:(\w+Id)\b/.exec(pattern) ?? [];
    const id = param === undefined ? undefined : ([param, call.notFoundMessage ?? notFoundMessage ?? ""] as const);
    return { ...call, method, tag, id, pattern, path: pattern.slice(API.length - 1).replace(/:(\w+)\??/g, "{$1}") };
  });
}

/** Every call below /api/v1, in the order of routes and tables. */
export function listEndpoints(routes: Iterable<RouteEntry>): ApiEndpoint[] {
  return [...routes]
    .flatMap(({ module }) => ("calls" in module ? (module.calls as ApiEndpoint[]) : []))
    .filter(({ pattern }) => pattern.startsWith(API));
}
