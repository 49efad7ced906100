import { useRouteLoaderData } from "@remix-run/react";

/** The public address, for the few links that have to be absolute; undefined where the frame failed to load. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin?: string }>("root")?.origin;
}
