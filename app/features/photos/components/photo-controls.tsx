import { useActionData } from "@remix-run/react";
import type { FormEvent } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import type { FormFailure } from "~/lib/forms";
import { Button } from "~/ui/button";
import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { PageForm } from "~/ui/form";

interface MakeCoverProps {
  photo: PhotoView;
  isCover: boolean;
  /** Does it without leaving the page, where script runs; without it the form goes to the page. */
  onMake?: (photo: PhotoView) => void;
}

/** One press makes a photo the vehicle's cover; where it is that already, it says so. */
export function MakeCover({ photo, isCover, onMake }: MakeCoverProps) {
  if (isCover) {
    return <span className="inline-flex min-h-11 items-center px-1 text-sm font-bold text-green">Cover photo</span>;
  }
  const make =
    onMake &&
    ((event: FormEvent) => {
      event.preventDefault();
      onMake(photo);
    });
  return (
    <PageForm intent="cover" subject={{ photoId: photo.id }} onSubmit={make}>
      <input type="hidden" name="photoFilename" value={photo.photo} />
      <Button small aria-label={`Make Cover: photo ${photo.position}`}>
        Make Cover
      </Button>
    </PageForm>
  );
}

/** Why a photo could not become the cover, where the form that asked for it is not on the page any more. */
export function LostCoverFailure({ photos, coverPhoto }: { photos: PhotoView[]; coverPhoto: string | null }) {
  const answer = useActionData<FormFailure>();
  const { intent, photoId } = answer?.values ?? {};
  const shown = photos.some((photo) => photo.id === photoId && photo.photo !== coverPhoto);
  if (intent !== "cover" || shown) return null;
  return (
    <p role="alert" className="mb-4 rounded-md border-l-4 border-signal bg-signal-soft px-4 py-3 font-bold">
      {answer?.message}
    </p>
  );
}

/** The confirmation before a photo is deleted, on its page and in the dialog. */
export function deletePhotoStep(vehicleId: string, photoId: string, isCover: boolean): Confirmation {
  const cover = isCover ? " The next photo becomes the cover." : "";
  return {
    to: `/vehicles/${vehicleId}/photos/${photoId}/delete`,
    question: "Delete this photo?",
    consequence: `It leaves the gallery.${cover} This cannot be undone.`,
    act: "Delete photo",
  };
}

/** Leads to the second step. */
export function DeletePhoto({ photo, vehicleId, isCover }: { photo: PhotoView; vehicleId: string; isCover: boolean }) {
  return (
    <ConfirmLink confirm={deletePhotoStep(vehicleId, photo.id, isCover)} small>
      Delete<span className="sr-only"> photo {photo.position}</span>
    </ConfirmLink>
  );
}
