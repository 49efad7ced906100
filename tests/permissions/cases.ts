import { ADDRESSES } from "../support/addresses";
import { type Answer, everyone, HOME, type Row } from "./row";
import { onePixel } from "./stored";
import { isDead, VIEWER_KINDS, type ViewerKind, type World } from "./world";

/** `data`: a Remix data request. */
type Channel = "document" | "data" | "cookie" | "bearer";

const CHANNELS: Record<Row["kind"], readonly Channel[]> = {
  page: ["document", "data"],
  document: ["document"],
  call: ["cookie", "bearer"],
};

export interface Case {
  name: string;
  path: string;
  init: { method: string; headers: Record<string, string>; body?: BodyInit };
  token: string | undefined;
  expected: Answer;
  channel: Channel;
}

/** Invalid tokens, by holder. */
export type DeadTokens = Partial<Record<ViewerKind, string>>;

export interface CaseContext {
  world(viewer: ViewerKind): World;
  dead: DeadTokens;
  origin: string;
  /** For rows without their own list. */
  viewers?: readonly ViewerKind[];
}

interface ExpectedCase {
  /** true: only requests without changes to the database; false: only the others. */
  quiet?: boolean;
  /** One channel per user, in turn from this one. */
  turn?: number;
}

const SAMPLES: Record<string, string> = {
  kind: "photos",
  name: "0123456789abcdef.jpg",
  version: "0",
  text: "terms",
  act: "end-sessions",
  zoom: "3",
  x: "0",
  "file.xml": "sitemap-pages-1.xml",
  file: "0.svg",
  "*": "nowhere",
  token: "unknown",
  key: "unknown",
};

/**
 * With ids of the test world.
 * @param overrides raw values instead
 */
export function pathOf({ route, on }: Row, world: World, overrides: Record<string, string> = {}): string {
  const path = route
    .replace(/\*$/, SAMPLES["*"]!)
    .replace(/\/?:(file\.xml|\w+)(\?)?/g, (text, name: string, optional) => {
      const slash = text.startsWith("/") ? "/" : "";
      if (overrides[name] !== undefined) return slash + overrides[name];
      const thing = on[name] ?? (name in world ? (name as keyof World) : undefined);
      if (optional && thing === undefined) return "";
      const value = thing === undefined ? SAMPLES[name] : thingOf(thing, world);
      if (value === undefined || value === "undefined") throw new Error(`nothing stands for ${name} of ${route}`);
      return slash + value;
    });
  return `/${path}`;
}

/** This route alone, so that no layout's loader responds first. */
function dataPath(path: string, row: Row): string {
  const at = path === "/" ? "/_root.data" : `${path}.data`;
  const id = ADDRESSES.find(({ route }) => route === row.route)?.id ?? "";
  return row.verb === "GET" ? `${at}?_routes=${encodeURIComponent(id)}` : at;
}

function bodyOf(row: Row, world: World): { body?: BodyInit; headers?: Record<string, string> } {
  const members = typeof row.send === "function" ? row.send(world) : row.send;
  if (row.verb === "GET" || (members === undefined && row.kind === "call")) return {};
  const texts = Object.entries(members ?? {}).map(([name, value]) => [name, String(value)]);
  if (row.picture !== undefined) {
    const form = new FormData();
    for (const [name, value] of texts) form.append(name!, value!);
    form.append(row.picture, new Blob([onePixel]), "pixel.gif");
    return { body: form };
  }
  if (row.kind === "page") return { body: new URLSearchParams(texts) };
  return { body: JSON.stringify(members ?? {}), headers: { "Content-Type": "application/json" } };
}

export const RESPONDING_VIEWERS: readonly ViewerKind[] = ["visitor", "member", "owner", "other", "admin"];

function answerTo(row: Row, channel: Channel, viewer: ViewerKind): Answer {
  const expected = (channel === "data" && row.withScript) || row.expected;
  if (viewer === "moderator") return row.moderator ?? expected[3];
  return expected[Math.max(0, RESPONDING_VIEWERS.indexOf(viewer))]!;
}

const thingOf = (thing: Row["on"][string], world: World) =>
  typeof thing === "function" ? thing(world) : String(world[thing]);

function inWorld(answer: Answer, { on }: Row, world: World): Answer {
  if (typeof answer === "number") return answer;
  return answer.replace(/:(\w+)/g, (_, name: string) => thingOf(on[name] ?? (name as keyof World), world));
}

function isQuiet(row: Row, answer: Answer): boolean {
  if (row.verb === "GET") return row.writes !== true;
  if (row.writes === false) return true;
  if (typeof answer === "number") return answer >= 400;
  return answer === HOME && row.expected.some((answerOfOther) => answerOfOther !== HOME);
}

/** One page channel: both authenticate alike. */
function channelsFor({ kind }: Row, viewer: ViewerKind): readonly Channel[] {
  if (kind !== "page" || !isDead(viewer)) return CHANNELS[kind];
  return viewer === "logged out" ? ["data"] : ["document"];
}

/** For each user and channel, each with its own database rows. */
export const casesOf = (row: Row, context: CaseContext, { quiet, turn }: ExpectedCase = {}): Case[] =>
  (row.viewers ?? context.viewers ?? VIEWER_KINDS).flatMap((viewer, index) => {
    const isWanted = (channel: Channel) =>
      quiet === undefined || isQuiet(row, answerTo(row, channel, viewer)) === quiet;
    const all = channelsFor(row, viewer);
    const channels = turn === undefined ? all : [all[(turn + index) % all.length]!];
    return channels.filter(isWanted).map((channel): Case => {
      const world = context.world(viewer);
      const path = pathOf(row, world);
      const { body, headers } = bodyOf(row, world);
      const originHeaders: Record<string, string> =
        channel === "bearer" ? {} : { Origin: context.origin, "Sec-Fetch-Site": "same-origin" };
      return {
        name: `${row.verb} ${path} (${row.route}) as ${viewer} by ${channel}`,
        path: channel === "data" ? dataPath(path, row) : path,
        init: {
          method: row.verb,
          headers: { ...headers, ...row.headers, ...originHeaders },
          ...(body ? { body } : {}),
        },
        token: world.sessionToken ?? context.dead[viewer],
        expected: inWorld(answerTo(row, channel, viewer), row, world),
        channel,
      };
    });
  });

const EVERY_VERB = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** 405 for everyone. */
export const refusedVerbs = (): Row[] =>
  ADDRESSES.filter(({ route }) => !route.endsWith("*")).flatMap(({ route, verbs }) =>
    EVERY_VERB.filter((verb) => !verbs.includes(verb)).map((verb): Row => {
      const kind = route.startsWith("api/v1/") ? "call" : "document";
      return { kind, route, verb: verb as Row["verb"], expected: everyone(405), on: {}, viewers: ["visitor", "admin"] };
    }),
  );
