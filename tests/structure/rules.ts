import path from "node:path";
import ts from "typescript";
import { splitList } from "../support/split-list";
import { listImports, type Sources, walk } from "./sources";

/** Each may depend on those before it. */
export const FEATURES = splitList(`
  holds | accounts | site | blocks | places | makes | garages | photos | vehicles | build-log | notifications | cases
  social | feed | events | search | browse | map | tickets | operations | moderation | account-deletion
  data-export | administration`);

const REQUEST_SERVICES = ["log", "networks", "uploads", "site"];

const STORES_OF_HTTP = /^sent-forms\b/;

interface Place {
  room: "routes" | "http" | "features" | "ui" | "lib" | "env" | "services" | "db" | "seed" | "top";
  part: string;
  /** A schema imports plain modules only. */
  kind: "server" | "schema" | "plain" | "component";
  /** May use React. On the server a `.server.tsx`, which renders HTML: a mail, an exported page. */
  draws: boolean;
  name: string;
}

const ROOMS = ["routes", "http", "features", "ui", "lib", "services", "db", "seed"];

/** A file of `app/`. `app/server`, `app/cli` and top-level files connect the others. */
export function placeOf(file: string): Place {
  const [, room = "", part = ""] = file.split("/");
  const name = path.posix.basename(file).replace(/\.(tsx?|mjs|mts)$/, "");
  const kind = kindOf(file, name);
  const top = file === "app/env.server.ts" ? "env" : "top";
  return { room: (ROOMS.includes(room) ? room : top) as Place["room"], part, kind, draws: file.endsWith(".tsx"), name };
}

function kindOf(file: string, name: string): Place["kind"] {
  if (name.endsWith("schema.server") && file.startsWith("app/features/")) return "schema";
  if (name.endsWith(".server")) return "server";
  return file.includes("/components/") ? "component" : "plain";
}

const isServerOnly = ({ kind }: Place) => kind === "server" || kind === "schema";

function featureBelow(from: string, to: string): boolean {
  const index = FEATURES.indexOf(to);
  return index >= 0 && index < FEATURES.indexOf(from);
}

/** Here files without `.server` reach the browser whole; the build splits other files. */
const reachesBrowser = (from: Place) => ["features", "ui", "lib"].includes(from.room) && !isServerOnly(from);

function isAllowed(from: Place, to: Place, typeOnly: boolean): boolean {
  if (to.room === "lib") return typeOnly || !isServerOnly(to) || !reachesBrowser(from);
  switch (from.room) {
    case "top":
      return true;
    case "routes":
      // Screens' shared modules are in their folder.
      if (to.room === "routes") return from.part === to.part && to.kind === "server";
      return ["features", "http", "ui"].includes(to.room);
    case "http":
      if (to.room === "services") return REQUEST_SERVICES.includes(to.part);
      if (to.room === "features") return to.part === "accounts" || to.name === "policy";
      if (to.room === "db") return STORES_OF_HTTP.test(from.name);
      return to.room === "http" || to.room === "env";
    case "features":
      return featureMay(from, to, typeOnly);
    case "seed":
      return ["seed", "services", "db", "env"].includes(to.room) || (to.room === "features" && to.kind !== "component");
    case "services":
      return ["services", "db", "env"].includes(to.room);
    case "db":
      return ["db", "env"].includes(to.room);
    case "ui":
      return to.room === "ui";
    case "lib":
    case "env":
      return false;
  }
}

/** Importable by higher features: queries, policies, columns in their rows, notifications. */
const FOR_OTHER_FEATURES =
  /^(queries|rows|list|json|notify|admins|decisions|make-index|placement|new-photos|holding|profile|ways-in)\b/;

/** Its acts are the commands of all others. */
const ADMINISTRATION = "administration";

function featureMay(from: Place, to: Place, typeOnly: boolean): boolean {
  const isSameFeature = to.room === "features" && to.part === from.part;
  const below = to.room === "features" && featureBelow(from.part, to.part);
  // Any higher feature may import limits, policies and texts.
  if (below && to.kind === "plain") return true;
  switch (from.kind) {
    case "server":
      if (["db", "services", "env"].includes(to.room)) return true;
      if (below && to.kind === "schema" && typeOnly) return true;
      if (isSameFeature) return to.kind !== "component" || from.draws;
      return below && (from.part === ADMINISTRATION || FOR_OTHER_FEATURES.test(to.name));
    case "component":
      if (to.room === "ui") return true;
      // A view model's type comes from its query; the query stays on the server.
      if (isSameFeature) return !isServerOnly(to) || typeOnly;
      return below && (to.kind === "component" || to.name === "policy" || typeOnly);
    case "schema":
      if (to.room === "db") return typeOnly;
      return (isSameFeature || below) && (to.kind === "schema" || (isSameFeature && to.kind === "plain"));
    case "plain":
      if (to.room === "db") return typeOnly;
      return isSameFeature && (to.kind === "plain" || (to.kind === "schema" && typeOnly));
  }
}

const PACKAGE_RULES: [
  packages: RegExp,
  may: (place: Place, file: string, typeOnly: boolean) => boolean,
  why: string,
][] = [
  [
    /^zod$/,
    // A route without a screen (.ts) never reaches the browser.
    (place, file, typeOnly) => typeOnly || isServerOnly(place) || (place.room === "routes" && file.endsWith(".ts")),
    "input is checked on the server alone",
  ],
  [/^better-sqlite3$/, ({ room }) => room === "db", "databases are opened in one room"],
  [
    /^drizzle-orm/,
    ({ room, kind, name }) =>
      room === "db" ||
      room === "seed" ||
      (room === "http" && STORES_OF_HTTP.test(name)) ||
      ((room === "features" || room === "services") && kind === "server"),
    "only db, the sample data, and the server code of features and services speak SQL",
  ],
  [
    /^(@remix-run|react-router|express$|remix-)/,
    ({ room, kind }) => ["routes", "http", "top", "ui"].includes(room) || (room === "features" && kind === "component"),
    "domain code knows no HTTP",
  ],
  [
    /^react(-dom|-hot-toast)?($|\/)/,
    ({ room, kind, draws }) =>
      ["routes", "top", "ui"].includes(room) ||
      (room === "features" && kind === "component") ||
      (draws && kind === "server"),
    "only what draws needs React",
  ],
];

/** As `from -> to: why`. */
export function forbiddenImports(sources: Sources): string[] {
  return listImports(sources).flatMap((edge) => {
    const place = placeOf(edge.from);
    if (edge.ours) return isAllowed(place, placeOf(edge.to), edge.typeOnly) ? [] : [`${edge.from} -> ${edge.to}`];
    return PACKAGE_RULES.filter(
      ([packages, may]) => packages.test(edge.to) && !may(place, edge.from, edge.typeOnly),
    ).map(([, , reason]) => `${edge.from} -> ${edge.to}: ${reason}`);
  });
}

/** Types included; each as its files in order. */
export function importCircles(sources: Sources): string[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, ours } of listImports(sources)) {
    if (ours) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    const index = trail.indexOf(file);
    if (index >= 0) circles.push([...trail.slice(index), file].join(" -> "));
    if (index >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return circles;
}

const MAX_LINES = 400;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const VAGUE = /(^|[-.])(utils?|helpers?|managers?|services?)([-.]|$)/;
const READS_ENVIRONMENT = /^app\/(env\.server\.ts|server\/dev\.ts|cli\/.+\.mjs)$/;
const HTTP_WORDS = new Set(["Request", "Response", "FormData"]);

/** Size, names, barrels, environment, HTTP words in domain code. */
export function untidiness(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const place = placeOf(file);
    const name = path.posix.basename(file);
    const matches: string[] = [];
    const lines = text.split("\n").length - 1;
    if (lines > MAX_LINES) matches.push(`${file}: ${lines} lines`);
    if (!KEBAB.test(name)) matches.push(`${file}: not kebab-case`);
    if (VAGUE.test(name)) matches.push(`${file}: a name that says nothing`);
    if (name === "index.ts" && file !== "app/db/schema/index.ts") matches.push(`${file}: a barrel`);
    const domain =
      ["services", "lib", "db", "seed"].includes(place.room) ||
      (place.room === "features" && place.kind !== "component");
    walk(file, text, (node) => {
      if (!READS_ENVIRONMENT.test(file) && isProcessEnv(node)) matches.push(`${file}: reads process.env`);
      if (domain && ts.isIdentifier(node) && HTTP_WORDS.has(node.text) && isGlobalUse(node))
        matches.push(`${file}: speaks of ${node.text}`);
    });
    return [...new Set(matches)];
  });
}

const isProcessEnv = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.getText().replace(/\s/g, "") === "process.env";

/** Not a member of the same name. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  return !(ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) || parent.name !== node;
}
