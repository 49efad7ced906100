import { useLoaderData, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MAX_FILES, NO_PHOTOS } from "~/lib/image-limits";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { showToast } from "~/ui/toasts";
import { FileField } from "~/ui/uploads/file-field";
import { UploadProgress } from "~/ui/uploads/upload-progress";
import { useUpload } from "~/ui/uploads/use-upload";
import { photoFailure, photosAdded } from "../limits";

interface AddPhotosFormProps {
  vehicleId: string;
  first?: boolean;
  entryId?: string;
}

/**
 * Up to five photos more. It carries no `intent`: where an upload is so broken that nothing of it can be read, the
 * message still finds its way back here.
 * @param first the vehicle has no photo yet: the first one becomes its cover
 * @param entryId of the build log, where they belong to an entry of the vehicle's
 */
export function AddPhotosForm({ vehicleId, first = false, entryId }: AddPhotosFormProps) {
  const [round, setRound] = useState(0);
  const { revalidate } = useRevalidator();
  const showArrival = useArrival();
  const { upload, sent, onSubmit } = useUpload<{ data: { _id: string }[] }>({
    api: entryId ? `/api/v1/build/${entryId}/photos` : "/api/v1/photos/upload",
    fallback: photoFailure("upload"),
    onDone: ({ data: added }) => {
      showToast({ message: photosAdded(added.length), type: "success" });
      setRound(round + 1);
      showArrival(`photo-${added[0]?._id}`);
      revalidate();
    },
  });
  return (
    <PageForm
      key={round}
      encType="multipart/form-data"
      className="max-w-form"
      upload={upload}
      onSubmit={onSubmit}
      aria-busy={upload.busy}
    >
      {entryId ? null : <input type="hidden" name="vehicleId" value={vehicleId} />}
      <FileField
        name="photos"
        label="Photos"
        max={MAX_FILES}
        missing={NO_PHOTOS}
        tray={{ keptAs: entryId ? `photos of entry ${entryId}` : `photos of ${vehicleId}`, cover: first }}
      />
      <UploadProgress sent={sent} />
      <SubmitButton busy="Uploading…">Add photos</SubmitButton>
    </PageForm>
  );
}

/** Scrolls to an element by its id, as soon as the page's data contains it. */
function useArrival() {
  const [awaited, setAwaited] = useState<string>();
  const navigate = useNavigate();
  const loaded = useLoaderData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for whenever data has arrived
  useEffect(() => {
    if (awaited === undefined || !document.getElementById(awaited)) return;
    setAwaited(undefined);
    navigate(`#${awaited}`, { replace: true });
  }, [awaited, loaded, navigate]);
  return setAwaited;
}
