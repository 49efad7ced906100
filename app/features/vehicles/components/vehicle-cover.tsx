import { LeadPhotos } from "~/features/photos/components/lead-photos";
import type { ReportOf } from "~/features/photos/components/lightbox";
import { ButtonLink } from "~/ui/forms/button";
import { useOptimistic } from "~/ui/forms/use-optimistic";
import { CameraIcon } from "~/ui/icons";
import { Photo } from "~/ui/photo";
import type { VehicleView } from "../queries.server";

interface VehicleCoverProps {
  vehicle: VehicleView;
  name: string;
  report?: ReportOf;
}

/** The photos, the cover first. Without a cover, the owner gets a link to add photos. */
export function VehicleCover({ vehicle, name, report }: VehicleCoverProps) {
  const { photos, coverPhoto, id, viewerCanEdit } = vehicle;
  if (photos.some(({ photo }) => photo === coverPhoto))
    return <LeadPhotos photos={photos} coverPhoto={coverPhoto} vehicleId={id} vehicleName={name} report={report} />;
  if (coverPhoto === null && viewerCanEdit) return <NoCover />;
  return (
    <div className="lead-photos" data-tiles="1">
      <ul>
        <li>
          <Photo
            kind="photos"
            name={coverPhoto}
            alt={name}
            view="full"
            sizes="(min-width: 77rem) 1200px, 100vw"
            priority
          />
        </li>
      </ul>
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
