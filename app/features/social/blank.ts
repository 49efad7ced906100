import { isBlank } from "~/lib/text";

// Apart from the schemas, so that the form in the browser can say the same without them.

export const COMMENT_REQUIRED = "Please write a comment.";

/** What is said of a comment before it is sent; undefined where it can be. */
export const blankComment = ({ text = "" }: Record<string, string>) =>
  isBlank(text) ? { text: [COMMENT_REQUIRED] } : undefined;
