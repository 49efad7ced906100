import { z } from "zod";
import { refusalInput } from "~/features/accounts/registration/schema.server";
import { blankAsMissing, listField } from "~/lib/fields.server";
import { parseId } from "~/lib/ids";

/** Per page of the queue. */
const MAX_SHOWN = 100;

/** Of the displayed post; undefined means the current version. */
const revision = z.preprocess(blankAsMissing, z.string("revision must be text.").max(100).optional());

export const releaseInput = z.object({ revision });

export const refuseInput = refusalInput.extend({ revision });

const NO_PERSON = "userId must be the id of a member.";

const REVISIONS = "revision must be a list of ids and revisions, such as 12:AbC.";

/** `ID:REVISION`; in a form, text with blanks between them. */
const revisionsField = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split(/\s+/).filter(Boolean) : blankAsMissing(value)),
    listField(z.string(REVISIONS), { max: MAX_SHOWN, invalid: REVISIONS, tooMany: REVISIONS }).optional(),
  )
  .transform((pairs, context) => {
    const revisions = pairs
      ?.map((pair) => pair.split(":", 2))
      .map(([id, revision = ""]) => [parseId(id), revision] as const);
    if (revisions?.some(([id, revision]) => id === undefined || revision === "")) context.addIssue(REVISIONS);
    return revisions && new Map(revisions as [number, string][]);
  })
  .meta({
    type: ["array", "string"],
    items: { type: "string" },
    description: "The posts to publish, each as `ID:REVISION`; all if left out",
  });

export const releaseAllInput = z.object({
  revision: revisionsField,
  userId: z
    .unknown()
    .transform((value, context) => {
      const id = parseId(value);
      if (id !== undefined) return id;
      context.addIssue(NO_PERSON);
      return z.NEVER;
    })
    .meta({ type: "string" }),
});
