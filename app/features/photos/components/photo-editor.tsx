import { Link } from "@remix-run/react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { Button } from "~/ui/button";
import { PageForm, useFormState } from "~/ui/form";
import { Plate } from "~/ui/page";
import { Photo } from "~/ui/photo";
import { MAX_CAPTION } from "../limits";
import { DeletePhoto, MakeCover } from "./photo-controls";
import { photoAlt } from "./photo-gallery";

interface PhotoEditorProps {
  photo: PhotoView;
  vehicle: { id: string; name: string; coverPhoto: string | null };
  /** How many photos the gallery has: the last one cannot go later. */
  total: number;
}

/** A photo in the owner's list: its caption, its place, whether it is the cover, and the way out. */
export function PhotoEditor({ photo, vehicle, total }: PhotoEditorProps) {
  return (
    <li
      id={`photo-${photo.id}`}
      className="grid scroll-mt-24 gap-x-6 gap-y-3 border-t border-line py-5 sm:grid-cols-[12rem_1fr]"
    >
      <Link to={`/vehicles/${vehicle.id}/photos/${photo.id}`} className="relative block self-start rounded-md">
        <Photo
          kind="photos"
          name={photo.photo}
          alt={photoAlt(photo, vehicle.name)}
          sizes="(min-width: 40rem) 12rem, 100vw"
          className="aspect-3/2"
        />
        <Plate className="absolute top-2 left-2 bg-paper">{photo.position}</Plate>
      </Link>
      <div className="min-w-0">
        <PageForm intent="caption" subject={{ photoId: photo.id }} initial={{ caption: photo.caption }}>
          <CaptionInput photo={photo} />
        </PageForm>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <MoveButton photo={photo} direction="earlier" disabled={photo.position === 1} />
          <MoveButton photo={photo} direction="later" disabled={photo.position === total} />
          <MakeCover photo={photo} isCover={vehicle.coverPhoto === photo.photo} />
          <span className="ml-auto">
            <DeletePhoto photo={photo} vehicleId={vehicle.id} isCover={vehicle.coverPhoto === photo.photo} />
          </span>
        </div>
      </div>
    </li>
  );
}

/** Many of them stand on one page, so each has an id of its own. */
function CaptionInput({ photo }: { photo: PhotoView }) {
  const { failure } = useFormState();
  const messages = failure?.errors.caption;
  const id = `caption-${photo.id}`;
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-bold">
        Caption <span className="font-normal text-grey">of photo {photo.position} (optional)</span>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          name="caption"
          maxLength={MAX_CAPTION}
          className="input min-w-0 flex-1 basis-52"
          defaultValue={failure?.values.caption ?? photo.caption}
          aria-invalid={messages ? true : undefined}
          aria-describedby={messages ? `${id}-error` : undefined}
        />
        <Button aria-label={`Save the caption of photo ${photo.position}`}>Save</Button>
      </div>
      {messages ? (
        <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </>
  );
}

function MoveButton({
  photo,
  direction,
  disabled,
}: {
  photo: PhotoView;
  direction: "earlier" | "later";
  disabled: boolean;
}) {
  if (disabled) return null;
  return (
    <PageForm intent="move" subject={{ photoId: photo.id }}>
      <input type="hidden" name="direction" value={direction} />
      <Button small aria-label={`Move photo ${photo.position} ${direction}`}>
        {direction === "earlier" ? "Move earlier" : "Move later"}
      </Button>
    </PageForm>
  );
}
