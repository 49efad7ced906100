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

/** Everything declared has been checked before `run`. */
export interface ApiCall<A extends Audience = Audience, I extends Schema = Schema, Q extends Schema = Schema> {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  /** For "anyone" see `findViewer`. */
  viewer: A extends "anyone" ? undefined : Viewer;
  findViewer(): Promise<Viewer | null>;
  readonly id: number;
  query: Checked<Q>;
  /** By the declared `perPage`. @throws DomainError invalid */
  readonly page: PageParams;
  /** Parsed by the declared `input`. */
  input: Checked<I>;
  files: Record<string, UploadedFile[]>;
  /** For a write with `etagFrom`: checks `If-Match`; called in the command's transaction. */
  precondition: Precondition;
}

type ViewerOf<A extends Audience> = A extends "anyone" ? Viewer | null : Viewer;

type Limits = LimitName | readonly LimitName[];

/** "inside run": the write counts only some of its work. */
type WriteLimit = Limits | "inside run";

/** `whenGiven`: for reads made costly by a query parameter. */
type ReadLimit = WriteLimit | "none" | { whenGiven: Readonly<Record<string, LimitName>> };

/** By the declared shape; for "nothing" headers at most. */
type Result<S extends ResponseShape> = S extends z.ZodObject
  ? Response | { status?: number; body: z.input<S>; headers?: HeadersInit }
  : S extends FileResponse
    ? Response
    : unknown;

/** Check order: viewer, limits, id, `query`, body, then `run`. A call with `files` has a multipart body too. */
interface Rules<A extends Audience, I extends Schema, Q extends Schema, S extends ResponseShape> {
  audience: A;
  visitorMessage?: string;
  /** OpenAPI operation id, such as `listGarages`. Never change it. */
  name: string;
  /** One line for readers of the contract. */
  summary: string;
  /** For a change: missing or null members keep their value. The description says so. */
  isPartial?: true;
  refusals?: readonly number[];
  /** For a malformed id, if not the resource's. */
  notFoundMessage?: string;
  limit: ReadLimit;
  /** Suspended members may call it too. */
  whileSuspended?: true;
  query?: Q;
  perPage?: number;
  /** Default 100. */
  maxPerPage?: number;
  input?: I;
  /** If visitors send more. */
  visitorInput?: I;
  files?: readonly string[];
  response: S;
  /** Default 200, or 204 for nothing. With two, `run` chooses. */
  status?: number | readonly number[];
  /**
   * For a read by anyone: cached until something public changes. It may depend on the address and the database only,
   * and on the viewer if `findViewer` is called. "briefly": 5 s, for upcoming content. "cdn": only in front of the
   * site, for seconds.
   */
  cached?: boolean | "briefly" | "cdn";
  /** For polled reads; 304 is possible. */
  etag?: boolean;
  /** The edit forms' values: their hash is the `ETag` for `If-Match`. No 304: counts and photos change without it. */
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

export interface ResourceRules {
  about: string;
  /** For a malformed id. */
  notFoundMessage?: string;
}

export interface ApiEndpoint extends ApiDeclaration {
  method: ApiMethod;
  tag: { name: string; description: string };
  /** Parameter, and message for a malformed id. */
  id: readonly [param: string, missing: string] | undefined;
  /** From the site's root: `/api/v1/comments/:commentId`. */
  pattern: string;
  /** Below /api/v1, with `{name}` for parameters. */
  path: string;
}

const API = "/api/v1/";

/** Refusals known to the command alone, such as a conflict, are declared as `refusals`. */
export function refusalStatuses({
  method,
  audience,
  id,
  input,
  files,
  limit,
  refusals = [],
}: ApiEndpoint): readonly number[] {
  const conditions: readonly (readonly [status: number, boolean])[] = [
    // Invalid UTF-8 in the query.
    [400, true],
    [401, audience !== "anyone"],
    // A write from another site or a suspended member.
    [403, method !== "GET" || audience === "staff" || audience === "admin"],
    [404, id !== undefined],
    [408, input !== undefined],
    [412, honoursIfMatch(method)],
    [413, input !== undefined],
    [415, input !== undefined],
    [429, limit !== "none"],
    [507, files !== undefined],
  ];
  const conditionalStatuses = conditions.flatMap(([status, applies]) => (applies ? [status] : []));
  return [...new Set([...conditionalStatuses, ...refusals])].sort();
}

/** @param declarations by method and address: `"DELETE /:commentId"` */
export function describeCalls(
  base: string,
  { about, notFoundMessage }: ResourceRules,
  declarations: Record<string, ApiDeclaration>,
): ApiEndpoint[] {
  const tag = { name: base.slice(base.lastIndexOf("/") + 1).replace(/\..*/, ""), description: about };
  return Object.entries(declarations).map(([name, call]) => {
    const [method, address = ""] = name.split(" ") as [ApiMethod, string?];
    const pattern = base + address.replace(/^\/$/, "");
    const [, param] = /:(\w+Id)\b/.exec(pattern) ?? [];
    const id = param === undefined ? undefined : ([param, call.notFoundMessage ?? notFoundMessage ?? ""] as const);
    return { ...call, method, tag, id, pattern, path: pattern.slice(API.length - 1).replace(/:(\w+)\??/g, "{$1}") };
  });
}

/** In the order of routes and tables. */
export function listEndpoints(routes: Iterable<RouteEntry>): ApiEndpoint[] {
  return [...routes]
    .flatMap(({ module }) => ("calls" in module ? (module.calls as ApiEndpoint[]) : []))
    .filter(({ pattern }) => pattern.startsWith(API));
}
