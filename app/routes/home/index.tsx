import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { MakeLinks } from "~/features/browse/components/make-links";
import { Feed } from "~/features/feed/components/feed";
import { listFeed } from "~/features/feed/queries.server";
import { GarageGrid } from "~/features/garages/components/garage-card";
import { Intro } from "~/features/garages/components/intro";
import { listNewestGarages, listRandomGarages } from "~/features/garages/queries.server";
import { siteData } from "~/features/garages/structured-data";
import { listBiggestMakes } from "~/features/makes/queries.server";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { listLatestVehicles } from "~/features/vehicles/queries.server";
import { type PageError, pageLoader } from "~/http/page.server";
import { endedOwnerOf } from "~/http/parked-words.server";
import { getViewer, safeReturnTo } from "~/http/session.server";
import { parsePage } from "~/lib/paging";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorScreen, isNetworkError } from "~/ui/error-screen";
import { Notice } from "~/ui/notice";
import { EmptyState, Page, Section } from "~/ui/page";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "Paddock · Garages and the vehicles in them",
    description: "Owners show their cars and bikes here, with photos and the stories behind them.",
    keep: { page: "1" },
    feed: { title: "Paddock · The Latest", path: "/feed.xml" },
    about: siteData,
  });

/** 4 random garages, 4 newest garages, 8 latest vehicles; 8 of what happened in followed garages a page. */
const GARAGES = 4;
const VEHICLES = 8;
const ACTIVITIES = 8;
/** And the biggest makes. */
const MAKES = 8;

const LOAD_ERROR = "Could not load content. Please try again later.";

export const loader = pageLoader(async ({ request }) => {
  const viewer = await getViewer(request);
  const newest = listNewestGarages(GARAGES);
  const back = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  return {
    person: viewer && { name: viewer.name, garageId: viewer.garageId },
    // Redirected here by a page that needs a session: offer the login, which returns to that page.
    returnTo: viewer || back === "/" ? null : back,
    sessionEnded: !viewer && back !== "/" && (await endedOwnerOf(request)) !== undefined,
    feed: viewer && listFeed(viewer, parsePage(new URL(request.url).searchParams, ACTIVITIES)),
    ...pickGarages(viewer === null, newest),
    newest,
    latest: listLatestVehicles({ page: 1, limit: VEHICLES }),
    makes: listBiggestMakes(MAKES),
  };
}, LOAD_ERROR);

/**
 * The featured garages and, for visitors where there are enough, one more as an example. The newest ones, which the
 * page shows anyway, only fill up.
 */
function pickGarages(withExample: boolean, newest: readonly { id: string }[]) {
  const shown = new Set(newest.map(({ id }) => id));
  const wanted = withExample ? GARAGES + 1 : GARAGES;
  const random = listRandomGarages(wanted + newest.length);
  const others = random.filter(({ id }) => !shown.has(id));
  const picked = [...others, ...random.filter(({ id }) => shown.has(id))].slice(0, wanted);
  const example = picked.length > GARAGES && picked[0]?.coverPhoto ? picked[0] : null;
  return { example, featured: example ? picked.slice(1) : picked.slice(0, GARAGES) };
}

export default function Home() {
  const { person, returnTo, sessionEnded, feed, example, featured, newest, latest, makes } =
    useLoaderData<typeof loader>();
  return (
    <Page>
      {returnTo ? <LoginNotice returnTo={returnTo} sessionEnded={sessionEnded} /> : null}
      <Intro person={person} example={example} />
      {feed ? <Feed feed={feed} /> : null}
      <Section id="featured" title="Featured Garages">
        {featured.length > 0 ? <GarageGrid garages={featured} eager={!example && !feed} /> : <NoGarages />}
      </Section>
      <Section id="newest" title="Newest Garages" more={{ to: "/garages", label: "See all garages" }}>
        {newest.length > 0 ? <GarageGrid garages={newest} /> : <NoGarages />}
      </Section>
      <Section id="latest" title="The Latest" more={{ to: "/vehicles", label: "See all vehicles" }}>
        {latest.length > 0 ? (
          <VehicleGrid vehicles={latest} />
        ) : (
          <EmptyState title="No vehicles yet.">The newest ones will appear here.</EmptyState>
        )}
      </Section>
      {makes.length > 0 ? (
        <Section id="makes" title="Browse by make" more={{ to: "/vehicles/makes", label: "See all makes" }}>
          <MakeLinks makes={makes} />
        </Section>
      ) : null}
    </Page>
  );
}

function LoginNotice({ returnTo, sessionEnded }: { returnTo: string; sessionEnded: boolean }) {
  return (
    <div className="mb-8">
      <Notice>
        <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {sessionEnded
            ? "Your session has ended. Log in and we'll take you back."
            : "That page is for members. Log in and we'll take you straight there."}
          <ButtonLink to={`/login?returnTo=${encodeURIComponent(returnTo)}`}>Log in</ButtonLink>
        </span>
      </Notice>
    </div>
  );
}

function NoGarages() {
  return <EmptyState title="No garages yet.">The first one will appear here. It could be yours.</EmptyState>;
}

/** Replaces the content where the loader failed; the layout around it stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isNetworkError(error)) return <ErrorScreen />;
  const { message = LOAD_ERROR, errorId } = (isRouteErrorResponse(error) ? error.data : {}) as Partial<PageError>;
  return (
    <Page narrow>
      <h1>Oops! Something went wrong.</h1>
      <p role="alert" className="mt-3 text-lg">
        {message}
      </p>
      {errorId ? <p className="mt-2 text-sm text-grey tabular-nums">Error id: {errorId}</p> : null}
      <form method="get" action="/" className="mt-6">
        <Button kind="primary">Try Again</Button>
      </form>
    </Page>
  );
}
