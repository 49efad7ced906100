import { z } from "zod";
import { createdAt, personInListShape, personJson } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { toIso } from "~/lib/time";
import { type BlockState, type ListedRow, listPeopleRows } from "./queries.server";

export function viewerStateJson(userId: number, { blocks, mutes }: BlockState): ViewerStateJson {
  return { _id: String(userId), blocked: blocks, muted: mutes };
}

const toJson = (row: ListedRow): ListedPersonJson => ({ ...personJson(row), createdAt: toIso(row.since) });

export function listPeopleJson(viewer: Viewer): { blocked: ListedPersonJson[]; muted: ListedPersonJson[] } {
  const { blocked, muted } = listPeopleRows(viewer);
  return { blocked: blocked.map(toJson), muted: muted.map(toJson) };
}

export const viewerStateShape = z
  .strictObject({
    _id: z.string().meta({ description: "The other member’s id" }),
    blocked: z.boolean(),
    muted: z.boolean(),
  })
  .meta({ id: "ViewerState" });

type ViewerStateJson = z.infer<typeof viewerStateShape>;

export const listedPersonShape = z
  .strictObject({
    ...personInListShape.shape,
    createdAt: createdAt.meta({ description: "When they were blocked or muted" }),
  })
  .meta({ id: "ListedPerson" });

type ListedPersonJson = z.infer<typeof listedPersonShape>;
