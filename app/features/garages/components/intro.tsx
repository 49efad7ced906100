import { Link } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { PHONE_WIDTH, Photo } from "~/ui/photo";
import type { GarageCardView } from "../queries.server";

interface IntroProps {
  person: { name: string; garageId: number | null } | null;
  /** A garage with a picture, for visitors to see at once what this is about. */
  example: GarageCardView | null;
}

/** The top of the home page: what this is, and the one next step of whoever looks. */
export function Intro({ person, example }: IntroProps) {
  return person ? <Welcome person={person} /> : <Visitor example={example} />;
}

function Visitor({ example }: Pick<IntroProps, "example">) {
  return (
    <div className="mb-12 grid items-center gap-x-12 gap-y-8 md:mb-16 md:grid-cols-2">
      <div>
        <h1 className="text-3xl">Show what is in your garage. See what is in theirs.</h1>
        <p className="mt-4 max-w-measure text-lg text-grey">
          Daily drivers, barn finds, race cars, motorcycles: on Paddock their owners show them, with photos and the
          whole story.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/signup" kind="primary">
            Sign up
          </ButtonLink>
          <ButtonLink to="/garages">Look around</ButtonLink>
        </div>
      </div>
      {example ? <Example garage={example} /> : null}
    </div>
  );
}

function Example({ garage }: { garage: GarageCardView }) {
  return (
    <div className="card">
      <Photo
        kind="photos"
        name={garage.coverPhoto}
        alt=""
        sizes={`(min-width: 75rem) 36rem, (min-width: 48rem) 50vw, ${PHONE_WIDTH}`}
        priority
        className="aspect-3/2"
      />
      <p className="mt-2 text-sm text-grey">
        In{" "}
        <Link to={`/garages/${garage.id}`} prefetch="intent" className="card-link font-bold text-ink">
          {garage.name}
        </Link>
        , the garage of {garage.ownerName}
      </p>
    </div>
  );
}

function Welcome({ person: { name, garageId } }: { person: NonNullable<IntroProps["person"]> }) {
  return (
    <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6 md:mb-16">
      <div className="max-w-measure">
        <h1>Welcome back, {name}</h1>
        {garageId === null ? (
          <p className="mt-2 text-lg text-grey">
            Your garage is one short form away: a name, a place, and the doors are open.
          </p>
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
