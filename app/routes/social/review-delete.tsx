import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { removalInput } from "~/features/cases/schema.server";
import { deleteReviewConfirmation, Quote } from "~/features/social/components/byline";
import { Stars } from "~/features/social/components/reviews";
import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview, getReviewToDelete } from "~/features/social/reviews.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete this review?")];

export const loader = pageLoader(
  withMemberAndId("reviewId", REVIEW_NOT_FOUND, (viewer, id) => getReviewToDelete(id, viewer)),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  run: withMemberAndId("reviewId", REVIEW_NOT_FOUND, async (viewer, id, { request }) => {
    const { facts } = await readInput(request, removalInput);
    const { garageId } = deleteReview(viewer, id, facts);
    return redirectWithToast(`/garages/${garageId}#reviews`, "Review deleted.");
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function DeleteReviewPage() {
  const { id, rating, review, authorName, garageId, removes } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      above={
        <Quote text={review} authorName={authorName}>
          <Stars rating={rating} />
        </Quote>
      }
      {...deleteReviewConfirmation(id, removes)}
      cancelTo={`/garages/${garageId}#reviews`}
    />
  );
}
