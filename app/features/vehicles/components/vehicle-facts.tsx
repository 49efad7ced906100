import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { vehiclesUrl } from "~/features/makes/address";
import { isolate } from "~/lib/text";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Prose, Section } from "~/ui/layout/page";
import { LinkedText } from "~/ui/linked-text";
import { pluralName } from "../name";
import type { ModelNames, OtherVehicleView, VehicleView } from "../queries.server";
import { headlineSpecs, type SpecRow } from "../specs";
import { VehicleGrid } from "./vehicle-card";

export function FourFacts({ specs }: { specs: readonly SpecRow[] }) {
  const facts = headlineSpecs(specs);
  if (facts.length === 0) return null;
  return (
    <dl className="four-facts">
      {facts.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
        <div key={index} className="min-w-0">
          <dt dir="auto" className="text-sm text-grey">
            {name}
          </dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The owner's words. Without a story, the owner gets a link to write it. */
export function VehicleStory({ vehicle }: { vehicle: VehicleView }) {
  const { description, story, photos, viewerCanEdit, id } = vehicle;
  if (story === "" && description === "" && !viewerCanEdit) {
    return (
      <p className="mt-8 max-w-measure text-grey">
        {photos.length > 0
          ? "The owner is letting the photos speak for now."
          : "The owner has not written about it yet."}
      </p>
    );
  }
  return (
    <div className="mt-8 max-w-measure">
      {description === "" ? null : (
        <p dir="auto" className="text-lg leading-relaxed whitespace-pre-line">
          <LinkedText text={description} />
        </p>
      )}
      {story === "" ? null : (
        <section aria-labelledby="story" className="mt-8">
          <h2 id="story" className="mb-4">
            The story
          </h2>
          <Prose text={story} />
        </section>
      )}
      {story === "" && viewerCanEdit ? <NoStory id={id} isBelow={description !== ""} /> : null}
    </div>
  );
}

function NoStory({ id, isBelow }: { id: number; isBelow: boolean }) {
  return (
    <div className={isBelow ? "mt-8" : ""}>
      <EmptyState
        title="No story yet."
        action={<ButtonLink to={`/vehicles/${id}/edit#field-story`}>Write its story</ButtonLink>}
      >
        Where did you find it, what did you do to it, where did it take you?
      </EmptyState>
    </div>
  );
}

/** Make, model, year, condition and the owner's rows. */
export function SpecSheet({ vehicle, canonicalNames }: { vehicle: VehicleView; canonicalNames: ModelNames }) {
  const { make, model, year, specs, viewerCanEdit, id } = vehicle;
  const edit = { to: `/vehicles/${id}/specs`, label: "Edit spec sheet" };
  return (
    <Section id="specs" title="Spec sheet" more={viewerCanEdit ? edit : undefined}>
      <dl className="spec-table">
        <SpecLine name="Make">
          <ListLink to={{ make: canonicalNames.make }} name={make} />
        </SpecLine>
        <SpecLine name="Model">
          <ListLink to={canonicalNames} name={model} />
        </SpecLine>
        <SpecLine name="Year">
          <ListLink to={{ from: year, to: year }} name={year} />
        </SpecLine>
        <SpecLine name="Condition">
          <Condition vehicle={vehicle} />
        </SpecLine>
        {specs.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
          <SpecLine key={index} name={name}>
            {value}
          </SpecLine>
        ))}
      </dl>
    </Section>
  );
}

function SpecLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt dir="auto">{name}</dt>
      <dd dir="auto" className="min-w-0">
        {children}
      </dd>
    </div>
  );
}

/** The touch area extends over the row, which stays as low as its text. */
function ListLink({ to, name }: { to: Parameters<typeof vehiclesUrl>[0]; name: ReactNode }) {
  return (
    <Link to={vehiclesUrl(to)} className="link -my-2.5 inline-flex min-h-11 max-w-full items-center">
      <bdi>{name}</bdi>
    </Link>
  );
}

function Condition({ vehicle: { condition, id, viewerCanEdit } }: { vehicle: VehicleView }) {
  if (condition !== "") return <bdi>{condition}</bdi>;
  if (!viewerCanEdit) return <span className="text-grey">Not stated</span>;
  return (
    <Link to={`/vehicles/${id}/edit#field-condition`} className="link">
      Add its condition
    </Link>
  );
}

interface OtherVehiclesProps {
  canonicalNames: ModelNames;
  ofGarage: readonly OtherVehicleView[];
  ofModel: readonly OtherVehicleView[];
}

export function OtherVehicles({ canonicalNames, ofGarage, ofModel }: OtherVehiclesProps) {
  const all = { to: vehiclesUrl(canonicalNames), label: "See all" };
  return (
    <>
      {ofGarage.length > 0 ? (
        <Section id="more" title="More from this garage">
          <VehicleGrid vehicles={ofGarage} />
        </Section>
      ) : null}
      {ofModel.length > 0 ? (
        <Section id="others" title={`Other ${isolate(pluralName(canonicalNames))}`} more={all}>
          <VehicleGrid vehicles={ofModel} />
        </Section>
      ) : null}
    </>
  );
}
