import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGaragePage } from "~/features/garages/queries.server";
import { ALL_WITHHELD, ReviewList } from "~/features/social/components/reviews";
import { REVIEWS_PER_PAGE } from "~/features/social/limits";
import { listReviews, reviewPath } from "~/features/social/reviews.server";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { parseId, requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { BackLink, EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const description = `What visitors say about ${data.name} on ${siteNameOf(page.matches)}.`;
  return shareMeta(page, { title: `Reviews of ${data.name}`, description, queryDefaults: { page: "1" } });
};

/** The garage's page shows the newest. */
export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const { name, averageRating } = getGaragePage(id, viewer);
  const query = new URL(request.url).searchParams;
  const review = parseId(query.get("review"));
  if (review !== undefined) throw redirect(reviewPath(id, review, REVIEWS_PER_PAGE, viewer));
  const page = parsePage(query, REVIEWS_PER_PAGE);
  return { id, name, averageRating, reviews: listReviews(id, viewer, page) };
});

export default function ReviewsPage() {
  const { id, name, averageRating, reviews } = useLoaderData<typeof loader>();
  const { rows, withheld, ...list } = reviews;
  const { total } = list;
  const emptyText = withheld > 0 ? ALL_WITHHELD : "No reviews yet.";
  const lead =
    averageRating === null ? undefined : `${averageRating.toFixed(1)} out of 5 from ${plural(total, "review")}`;
  return (
    <Page>
      <BackLink to={`/garages/${id}`}>{name}</BackLink>
      <PageHeader title={`Reviews of ${isolate(name)}`} lead={lead} />
      {rows.length > 0 ? (
        <ReviewList reviews={rows} garageId={id} />
      ) : (
        <EmptyState
          title={total > 0 ? "Nothing on this page." : emptyText}
          action={<ButtonLink to={`/garages/${id}#reviews`}>Back to the garage</ButtonLink>}
        />
      )}
      <Pagination {...list} />
    </Page>
  );
}
