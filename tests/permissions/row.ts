import type { ImageKind } from "~/lib/images";
import type { ViewerKind, World } from "./world";

/** A status, or a redirect's target: a route's path, `*` for a new id or token; no query. */
export type Answer = number | string;

/** A member has no garage; `other` owns one. */
export type Answers = readonly [visitor: Answer, member: Answer, owner: Answer, other: Answer, admin: Answer];

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Members = Record<string, string | number | boolean | object>;

export interface Row {
  kind: "page" | "document" | "call";
  /** As in `app/routes.ts`. */
  route: string;
  verb: Verb;
  expected: Answers;
  /** The world's id, if its name differs from the parameter's. */
  on: Readonly<Record<string, keyof World | ((world: World) => string)>>;
  send?: Members | ((world: World) => Members);
  /** In addition to the usual ones. */
  headers?: Readonly<Record<string, string>>;
  picture?: string;
  /** For data requests, if different: script gets the form's response before the reload. */
  withScript?: Answers;
  /** If other than another owner's. */
  moderator?: Answer;
  viewers?: readonly ViewerKind[];
  /** A read that writes, or a write without effect. */
  writes?: boolean;
}

type Extras = Partial<Pick<Row, "on" | "send" | "headers" | "picture" | "withScript" | "writes" | "moderator">>;

function row(kind: Row["kind"], signature: string, answers: Answers, extras: Extras): Row {
  const [verb, path = ""] = signature.split(" ") as [Verb, string?];
  return { kind, verb, route: path.slice(1), expected: answers, on: {}, ...extras };
}

/** Requested as a document and as data. */
export const page = (signature: string, answers: Answers, extras: Extras = {}) =>
  row("page", signature, answers, extras);

/** @param paths of read-only pages, separated by blanks */
export const pageReads = (answers: Answers, paths: string) =>
  paths.split(" ").map((path) => page(`GET ${path}`, answers));

/** The same ids, of a suspended user. */
const HIDDEN: Readonly<Record<string, keyof World>> = {
  userId: "hiddenUserId",
  garageId: "hiddenGarageId",
  vehicleId: "hiddenVehicleId",
  photoId: "hiddenPhotoId",
  entryId: "hiddenEntryId",
};

/** Adds rows for hidden content: 404 for members, the usual answer for visitors. */
export const alsoHidden = (...rows: Row[]): Row[] =>
  rows.flatMap((hiddenRow) => {
    const [visitor] = hiddenRow.expected;
    const names = [...hiddenRow.route.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const on = Object.fromEntries(names.flatMap((name) => (HIDDEN[name] ? [[name, HIDDEN[name]]] : [])));
    return [hiddenRow, { ...hiddenRow, expected: members(404, visitor === 200 ? 404 : visitor), on }];
  });

export const document = (signature: string, answer: Answer, extras: Extras = {}) =>
  row("document", signature, everyone(answer), extras);

export const readOnly = (path: string, ...more: Row[]): Row[] => [
  document(`GET ${path}`, 200),
  ...more,
  document(`POST ${path}`, 405),
];

export const picture = (kind: ImageKind, name: (world: World) => string, answers: Answers) =>
  row("document", "GET /img/:kind/:name", answers, { on: { kind: () => kind, name } });

/** By cookie and by bearer token. */
export const call = (signature: string, answers: Answers, extras: Extras = {}): Row => {
  const pageRow = row("call", signature, answers, extras);
  return { ...pageRow, route: `api/v1/${pageRow.route}` };
};

/** @param paths of API reads, separated by blanks */
export const reads = (answers: Answers, paths: string) => paths.split(" ").map((path) => call(`GET ${path}`, answers));

/** Not in the API, but sent like its calls. */
export const piece = (signature: string, answers: Answers, headers: Record<string, string> = {}): Row =>
  row("call", signature, answers, { headers: { "Tus-Resumable": "1.0.0", ...headers } });

/** "A 401 on any call redirects to home" (accounts README, Sessions). */
export const HOME = "/";

export const everyone = (answer: Answer): Answers => [answer, answer, answer, answer, answer];

export const members = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, answer, answer, answer, answer];

export const ownerOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, answer, 403, 403];

export const staff = (staffRow: Row): Row => ({ ...staffRow, moderator: staffRow.expected[4] });

export const adminOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, 403, 403, answer];
