import { Link } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { BlockLink } from "~/features/blocks/components/block-buttons";
import { ReportLink } from "~/features/cases/components/report-link";
import { isolate } from "~/lib/text";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { ConfirmLink } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HiddenChip, HiddenReason } from "~/ui/hidden-mark";
import { ReplyIcon } from "~/ui/icons";
import { LinkedText } from "~/ui/linked-text";
import type { CommentView } from "../conversation.server";
import { validateComment } from "../limits";
import { Byline, deleteCommentConfirmation } from "./byline";

/** `first` is undefined if deleted or hidden. */
interface Thread<Row> {
  id: number;
  first: Row | undefined;
  answers: Row[];
}

/** @param rows in thread order */
export function groupThreads<Row extends { id: number; threadId: number }>(rows: readonly Row[]): Thread<Row>[] {
  const threads: Thread<Row>[] = [];
  for (const row of rows) {
    let thread = threads.at(-1);
    if (thread?.id !== row.threadId) {
      thread = { id: row.threadId, first: undefined, answers: [] };
      threads.push(thread);
    }
    if (row.id === row.threadId) thread.first = row;
    else thread.answers.push(row);
  }
  return threads;
}

interface Place {
  vehicleId: number;
  /** Of the conversation. */
  page: number;
  canComment: boolean;
  /** The comment with an open reply form. */
  replyTo: string | null;
  /** Begins on the previous page. */
  isContinued: boolean;
}

/** Optionally with an open reply form. */
function addressOf({ vehicleId }: Place, page: number, id: number, reply = false): string {
  const query = new URLSearchParams({
    ...(page > 1 ? { page: String(page) } : {}),
    ...(reply ? { reply: `${id}` } : {}),
  });
  return `/vehicles/${vehicleId}${query.size > 0 ? `?${query}` : ""}#comment-${id}`;
}

export function CommentThread({ thread, place }: { thread: Thread<CommentView>; place: Place }) {
  const { id, first, answers } = thread;
  // Resets after the viewer's own reply.
  const ownAnswerId = answers.findLast(({ viewerIsAuthor }) => viewerIsAuthor)?.id;
  return (
    <li id={`comment-${id}`} className="scroll-mt-24 py-4">
      {first ? (
        <Comment comment={first} ownAnswerId={ownAnswerId} place={place} />
      ) : (
        <Missing thread={thread} place={place} />
      )}
      {answers.length > 0 ? (
        <ol className="mt-2 grid gap-y-3 border-l-2 border-line pl-4 sm:ml-5 sm:pl-8">
          {answers.map((answer) => (
            <li key={answer.id} id={`comment-${answer.id}`} className="min-w-0 scroll-mt-24">
              <Comment comment={answer} ownAnswerId={ownAnswerId} place={place} />
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}

/** The first comment is deleted, hidden from the viewer, or on the previous page. */
function Missing({ thread: { id, answers }, place }: { thread: Thread<CommentView>; place: Place }) {
  if (!place.isContinued) {
    const isBlocked = answers.some(({ firstIsBlocked }) => firstIsBlocked);
    return <p className="py-2 text-grey">{isBlocked ? "Comment by a member you blocked" : "Comment deleted"}</p>;
  }
  return (
    <Link to={addressOf(place, place.page - 1, id)} className="link inline-flex min-h-11 items-center">
      More replies to a comment on the previous page
    </Link>
  );
}

function Comment({
  comment,
  ownAnswerId,
  place,
}: {
  comment: CommentView;
  ownAnswerId: number | undefined;
  place: Place;
}) {
  const { id, threadId, text, posted, postedAt, postedExactly, ...author } = comment;
  const commentPath = addressOf(place, place.page, id);
  const openHere = addressOf(place, place.page, id, true);
  return (
    <article>
      <Byline {...author} at={postedAt} ago={posted} exactly={postedExactly} size={id === threadId ? 40 : 32}>
        {author.isByOwner ? <OwnerBadge /> : null}
        <HiddenChip {...comment} />
      </Byline>
      <div className={id === threadId ? "sm:pl-13" : "sm:pl-11"}>
        <p dir="auto" className="mt-1 whitespace-pre-line">
          <LinkedText text={text} />
        </p>
        <HiddenReason {...comment} />
        {comment.held || comment.hiddenByStaff ? (
          <div className="-ml-3 flex flex-wrap items-center">
            <CommentActions comment={comment} here={commentPath} />
          </div>
        ) : place.canComment ? (
          <Reply
            key={ownAnswerId}
            comment={comment}
            here={commentPath}
            openHere={openHere}
            isOpen={place.replyTo === `${id}`}
          >
            <CommentActions comment={comment} here={commentPath} />
          </Reply>
        ) : (
          <div className="mt-1 flex flex-wrap items-center gap-1">
            <ReplyLink to={`/login?returnTo=${encodeURIComponent(openHere)}`} authorName={author.authorName} />
            <CommentActions comment={comment} here={commentPath} />
          </div>
        )}
      </div>
    </article>
  );
}

function OwnerBadge() {
  return <span className="rounded-full bg-ink px-2.5 py-0.5 text-sm font-semibold text-paper">Owner</span>;
}

function CommentActions({ comment, here }: { comment: CommentView; here: string }) {
  const { id, authorId, authorName, viewerCanDelete, viewerRemoves, viewerCanBlock, viewerIsAuthor } = comment;
  return (
    <>
      {viewerIsAuthor ? (
        <ButtonLink to={`/comments/${id}/edit`} kind="quiet" small>
          Edit<span className="sr-only"> your comment</span>
        </ButtonLink>
      ) : null}
      {viewerCanDelete ? (
        <ConfirmLink confirm={deleteCommentConfirmation(id, viewerRemoves)} kind="quiet" small>
          Delete
          <span className="sr-only">
            {" "}
            the comment by <bdi>{authorName}</bdi>
          </span>
        </ConfirmLink>
      ) : null}
      {viewerIsAuthor ? null : <ReportLink path={`/comments/${id}`} name={`the comment by ${isolate(authorName)}`} />}
      {viewerCanBlock ? (
        // Blocking hides the comment.
        <BlockLink person={{ userId: authorId, name: authorName }} returnTo={here.replace(/#.*/, "#comments")} />
      ) : null}
    </>
  );
}

interface ReplyLinkProps {
  to: string;
  /** Of the parent comment. */
  authorName: string;
  open?: boolean;
  onClick?: (event: MouseEvent) => void;
}

function ReplyLink({ to, authorName, open, onClick }: ReplyLinkProps) {
  return (
    <Link
      to={to}
      rel="nofollow"
      aria-expanded={open}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-line-strong px-3 text-sm hover:bg-sunk"
    >
      <ReplyIcon className="size-4" />
      Reply
      <span className="sr-only">
        {" "}
        to <bdi>{authorName}</bdi>
      </span>
    </Link>
  );
}

interface ReplyProps {
  comment: CommentView;
  /** Without and with an open form. */
  here: string;
  openHere: string;
  /** Requested by the address, or refused. */
  isOpen: boolean;
  children: ReactNode;
}

/**
 * Intent `reply`, field `parent`: with script the form opens in place, without script on the linked page. A second
 * press closes it.
 */
function Reply({ comment: { id, authorName }, here, openHere, isOpen, children }: ReplyProps) {
  const [openByPress, setOpenByPress] = useState<boolean>();
  const open = openByPress ?? isOpen;
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    flushSync(() => setOpenByPress(!open));
    document.getElementById(`reply-${id}-field-text`)?.focus();
  };
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <ReplyLink to={open ? here : openHere} authorName={authorName} open={open} onClick={press} />
        {children}
      </div>
      {open ? (
        <PageForm once draft intent="reply" subject={{ parent: id }} check={validateComment} className="mt-2 mb-4">
          <TextArea name="text" label={`Your reply to ${isolate(authorName)}`} rows={3} />
          <SubmitButton busy="Posting…">Post reply</SubmitButton>
        </PageForm>
      ) : null}
    </>
  );
}
