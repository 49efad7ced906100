import { cleanText } from "~/lib/text";

// Apart from the schemas, so that the form in the browser can say the same without them.

export const COMMENT_REQUIRED = "Please write a comment.";

/** Whether a reader would see nothing of a text: white space, joiners and other invisible characters only. */
export const isBlank = (text: string) => !/[^\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164]/u.test(cleanText(text));

/** What is said of a comment before it is sent; undefined where it can be. */
export const blankComment = ({ text = "" }: Record<string, string>) =>
  isBlank(text) ? { text: [COMMENT_REQUIRED] } : undefined;
