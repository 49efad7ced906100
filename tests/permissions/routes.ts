import { groupBy } from "~/lib/rows";
import { readSources } from "../structure/sources";
import { API_CALLS } from "../support/api-calls";
import { ROUTES } from "../support/route-table";

export interface Address {
  /** As the router knows it, such as `garages/:garageId`. */
  route: string;
  /** Of its module, as in data requests. */
  id: string;
  verbs: string[];
}

const API = "api/v1/";
const sources = readSources("app/routes");

/** A module's exports outside of the API determine its verbs. */
function verbsOf(file: string): string[] {
  const source = sources.get(`app/${file}`) ?? "";
  const exported = [...source.matchAll(/^export (?:default function|(?:async )?function|const) (\{[^}]*\}|\w+)/gm)];
  const names = exported.flatMap(([line, name = ""]) => (line.includes("default") ? "loader" : name.match(/\w+/g)));
  return [...(names.includes("loader") ? ["GET"] : []), ...(names.includes("action") ? ["POST"] : [])];
}

/** Every API path with its declared verbs. */
const API_ADDRESSES: readonly Address[] = [...groupBy(API_CALLS, ({ pattern }) => pattern)].map(([pattern, calls]) => ({
  route: pattern.slice(1),
  id: "",
  verbs: calls.map(({ method }) => method),
}));

/** Resumable photo uploads, before the router. The upload tests try HEAD. */
const UPLOADS: readonly Address[] = [
  { route: "uploads", id: "", verbs: ["POST"] },
  { route: "uploads/:uploadId", id: "", verbs: ["PATCH", "DELETE"] },
];

/** Every path of the routes and of uploads, with its verbs. */
export const ADDRESSES: readonly Address[] = [
  ...ROUTES.filter(({ path, index }) => index || (path && (!path.startsWith(API) || path === `${API}*`))).map(
    ({ path = "", id, file }) => ({ route: path, id: id.replace(/\.\w+$/, ""), verbs: verbsOf(file) }),
  ),
  ...API_ADDRESSES,
  ...UPLOADS,
];
