import { Link, useActionData } from "@remix-run/react";
import { BlockLink } from "~/features/blocks/components/block-buttons";
import { ReportLink } from "~/features/cases/components/report-link";
import type { FormFailure } from "~/lib/forms";
import { isolate, plural } from "~/lib/text";
import { buttonClass, SubmitButton } from "~/ui/forms/button";
import { ConfirmLink } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HiddenChip, HiddenReason } from "~/ui/hidden-mark";
import { EmptyState, Section } from "~/ui/layout/page";
import { LinkedText } from "~/ui/linked-text";
import { MAX_RATING } from "../limits";
import type { ReviewFormView, ReviewListView, ReviewView } from "../reviews.server";
import { Byline, deleteReviewConfirmation } from "./byline";
import { StarField } from "./star-field";

interface ReviewsProps {
  garageId: number;
  /** 1 to 5 with one decimal; null without reviews. */
  averageRating: number | null;
  reviews: ReviewListView;
  form: ReviewFormView;
  isOwner: boolean;
}

/** Newest first, with the average and the form (intent `review`). */
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
          <span className="tabular-nums">{averageRating.toFixed(1)} out of 5</span>{" "}
          <span className="text-grey">
            {total === 1 ? "from one review" : `on average, from ${plural(total, "review")}`}
          </span>
        </p>
      )}
      {rows.length > 0 ? (
        <ReviewList reviews={rows} garageId={garageId} />
      ) : (
        <NoReviews
          hasWithheld={reviews.withheld > 0}
          isOwner={isOwner}
          isClosed={form.viewerIsLoggedIn && !form.viewerCanReview}
        />
      )}
      {form.viewerCanReview ? <ReviewDisclosure {...form} /> : <LoginToReview garageId={garageId} form={form} />}
    </Section>
  );
}

export const ALL_WITHHELD = "All reviews here are by members you blocked.";

interface NoReviewsProps {
  /** All are by users whom the viewer has blocked. */
  hasWithheld: boolean;
  isOwner: boolean;
  /** The viewer may not write one. */
  isClosed: boolean;
}

function NoReviews({ hasWithheld, isOwner, isClosed }: NoReviewsProps) {
  if (hasWithheld) {
    return <EmptyState title="Nothing to show here.">{ALL_WITHHELD}</EmptyState>;
  }
  return (
    <EmptyState title="No reviews yet.">
      {isOwner ? "Visitors’ reviews will appear here." : isClosed ? null : "Write the first review."}
    </EmptyState>
  );
}

export function ReviewList({ reviews, garageId }: { reviews: ReviewView[]; garageId: number }) {
  return (
    <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {reviews.map((review) => (
        <Review key={review.id} review={review} garageId={garageId} />
      ))}
    </ul>
  );
}

function Review({ review: view, garageId }: { review: ReviewView; garageId: number }) {
  const {
    id,
    rating,
    review,
    written,
    writtenAt,
    writtenExactly,
    viewerCanDelete,
    viewerRemoves,
    viewerCanBlock,
    viewerIsAuthor,
    ...author
  } = view;
  return (
    <li id={`review-${id}`} className="min-w-0 scroll-mt-24">
      <article>
        <Byline {...author} at={writtenAt} ago={written} exactly={writtenExactly}>
          <Stars rating={rating} />
          <HiddenChip {...view} />
        </Byline>
        <p dir="auto" className="mt-2 whitespace-pre-line">
          <LinkedText text={review} />
        </p>
        <HiddenReason {...view} />
        <div className="mt-1 -ml-3 flex flex-wrap items-center gap-x-4">
          {viewerCanDelete ? (
            <ConfirmLink confirm={deleteReviewConfirmation(id, viewerRemoves)} kind="quiet" small>
              Delete
              <span className="sr-only">
                {" "}
                the review by <bdi>{author.authorName}</bdi>
              </span>
            </ConfirmLink>
          ) : null}
          {viewerIsAuthor ? null : (
            <ReportLink path={`/reviews/${id}`} name={`the review by ${isolate(author.authorName)}`} />
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

function LoginToReview({ garageId, form }: { garageId: number; form: ReviewFormView }) {
  if (form.viewerIsLoggedIn) return null;
  return (
    <p className="mt-6">
      <Link to={`/login?returnTo=${encodeURIComponent(`/garages/${garageId}#reviews`)}`} className="link">
        Log in
      </Link>{" "}
      to add your review.
    </p>
  );
}

/** Open after a refusal. */
function ReviewDisclosure({ own, revision }: ReviewFormView) {
  const failure = useActionData<FormFailure | undefined>();
  const isRefused = failure?.values?.intent === "review";
  return (
    <details className="group mt-8" open={isRefused || undefined} key={own ? `${own.rating} ${own.review}` : "new"}>
      <summary className={buttonClass("secondary", false, "list-none [&::-webkit-details-marker]:hidden")}>
        {own ? "Edit your review" : "+ Add Your Review"}
      </summary>
      <div className="mt-6 max-w-form">
        <PageForm once draft intent="review" initial={{ ...own, revision }}>
          <StarField name="rating" label="Rating" />
          <TextArea name="review" label="Your review" />
          <SubmitButton busy="Saving…">{own ? "Save review" : "Add review"}</SubmitButton>
        </PageForm>
        {own ? (
          <div className="mt-4">
            <ConfirmLink confirm={deleteReviewConfirmation(own.id)} kind="quiet" small>
              Delete your review
            </ConfirmLink>
          </div>
        ) : null}
      </div>
    </details>
  );
}

/** Read aloud as "4 out of 5 stars". */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} out of ${MAX_RATING} stars`} className="tracking-wider whitespace-nowrap">
      <span>{"★".repeat(rating)}</span>
      <span className="text-line-strong">{"☆".repeat(MAX_RATING - rating)}</span>
    </span>
  );
}
