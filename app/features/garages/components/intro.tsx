import { ButtonLink } from "~/ui/button";

/** The top of the home page: what this is, and the one next step of whoever looks. */
export function Intro({ person }: { person: { name: string; garageId: number | null } | null }) {
  return (
    <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6 md:mb-16">
      {person ? <Welcome person={person} /> : <Visitor />}
    </div>
  );
}

function Visitor() {
  return (
    <>
      <div className="max-w-measure">
        <h1 className="text-3xl">Show what is in your garage. See what is in theirs.</h1>
        <p className="mt-4 text-lg text-grey">
          Daily drivers, barn finds, race cars, motorcycles: on Paddock their owners show them, with photos and the
          whole story.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" kind="primary">
          Sign up
        </ButtonLink>
        <ButtonLink to="/garages">Look around</ButtonLink>
      </div>
    </>
  );
}

function Welcome({ person: { name, garageId } }: { person: { name: string; garageId: number | null } }) {
  return (
    <>
      <div className="max-w-measure">
        <h1>Good to see you, {name}.</h1>
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
    </>
  );
}
