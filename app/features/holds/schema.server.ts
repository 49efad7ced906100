import { z } from "zod";
import { parseId } from "~/lib/ids";

const NO_PERSON = "userId must be the id of a member.";

/** The user whose posts are all released. */
export const releaseAllInput = z.object({
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
