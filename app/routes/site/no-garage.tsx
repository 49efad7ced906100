import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { Page, PageHeader } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "No Garage Found")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await getViewer({ request, context });
  return { canOpen: viewer !== null && viewer.garageId === null };
});

export default function NoGarage() {
  const { canOpen } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader
        title="No Garage Found"
        lead={
          canOpen
            ? "There is no garage here yet. If you were looking for yours, open it now."
            : "This member has not opened a garage yet."
        }
      />
      <div className="flex flex-wrap gap-3">
        {canOpen ? (
          <ButtonLink to="/onboarding" kind="primary">
            Open your garage
          </ButtonLink>
        ) : null}
        <ButtonLink to="/garages" kind={canOpen ? "secondary" : "primary"}>
          See all garages
        </ButtonLink>
        <ButtonLink to="/" kind="quiet">
          Go to Homepage
        </ButtonLink>
      </div>
    </Page>
  );
}
