import type { Viewer } from "~/features/accounts/policy";
import { toIso } from "~/lib/time";
import { getAccountFigures } from "./account.server";

/** In `GET /users/{id}`. @throws DomainError forbidden for non-admins */
export function figuresJson(viewer: Viewer, id: number) {
  const { lastSeenAt, ...figures } = getAccountFigures(viewer, id);
  return { ...figures, lastSeenAt: toIso(lastSeenAt) };
}
