import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";

export interface Route {
  /** Its file below `app/`, or a name of its own where that has several addresses. */
  id: string;
  file: string;
  parentId: string;
  path?: string;
  index?: boolean;
}

function routesIn(entries: RouteConfigEntry[], parentId: string): Route[] {
  return entries.flatMap(({ file, id = file, path, index, children = [] }) => [
    { id, file, parentId, path, index },
    ...routesIn(children, id),
  ]);
}

/** All of `app/routes.ts`, also what only stands around others and has no path. */
export const ROUTES = routesIn(routes as RouteConfigEntry[], "root");
