import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { Photo } from "~/ui/photo";
import { useLightbox } from "./use-lightbox";

/** What a picture shows, in words: its caption, else the vehicle and its place in the gallery. */
export function photoAlt(photo: Pick<PhotoView, "caption" | "position">, vehicleName: string): string {
  return photo.caption === "" ? `${vehicleName}, photo ${photo.position}` : photo.caption;
}

/**
 * A tight grid; each picture leads to its own page, with script into the lightbox.
 * @param controls what the owner can do with a photo, below it
 */
export function PhotoGallery({
  photos,
  vehicleId,
  vehicleName,
  controls,
}: {
  photos: PhotoView[];
  vehicleId: string;
  vehicleName: string;
  controls?: (photo: PhotoView) => ReactNode;
}) {
  const { open, lightbox } = useLightbox(photos, vehicleId, (at) => photoAlt(photos[at]!, vehicleName));
  return (
    <>
      <ul className="grid grid-cols-2 gap-1.5 sm:gap-2 md:grid-cols-3 lg:grid-cols-4">
        {photos.map((photo, at) => (
          <li key={photo.id} id={`photo-${photo.id}`} className="card min-w-0">
            <Link to={`/vehicles/${vehicleId}/photos/${photo.id}`} className="block rounded-md" onClick={open(at)}>
              <Photo
                kind="photos"
                name={photo.photo}
                alt={photoAlt(photo, vehicleName)}
                view="card"
                sizes="(min-width: 64rem) 18.5rem, (min-width: 48rem) 33vw, 50vw"
                className="aspect-4/3"
              />
            </Link>
            {photo.caption === "" ? null : (
              <p aria-hidden="true" className="mt-1 mb-2 line-clamp-2 px-0.5 text-sm text-grey">
                {photo.caption}
              </p>
            )}
            {controls?.(photo)}
          </li>
        ))}
      </ul>
      {lightbox}
    </>
  );
}
