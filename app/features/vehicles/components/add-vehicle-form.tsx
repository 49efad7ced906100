import { useNavigate } from "@remix-run/react";
import type { NameSuggestions } from "~/features/makes/queries.server";
import { MAX_FILES } from "~/lib/image-limits";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { showToast } from "~/ui/toasts";
import { FileField } from "~/ui/uploads/file-field";
import { UploadProgress } from "~/ui/uploads/upload-progress";
import { useUpload } from "~/ui/uploads/use-upload";
import { ADD_FAILED, VEHICLE_ADDED } from "../limits";
import { VehicleFields } from "./vehicle-fields";

/** A vehicle, and up to five photos of it at once. */
export function AddVehicleForm({ suggestions }: { suggestions: NameSuggestions }) {
  const navigate = useNavigate();
  const { upload, sent, onSubmit } = useUpload<{ doc: { _id: string } }>({
    api: "/api/v1/vehicles",
    fallback: ADD_FAILED,
    onDone: ({ doc }) => {
      showToast({ message: VEHICLE_ADDED, type: "success" });
      navigate(`/vehicles/${doc._id}`);
    },
  });
  return (
    <PageForm draft encType="multipart/form-data" upload={upload} onSubmit={onSubmit} aria-busy={upload.busy}>
      <FileField
        name="photos"
        label="Photos"
        optional
        max={MAX_FILES}
        hint="The first one becomes the cover."
        tray={{ cover: true }}
      />
      <VehicleFields suggestions={suggestions} />
      <UploadProgress sent={sent} />
      <SubmitButton busy="Adding…">Add vehicle</SubmitButton>
    </PageForm>
  );
}
