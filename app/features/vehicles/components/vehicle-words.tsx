import { ButtonLink } from "~/ui/button";
import { EmptyState, Prose } from "~/ui/page";
import type { VehicleView } from "../queries.server";

/** A vehicle's description and story. What is missing is asked for where it would stand; guests read on. */
export function VehicleWords({ vehicle }: { vehicle: VehicleView }) {
  const { description, story, photos, viewerCanEdit, id } = vehicle;
  if (story === "" && description === "" && !viewerCanEdit) {
    return (
      <p className="mt-8 max-w-measure border-t-2 border-ink pt-4 text-grey">
        {photos.length > 0 ? "The owner lets the photos speak for now." : "The owner has not written about it yet."}
      </p>
    );
  }
  return (
    <div className="mt-8">
      {description === "" ? null : (
        <p className="max-w-measure border-t-2 border-ink pt-4 text-lg leading-relaxed whitespace-pre-line">
          {description}
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
      {story === "" && viewerCanEdit ? <NoStory id={id} below={description !== ""} /> : null}
    </div>
  );
}

function NoStory({ id, below }: { id: string; below: boolean }) {
  return (
    <div className={below ? "mt-8 max-w-measure" : "max-w-measure"}>
      <EmptyState
        title="No story yet"
        action={<ButtonLink to={`/vehicles/${id}/edit#field-story`}>Write its story</ButtonLink>}
      >
        Where did you find it, what did you do to it, where did it take you?
      </EmptyState>
    </div>
  );
}
