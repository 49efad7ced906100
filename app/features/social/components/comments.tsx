import { Link, useActionData, useSearchParams } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { formatCount } from "~/lib/text";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { EmptyState, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import type { CommentView, Conversation } from "../conversation.server";
import { validateComment } from "../limits";
import { CommentThread, groupThreads } from "./comment-thread";

interface CommentsProps {
  vehicleId: number;
  comments: Conversation;
  canComment: boolean;
  isOwner: boolean;
}

/** Oldest thread first; intents `comment` and `reply`. */
export function Comments({ vehicleId, comments, canComment, isOwner }: CommentsProps) {
  const { rows, total, page, limit, lastPage, isContinued, withheld } = comments;
  const [search] = useSearchParams();
  const refusedReply = useRefusedReply();
  const replyTo = refusedReply?.values.parent ?? search.get("reply");
  return (
    <Section id="comments" title={total > 0 ? `Comments (${formatCount(total)})` : "Comments"}>
      <div className="max-w-measure">
        {rows.length > 0 ? (
          <ol className="divide-y divide-line">
            {groupThreads(rows).map((thread, index) => (
              <CommentThread
                key={thread.id}
                thread={thread}
                place={{ vehicleId, page, canComment, replyTo, isContinued: isContinued && index === 0 }}
              />
            ))}
          </ol>
        ) : withheld > 0 && total === 0 ? (
          <EmptyState title="Nothing to show here.">All comments here are by members you blocked.</EmptyState>
        ) : (
          <NoComments vehicleId={vehicleId} pastEnd={total > 0} isOwner={isOwner} />
        )}
        <Pagination page={page} limit={limit} total={Math.min(total, lastPage * limit)} anchor="comments" />
        <div className="mt-8">
          {canComment ? <CommentForm rows={rows} /> : <LoginToComment vehicleId={vehicleId} />}
        </div>
      </div>
    </Section>
  );
}

function useRefusedReply(): FormFailure | undefined {
  const answer = useActionData<FormFailure>();
  return answer?.values?.intent === "reply" ? answer : undefined;
}

function NoComments({ vehicleId, pastEnd, isOwner }: { vehicleId: number; pastEnd: boolean; isOwner: boolean }) {
  if (!pastEnd) {
    return (
      <EmptyState title="No comments yet.">
        {isOwner ? "Comments will appear here." : "What would you like to know about it?"}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing on this page."
      action={<ButtonLink to={`/vehicles/${vehicleId}#comments`}>See the first page</ButtonLink>}
    />
  );
}

function CommentForm({ rows }: { rows: readonly CommentView[] }) {
  const refusedReply = useRefusedReply();
  // Refused because the parent is gone, with its form.
  const orphanReply = rows.every(({ id }) => `${id}` !== refusedReply?.values.parent) ? refusedReply : undefined;
  const ownComment = rows.findLast(({ id, threadId, viewerIsAuthor }) => viewerIsAuthor && id === threadId);
  return (
    <>
      {orphanReply ? (
        <p role="alert" className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
          {orphanReply.message}
        </p>
      ) : null}
      {/* Resets the form after the viewer posts a comment. */}
      <PageForm
        once
        draft
        key={orphanReply ? `lost ${orphanReply.values.text}` : (ownComment?.id ?? "first")}
        intent="comment"
        check={validateComment}
        initial={{ text: orphanReply?.values.text }}
      >
        <TextArea name="text" label="Your comment" rows={4} />
        <SubmitButton busy="Posting…">Post comment</SubmitButton>
      </PageForm>
    </>
  );
}

function LoginToComment({ vehicleId }: { vehicleId: number }) {
  return (
    <p>
      <Link to={`/login?returnTo=${encodeURIComponent(`/vehicles/${vehicleId}#comments`)}`} className="link">
        Log in
      </Link>{" "}
      to join the conversation.
    </p>
  );
}
