import { redirect } from "@remix-run/node";
import { REVIEWS_PER_PAGE } from "~/features/social/limits";
import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { getReviewRow, reviewPath } from "~/features/social/reviews.server";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.reviewId, REVIEW_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const { garageId, hidden } = getReviewRow(id, viewer);
  // Its author sees it first.
  throw redirect(hidden ? `/garages/${garageId}#reviews` : reviewPath(garageId, id, REVIEWS_PER_PAGE, viewer));
});

/** Never rendered: the loader redirects or fails. */
export default function ReviewAddress() {
  return null;
}
