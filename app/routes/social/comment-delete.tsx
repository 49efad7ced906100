import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteComment, getCommentToDelete } from "~/features/social/comments.server";
import { deleteCommentStep } from "~/features/social/components/delete-steps";
import { Quote } from "~/features/social/components/quote";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { onRow } from "~/http/member.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete this comment? · Paddock" }];

export const loader = pageLoader(onRow("commentId", COMMENT_NOT_FOUND, (viewer, id) => getCommentToDelete(id, viewer)));

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: onRow("commentId", COMMENT_NOT_FOUND, (viewer, id) => {
    const { vehicleId } = deleteComment(viewer, id);
    return redirectWithToast(`/vehicles/${vehicleId}#comments`, "Comment deleted.");
  }),
});

export const clientAction = keepTyped("Something went wrong.");

export default function DeleteCommentPage() {
  const { id, text, authorName, vehicleId } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Quote text={text} authorName={authorName} />
      <ConfirmPage {...deleteCommentStep(id)} cancelTo={`/vehicles/${vehicleId}#comments`} />
    </Page>
  );
}
