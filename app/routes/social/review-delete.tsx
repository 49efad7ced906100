import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteReviewStep } from "~/features/social/components/delete-steps";
import { Quote } from "~/features/social/components/quote";
import { Stars } from "~/features/social/components/stars";
import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview, getReviewToDelete } from "~/features/social/reviews.server";
import { onRow } from "~/http/member.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete this review? · Paddock" }];

export const loader = pageLoader(onRow("reviewId", REVIEW_NOT_FOUND, (viewer, id) => getReviewToDelete(id, viewer)));

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: onRow("reviewId", REVIEW_NOT_FOUND, (viewer, id) => {
    const { garageId } = deleteReview(viewer, id);
    return redirectWithToast(`/garages/${garageId}#reviews`, "Review deleted.");
  }),
});

export const clientAction = keepTyped("Something went wrong.");

export default function DeleteReviewPage() {
  const { id, rating, review, authorName, garageId } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Quote text={review} authorName={authorName}>
        <Stars rating={rating} />
      </Quote>
      <ConfirmPage {...deleteReviewStep(id)} cancelTo={`/garages/${garageId}#reviews`} />
    </Page>
  );
}
