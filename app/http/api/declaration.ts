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

/** One call of the JSON contract, as its `run` sees it: everything that is declared has been checked. */
export interface ApiCall<A extends Audience = Audience, I extends Schema = Schema, Q extends Schema = Schema> {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  /** Who calls. Where anyone may, see `findViewer`. */
  viewer: A extends "anyone" ? undefined : Viewer;
  /** Who calls, by cookie or bearer; null for a visitor. */
  findViewer(): Promise<Viewer | null>;
  readonly id: number;
  query: Checked<Q>;
  /** Which part of a list is asked for, by the declared `perPage`. @throws DomainError invalid */
  readonly page: PageParams;
  /** The body, by the declared `input`. */
  input: Checked<I>;
  /** By field name; empty without `files`. */
  files: Record<string, UploadedFile[]>;
  /** Of a write with `etagFrom`: checks `If-Match`; the command calls it in its transaction. */
  precondition: Precondition;
}

type ViewerOf<A extends Audience> = A extends "anyone" ? Viewer | null : Viewer;

type Limits = LimitName | readonly LimitName[];

/** Of a write: by the table, or inside where only part of it is a try. */
type WriteLimit = Limits | "inside run";

/** Of a read: a cheap one has none, which need not be said; one whose cost lies in a member of its query counts where that is given. */
type ReadLimit = WriteLimit | "none" | { whenGiven: Readonly<Record<string, LimitName>> };

/** What `run` returns, by the declared shape; where that is "nothing", headers at most. */
type Result<S extends ResponseShape> = S extends z.ZodObject
  ? Response | { status?: number; body: z.input<S>; headers?: HeadersInit }
  : S extends FileResponse
    ? Response
    : unknown;

/**
 * All there is to know of a call. Refusals come in this order: who, how often, the id, `query`, the body; what else is
 * wrong, `run` finds. A call with `input` takes a body, with `files` a multipart one too.
 */
interface Rules<A extends Audience, I extends Schema, Q extends Schema, S extends ResponseShape> {
  /** Whom it is for. What they may do there, the command decides. */
  audience: A;
  /** What visitors are told where they may not. */
  visitorMessage?: string;
  /** What programs made from the description call it, such as `listGarages`: it stays. */
  name: string;
  /** One line for readers of the contract. */
  summary: string;
  /** Of a change: what is left out, or null, stays as it is. The description says so. */
  isPartial?: true;
  /** With which statuses it is refused beside those that follow from the rest: see `refusalStatuses`. */
  refusals?: readonly number[];
  /** What is said where the id in the address is none, if not what its resource says. */
  notFoundMessage?: string;
  limit: ReadLimit;
  /** Of a write: suspended members may call it too. */
  whileSuspended?: true;
  query?: Q;
  /** Of a list: it takes `page` and `limit`, this many rows where not given. */
  perPage?: number;
  /** How many rows may be asked for; 100 where not given. */
  maxPerPage?: number;
  input?: I;
  /** What visitors send, where that is more. */
  visitorInput?: I;
  files?: readonly string[];
  response: S;
  /** Of success: 200 where not given, 204 for nothing. Where there are two, `run` says which. */
  status?: number | readonly number[];
  /**
   * Of a read that anyone may call: whether the response may be given again until something public changes. It may
   * depend on the address and the database only, and on who asks where `findViewer` is called. "briefly": for 5 s,
   * because it shows what is about to happen. "cdn": caches in front of the site may keep it for seconds, the site
   * makes it each time.
   */
  cached?: boolean | "briefly" | "cdn";
  /** For reads that are polled: whether the response has an `ETag`, which allows 304. */
  etag?: boolean;
  /**
   * The values that the thing's edit forms write: their hash is the `ETag`, which `If-Match` has to name. They are no
   * reason for 304: counts and photos change without them.
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

/** A declared call, whatever its types. */
export interface ApiDeclaration extends Omit<Rules<Audience, Schema, Schema, ResponseShape>, "run" | "etagFrom"> {
  etagFrom?: (thing: never) => StoredValues;
  run: (call: never) => unknown;
}

/** Whether a call may be refused for its `If-Match`. */
export const honoursIfMatch = (method: string) => ["PATCH", "PUT", "DELETE"].includes(method);

/** With which statuses a call succeeds. */
export function successStatuses({ status, response }: Pick<ApiDeclaration, "status" | "response">): readonly number[] {
  if (status === undefined) return [response === "nothing" ? 204 : 200];
  return typeof status === "number" ? [status] : status;
}

/** What is said of all calls of one thing. */
export interface ResourceRules {
  /** What they are about, for readers of the contract. */
  about: string;
  /** What is said where the id in an address is none. */
  notFoundMessage?: string;
}

/** A call of the contract: what is declared, and where it is. */
export interface ApiEndpoint extends ApiDeclaration {
  method: ApiMethod;
  /** The resource that it belongs to. */
  tag: { name: string; description: string };
  /** The parameter of the address that is an id, and what is said where it is none. */
  id: readonly [param: string, missing: string] | undefined;
  /** As the router has it, from the site's root: `/api/v1/comments/:commentId`. */
  pattern: string;
  /** Below /api/v1, with `{name}` for its parameters. */
  path: string;
}

const API = "/api/v1/";

/**
 * With which statuses a call may be refused. What the command alone knows of, such as a conflict, is
 * declared as `refusals`.
 */
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
    // Any query may be no UTF-8.
    [400, true],
    [401, audience !== "anyone"],
    // A write may come from another site, or from somebody who is suspended.
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

/**
 * @param declared by method and address: `"DELETE /:commentId"`
 */
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

/** Every call below /api/v1, in the order of the routes and of their tables. */
export function listEndpoints(routes: Iterable<RouteEntry>): ApiEndpoint[] {
  return [...routes]
    .flatMap(({ module }) => ("calls" in module ? (module.calls as ApiEndpoint[]) : []))
    .filter(({ pattern }) => pattern.startsWith(API));
}
