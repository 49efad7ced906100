import { personJson } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { toIso } from "~/lib/time";
import type { ListedPersonJson, StandingJson } from "./json-shapes.server";
import { type ListedRow, listPeopleRows } from "./list.server";
import type { Standing } from "./queries.server";

/** What block and mute answer. */
export function standingJson(userId: number, { blocks, mutes }: Standing): StandingJson {
  return { _id: String(userId), blocked: blocks, muted: mutes };
}

function toJson({ id, since, ...person }: ListedRow): ListedPersonJson {
  return { ...personJson({ id: String(id), ...person }), createdAt: toIso(since) };
}

/** Whom the viewer has blocked and muted, the newest first, for `GET /users/me/people`. */
export function listPeopleJson(viewer: Viewer): { blocked: ListedPersonJson[]; muted: ListedPersonJson[] } {
  const { blocked, muted } = listPeopleRows(viewer);
  return { blocked: blocked.map(toJson), muted: muted.map(toJson) };
}
