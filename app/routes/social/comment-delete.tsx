import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteComment, getCommentToDelete } from "~/features/social/comments.server";
import { deleteCommentStep } from "~/features/social/components/delete-steps";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete this comment? · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  return getCommentToDelete(requireId(params.commentId, COMMENT_NOT_FOUND), viewer);
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const { vehicleId } = deleteComment(viewer, requireId(params.commentId, COMMENT_NOT_FOUND));
    return redirectWithToast(`/vehicles/${vehicleId}#comments`, "Comment deleted.");
  },
});

export const clientAction = keepTyped("Something went wrong.");

export default function DeleteCommentPage() {
  const { id, text, authorName, vehicleId } = useLoaderData<typeof loader>();
  return (
    <Page>
      <blockquote className="mb-6 max-w-form border-l-4 border-line pl-4">
        <p className="whitespace-pre-line">{text}</p>
        <footer className="mt-2 text-sm text-grey">{authorName}</footer>
      </blockquote>
      <ConfirmPage {...deleteCommentStep(id)} cancelTo={`/vehicles/${vehicleId}#comments`} />
    </Page>
  );
}
