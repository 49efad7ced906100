import { Link } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { SubmitButton } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { ReplyIcon } from "~/ui/icons";
import { blankComment } from "../blank";
import type { CommentView } from "../comment-threads.server";

interface ReplyLinkProps {
  to: string;
  /** Whose comment would be answered. */
  authorName: string;
  open?: boolean;
  onClick?: (event: MouseEvent) => void;
}

/** "Reply". */
export function ReplyLink({ to, authorName, open, onClick }: ReplyLinkProps) {
  return (
    <Link
      to={to}
      rel="nofollow"
      aria-expanded={open}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 px-3 text-sm font-semibold hover:underline"
    >
      <ReplyIcon className="size-4" />
      Reply<span className="sr-only"> to {authorName}</span>
    </Link>
  );
}

interface ReplyProps {
  comment: CommentView;
  /** The comment's address, and the same with the form open. */
  here: string;
  openHere: string;
  /** The page shows the form: it was asked for, or it was refused. */
  isOpen: boolean;
  /** Further acts, beside "Reply". */
  children: ReactNode;
}

/**
 * "Reply", and the form that it opens (intent `reply`, field `parent`): with script in place, without on the page that
 * the link leads to. Pressed again it closes.
 */
export function Reply({ comment: { id, authorName }, here, openHere, isOpen, children }: ReplyProps) {
  const [pressed, setPressed] = useState<boolean>();
  const open = pressed ?? isOpen;
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    flushSync(() => setPressed(!open));
    document.getElementById(`reply-${id}-field-text`)?.focus();
  };
  return (
    <>
      <div className="-ml-3 flex flex-wrap items-center">
        <ReplyLink to={open ? here : openHere} authorName={authorName} open={open} onClick={press} />
        {children}
      </div>
      {open ? (
        <PageForm draft intent="reply" subject={{ parent: id }} check={blankComment} className="mt-2 mb-4">
          <TextArea name="text" label={`Your reply to ${authorName}`} rows={3} />
          <SubmitButton busy="Posting…">Post reply</SubmitButton>
        </PageForm>
      ) : null}
    </>
  );
}
