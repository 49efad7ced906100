import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Door } from "~/features/browse/components/doorways";
import { MAKES_A_PAGE } from "~/features/browse/limits";
import { listMakeLetters } from "~/features/browse/queries.server";
import { vehiclesAddress } from "~/features/makes/address";
import { pageLoader } from "~/http/page.server";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { EmptyState, HeaderLink, Page, PageHeader } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "All makes",
    description: "Every make on Paddock, A to Z, with how many of them are shown here.",
    keep: { page: "1" },
  });

/** The API answers the same makes, the most first, at `/api/v1/vehicles/makes`. */
export const loader = pageLoader(({ request }) =>
  listMakeLetters(parsePage(new URL(request.url).searchParams, MAKES_A_PAGE)),
);

export default function Makes() {
  const { rows, ...list } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="All makes" lead={`${plural(list.total, "make")}, A to Z.`}>
        <HeaderLink to="/vehicles">All vehicles</HeaderLink>
      </PageHeader>
      {rows.length > 0 ? (
        <div className="gap-x-8 sm:columns-2 lg:columns-4">
          {rows.map(({ letter, makes }) => (
            <section key={letter} aria-label={letter} className="mb-8 break-inside-avoid">
              <h2 className="border-t-2 border-ink pt-3 text-lg">{letter}</h2>
              <ul className="mt-1">
                {makes.map(({ name, count }) => (
                  <Door key={name} to={vehiclesAddress({ make: name })} name={name} count={count} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : (
        <NoMakes pastEnd={list.total > 0} />
      )}
      <Pagination {...list} />
    </Page>
  );
}

function NoMakes({ pastEnd }: { pastEnd: boolean }) {
  if (pastEnd) {
    const first = <ButtonLink to="/vehicles/makes">See the first page</ButtonLink>;
    return <EmptyState title="Nothing on this page." action={first} />;
  }
  return (
    <EmptyState title="No makes yet." action={<ButtonLink to="/vehicles/new">Add the first vehicle</ButtonLink>}>
      A make is here as soon as somebody shows one.
    </EmptyState>
  );
}
