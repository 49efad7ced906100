import { z } from "zod";
import { createdAt, personInListShape } from "~/features/accounts/json-shapes.server";

/** How one stands to somebody. */
export const standingShape = z
  .strictObject({
    _id: z.string().meta({ description: "Of the other one" }),
    blocked: z.boolean(),
    muted: z.boolean(),
  })
  .meta({ id: "Standing" });

export type StandingJson = z.infer<typeof standingShape>;

/** Somebody whom one has blocked or muted. */
export const listedPersonShape = z
  .strictObject({
    ...personInListShape.shape,
    createdAt: createdAt.meta({ description: "When they were blocked or muted" }),
  })
  .meta({ id: "ListedPerson" });

export type ListedPersonJson = z.infer<typeof listedPersonShape>;
