import { onePixel } from "./picture";
import { ADDRESSES } from "./routes";
import { type Answer, everyone, HOME, type Row } from "./row";
import { isDead, PEOPLE, type Person, type World } from "./world";

/** How a request is made: as a document, as script asks for data, with a cookie or a bearer token. */
type Door = "document" | "data" | "cookie" | "bearer";

const DOORS: Record<Row["kind"], readonly Door[]> = {
  page: ["document", "data"],
  document: ["document"],
  call: ["cookie", "bearer"],
};

export interface Case {
  name: string;
  path: string;
  init: { method: string; headers: Record<string, string>; body?: BodyInit };
  /** Of the session; undefined without one. */
  token: string | undefined;
  expected: Answer;
  door: Door;
  /** Nothing may be another than before. */
  quiet: boolean;
}

/** Tokens that are no good any more, by who holds them. */
export type DeadTokens = Partial<Record<Person, string>>;

export interface Making {
  world(person: Person): World;
  dead: DeadTokens;
  origin: string;
}

const SAMPLES: Record<string, string> = {
  kind: "photos",
  name: "0123456789abcdef.jpg",
  version: "0",
  zoom: "3",
  x: "0",
  "file.xml": "sitemap-pages-1.xml",
  file: "0.svg",
  "*": "nowhere",
  token: "unknown",
};

/**
 * The path of a route with the world's things in the place of its parameters.
 * @param given what stands for a parameter in their place, as it is sent
 */
export function pathOf({ route, on }: Row, world: World, given: Record<string, string> = {}): string {
  const path = route
    .replace(/\*$/, SAMPLES["*"]!)
    .replace(/\/?:(file\.xml|\w+)(\?)?/g, (text, name: string, optional) => {
      const slash = text.startsWith("/") ? "/" : "";
      if (given[name] !== undefined) return slash + given[name];
      const thing = on[name] ?? (name in world ? (name as keyof World) : undefined);
      if (optional && thing === undefined) return "";
      const value = thing === undefined ? SAMPLES[name] : thingOf(thing, world);
      if (value === undefined || value === "undefined") throw new Error(`nothing stands for ${name} of ${route}`);
      return slash + value;
    });
  return `/${path}`;
}

/** Where script asks for the data of a path: of the route alone, so that no layout's guard stands before it. */
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

function expectedAnswer(row: Row, door: Door, world: World): Answer {
  const answers = (door === "data" && row.withScript) || row.answers;
  const answer = answers[Math.max(0, ["visitor", "member", "owner", "other", "admin"].indexOf(world.person))]!;
  return typeof answer === "string" ? answer.replace(/:(\w+)/g, (_, name) => target(name, row, world)) : answer;
}

const target = (name: string, { on }: Row, world: World) => thingOf(on[name] ?? (name as keyof World), world);

const thingOf = (thing: Row["on"][string], world: World) =>
  typeof thing === "function" ? thing(world) : String(world[thing]);

function isQuiet(row: Row, expected: Answer): boolean {
  if (row.verb === "GET") return row.writes !== true;
  if (row.writes === false) return true;
  if (typeof expected === "number") return expected >= 400;
  return expected === HOME && row.answers.some((answer) => answer !== HOME);
}

/** A dead token is tried at one of a page's doors: behind both is the same look-up. */
function doorsFor({ kind }: Row, person: Person): readonly Door[] {
  if (kind !== "page" || !isDead(person)) return DOORS[kind];
  return person === "logged out" ? ["data"] : ["document"];
}

/** A request for each person and each door of a row, with rows of its own in the database. */
export function casesOf(row: Row, making: Making): Case[] {
  return (row.people ?? PEOPLE).flatMap((person) =>
    doorsFor(row, person).map((door): Case => {
      const world = making.world(person);
      const path = pathOf(row, world);
      const expected = expectedAnswer(row, door, world);
      const { body, headers } = bodyOf(row, world);
      const own: Record<string, string> =
        door === "bearer" ? {} : { Origin: making.origin, "Sec-Fetch-Site": "same-origin" };
      return {
        name: `${row.verb} ${path} (${row.route}) as ${person} by ${door}`,
        path: door === "data" ? dataPath(path, row) : path,
        init: { method: row.verb, headers: { ...headers, ...own }, ...(body ? { body } : {}) },
        token: world.sessionToken ?? making.dead[person],
        expected,
        door,
        quiet: isQuiet(row, expected),
      };
    }),
  );
}

const EVERY_VERB = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The verbs that an address does not answer, as rows: whoever asks, they are not there. */
export function refusedVerbs(): Row[] {
  return ADDRESSES.filter(({ route }) => !route.endsWith("*")).flatMap(({ route, verbs }) =>
    EVERY_VERB.filter((verb) => !verbs.includes(verb)).map((verb): Row => {
      const kind = route.startsWith("api/v1/") ? "call" : "document";
      return { kind, route, verb: verb as Row["verb"], answers: everyone(405), on: {}, people: ["visitor", "admin"] };
    }),
  );
}
