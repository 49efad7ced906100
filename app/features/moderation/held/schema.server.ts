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

/** `ID` or `ID:REVISION`; in a form, text with blanks between them. */
export const revisionsField = (invalid: string, tooMany: string) =>
  z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/\s+/).filter(Boolean) : (value ?? [])),
      listField(z.string(invalid).regex(/^[1-9]\d{0,14}(:[\w-]{1,100})?$/, invalid), {
        ...{ max: MAX_SHOWN, invalid, tooMany },
      }),
    )
    .transform((pairs) => new Map(pairs.map((pair) => pair.split(":")).map(([id, revision]) => [Number(id), revision])))
    .meta({ type: ["array", "string"], items: { type: "string" } });

export const releaseAllInput = z.object({
  revision: z
    .preprocess(blankAsMissing, revisionsField(REVISIONS, REVISIONS).optional())
    .refine((posts) => [...(posts?.values() ?? [""])].every((revision) => revision !== undefined), REVISIONS)
    .meta({ description: "The posts to publish, each as `ID:REVISION`; all if left out" }),
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
