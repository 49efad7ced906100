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
    user: z.strictObject({ _id: z.string(), name: z.string() }),
    createdAt,
  })
  .meta({ id: "Held" });

/** Held posts, oldest first. @throws DomainError forbidden unless staff */
export function listHeldJson(viewer: Viewer, page: PageParams): Paged<z.infer<typeof heldShape>> {
  const { rows, ...list } = listHeld(viewer, page);
  const toJson = ({ id, kind, path, text, userId, userName, createdAt }: (typeof rows)[number]) => {
    return { _id: id, kind, about: path, text, user: { _id: userId, name: userName }, createdAt: toIso(createdAt) };
  };
  return { ...list, rows: rows.map(toJson) };
}
