import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messageAfter } from "~/features/holds/holding.server";
import { editComment, getCommentToEdit } from "~/features/social/comments.server";
import { commentPath } from "~/features/social/conversation.server";
import { COMMENTS_PER_PAGE, validateComment } from "~/features/social/limits";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { commentEdit } from "~/features/social/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitOrCancel } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Edit comment")];

const FAILED = "Failed to save comment.";

export const loader = pageLoader(
  withMemberAndId("commentId", COMMENT_NOT_FOUND, (viewer, id) => {
    const { text, vehicleId } = getCommentToEdit(id, viewer);
    return {
      initial: { text, revision: revisionOf({ text }) },
      backTo: commentPath(vehicleId, id, COMMENTS_PER_PAGE, viewer),
    };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: FAILED,
  run: withMemberAndId("commentId", COMMENT_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    getCommentToEdit(id, viewer);
    const precondition = unlessChanged(values, () => ({ text: getCommentToEdit(id, viewer).text }));
    const { vehicleId } = editComment(viewer, id, decode(commentEdit, values), precondition);
    const back = commentPath(vehicleId, id, COMMENTS_PER_PAGE, viewer);
    return redirectWithToast(back, messageAfter("comment", id, "Comment updated!"));
  }),
});

export const clientAction = formClientAction(FAILED);

export default function EditCommentPage() {
  const { initial, backTo } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Edit comment" />
      <PageForm draft initial={initial} check={validateComment}>
        <TextArea name="text" label="Your comment" />
        <SubmitOrCancel act="Save comment" busy="Saving…" cancelTo={backTo} />
      </PageForm>
    </Page>
  );
}
