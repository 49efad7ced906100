import type { ImageKind } from "~/lib/images";
import { PASSWORD } from "../support/members";
import type { Person, World } from "./world";

/** A status, or a redirect's target: a route's path with its parameters, `*` for a new id or token; no query. */
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
  /** What a moderator gets, where that is not what another owner gets. */
  moderator?: Answer;
  /** Default: everybody. */
  people?: readonly Person[];
  /** For a read that writes, or a write that writes nothing. */
  writes?: boolean;
}

type Extras = Partial<Pick<Row, "on" | "send" | "headers" | "picture" | "withScript" | "writes" | "moderator">>;

function row(kind: Row["kind"], signature: string, answers: Answers, extras: Extras): Row {
  const [verb, path = ""] = signature.split(" ") as [Verb, string?];
  return { kind, verb, route: path.slice(1), answers, on: {}, ...extras };
}

/** A page or a form's address: requested as a document and as data. */
export const page = (signature: string, answers: Answers, extras: Extras = {}) =>
  row("page", signature, answers, extras);

/** What has its like among the things of somebody who was switched off. */
const HIDDEN: Readonly<Record<string, keyof World>> = {
  userId: "hiddenUserId",
  garageId: "hiddenGarageId",
  vehicleId: "hiddenVehicleId",
  photoId: "hiddenPhotoId",
  entryId: "hiddenEntryId",
};

/** The rows, and beside each the same for what is hidden: nobody finds that, and who has no session is sent away as ever. */
export const alsoHidden = (...rows: Row[]): Row[] =>
  rows.flatMap((one) => {
    const [visitor] = one.answers;
    const names = [...one.route.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const on = Object.fromEntries(names.flatMap((name) => (HIDDEN[name] ? [[name, HIDDEN[name]]] : [])));
    return [one, { ...one, answers: members(404, visitor === 200 ? 404 : visitor), on }];
  });

/** A feed: the same answer for everybody. */
export const document = (signature: string, answer: Answer, extras: Extras = {}) =>
  row("document", signature, everyone(answer), extras);

/** What is only read. */
export const readOnly = (path: string, ...more: Row[]): Row[] => [
  document(`GET ${path}`, 200),
  ...more,
  document(`POST ${path}`, 405),
];

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

/** For moderators and admins. */
export const staff = (one: Row): Row => ({ ...one, moderator: one.answers[4] });

export const adminOnly = (answer: Answer, visitor: Answer = HOME): Answers => [visitor, 403, 403, 403, answer];

// What several rows send, and are about.

export const NEW_PASSWORD = { password: `${PASSWORD} new`, passwordConfirm: `${PASSWORD} new` };
export const TICKET = { category: "Bug Report", subject: "Horn", description: "Sounds by itself." };
export const CAR = { make: "Lancia", model: "Fulvia", year: 1969 };
export const REVIEW = { rating: 4, review: "Tidy." };
export const PENDING = { on: { eventId: "pendingEventId" } } as const;
export const DECIDED = { on: { caseId: "decidedCaseId" } } as const;
export const APPEALED = { on: { caseId: "appealedCaseId" } } as const;
export const DECISION = { measure: "warn", rule: "Be kind", facts: "You were not kind at all." };
export const OUTCOME = { outcome: "overturned", facts: "We have read it again and were wrong." };
export const REJECTED = { on: { eventId: "rejectedEventId" } } as const;
