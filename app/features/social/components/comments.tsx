import { Link } from "@remix-run/react";
import type { Paged } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm";
import { TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { EmptyState, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { blankComment } from "../blank";
import type { CommentView } from "../comments.server";
import { Byline } from "./byline";
import { deleteCommentStep } from "./delete-steps";
import { ReportLink } from "./report-link";

interface CommentsProps {
  vehicleId: string;
  comments: Paged<CommentView>;
  /** Whether somebody is logged in. */
  canComment: boolean;
}

/** The conversation under a vehicle, the oldest first, and the form to join it (intent `comment`). */
export function Comments({ vehicleId, comments, canComment }: CommentsProps) {
  const { rows, total, page } = comments;
  const listPath = `/vehicles/${vehicleId}${page > 1 ? `?page=${page}` : ""}`;
  return (
    <Section id="comments" title={total > 0 ? `Comments (${formatCount(total)})` : "Comments"}>
      <div className="max-w-measure">
        {rows.length > 0 ? (
          <ol className="divide-y divide-line">
            {rows.map((comment) => (
              <Comment key={comment.id} comment={comment} listPath={listPath} />
            ))}
          </ol>
        ) : (
          <NoComments vehicleId={vehicleId} pastEnd={total > 0} />
        )}
        <Pagination {...comments} anchor="comments" />
        <div className="mt-8">
          {/* A new form for each new comment, so that what was posted does not stay in it. */}
          {canComment ? <CommentForm key={total} /> : <LoginToComment vehicleId={vehicleId} />}
        </div>
      </div>
    </Section>
  );
}

function Comment({ comment, listPath }: { comment: CommentView; listPath: string }) {
  const { id, text, posted, postedAt, viewerCanDelete, ...author } = comment;
  return (
    <li id={`comment-${id}`} className="scroll-mt-24 py-4">
      <article>
        <Byline {...author} at={postedAt} date={posted} />
        <p className="mt-1 whitespace-pre-line sm:pl-13">{text}</p>
        <div className="mt-1 -ml-3 flex flex-wrap items-center gap-x-4 sm:pl-13">
          {viewerCanDelete ? (
            <ConfirmLink confirm={deleteCommentStep(id)} kind="quiet" small>
              Delete<span className="sr-only"> the comment by {author.authorName}</span>
            </ConfirmLink>
          ) : null}
          <ReportLink about={`${listPath}#comment-${id}`} what={`the comment by ${author.authorName}`} />
        </div>
      </article>
    </li>
  );
}

function NoComments({ vehicleId, pastEnd }: { vehicleId: string; pastEnd: boolean }) {
  if (!pastEnd) return <EmptyState title="No comments yet.">What would you like to know about it?</EmptyState>;
  return (
    <EmptyState
      title="Nothing on this page."
      action={<ButtonLink to={`/vehicles/${vehicleId}#comments`}>See the first page</ButtonLink>}
    />
  );
}

function CommentForm() {
  return (
    <PageForm draft intent="comment" check={blankComment}>
      <TextArea name="text" label="Your comment" rows={4} />
      <SubmitButton busy="Posting…">Post comment</SubmitButton>
    </PageForm>
  );
}

function LoginToComment({ vehicleId }: { vehicleId: string }) {
  return (
    <p>
      <Link
        to={`/login?returnTo=${encodeURIComponent(`/vehicles/${vehicleId}#comments`)}`}
        className="link font-semibold"
      >
        Log in
      </Link>{" "}
      to join the conversation.
    </p>
  );
}
