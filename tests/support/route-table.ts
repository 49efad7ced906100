import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";

export interface Route {
  /** The file below `app/`; with several paths its own id. */
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

/** With layouts without a path. */
export const ROUTES = routesIn(routes as RouteConfigEntry[], "root");
