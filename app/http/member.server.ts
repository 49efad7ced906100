import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { requireId } from "~/lib/ids";
import { requireUser } from "./session.server";

/**
 * What a loader reads, or a write does, for whoever is logged in, on the row that the address names.
 * @param param of the address that holds the row's id
 * @param missing said where that can be no id
 */
export function onRow<T>(param: string, missing: string, work: (viewer: Viewer, id: number) => T | Promise<T>) {
  return async ({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): Promise<T> => {
    const viewer = await requireUser(request);
    return work(viewer, requireId(params[param], missing));
  };
}
