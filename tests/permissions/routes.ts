import { groupBy } from "~/lib/rows";
import { readSources } from "../structure/sources";
import { API_CALLS } from "../support/api-calls";
import { ROUTES } from "../support/route-table";

export interface Address {
  /** As the router knows it, such as `garages/:garageId`. */
  route: string;
  /** Of its module: what script names when it asks for data. */
  id: string;
  verbs: string[];
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

/** Every address of the API with the verbs that are declared there. */
const API_ADDRESSES: readonly Address[] = [...groupBy(API_CALLS, ({ pattern }) => pattern)].map(([pattern, calls]) => ({
  route: pattern.slice(1),
  id: "",
  verbs: calls.map(({ method }) => method),
}));

/** Where photos come in pieces, before the router. HEAD is tried by the tests of uploads. */
const UPLOADS: readonly Address[] = [
  { route: "uploads", id: "", verbs: ["POST"] },
  { route: "uploads/:uploadId", id: "", verbs: ["PATCH", "DELETE"] },
];

/** Every address of the table of contents, and of uploads, with the verbs that it answers. */
export const ADDRESSES: readonly Address[] = [
  ...ROUTES.filter(({ path, index }) => index || (path && (!path.startsWith(API) || path === `${API}*`))).map(
    ({ path = "", id, file }) => ({ route: path, id: id.replace(/\.\w+$/, ""), verbs: verbsOf(file) }),
  ),
  ...API_ADDRESSES,
  ...UPLOADS,
];
