import { useRouteLoaderData } from "@remix-run/react";

/** The public origin, for absolute links; undefined where the root loader failed. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin?: string }>("root")?.origin;
}
