import type { Viewer } from "~/features/accounts/policy";
import { pick } from "~/lib/rows";
import { toIso } from "~/lib/time";
import { getAccountView } from "./account.server";

/** In `GET /users/{id}`. @throws DomainError forbidden for non-admins */
export function figuresJson(viewer: Viewer, id: number) {
  const view = getAccountView(viewer, id);
  const counts = pick(view, "sessions", "vehicles", "comments", "cases", "invites", "storageBytes", "secondStepOn");
  return { ...counts, lastSeenAt: toIso(view.lastSeenAt) };
}
