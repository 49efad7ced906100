import type { ImageKind } from "~/lib/image-name";
import type { Person, World } from "./world";

/** A status, or a redirect's target: a route's path with its parameters, `*` for a new id; no query. */
export type Answer = number | string;

/** The expected answers to: a visitor, a member without a garage, the owner, another owner, an admin. */
export type Answers = readonly [visitor: Answer, member: Answer, owner: Answer, other: Answer, admin: Answer];

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Members = Record<string, string | number | boolean | object>;

export interface Row {
  kind: "page" | "document" | "call";
  /** As `app/routes.ts` has it. */
  route: string;
  verb: Verb;
  answers: Answers;
  /** Which id of the world a parameter takes, where its name differs. */
  on: Readonly<Record<string, keyof World | ((world: World) => string)>>;
  send?: Members | ((world: World) => Members);
  /** Sent beside what every request of the kind has. */
  headers?: Readonly<Record<string, string>>;
  /** The field in which an image is sent. */
  picture?: string;
  /** The answers to data requests, where they differ: script gets the form's answer before the page is reloaded. */
  withScript?: Answers;
  /** Default: everybody. */
  people?: readonly Person[];
  /** For a read that writes, or a write that writes nothing. */
  writes?: boolean;
}

type Extras = Partial<Pick<Row, "on" | "send" | "headers" | "picture" | "withScript" | "writes">>;

function row(kind: Row["kind"], signature: string, answers: Answers, extras: Extras): Row {
  const [verb, path = ""] = signature.split(" ") as [Verb, string?];
  return { kind, verb, route: path.slice(1), answers, on: {}, ...extras };
}

/** A page or a form's address: requested as a document and as data. */
export const page = (signature: string, answers: Answers, extras: Extras = {}) =>
  row("page", signature, answers, extras);

/** A feed: the same answer for everybody. */
export const document = (signature: string, answer: Answer, extras: Extras = {}) =>
  row("document", signature, everyone(answer), extras);

/** A stored image. */
export const picture = (kind: ImageKind, name: (world: World) => string, answers: Answers) =>
  row("document", "GET /img/:kind/:name", answers, { on: { kind: () => kind, name } });

/** An API call: by cookie and by bearer token. */
export const call = (signature: string, answers: Answers, extras: Extras = {}): Row => {
  const made = row("call", signature, answers, extras);
  return { ...made, route: `api/v1/${made.route}` };
};

/** A photo on its way, in pieces: not of the API, but called and answered like it. */
export const piece = (signature: string, answers: Answers, headers: Record<string, string> = {}): Row =>
  row("call", signature, answers, { headers: { "Tus-Resumable": "1.0.0", ...headers } });

/** "A 401 on any call redirects to home" (accounts README, Sessions). */
export const HOME = "/";

export const everyone = (answer: Answer): Answers => [answer, answer, answer, answer, answer];

/** The same answer for everybody with a session. */
export const members = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, answer, answer, answer, answer];

export const ownerOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, answer, 403, 403];

export const adminOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, 403, 403, answer];
