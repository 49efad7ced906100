import { Link } from "@remix-run/react";
import { BlockLink } from "~/features/blocks/components/peace-buttons";
import { ConfirmLink } from "~/ui/confirm";
import type { CommentView } from "../comment-threads.server";
import type { Thread } from "../threads";
import { Byline } from "./byline";
import { deleteCommentStep } from "./delete-steps";
import { Reply, ReplyLink } from "./reply-form";
import { ReportLink } from "./report-link";

/** Where a thread stands. */
interface Place {
  vehicleId: string;
  /** Of the conversation. */
  page: number;
  /** Whether somebody is logged in. */
  canComment: boolean;
  /** The comment whose form for an answer is open. */
  replyTo: string | null;
  /** Its beginning is on the page before. */
  continues: boolean;
  /** Comments of this page by people whom the viewer has blocked. */
  withheld: readonly string[];
}

/** A comment on its page, with the form to answer it open or not. */
function addressOf({ vehicleId }: Place, page: number, id: string, reply = false): string {
  const query = new URLSearchParams({ ...(page > 1 ? { page: String(page) } : {}), ...(reply ? { reply: id } : {}) });
  return `/vehicles/${vehicleId}${query.size > 0 ? `?${query}` : ""}#comment-${id}`;
}

/** A comment and, below it and indented, the answers to it. */
export function CommentThread({ thread, place }: { thread: Thread<CommentView>; place: Place }) {
  const { id, first, answers } = thread;
  // So that an answer's form is a new one once an answer of one's own is there.
  const own = answers.findLast(({ viewerIsAuthor }) => viewerIsAuthor)?.id;
  return (
    <li id={`comment-${id}`} className="scroll-mt-24 py-4">
      {first ? <Comment comment={first} own={own} place={place} /> : <Missing id={id} place={place} />}
      {answers.length > 0 ? (
        <ol className="mt-2 grid gap-y-3 border-l-2 border-line pl-4 sm:ml-5 sm:pl-8">
          {answers.map((answer) => (
            <li key={answer.id} id={`comment-${answer.id}`} className="min-w-0 scroll-mt-24">
              <Comment comment={answer} own={own} place={place} />
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}

/** What stands above answers whose comment is gone, not shown to the viewer, or on the page before. */
function Missing({ id, place }: { id: string; place: Place }) {
  if (place.withheld.includes(id)) return <p className="py-2 text-grey">Comment by somebody you have blocked</p>;
  if (!place.continues) return <p className="py-2 text-grey">Comment deleted</p>;
  return (
    <Link to={addressOf(place, place.page - 1, id)} className="link inline-flex min-h-11 items-center">
      More replies to a comment on the previous page
    </Link>
  );
}

function Comment({ comment, own, place }: { comment: CommentView; own: string | undefined; place: Place }) {
  const { id, threadId, text, posted, postedAt, postedExactly, ...author } = comment;
  const here = addressOf(place, place.page, id);
  const openHere = addressOf(place, place.page, id, true);
  return (
    <article>
      <Byline {...author} at={postedAt} ago={posted} exactly={postedExactly} size={id === threadId ? 40 : 32}>
        {author.isByOwner ? <OwnerBadge /> : null}
      </Byline>
      <div className={id === threadId ? "sm:pl-13" : "sm:pl-11"}>
        <p className="mt-1 whitespace-pre-line">{text}</p>
        {place.canComment ? (
          <Reply key={own} comment={comment} here={here} openHere={openHere} isOpen={place.replyTo === id}>
            <Acts comment={comment} here={here} />
          </Reply>
        ) : (
          <div className="-ml-3 flex flex-wrap items-center">
            <ReplyLink to={`/login?returnTo=${encodeURIComponent(openHere)}`} authorName={author.authorName} />
            <Acts comment={comment} here={here} />
          </div>
        )}
      </div>
    </article>
  );
}

/** Whose vehicle it is, answers. */
function OwnerBadge() {
  return <span className="rounded-full bg-ink px-2.5 py-0.5 text-sm font-semibold text-paper">Owner</span>;
}

function Acts({ comment, here }: { comment: CommentView; here: string }) {
  const { id, authorId, authorName, viewerCanDelete, viewerCanBlock, viewerIsAuthor } = comment;
  return (
    <>
      {viewerCanDelete ? (
        <ConfirmLink confirm={deleteCommentStep(id)} kind="quiet" small>
          Delete<span className="sr-only"> the comment by {authorName}</span>
        </ConfirmLink>
      ) : null}
      {viewerIsAuthor ? null : <ReportLink about={here} what={`the comment by ${authorName}`} />}
      {viewerCanBlock ? (
        // The comment will not be there any more.
        <BlockLink person={{ userId: authorId, name: authorName }} returnTo={here.replace(/#.*/, "#comments")} />
      ) : null}
    </>
  );
}
