import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";
import { readSources } from "../structure/sources";
import { API_CALLS } from "../support/api-calls";

export interface Address {
  /** As the router knows it, such as `garages/:garageId`. */
  route: string;
  /** Of its module: what script names when it asks for data. */
  id: string;
  verbs: string[];
}

function flatten(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.path !== undefined || entry.index ? [entry] : []),
    ...flatten(entry.children ?? []),
  ]);
}

const API = "api/v1/";
const sources = readSources("app/routes");

/** What a module outside of the API exports says which verbs it answers. */
function verbsOf(file: string): string[] {
  const source = sources.get(`app/${file}`) ?? "";
  const exported = [...source.matchAll(/^export (?:default function|(?:async )?function|const) (\{[^}]*\}|\w+)/gm)];
  const names = exported.flatMap(([line, name = ""]) => (line.includes("default") ? "loader" : name.match(/\w+/g)));
  return [...(names.includes("loader") ? ["GET"] : []), ...(names.includes("action") ? ["POST"] : [])];
}

/** The verbs that are declared. */
function callsOf(route: string): string[] {
  const path = `/${route.slice(API.length).replace(/:(\w+)\??/g, "{$1}")}`;
  return API_CALLS.filter((call) => call.path === path).map(({ method }) => method);
}

/** Where photos come in pieces, before the router. HEAD is tried by the tests of uploads. */
const UPLOADS: readonly Address[] = [
  { route: "uploads", id: "", verbs: ["POST"] },
  { route: "uploads/:uploadId", id: "", verbs: ["PATCH", "DELETE"] },
];

/** Every address of the table of contents, and of uploads, with the verbs that it answers. */
export const ADDRESSES: readonly Address[] = [
  ...flatten(routes).map(({ path = "", file }) => ({
    route: path,
    id: file.replace(/\.\w+$/, ""),
    verbs: path.startsWith(API) && path !== `${API}*` ? callsOf(path) : verbsOf(file),
  })),
  ...UPLOADS,
];
