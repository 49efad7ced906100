import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Link, useLoaderData, useRouteError } from "@remix-run/react";
import { MakeLinks } from "~/features/browse/components/browse-links";
import { FreshEntries } from "~/features/build-log/components/fresh-entries";
import { listNewestEntries } from "~/features/build-log/newest.server";
import { EventRows } from "~/features/events/components/event-card";
import { listComingEvents } from "~/features/events/list.server";
import { blockDate } from "~/features/events/time/format";
import { Feed } from "~/features/feed/components/feed";
import { listFeed } from "~/features/feed/queries.server";
import { GarageRows, LargeGarages } from "~/features/garages/components/garage-card";
import { countShownGarages } from "~/features/garages/list.server";
import { type GarageCardView, listHomeGarages } from "~/features/garages/queries.server";
import { siteData } from "~/features/garages/structured-data";
import { listBiggestMakes } from "~/features/makes/queries.server";
import { VehicleRows } from "~/features/vehicles/components/vehicle-card";
import { countShownVehicles, listLatestVehicles } from "~/features/vehicles/queries.server";
import type { RouteHandle } from "~/http/context";
import { type PageError, pageLoader } from "~/http/page/page.server";
import { getViewer, readSessionToken, safeReturnTo } from "~/http/session/session.server";
import { parsePage } from "~/lib/paging";
import { DEFAULT_SITE_LINE } from "~/lib/site";
import { formatCount } from "~/lib/text";
import { SiteName, siteOf, useSite } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Button, ButtonLink } from "~/ui/forms/button";
import { ErrorScreen, isNetworkError } from "~/ui/layout/error-screen";
import { Notice } from "~/ui/layout/notice";
import { EmptyState, Page, Section } from "~/ui/layout/page";
import { Photo } from "~/ui/photo";

export const handle: RouteHandle = { cache: { isShortLived: true } };

export const meta: MetaFunction = (page) => {
  const { name, line } = siteOf(page.matches);
  return shareMeta(page, {
    title: line ? `${name} · ${line}` : name,
    description: "Owners show their cars and bikes here, with photos and the stories behind them.",
    queryDefaults: { page: "1" },
    feed: { title: `${name} · The Latest`, path: "/feed.xml" },
    structuredData: (origin) => siteData(origin, name),
  });
};

const GARAGES = 4;
const VEHICLES = 8;
const ACTIVITIES = 8;
const EVENTS = 3;
const ENTRIES = 3;
const MAKES = 8;

const LOAD_ERROR = "Could not load content. Please try again later.";

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await getViewer({ request, context });
  const { searchParams } = new URL(request.url);
  const back = safeReturnTo(searchParams.get("returnTo"));
  const isUnsent = searchParams.has("unsent");
  const coming = listComingEvents(EVENTS);
  return {
    viewer: viewer && { name: viewer.name, garageId: viewer.garageId },
    // From a page for members: offer the login, and return there.
    returnTo: viewer || back === "/" ? null : back,
    sessionEnded: isUnsent || (await readSessionToken(request)) !== undefined,
    isUnsent,
    feed: viewer && listFeed(viewer, parsePage(searchParams, ACTIVITIES)),
    ...listHomeGarages(GARAGES, viewer === null),
    latest: listLatestVehicles({ page: 1, limit: VEHICLES }),
    coming,
    fresh: listNewestEntries(ENTRIES),
    numbers: viewer
      ? null
      : { garages: countShownGarages(), vehicles: countShownVehicles(), next: coming[0]?.startDate ?? null },
    makes: listBiggestMakes(MAKES),
  };
}, LOAD_ERROR);

export default function Home() {
  const { viewer, returnTo, sessionEnded, isUnsent, feed, numbers, ...lists } = useLoaderData<typeof loader>();
  const { example, featured, newest, latest, coming, fresh, makes } = lists;
  return (
    <Page lead={numbers && <Visitor example={example} numbers={numbers} />}>
      {returnTo ? <LoginNotice {...{ returnTo, hasSessionEnded: sessionEnded, isUnsent }} /> : null}
      {viewer ? <Welcome viewer={viewer} /> : null}
      {feed ? <Feed feed={feed} /> : null}
      <Section id="featured" title="Featured Garages">
        {featured.length > 0 ? <LargeGarages garages={featured} eager={!example && !feed} /> : <NoGarages />}
      </Section>
      <div className="two-sections">
        {coming.length > 0 ? (
          <Section id="coming" title="Coming up" more={{ to: "/events", label: "See all events" }}>
            <EventRows events={coming} line={({ location }) => <bdi>{location}</bdi>} />
          </Section>
        ) : null}
        {fresh.length > 0 ? (
          <Section id="fresh" title="Fresh from the workshop">
            <FreshEntries entries={fresh} />
          </Section>
        ) : null}
      </div>
      <Section id="newest" title="Newest Garages" more={{ to: "/garages", label: "See all garages" }}>
        {newest.length > 0 ? (
          <GarageRows garages={newest} />
        ) : featured.length > 0 ? (
          <EmptyState title="No vehicles yet.">Garages appear here with their first vehicle.</EmptyState>
        ) : (
          <NoGarages />
        )}
      </Section>
      <Section id="latest" title="The Latest" more={{ to: "/vehicles", label: "See all vehicles" }}>
        {latest.length > 0 ? (
          <VehicleRows vehicles={latest} />
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

interface LoginNoticeProps {
  returnTo: string;
  hasSessionEnded: boolean;
  /** An unsent form redirected here; its values are not stored. */
  isUnsent: boolean;
}

function LoginNotice({ returnTo, hasSessionEnded, isUnsent }: LoginNoticeProps) {
  return (
    <div className="mb-8">
      <Notice>
        <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {hasSessionEnded
            ? `Your session has ended. ${isUnsent ? "Log in, then use Back to return to what you typed." : "Log in and we’ll take you back."}`
            : "That page is for members. Log in and we’ll take you straight there."}
          <ButtonLink to={`/login?returnTo=${encodeURIComponent(returnTo)}`}>Log in</ButtonLink>
        </span>
      </Notice>
    </div>
  );
}

function NoGarages() {
  return (
    <EmptyState title="No garages yet.">
      <SiteName /> is new. The first garage could be yours.
    </EmptyState>
  );
}

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

interface Numbers {
  garages: number;
  vehicles: number;
  next: string | null;
}

interface VisitorProps {
  example: GarageCardView | null;
  numbers: Numbers;
}

function Visitor({ example, numbers }: VisitorProps) {
  const { line, signUpLabel } = useSite();
  return (
    <div className="hero mb-12 md:mb-16">
      <div className="hero-words">
        {line === "" || line === DEFAULT_SITE_LINE ? null : <p className="mb-3 text-lg">{line}</p>}
        <h1 className="text-3xl">Show what’s in your garage. See what’s in theirs.</h1>
        <p className="mt-4 max-w-measure text-lg text-grey">
          Daily drivers, barn finds, race cars, motorcycles: on <SiteName />, owners show them with photos and the whole
          story.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {signUpLabel === null ? null : (
            <ButtonLink to="/signup" kind="primary">
              {signUpLabel}
            </ButtonLink>
          )}
          <ButtonLink to="/garages">Look around</ButtonLink>
        </div>
        {numbers.garages > 0 ? <HeroNumbers {...numbers} /> : null}
      </div>
      {example ? <Example garage={example} /> : null}
    </div>
  );
}

function HeroNumbers({ garages, vehicles, next }: Numbers) {
  const date = next === null ? null : blockDate(next);
  return (
    <dl className="hero-numbers">
      <div>
        <dt>{garages === 1 ? "garage" : "garages"}</dt>
        <dd>{formatCount(garages)}</dd>
      </div>
      <div>
        <dt>{vehicles === 1 ? "vehicle" : "vehicles"}</dt>
        <dd>{formatCount(vehicles)}</dd>
      </div>
      {date === null || next === null ? null : (
        <div>
          <dt>next event</dt>
          <dd>
            <time dateTime={next}>
              {date.day} {date.month}
            </time>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Example({ garage }: { garage: GarageCardView }) {
  return (
    <div className="card hero-picture">
      <Photo
        kind="photos"
        name={garage.coverPhoto}
        alt=""
        view="full"
        sizes="(min-width: 48rem) 58vw, 100vw"
        priority
      />
      <p className="text-sm text-grey">
        In{" "}
        <Link to={`/garages/${garage.id}`} prefetch="intent" className="card-link link text-ink">
          <bdi>{garage.name}</bdi>
        </Link>
        , the garage of <bdi>{garage.ownerName}</bdi>
      </p>
    </div>
  );
}

function Welcome({ viewer: { name, garageId } }: { viewer: { name: string; garageId: number | null } }) {
  return (
    <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6 md:mb-16">
      <div className="max-w-measure">
        <h1>
          {/* Right after the sign-up there is no garage. */}
          {garageId === null ? "Welcome" : "Welcome back"}, <bdi>{name}</bdi>
        </h1>
        {garageId === null ? (
          <p className="mt-2 text-lg text-grey">Open your garage: a name and a place are enough.</p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">
        {garageId === null ? (
          <ButtonLink to="/onboarding" kind="primary">
            Open your garage
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/vehicles/new" kind="primary">
              + Add Vehicle
            </ButtonLink>
            <ButtonLink to={`/garages/${garageId}`}>My Garage</ButtonLink>
          </>
        )}
      </div>
    </div>
  );
}
