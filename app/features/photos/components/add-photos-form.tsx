import { useState } from "react";
import { MAX_FILES, NO_PHOTOS } from "~/lib/images";
import { SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { FileField } from "~/ui/uploads/file-field";

interface AddPhotosFormProps {
  vehicleId: number;
  isFirst?: boolean;
  entryId?: number;
}

/**
 * No `intent`, so that the error of an unreadable upload still finds this form.
 * @param isFirst the first photo becomes the vehicle's cover
 */
export function AddPhotosForm({ vehicleId, isFirst = false, entryId }: AddPhotosFormProps) {
  const [hasLeftovers, setHasLeftovers] = useState(false);
  const storageName = entryId ? `/build/${entryId}/edit` : `/vehicles/${vehicleId}/photos`;
  return (
    <PageForm once encType="multipart/form-data" className="max-w-form">
      <FileField
        name="photos"
        label="Photos"
        max={MAX_FILES}
        missing={NO_PHOTOS}
        tray={{ storageName, hasCover: isFirst, takesLeftovers: true, onTaken: setHasLeftovers }}
      />
      <SubmitButton kind="secondary" busy="Uploading…">
        {hasLeftovers ? "Add the next photos" : "Add photos"}
      </SubmitButton>
    </PageForm>
  );
}
