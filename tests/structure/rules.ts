import path from "node:path";
import ts from "typescript";
import { listImports, type Sources, walk } from "./sources";

/**
 * Each may build on those before it; those of the second line stand on all of the first, and not on each other, but
 * that the map shows events.
 */
const BASE_FEATURES = ["accounts", "garages", "vehicles", "photos", "social"];
const UPPER_FEATURES = ["events", "map", "tickets", "moderation", "departure"];

/** Services with tables of their own: the outbox, and the two that read the map's data file. */
const READS_DATABASE = ["mail", "geocoder", "base-map"];

interface Place {
  room: "routes" | "http" | "features" | "ui" | "lib" | "services" | "db" | "roots";
  /** The folder below the room: a feature, a service. */
  part: string;
  kind: "server" | "plain" | "component";
  name: string;
}

/** Where a file of `app/` stands. The files on top, `app/server` and `app/cli` put the rooms together. */
export function placeOf(file: string): Place {
  const [, room = "", part = ""] = file.split("/");
  const name = path.posix.basename(file).replace(/\.(tsx?|mjs|mts)$/, "");
  const kind = name.endsWith(".server") ? "server" : file.includes("/components/") ? "component" : "plain";
  const rooms = ["routes", "http", "features", "ui", "lib", "services", "db"];
  return { room: (rooms.includes(room) ? room : "roots") as Place["room"], part, kind, name };
}

function featureBelow(from: string, to: string): boolean {
  const at = BASE_FEATURES.indexOf(from);
  const other = BASE_FEATURES.indexOf(to);
  if (at >= 0) return other >= 0 && other < at;
  if (from === "map" && to === "events") return true;
  return other >= 0 || (UPPER_FEATURES.includes(from) && !UPPER_FEATURES.includes(to));
}

/** Whether the import table of the architecture lets `from` import `to`. */
function isAllowed(from: Place, to: Place, typeOnly: boolean): boolean {
  // What several screens of a folder share, such as an action, stands beside them.
  if (to.room === "routes") return from.room === "routes" && from.part === to.part && to.kind === "server";
  if (to.room === "roots" && from.room !== "roots") return false;
  if (to.room === "lib") return true;
  switch (from.room) {
    case "roots":
      return true;
    case "routes":
      return ["features", "http", "ui"].includes(to.room);
    case "http":
      if (to.room === "services") return /^(env|log|security-log)\b/.test(to.name) || to.part === "uploads";
      return to.room === "http" || (to.room === "features" && (to.part === "accounts" || to.name === "policy"));
    case "ui":
      return to.room === "ui";
    case "lib":
      return false;
    case "services":
      return to.room === "services" || (to.room === "db" && READS_DATABASE.includes(from.part));
    case "db":
      if (to.room === "db") return true;
      if (from.part === "seed") return to.room === "services" || (to.room === "features" && to.kind !== "component");
      return to.room === "services" && ["env.server", "security-log.server"].includes(to.name);
    case "features":
      return featureMay(from, to, typeOnly);
  }
}

function featureMay(from: Place, to: Place, typeOnly: boolean): boolean {
  const own = to.room === "features" && to.part === from.part;
  const below = to.room === "features" && featureBelow(from.part, to.part);
  switch (from.kind) {
    case "server":
      if (to.room === "db" || to.room === "services") return true;
      return (
        (own && to.kind !== "component") || (below && /^(queries|list|policy|json)\b|queries\.server$/.test(to.name))
      );
    case "component":
      if (to.room === "ui") return true;
      // A view model's type comes from the query that makes it; nothing of the query reaches the browser.
      if (own) return to.kind !== "server" || typeOnly;
      return below && (to.kind === "component" || typeOnly);
    case "plain":
      if (to.room === "db") return typeOnly;
      return (own && to.kind === "plain") || (below && to.name === "policy");
  }
}

const PACKAGE_RULES: [packages: RegExp, may: (place: Place, file: string) => boolean, why: string][] = [
  [/^better-sqlite3$/, (_, file) => file === "app/db/client.server.ts", "the database is opened in one place"],
  [
    /^drizzle-orm/,
    ({ room, kind, part }) =>
      room === "db" ||
      (room === "features" && kind === "server") ||
      (room === "services" && READS_DATABASE.includes(part)),
    "only features' server code and db speak SQL",
  ],
  [
    /^(@remix-run|react-router|express$|remix-)/,
    ({ room, kind }) =>
      ["routes", "http", "roots", "ui"].includes(room) || (room === "features" && kind === "component"),
    "domain code knows no HTTP",
  ],
  [
    /^react(-dom|-hot-toast)?($|\/)/,
    ({ room, kind }) => ["routes", "roots", "ui"].includes(room) || (room === "features" && kind === "component"),
    "only what draws needs React",
  ],
];

/** Imports that the architecture forbids, as `from -> to: why`. */
export function forbiddenImports(sources: Sources): string[] {
  return listImports(sources).flatMap((edge) => {
    const place = placeOf(edge.from);
    if (edge.ours) return isAllowed(place, placeOf(edge.to), edge.typeOnly) ? [] : [`${edge.from} -> ${edge.to}`];
    return PACKAGE_RULES.filter(([packages, may]) => packages.test(edge.to) && !may(place, edge.from)).map(
      ([, , why]) => `${edge.from} -> ${edge.to}: ${why}`,
    );
  });
}

/** Circles of imports that remain after compiling, each as its files in order. */
export function importCircles(sources: Sources): string[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, ours, typeOnly } of listImports(sources)) {
    if (ours && !typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) circles.push([...trail.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return circles;
}

const MAX_LINES = 300;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const VAGUE = /(^|[-.])(utils?|helpers?|managers?|services?)([-.]|$)/;
const READS_ENVIRONMENT = /^app\/(services\/env\.server\.ts|server\/dev\.ts|cli\/(build\/)?[\w-]+\.mjs)$/;
const HTTP_WORDS = new Set(["Request", "Response", "FormData"]);

/** Breaches of the house's other habits: size, names, barrels, the environment, HTTP words in domain code. */
export function untidiness(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const place = placeOf(file);
    const name = path.posix.basename(file);
    const found: string[] = [];
    const lines = text.split("\n").length - 1;
    if (lines > MAX_LINES) found.push(`${file}: ${lines} lines`);
    if (!KEBAB.test(name)) found.push(`${file}: not kebab-case`);
    if (VAGUE.test(name)) found.push(`${file}: a name that says nothing`);
    if (name === "index.ts" && file !== "app/db/schema/index.ts") found.push(`${file}: a barrel`);
    const domain =
      ["services", "lib", "db"].includes(place.room) || (place.room === "features" && place.kind !== "component");
    walk(file, text, (node) => {
      if (!READS_ENVIRONMENT.test(file) && isProcessEnv(node)) found.push(`${file}: reads process.env`);
      if (domain && ts.isIdentifier(node) && HTTP_WORDS.has(node.text) && isGlobalUse(node)) {
        found.push(`${file}: speaks of ${node.text}`);
      }
    });
    return [...new Set(found)];
  });
}

function isProcessEnv(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && node.getText().replace(/\s/g, "") === "process.env";
}

/** Not a member of something else that happens to have the name. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  return !(ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) || parent.name !== node;
}
