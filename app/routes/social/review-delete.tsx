import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteReviewStep } from "~/features/social/components/delete-steps";
import { Stars } from "~/features/social/components/stars";
import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview, getReviewToDelete } from "~/features/social/reviews.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete this review? · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  return getReviewToDelete(requireId(params.reviewId, REVIEW_NOT_FOUND), viewer);
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const { garageId } = deleteReview(viewer, requireId(params.reviewId, REVIEW_NOT_FOUND));
    return redirectWithToast(`/garages/${garageId}#reviews`, "Review deleted.");
  },
});

export const clientAction = keepTyped("Something went wrong.");

export default function DeleteReviewPage() {
  const { id, rating, review, authorName, garageId } = useLoaderData<typeof loader>();
  return (
    <Page>
      <blockquote className="mb-6 max-w-form border-l-4 border-line pl-4">
        <Stars rating={rating} />
        <p className="mt-1 whitespace-pre-line">{review}</p>
        <footer className="mt-2 text-sm text-grey">{authorName}</footer>
      </blockquote>
      <ConfirmPage {...deleteReviewStep(id)} cancelTo={`/garages/${garageId}#reviews`} />
    </Page>
  );
}
