import { z } from "zod";
import { switchField, textField, wholeNumberField } from "~/lib/fields.server";
import { parseId } from "~/lib/ids";
import { isBlank } from "~/lib/text";
import { COMMENT_REQUIRED, MAX_RATING, MIN_RATING, SOCIAL_LIMITS } from "./limits";
import { PARENT_NOT_FOUND } from "./policy";

const RATING_REQUIRED = "Please choose a rating from 1 to 5.";
const REVIEW_REQUIRED = "Please write a few words for your review.";

/** An empty text has its own message. */
const isVisible = (text: string) => text === "" || !isBlank(text);

/** Empty, null or missing without a parent. */
const parentField = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined || value === null || value === "") return null;
    const id = parseId(value);
    if (id !== undefined) return id;
    context.addIssue(PARENT_NOT_FOUND);
    return z.NEVER;
  })
  .optional()
  .meta({ type: ["string", "null"] });

export const commentInput = z.object({
  text: textField({ label: "Comment", max: SOCIAL_LIMITS.comment, required: COMMENT_REQUIRED }).refine(
    isVisible,
    COMMENT_REQUIRED,
  ),
  parent: parentField,
});

export type CommentInput = z.output<typeof commentInput>;

export const commentEdit = commentInput.pick({ text: true });

/** `PATCH /comments/{id}`: a missing text stays. */
export const commentChange = commentEdit.partial();

export type CommentChange = z.output<typeof commentChange>;

export const reviewInput = z.object({
  rating: wholeNumberField({
    required: RATING_REQUIRED,
    invalid: () => RATING_REQUIRED,
    min: MIN_RATING,
    max: () => MAX_RATING,
  }),
  review: textField({ label: "Review", max: SOCIAL_LIMITS.review, required: REVIEW_REQUIRED }).refine(
    isVisible,
    REVIEW_REQUIRED,
  ),
});

export type ReviewInput = z.output<typeof reviewInput>;

const optionalSwitch = (name: string, onWord: string, offWord: string) =>
  switchField([[onWord, offWord]], `${name} must be ${onWord} or ${offWord}.`).optional();

/** Sets the state, or toggles without a value. */
export const likeInput = z.object({
  liked: optionalSwitch("liked", "true", "false").meta({ type: "boolean" }),
});

/** Sets the state, or follows without a value. */
export const followInput = z.object({ following: optionalSwitch("following", "on", "off") });
