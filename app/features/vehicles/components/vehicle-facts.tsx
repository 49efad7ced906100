import { vehiclesUrl } from "~/features/makes/address";
import { isolate } from "~/lib/text";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Prose, Section } from "~/ui/layout/page";
import { LinkedText } from "~/ui/linked-text";
import { pluralName } from "../name";
import type { ModelNames, OtherVehicleView, VehicleView } from "../queries.server";
import type { SpecRow } from "../specs";
import { VehicleGrid } from "./vehicle-card";

/** Without a story, the owner gets a link to write it. */
export function VehicleStory({ vehicle }: { vehicle: VehicleView }) {
  const { description, story, photos, viewerCanEdit, id } = vehicle;
  if (story === "" && description === "" && !viewerCanEdit) {
    return (
      <p className="mt-8 max-w-measure border-t-2 border-ink pt-4 text-grey">
        {photos.length > 0
          ? "The owner is letting the photos speak for now."
          : "The owner has not written about it yet."}
      </p>
    );
  }
  return (
    <div className="mt-8">
      {description === "" ? null : (
        <p dir="auto" className="max-w-measure border-t-2 border-ink pt-4 text-lg leading-relaxed whitespace-pre-line">
          <LinkedText text={description} />
        </p>
      )}
      {story === "" ? null : (
        <section
          aria-labelledby="story"
          className={description === "" ? "max-w-measure border-t-2 border-ink pt-3" : "mt-10"}
        >
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
    <div className={isBelow ? "mt-8 max-w-measure" : "max-w-measure"}>
      <EmptyState
        title="No story yet."
        action={<ButtonLink to={`/vehicles/${id}/edit#field-story`}>Write its story</ButtonLink>}
      >
        Where did you find it, what did you do to it, where did it take you?
      </EmptyState>
    </div>
  );
}

/** In the owner's order; nothing without rows. */
export function SpecSheet({ specs }: { specs: readonly SpecRow[] }) {
  if (specs.length === 0) return null;
  return (
    <section aria-labelledby="specs" className="mt-6 min-w-0 lg:row-start-3">
      <h2 id="specs" className="mb-2 text-lg">
        Spec sheet
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 border-b border-line lg:grid-cols-3 lg:gap-x-8">
        {specs.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
          <div key={index} className="min-w-0 border-t border-line py-2 max-lg:last:odd:col-span-2">
            <dt dir="auto" className="text-sm text-grey">
              {name}
            </dt>
            <dd dir="auto" className="font-semibold">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
