import type { Confirmation } from "~/ui/confirm";

/** The confirmation before a comment is deleted, on its page and in the dialog. */
export function deleteCommentStep(id: string): Confirmation {
  return {
    to: `/comments/${id}/delete`,
    question: "Delete this comment?",
    consequence: "It leaves the conversation; replies to it stay. This cannot be undone.",
    act: "Delete comment",
  };
}

/** The confirmation before a review is deleted. */
export function deleteReviewStep(id: string): Confirmation {
  return {
    to: `/reviews/${id}/delete`,
    question: "Delete this review?",
    consequence: "Its stars leave the garage's average. This cannot be undone.",
    act: "Delete review",
  };
}
