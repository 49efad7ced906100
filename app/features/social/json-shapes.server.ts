import { z } from "zod";
import { createdAt, personShape } from "~/features/accounts/json-shapes.server";

export const commentShape = z
  .strictObject({
    _id: z.string(),
    text: z.string(),
    parent: z.string().nullable().meta({
      description: "The first comment of the thread, where this is an answer; it may be gone",
    }),
    user: personShape,
    createdAt,
  })
  .meta({ id: "Comment" });

export type CommentJson = z.infer<typeof commentShape>;

export const reviewShape = z
  .strictObject({
    _id: z.string(),
    rating: z.int().min(1).max(5),
    review: z.string(),
    user: personShape,
    createdAt,
  })
  .meta({ id: "Review" });

export type ReviewJson = z.infer<typeof reviewShape>;

/** What follow and unfollow answer. */
export const followMembers = {
  following: z.array(z.string()).meta({ description: "Ids of everybody the caller follows" }),
  followerCount: z.int().meta({ description: "Of the other one" }),
};
