import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { removalInput } from "~/features/cases/schema.server";
import { deleteComment, getCommentToDelete } from "~/features/social/comments.server";
import { deleteCommentConfirmation, Quote } from "~/features/social/components/byline";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete this comment?")];

export const loader = pageLoader(
  withMemberAndId("commentId", COMMENT_NOT_FOUND, (viewer, id) => getCommentToDelete(id, viewer)),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  run: withMemberAndId("commentId", COMMENT_NOT_FOUND, async (viewer, id, { request }) => {
    const { facts } = await readInput(request, removalInput);
    const { vehicleId } = deleteComment(viewer, id, facts);
    return redirectWithToast(`/vehicles/${vehicleId}#comments`, "Comment deleted.");
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function DeleteCommentPage() {
  const { id, text, authorName, vehicleId, removes } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      above={<Quote text={text} authorName={authorName} />}
      {...deleteCommentConfirmation(id, removes)}
      cancelTo={`/vehicles/${vehicleId}#comments`}
    />
  );
}
