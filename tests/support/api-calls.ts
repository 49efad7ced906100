import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { type ApiEndpoint, listEndpoints } from "~/http/api/declaration";
import routes from "~/routes";

const ROOT = fileURLToPath(new URL("../../app/", import.meta.url));

async function moduleOf({ path, file }: RouteConfigEntry) {
  if (!path?.startsWith("api/v1/")) return { module: {} };
  return { module: (await import(/* @vite-ignore */ ROOT + file)) as object };
}

export const API_CALLS: readonly ApiEndpoint[] = listEndpoints(await Promise.all(routes.map(moduleOf)));
