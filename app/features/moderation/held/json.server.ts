import { z } from "zod";
import { createdAt } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { KIND_NAMES } from "./policy";
import { listHeld } from "./queries.server";

const kinds = Object.keys(KIND_NAMES) as [keyof typeof KIND_NAMES];

export const heldShape = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(kinds),
    about: z.string().meta({ description: "The path of its page" }),
    text: z.string(),
    avatar: z.string().nullable().meta({ description: "Of a profile: its new photo, below `/img/users/`" }),
    revision: z
      .string()
      .meta({ description: "To send with a decision: 409 if the post has been changed since it was read" }),
    user: z.strictObject({ _id: z.string(), name: z.string() }),
    createdAt,
  })
  .meta({ id: "Held" });

/** Oldest first. @throws DomainError forbidden for non-staff */
export function listHeldJson(viewer: Viewer, page: PageParams): Paged<z.infer<typeof heldShape>> {
  const { rows, ...list } = listHeld(viewer, page);
  const toJson = ({ id, kind, path, text, avatar, revision, userId, userName, createdAt }: (typeof rows)[number]) => {
    const user = { _id: String(userId), name: userName };
    return { _id: String(id), kind, about: path, text, avatar, revision, user, createdAt: toIso(createdAt) };
  };
  return { ...list, rows: rows.map(toJson) };
}
