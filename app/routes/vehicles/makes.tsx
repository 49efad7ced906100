import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BrowseLink } from "~/features/browse/components/browse-links";
import { MAKES_PER_PAGE } from "~/features/browse/limits";
import { listMakeLetters } from "~/features/browse/queries.server";
import { vehiclesUrl } from "~/features/makes/address";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, HeaderLink, Page, PageHeader } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";

export const handle: RouteHandle = { cache: { query: ["page", "limit"] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "All makes",
    description: `Every make on ${siteNameOf(page.matches)}, A to Z, with how many there are of each.`,
    queryDefaults: { page: "1" },
  });

export const loader = pageLoader(({ request }) =>
  listMakeLetters(parsePage(new URL(request.url).searchParams, MAKES_PER_PAGE)),
);

export default function Makes() {
  const { rows, ...list } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="All makes" lead={`${plural(list.total, "make")}, A to Z.`}>
        <HeaderLink to="/vehicles">All vehicles</HeaderLink>
      </PageHeader>
      {list.total > 0 && rows.length === 0 ? (
        <PastEnd to="/vehicles/makes" />
      ) : rows.length > 0 ? (
        <div className="gap-x-8 sm:columns-2 lg:columns-4">
          {rows.map(({ letter, makes }) => (
            <section key={letter} aria-label={letter} className="mb-8 break-inside-avoid">
              <h2 className="border-t border-line pt-3 text-lg">
                <bdi>{letter}</bdi>
              </h2>
              <ul className="mt-1">
                {makes.map(({ name, count }) => (
                  <BrowseLink key={name} to={vehiclesUrl({ make: name })} name={name} count={count} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : (
        <NoMakes />
      )}
      <Pagination {...list} />
    </Page>
  );
}

function NoMakes() {
  return (
    <EmptyState title="No makes yet." action={<ButtonLink to="/vehicles/new">Add the first vehicle</ButtonLink>}>
      Makes appear here when members add vehicles.
    </EmptyState>
  );
}
