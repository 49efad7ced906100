import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RoleMark } from "~/features/accounts/components/role-mark";
import { CASE_LIMITS } from "~/features/cases/limits";
import { Avatar } from "~/ui/avatar";
import type { Confirmation } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { LinkedText } from "~/ui/linked-text";
import type { CommentView } from "../conversation.server";

interface BylineProps extends Pick<CommentView, "authorId" | "authorName" | "authorAvatar" | "authorRole"> {
  /** ISO 8601, relative, and to the minute. */
  at: string;
  ago: string;
  exactly: string;
  /** Of the last edit: ISO 8601, and to the minute. */
  editedAt?: string;
  editedExactly?: string;
  size?: number;
  children?: ReactNode;
}

export function Byline({ authorId, authorName, authorAvatar, at, ago, exactly, size = 40, ...props }: BylineProps) {
  const { authorRole, editedAt, editedExactly, children } = props;
  return (
    <div className="flex items-center gap-3">
      <Avatar avatar={authorAvatar} size={size} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link to={`/profile/${authorId}`} className="link inline-flex min-h-11 min-w-0 items-center">
          <bdi>{authorName}</bdi>
        </Link>
        <RoleMark role={authorRole} />
        {children}
        <time dateTime={at} title={exactly} className="text-sm text-grey">
          {ago}
        </time>
        {editedAt ? (
          <time dateTime={editedAt} title={editedExactly} className="text-sm text-grey">
            edited
          </time>
        ) : null}
      </div>
    </div>
  );
}

interface QuoteProps {
  text: string;
  authorName: string;
  children?: ReactNode;
}

export function Quote({ text, authorName, children }: QuoteProps) {
  return (
    <blockquote className="mb-6 max-w-form border-l-4 border-line pl-4">
      {children}
      <p dir="auto" className={children ? "mt-1 whitespace-pre-line" : "whitespace-pre-line"}>
        <LinkedText text={text} />
      </p>
      <footer dir="auto" className="mt-2 text-sm text-grey">
        {authorName}
      </footer>
    </blockquote>
  );
}

const removal = (noun: string): Partial<Confirmation> => ({
  consequence: `After that, only its author can see it. We notify the author, who can object.`,
  act: `Remove ${noun}`,
  fields: (
    <TextArea
      name="facts"
      label="Reason"
      optional
      rows={4}
      maxLength={CASE_LIMITS.facts}
      hint={`The author will see this. At least ${CASE_LIMITS.leastFacts} characters, or leave it blank for a general reason.`}
    />
  ),
});

/** @param removes an admin removes another user's */
export function deleteCommentConfirmation(id: number, removes?: boolean): Confirmation {
  return {
    to: `/comments/${id}/delete`,
    question: "Delete this comment?",
    consequence: "The comment will be deleted. Replies to it stay. This cannot be undone.",
    act: "Delete comment",
    ...(removes && removal("comment")),
  };
}

/** @param removes an admin removes another user's */
export function deleteReviewConfirmation(id: number, removes?: boolean): Confirmation {
  return {
    to: `/reviews/${id}/delete`,
    question: "Delete this review?",
    consequence: "Its stars no longer count towards the garage’s average. This cannot be undone.",
    act: "Delete review",
    ...(removes && removal("review")),
  };
}
