import { useState } from "react";
import { MAX_FILES, NO_PHOTOS } from "~/lib/images";
import { SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { FileField } from "~/ui/uploads/file-field";

interface AddPhotosFormProps {
  vehicleId: string;
  isFirst?: boolean;
  entryId?: string;
}

/**
 * Up to five photos more. It carries no `intent`: where an upload is so broken that nothing of it can be read, the
 * message still finds its way back here.
 * @param first the vehicle has no photo yet: the first one becomes its cover
 * @param entryId of the build log, where they belong to an entry of the vehicle's
 */
export function AddPhotosForm({ vehicleId, isFirst = false, entryId }: AddPhotosFormProps) {
  const [left, setLeft] = useState(false);
  const storageName = entryId ? `/build/${entryId}/edit` : `/vehicles/${vehicleId}/photos`;
  return (
    <PageForm once encType="multipart/form-data" className="max-w-form">
      <FileField
        name="photos"
        label="Photos"
        max={MAX_FILES}
        missing={NO_PHOTOS}
        tray={{ storageName, hasCover: isFirst, takesLeftovers: true, onTaken: setLeft }}
      />
      <SubmitButton busy="Uploading…">{left ? "Add the next photos" : "Add photos"}</SubmitButton>
    </PageForm>
  );
}
