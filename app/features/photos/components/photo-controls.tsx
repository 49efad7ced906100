import { useActionData } from "@remix-run/react";
import type { FormEvent } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import type { FormFailure } from "~/lib/forms";
import { Button } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { PageForm } from "~/ui/forms/form";
import { Photo } from "~/ui/photo";
import { photoAlt } from "./photo-gallery";

interface MakeCoverProps {
  photo: PhotoView;
  isCover: boolean;
  /** With script, without leaving the page. */
  onMake?: (photo: PhotoView) => void;
}

export function MakeCover({ photo, isCover, onMake }: MakeCoverProps) {
  if (isCover) {
    return <span className="inline-flex min-h-11 items-center px-1 text-sm text-green">Cover photo</span>;
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

/** The form of the failed cover change is no longer on the page. */
export function MissingCoverNotice({ photos, coverPhoto }: { photos: PhotoView[]; coverPhoto: string | null }) {
  const actionData = useActionData<FormFailure>();
  const { intent, photoId } = actionData?.values ?? {};
  const isShownAtPhoto = photos.some((photo) => `${photo.id}` === photoId && photo.photo !== coverPhoto);
  if (intent !== "cover" || isShownAtPhoto) return null;
  return (
    <p role="alert" className="mb-4 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      {actionData?.message}
    </p>
  );
}

interface DeleteProps {
  photo: PhotoView;
  vehicle: { id: number; name: string };
  isCover: boolean;
}

/** @param back next page: the vehicle's, or the one that orders its photos */
export function deletePhotoConfirmation(
  { photo, vehicle, isCover }: DeleteProps,
  back: "vehicle" | "photos",
): Confirmation {
  const cover = isCover ? " The next photo becomes the cover." : "";
  return {
    to: `/vehicles/${vehicle.id}/photos/${photo.id}/delete`,
    question: "Delete this photo?",
    consequence: (
      <>
        <figure className="mb-4">
          <Photo
            kind="photos"
            name={photo.photo}
            alt={photoAlt(photo, vehicle.name)}
            sizes="15rem"
            contain
            className="aspect-3/2 max-w-60"
          />
          {photo.caption === "" ? null : (
            <figcaption dir="auto" className="mt-1 text-sm text-ink">
              {photo.caption}
            </figcaption>
          )}
        </figure>
        <p>{`The photo will be deleted.${cover} This cannot be undone.`}</p>
      </>
    ),
    act: "Delete photo",
    fields: back === "photos" ? <input type="hidden" name="back" value="photos" /> : undefined,
  };
}

/** @param form of all photos on their edit page; it saves typed values first */
export function DeletePhoto({ form, ...about }: DeleteProps & { form?: string }) {
  const button = form === undefined ? undefined : { form, name: "delete", value: about.photo.id };
  return (
    <ConfirmLink
      confirm={deletePhotoConfirmation(about, form === undefined ? "vehicle" : "photos")}
      button={button}
      small
    >
      Delete<span className="sr-only"> photo {about.photo.position}</span>
    </ConfirmLink>
  );
}

export function PhotoOptions({ onMake, ...about }: DeleteProps & Pick<MakeCoverProps, "onMake">) {
  return (
    <details className="photo-options">
      <summary>
        Photo options<span className="sr-only">: photo {about.photo.position}</span>
      </summary>
      <div className="flex flex-wrap items-center gap-1 pb-2">
        <MakeCover photo={about.photo} isCover={about.isCover} onMake={onMake} />
        <DeletePhoto {...about} />
      </div>
    </details>
  );
}
