import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";

export interface Route {
  /** Its file below `app/`, or its own id if the file has several paths. */
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

/** All of `app/routes.ts`, including layouts without a path. */
export const ROUTES = routesIn(routes as RouteConfigEntry[], "root");
