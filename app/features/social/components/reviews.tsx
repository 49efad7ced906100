import { Link } from "@remix-run/react";
import { BlockLink } from "~/features/blocks/components/peace-buttons";
import type { Paged } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ConfirmLink } from "~/ui/confirm";
import { EmptyState, Plate, Section } from "~/ui/page";
import type { ReviewFormView, ReviewView } from "../reviews.server";
import { Byline } from "./byline";
import { deleteReviewStep } from "./delete-steps";
import { ReportLink } from "./report-link";
import { ReviewDisclosure } from "./review-form";
import { Stars } from "./stars";

interface ReviewsProps {
  garageId: string;
  /** 1 to 5 with one decimal; null without reviews. */
  averageRating: number | null;
  reviews: Paged<ReviewView>;
  form: ReviewFormView;
  /** Whether it is the owner who looks. */
  isOwner: boolean;
}

/** The newest reviews of a garage, their average, and the form to add one (intent `review`). */
export function Reviews({ garageId, averageRating, reviews, form, isOwner }: ReviewsProps) {
  const { rows, total } = reviews;
  const more =
    total > rows.length
      ? { to: `/garages/${garageId}/reviews`, label: `See all ${plural(total, "review")}` }
      : undefined;
  return (
    <Section id="reviews" title="Reviews" more={more}>
      {averageRating === null ? null : (
        <p className="mb-4 flex flex-wrap items-center gap-3">
          <Plate>{averageRating.toFixed(1)} of 5</Plate>{" "}
          <span className="text-grey">
            {total === 1 ? "from one review" : `on average, from ${plural(total, "review")}`}
          </span>
        </p>
      )}
      {rows.length > 0 ? (
        <ReviewList reviews={rows} garageId={garageId} />
      ) : (
        <NoReviews withheld={total > 0} isOwner={isOwner} isClosed={form.viewerIsLoggedIn && !form.viewerCanReview} />
      )}
      {form.viewerCanReview ? <ReviewDisclosure own={form.own} /> : <LoginToReview garageId={garageId} form={form} />}
    </Section>
  );
}

interface NoReviewsProps {
  /** There are some, by people whom the viewer has blocked. */
  withheld: boolean;
  isOwner: boolean;
  /** The viewer cannot write one. */
  isClosed: boolean;
}

function NoReviews({ withheld, isOwner, isClosed }: NoReviewsProps) {
  if (withheld) {
    return <EmptyState title="Nothing to show here.">The reviews are by people you have blocked.</EmptyState>;
  }
  return (
    <EmptyState title="No reviews yet.">
      {isOwner ? "Visitors' reviews will appear here." : isClosed ? null : "Been there? Write the first review."}
    </EmptyState>
  );
}

export function ReviewList({ reviews, garageId }: { reviews: ReviewView[]; garageId: string }) {
  return (
    <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {reviews.map((review) => (
        <Review key={review.id} review={review} garageId={garageId} />
      ))}
    </ul>
  );
}

function Review({ review: view, garageId }: { review: ReviewView; garageId: string }) {
  const {
    id,
    rating,
    review,
    written,
    writtenAt,
    writtenExactly,
    viewerCanDelete,
    viewerCanBlock,
    viewerIsAuthor,
    ...author
  } = view;
  return (
    <li id={`review-${id}`} className="min-w-0 scroll-mt-24">
      <article>
        <Byline {...author} at={writtenAt} ago={written} exactly={writtenExactly}>
          <Stars rating={rating} />
        </Byline>
        <p className="mt-2 whitespace-pre-line">{review}</p>
        <div className="mt-1 -ml-3 flex flex-wrap items-center gap-x-4">
          {viewerCanDelete ? (
            <ConfirmLink confirm={deleteReviewStep(id)} kind="quiet" small>
              Delete<span className="sr-only"> the review by {author.authorName}</span>
            </ConfirmLink>
          ) : null}
          {viewerIsAuthor ? null : (
            <ReportLink about={`/garages/${garageId}#review-${id}`} what={`the review by ${author.authorName}`} />
          )}
          {viewerCanBlock ? (
            <BlockLink
              person={{ userId: author.authorId, name: author.authorName }}
              returnTo={`/garages/${garageId}#reviews`}
            />
          ) : null}
        </div>
      </article>
    </li>
  );
}

/** For visitors only: the owner has nothing to log in for. */
function LoginToReview({ garageId, form }: { garageId: string; form: ReviewFormView }) {
  if (form.viewerIsLoggedIn) return null;
  return (
    <p className="mt-6">
      <Link to={`/login?returnTo=${encodeURIComponent(`/garages/${garageId}#reviews`)}`} className="link font-semibold">
        Log in
      </Link>{" "}
      to add your review.
    </p>
  );
}
