import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import type { UploadedFile } from "~/lib/forms";
import type { Page } from "~/lib/paging";
import type { AnswerShape, FileAnswer } from "./api-answers.server";
import type { BodyRule } from "./body-rules";
import type { Audience } from "./call.server";
import type { LimitName } from "./limits.server";

export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

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
  /** The declared `id`. */
  readonly id: number;
  /** The declared `query`. */
  query: Checked<Q>;
  /** Which part of a list is asked for, by the declared `perPage`. @throws DomainError invalid */
  readonly page: Page;
  /** The body, by the declared `input`. */
  input: Checked<I>;
  /** By field name; empty without `files`. */
  files: Record<string, UploadedFile[]>;
}

type Limits = LimitName | readonly LimitName[];

/** Of a write: by the table, or inside where only part of it is a try. */
type WriteLimit = Limits | "counted inside";

/** Of a read: a cheap one has none; one whose cost lies in a member of its query counts where that is given. */
type ReadLimit = WriteLimit | "none" | { asked: Readonly<Record<string, LimitName>> };

/** What `run` answers, by the declared shape. */
type Result<S extends AnswerShape> =
  | Response
  | (S extends z.ZodObject
      ? { status?: number; body: z.input<S>; headers?: HeadersInit }
      : S extends FileAnswer
        ? never
        : { headers?: HeadersInit } | undefined);

/**
 * All there is to know of a call. Refusals come in this order: who, how often, `id`, `query`, the body; what else is
 * wrong, `run` finds.
 */
interface Rules<A extends Audience, I extends Schema, Q extends Schema, S extends AnswerShape> {
  /** Whom it is for. What they may do there, the command decides. */
  audience: A;
  /** What visitors are told where they may not. */
  visitors?: string;
  /** One line for readers of the contract. */
  summary: string;
  /** The id in the address, and what is said where it is none. */
  id?: readonly [param: string, otherwise: string];
  /** What the query is checked with. */
  query?: Q;
  /** Of a list: it takes `page` and `limit`, this many rows where not given. */
  perPage?: number;
  /** How many rows may be asked for; 100 where not given. */
  maxPerPage?: number;
  /** What the body is checked with. */
  input?: I;
  /** File fields of a multipart body. */
  files?: readonly string[];
  /** What a success holds. */
  answer: S;
  /** Of success: 200 where not given, 204 for nothing. Where there are two, `run` says which. */
  status?: number | readonly number[];
  run: (call: ApiCall<A, I, Q>) => Result<S> | Promise<Result<S>>;
}

type Cached = boolean | "elsewhere";

export interface ApiRead<A extends Audience, I extends Schema, Q extends Schema, S extends AnswerShape>
  extends Omit<Rules<A, I, Q, S>, "input" | "files"> {
  limit: ReadLimit;
  /**
   * Where anyone may call: whether the answer may be given again until something public changes. It may depend on the
   * address and the database only, and on who asks where `findViewer` is called. "elsewhere": caches in front of the site
   * may keep it for seconds, the site makes it each time.
   */
  cached?: Cached;
  /** Of what is asked again and again: whether the answer has an `ETag`, and 304 says that it is still the same. */
  tagged?: boolean;
}

export interface ApiWrite<A extends Audience, I extends Schema, Q extends Schema, S extends AnswerShape>
  extends Rules<A, I, Q, S> {
  body: BodyRule;
  limit: WriteLimit;
}

/** A declared call, whatever its types. */
export interface ApiDeclaration extends Omit<Rules<Audience, Schema, Schema, AnswerShape>, "run"> {
  body?: BodyRule;
  limit: ReadLimit;
  cached?: Cached;
  tagged?: boolean;
  run: (call: never) => unknown;
}

/** The calls of one address. */
export type ApiMethods = Partial<Record<ApiMethod, ApiDeclaration>>;

/** With which statuses a call succeeds. */
export function statusesOf({ status, answer }: Pick<ApiDeclaration, "status" | "answer">): readonly number[] {
  if (status === undefined) return [answer === "nothing" ? 204 : 200];
  return typeof status === "number" ? [status] : status;
}
