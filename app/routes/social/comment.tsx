import { redirect } from "@remix-run/node";
import { getCommentRow } from "~/features/social/comments.server";
import { commentPath } from "~/features/social/conversation.server";
import { COMMENTS_PER_PAGE } from "~/features/social/limits";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.commentId, COMMENT_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const { vehicleId } = getCommentRow(id, viewer);
  throw redirect(commentPath(vehicleId, id, COMMENTS_PER_PAGE, viewer));
});

/** Never rendered: the loader redirects or fails. */
export default function CommentAddress() {
  return null;
}
