import type { ImageKind } from "~/lib/image-name";
import type { Person, World } from "./world";

/** A status, or where a redirect leads: a route's path with its parameters, `*` for an id that is new; no query. */
export type Answer = number | string;

/** What each is answered: a visitor, a member without a garage, the thing's owner, another owner, an admin. */
export type Answers = readonly [visitor: Answer, member: Answer, owner: Answer, other: Answer, admin: Answer];

export type Verb = "GET" | "POST" | "PATCH" | "DELETE";
type Members = Record<string, string | number | boolean>;

export interface Row {
  kind: "page" | "document" | "call";
  /** As `app/routes.ts` has it. */
  route: string;
  verb: Verb;
  answers: Answers;
  /** Which of the world's things a parameter stands for, where it is not the one of its own name. */
  on: Readonly<Record<string, keyof World | ((world: World) => string)>>;
  send?: Members | ((world: World) => Members);
  /** The field in which a picture is sent along. */
  picture?: string;
  /** With script, a page's form is answered before the page is loaded again. */
  withScript?: Answers;
  /** Everybody where not given. */
  people?: readonly Person[];
  /** A read that writes, or a write that writes nothing. */
  writes?: boolean;
}

type Extras = Partial<Pick<Row, "on" | "send" | "picture" | "withScript" | "writes">>;

function row(kind: Row["kind"], signature: string, answers: Answers, extras: Extras): Row {
  const [verb, path = ""] = signature.split(" ") as [Verb, string?];
  return { kind, verb, route: path.slice(1), answers, on: {}, ...extras };
}

/** A screen, or a button's address: asked for as a document, and as script asks for its data. */
export const page = (signature: string, answers: Answers, extras: Extras = {}) =>
  row("page", signature, answers, extras);

/** A feed: the same whoever asks. */
export const document = (signature: string, answer: Answer, extras: Extras = {}) =>
  row("document", signature, everyone(answer), extras);

/** A stored picture. */
export const picture = (kind: ImageKind, name: (world: World) => string, answers: Answers) =>
  row("document", "GET /img/:kind/:name", answers, { on: { kind: () => kind, name } });

/** A call of the JSON contract: by cookie and by bearer. */
export const call = (signature: string, answers: Answers, extras: Extras = {}): Row => {
  const made = row("call", signature, answers, extras);
  return { ...made, route: `api/v1/${made.route}` };
};

/** "A 401 on any call redirects to home" (accounts README, Sessions). */
export const HOME = "/";

export const everyone = (answer: Answer): Answers => [answer, answer, answer, answer, answer];

/** Whoever is logged in. */
export const members = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, answer, answer, answer, answer];

export const ownerOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, answer, 403, 403];

export const adminOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, 403, 403, answer];
