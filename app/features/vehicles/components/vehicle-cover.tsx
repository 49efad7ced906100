import { Link } from "@remix-run/react";
import type { ReportOf } from "~/features/photos/components/lightbox";
import { photoAlt } from "~/features/photos/components/photo-gallery";
import { useLightbox } from "~/features/photos/components/use-lightbox";
import type { PhotoView } from "~/features/photos/rows.server";
import { parseImageName } from "~/lib/images";
import { ButtonLink } from "~/ui/forms/button";
import { useOptimistic } from "~/ui/forms/use-optimistic";
import { CameraIcon } from "~/ui/icons";
import { Photo } from "~/ui/photo";
import type { VehicleView } from "../queries.server";

/** Pictures with a smaller ratio are not cropped. */
const NEARLY_UPRIGHT = 1.2;

/** A wide frame would crop much of the picture. External pictures have no known size. */
function isUpright(name: string | null): boolean {
  const facts = parseImageName(name ?? "");
  return facts !== null && facts !== undefined && facts.width < facts.height * NEARLY_UPRIGHT;
}

interface VehicleCoverProps {
  vehicle: VehicleView;
  name: string;
  report?: ReportOf;
}

/**
 * Links to its own page; with script it opens the lightbox. Title and facts still fit on the first screen. Without a
 * cover, the owner gets a link to add photos.
 */
export function VehicleCover({ vehicle, name, report }: VehicleCoverProps) {
  const { photos, coverPhoto, id, viewerCanEdit } = vehicle;
  const pageOf = (photo: PhotoView) => `/vehicles/${id}/photos/${photo.id}`;
  const { open, lightbox } = useLightbox(photos, pageOf, (at) => photoAlt(photos[at]!, name), report);
  if (coverPhoto === null && viewerCanEdit) return <NoCover />;
  const place = photos.findIndex((photo) => photo.photo === coverPhoto);
  const inGallery = photos[place];
  const upright = isUpright(coverPhoto);
  const picture = (
    <Photo
      kind="photos"
      name={coverPhoto}
      alt={inGallery?.caption || name}
      view="full"
      sizes="(min-width: 77rem) 832px, (min-width: 64rem) calc(100vw - 26rem), 100vw"
      priority
      contain={upright}
      className={upright ? "h-[42dvh] w-full md:h-[60dvh]" : "aspect-3/2 max-h-[50dvh] w-full md:max-h-[60dvh]"}
    />
  );
  // Full width on phones.
  return (
    <div className="-mx-4 -mt-8 md:mx-0 md:mt-0 max-md:[&_.photo-frame]:rounded-none">
      {inGallery ? (
        <Link to={pageOf(inGallery)} className="block" onClick={open(place)}>
          {picture}
        </Link>
      ) : (
        picture
      )}
      {lightbox}
    </div>
  );
}

function NoCover() {
  return (
    <div className="flex aspect-3/2 max-h-[40dvh] w-full flex-col items-center justify-center gap-4 rounded-lg border-2 border-dashed border-line p-6 text-center md:max-h-[60dvh]">
      <p className="text-lg font-bold">No photos yet</p>
      <ButtonLink to="#add-photos">
        <CameraIcon className="size-4" /> Add the first photos
      </ButtonLink>
    </div>
  );
}

/** Optimistic, reverted on failure. */
export function useCover(vehicleId: number, loadedCover: string | null) {
  const [coverPhoto, , attempt] = useOptimistic(loadedCover);
  const makeCover = ({ photo }: { photo: string }) => {
    attempt({
      value: photo,
      send: () =>
        fetch(`/api/v1/vehicles/${vehicleId}/set-cover`, {
          method: "PATCH",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ photoFilename: photo }),
        }),
      failure: "Failed to update cover photo.",
      success: "Cover photo updated!",
    });
  };
  return { coverPhoto, makeCover };
}
